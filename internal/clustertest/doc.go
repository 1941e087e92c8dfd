// Package clustertest runs the recipes of docs/examples/cluster: what a page says that a
// scheduler does with shards is what one did here.
//
// It believes that a recipe is right if its own files, started as its page says, end in
// the bytes of the run on one machine. So each test copies the files of one recipe into an
// empty folder and starts them there: by xargs, GNU parallel, make and Snakemake, by a
// Slurm that it starts for itself and ends, and by buildah, which builds the Containerfile.
// Of Kubernetes and GitHub it has the manifests alone: it starts what they say, with the
// environment that they would give; their syntax is held by the module in folder schemas.
//
// What takes long runs with CLUSTER_TESTS=demand alone, as in make test-cluster, and then
// fails where a program is missing. CLUSTER_TESTS=try skips what is missing.
package clustertest
