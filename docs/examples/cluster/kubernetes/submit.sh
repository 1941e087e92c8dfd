#!/bin/sh
set -eu

# finish waits for the end of a Job, and ends with it where it failed.
finish() {
	while :; do
		case $(kubectl get "job/$1" -o 'jsonpath={.status.conditions[?(@.status=="True")].type}') in
		*Complete*) return ;;
		*Failed*) echo "$1 failed; see: kubectl describe job/$1" >&2; exit 1 ;;
		esac
		sleep 10
	done
}

kubectl apply -f job.yaml
finish settle-shards
kubectl apply -f merge.yaml
finish settle-merge
kubectl logs job/settle-merge > result.json
