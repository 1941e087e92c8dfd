#!/bin/sh
# Eight tasks, and a job that merges what they made once all have succeeded.
set -eu
mkdir -p log
array=$(sbatch --parsable array.sbatch)
merge=$(sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes merge.sbatch)
echo "tasks: $array, merge: $merge"
