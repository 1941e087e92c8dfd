#!/bin/sh
# Eight shards, as many at a time as there are processors, then the merge. The log of
# GNU parallel knows which shards are done: started again, it begins only the others.
set -eu
seq 8 | parallel --joblog shards.log --resume-failed --retries 3 --halt soon,fail=1 \
	settle converge stand-in:hmmt25 --metrics bayes --replicates 200000 --workers 1 --quiet \
	--shard '{}/8' --checkpoint checkpoint --part parts/
settle merge parts/ --format json > result.json
