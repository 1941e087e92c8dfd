#!/bin/sh
# Eight shards, as many at a time as there are processors, then the merge.
set -eu
seq 8 | xargs -P "$(nproc)" -I '{}' \
	settle converge stand-in:hmmt25 --metrics bayes --replicates 200000 --workers 1 --quiet \
	--shard '{}/8' --checkpoint checkpoint --part parts/
settle merge parts/ --format json > result.json
