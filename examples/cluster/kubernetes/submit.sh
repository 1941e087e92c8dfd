#!/bin/sh
set -eu
kubectl apply -f job.yaml
kubectl wait --for=condition=complete --timeout=24h job/settle-shards
kubectl apply -f merge.yaml
kubectl wait --for=condition=complete --timeout=1h job/settle-merge
kubectl logs job/settle-merge > result.json
