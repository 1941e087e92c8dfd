// Package clustertest tests the recipes in docs/examples/cluster, which run a study in
// shards under various schedulers.
//
// A recipe passes if its own files, started as its page describes, produce the same
// bytes as a run on one machine. Each test copies the files of one recipe into an empty
// folder and starts them there. The recipes use xargs, GNU parallel, make, Snakemake, a
// Slurm that the test starts and stops itself, and buildah, which builds the
// Containerfile. For Kubernetes and GitHub, only the manifests are tested, because
// their commands need the environment that the manifests define. The module in the
// folder schemas checks the syntax of these manifests.
//
// Slow tests run only with CLUSTER_TESTS=demand, as in make test-cluster, and then fail
// if a program is missing. CLUSTER_TESTS=try skips tests whose program is missing.
package clustertest
