// Package clustertest tests the recipes in docs/examples/cluster: it runs the
// schedulers that the documentation describes, with shards.
//
// A recipe passes if its own files, started in the way that its page describes, produce
// the same bytes as a run on one machine. Each test copies the files of one recipe into
// an empty folder and starts them there. The recipes use xargs, GNU parallel, make and
// Snakemake, a Slurm that the test starts and stops itself, and buildah, which builds
// the Containerfile. For Kubernetes and GitHub it uses only the manifests: it runs
// their commands with the environment that they define. The module in the folder
// schemas checks their syntax.
//
// Slow tests run only with CLUSTER_TESTS=demand, as in make test-cluster, and then fail
// if a program is missing. CLUSTER_TESTS=try skips tests whose program is missing.
package clustertest
