package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"settle/internal/tables"
	"settle/montecarlo/shards"
)

// An environment is a function that looks up an environment variable.
type environment func(name string) (value string, found bool)

// readShard parses text as I/N or, for env or env/N, reads the shard from the environment. It also
// returns the variables that it read and their values, as text; the text is "" for I/N.
func readShard(text string, env environment) (s shards.Shard, from string, err error) {
	first, second, counted := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	switch {
	case first == "env" && !counted:
		return shardOf(0, env)
	case first == "env" && (err2 != nil || n < 1):
		return s, "", fmt.Errorf("%s is neither env nor env/N (such as env/8)", quoted(text))
	case first == "env":
		return shardOf(n, env)
	case err1 != nil || err2 != nil:
		return s, "", fmt.Errorf("%s is neither I/N (such as 3/8) nor env", quoted(text))
	}
	s = shards.Shard{I: i, N: n}
	return s, "", checkShard(s)
}

func checkShard(s shards.Shard) error {
	switch {
	case s.N < 1 || s.N > shards.MostShards:
		return fmt.Errorf("number of shards must be from 1 to %d, not %d", shards.MostShards, s.N)
	case s.I < 1 || s.I > s.N:
		return fmt.Errorf("shard index must be from 1 to %d, not %d", s.N, s.I)
	}
	return nil
}

// A scheduler describes a system that runs a task many times. The system passes each task its
// index, and often the number of tasks, in environment variables. A field for the name of a
// variable is "" if the system does not set that variable.
type scheduler struct {
	name  string
	index string
	base  int    // the first index, unless the variable first is set
	first string // name of the variable with the first index
	last  string // name of the variable with the last index
	step  string // name of the variable with the difference between neighbouring indices
	count string // name of the variable with the number of tasks
	none  string // value of the variable index outside of arrays
	world bool   // the tasks form a world, as in MPI, whose variables are also set for a single task
}

// schedulers lists the supported systems. Their documentation, as of 2026:
//
//   - Slurm: slurm.schedmd.com/job_array.html and sbatch.html, srun.html ("Output
//     environment variables"). In a batch script SLURM_PROCID is always 0.
//   - Kubernetes: kubernetes.io/docs/concepts/workloads/controllers/job, "Completion mode".
//   - Grid Engine: qsub(1), "-t"; SGE_TASK_ID is "undefined" outside of arrays.
//   - PBS: OpenPBS User's Guide, "Job Arrays"; Torque calls it PBS_ARRAYID. No variable gives
//     the first index: it is taken to be 1.
//   - LSF: IBM Spectrum LSF, "Environment variables set for job execution";
//     LSB_JOBINDEX is 0 outside of arrays, which begin at 1.
//   - AWS Batch: docs.aws.amazon.com/batch/latest/userguide/job_env_vars.html.
//   - Google Cloud: cloud.google.com/run/docs/container-contract, "Jobs", and
//     cloud.google.com/batch/docs, "Predefined environment variables".
//   - Bazel: bazel.build/reference/test-encyclopedia, "Test sharding".
//   - GitLab: docs.gitlab.com/ci/variables/predefined_variables; CircleCI:
//     circleci.com/docs/variables.
//   - MPI: docs.open-mpi.org, "Environment variables set for MPI applications"; MPICH, Intel
//     MPI and others set those of PMI.
var schedulers = []scheduler{
	{name: "a Slurm array", index: "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN", last: "SLURM_ARRAY_TASK_MAX",
		step: "SLURM_ARRAY_TASK_STEP", count: "SLURM_ARRAY_TASK_COUNT"},
	{name: "Kubernetes", index: "JOB_COMPLETION_INDEX"},
	{name: "Grid Engine", index: "SGE_TASK_ID", base: 1, first: "SGE_TASK_FIRST", last: "SGE_TASK_LAST",
		step: "SGE_TASK_STEPSIZE", none: "undefined"},
	{name: "PBS", index: "PBS_ARRAY_INDEX", base: 1},
	{name: "Torque", index: "PBS_ARRAYID", base: 1},
	{name: "LSF", index: "LSB_JOBINDEX", base: 1, last: "LSB_JOBINDEX_END", step: "LSB_JOBINDEX_STEP", none: "0"},
	{name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE"},
	{name: "Google Cloud Run", index: "CLOUD_RUN_TASK_INDEX", count: "CLOUD_RUN_TASK_COUNT"},
	{name: "Google Batch", index: "BATCH_TASK_INDEX", count: "BATCH_TASK_COUNT"},
	{name: "Bazel", index: "TEST_SHARD_INDEX", count: "TEST_TOTAL_SHARDS"},
	{name: "GitLab", index: "CI_NODE_INDEX", base: 1, count: "CI_NODE_TOTAL"},
	{name: "CircleCI", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL", world: true},
	{name: "Open MPI", index: "OMPI_COMM_WORLD_RANK", count: "OMPI_COMM_WORLD_SIZE", world: true},
	{name: "PMI", index: "PMI_RANK", count: "PMI_SIZE", world: true},
	{name: "a Slurm step", index: "SLURM_PROCID", count: "SLURM_NTASKS", world: true},
}

// shardOf returns the shard that the environment describes. n is the number of shards, or 0 to
// read it from the environment. It also returns the variables that it read, with their values.
func shardOf(n int, env environment) (s shards.Shard, from string, err error) {
	r, err := task(env)
	if err != nil {
		return s, "", err
	}
	switch {
	case n == 0 && r.count == 0:
		return s, "", fmt.Errorf("%s gives an index (%s) but no number of tasks; use --shard env/N", r.name, r.assignments())
	case n == 0:
		n = r.count
	case r.count != 0 && r.count != n:
		return s, "", fmt.Errorf("%s reports %s (%s), but --shard env/%d expects %d; use --shard I/%d",
			r.name, tables.Count(r.count, "task"), r.assignments(), n, n, n)
	}
	s = shards.Shard{I: r.place, N: n}
	if err := checkShard(s); err != nil {
		return s, "", fmt.Errorf("%s: %w; indices of %s begin at %d; use --shard I/N", r.assignments(), err, r.name, r.base)
	}
	return s, r.assignments(), nil
}

// A reading holds the values that a scheduler passed to a task.
type reading struct {
	scheduler
	place int      // index of the task, from 1
	count int      // number of tasks, 0 if unknown
	read  []string // variables that were read, as NAME=VALUE
}

// assignments returns the variables that were read, as NAME=VALUE, separated by commas.
func (r reading) assignments() string { return strings.Join(r.read, ", ") }

// task returns the index and the other values that a scheduler passed to this task in the
// environment. If several schedulers passed values, it ignores those of a world (a group of tasks,
// as in MPI) with a single task. Remaining worlds must have equal values; any other combination is
// an error.
func task(env environment) (reading, error) {
	var known []string
	var found, several []reading
	for _, s := range schedulers {
		known = append(known, s.index)
		r, there, err := s.read(env)
		if err != nil {
			return r, err
		}
		if there {
			found = append(found, r)
		}
		if there && (!s.world || r.count > 1) {
			several = append(several, r)
		}
	}
	if len(several) == 0 && len(found) > 0 {
		return found[0], nil
	}
	if len(several) == 0 {
		if _, github := env("GITHUB_ACTIONS"); github {
			return reading{}, errors.New("GitHub Actions sets no index for the jobs of a matrix; use --shard " +
				"${{ matrix.shard }}/8, with your number of jobs instead of 8")
		}
		return reading{}, fmt.Errorf("no environment variable gives a task index (supported: %s); run the command as a task of an array job, or use --shard I/N",
			strings.Join(known, ", "))
	}
	one := several[0]
	for _, r := range several[1:] {
		if !r.world || !one.world || r.place != one.place || r.count != one.count {
			return one, fmt.Errorf("the environment describes both %s (%s) and %s (%s); unset one, or use --shard I/N",
				one.name, one.assignments(), r.name, r.assignments())
		}
	}
	return one, nil
}

// read reads the variables of the scheduler. It returns false if the index is missing. If the tasks
// of the scheduler form a world (a group, as in MPI), it also returns false if the number of tasks
// is missing.
func (s scheduler) read(env environment) (r reading, there bool, err error) {
	r.scheduler = s
	number := func(name string, otherwise int) int {
		text, _ := env(name)
		if text == "" || text == s.none {
			return otherwise
		}
		r.read = append(r.read, name+"="+text)
		n, wrong := strconv.Atoi(text)
		if wrong != nil || n < 0 {
			err = cmp.Or(err, fmt.Errorf("%s=%s is not a number; use --shard I/N", name, quoted(text)))
		}
		return n
	}
	at := number(s.index, 0)
	if len(r.read) == 0 {
		return r, false, nil
	}
	first, step := number(s.first, s.base), max(1, number(s.step, 1))
	last := number(s.last, first-1)
	r.count = number(s.count, 0)
	if err != nil || s.world && r.count == 0 {
		return r, false, err
	}
	if (at-first)%step != 0 || last >= first && r.count != 0 && r.count != (last-first)/step+1 {
		return r, false, fmt.Errorf("the indices of %s are not evenly spaced (%s); use --shard I/N", s.name, r.assignments())
	}
	r.place, r.base = (at-first)/step+1, first
	if r.count == 0 && last >= first {
		r.count = (last-first)/step + 1
	}
	return r, true, nil
}

// noteSharded creates the file named in TEST_SHARD_STATUS_FILE if the shard was read from the
// variables of Bazel, because Bazel otherwise fails a sharded test. The given string lists the
// variables that were read.
func noteSharded(from string) error {
	path := os.Getenv("TEST_SHARD_STATUS_FILE")
	if path == "" || !strings.HasPrefix(from, "TEST_SHARD_INDEX=") {
		return nil
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("TEST_SHARD_STATUS_FILE: %w", err)
	}
	return file.Close()
}
