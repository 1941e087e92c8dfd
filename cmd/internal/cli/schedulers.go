package cli

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"settle/shards"
	"settle/tables"
)

// environment looks a variable up.
type environment func(name string) (value string, found bool)

// readShard reads I/N, or asks the environment. from says which variables were read and
// what they held, "" for I/N.
func readShard(text string, env environment) (s shards.Shard, from string, err error) {
	first, second, counted := strings.Cut(text, "/")
	if first == "env" {
		n := 0
		if counted {
			if n, err = strconv.Atoi(second); err != nil || n < 1 {
				return s, "", fmt.Errorf("%s is neither env nor env/N, such as env/8", quoted(text))
			}
		}
		return shardOf(n, env)
	}
	i, err1 := strconv.Atoi(first)
	n, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil {
		return s, "", fmt.Errorf("%s is neither I/N, such as 3/8, nor env", quoted(text))
	}
	s = shards.Shard{I: i, N: n}
	return s, "", checkShard(s)
}

func checkShard(s shards.Shard) error {
	switch {
	case s.N < 1 || s.N > shards.MostShards:
		return fmt.Errorf("there can be 1 to %d shards, not %d", shards.MostShards, s.N)
	case s.I < 1 || s.I > s.N:
		return fmt.Errorf("shards of %d are 1 to %d, not %d", s.N, s.N, s.I)
	}
	return nil
}

// scheduler is how a system tells a task which of how many it is: by variables, whose
// names are "" where there are none.
type scheduler struct {
	name  string
	index string
	base  int    // the first index, where no variable tells
	first string // the first index
	last  string // the last index
	step  string // by how much indices ascend
	count string // how many there are
	no    string // what index holds where there is nothing to share out
	world bool   // there also where the task is the only one, which then tells nothing
}

// schedulers are the systems that tell. Their documentation, as of 2026:
//
//   - Slurm: slurm.schedmd.com/job_array.html and sbatch.html, srun.html ("Output
//     environment variables"). In a batch script SLURM_PROCID is 0 whatever is asked for.
//   - Kubernetes: kubernetes.io/docs/concepts/workloads/controllers/job, "Completion mode".
//   - Grid Engine: qsub(1), "-t"; SGE_TASK_ID is "undefined" outside of arrays.
//   - PBS: OpenPBS User's Guide, "Job Arrays"; Torque calls it PBS_ARRAYID. Where indices
//     begin is not told: from 1, as shards do.
//   - LSF: IBM Spectrum LSF, "Environment variables set for job execution";
//     LSB_JOBINDEX is 0 outside of arrays, which begin at 1.
//   - AWS Batch: docs.aws.amazon.com/batch/latest/userguide/job_env_vars.html.
//   - Google Cloud: cloud.google.com/run/docs/container-contract, "Jobs", and
//     cloud.google.com/batch/docs, "Predefined environment variables".
//   - Bazel: bazel.build/reference/test-encyclopedia, "Test sharding".
//   - GitLab: docs.gitlab.com/ci/variables/predefined_variables; CircleCI:
//     circleci.com/docs/variables.
//   - MPI: docs.open-mpi.org, "Environment variables set for MPI applications"; PMI is
//     that of MPICH, Intel MPI and others.
var schedulers = []scheduler{
	{name: "a Slurm array", index: "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN", last: "SLURM_ARRAY_TASK_MAX",
		step: "SLURM_ARRAY_TASK_STEP", count: "SLURM_ARRAY_TASK_COUNT"},
	{name: "Kubernetes", index: "JOB_COMPLETION_INDEX"},
	{name: "Grid Engine", index: "SGE_TASK_ID", base: 1, first: "SGE_TASK_FIRST", last: "SGE_TASK_LAST",
		step: "SGE_TASK_STEPSIZE", no: "undefined"},
	{name: "PBS", index: "PBS_ARRAY_INDEX", base: 1},
	{name: "Torque", index: "PBS_ARRAYID", base: 1},
	{name: "LSF", index: "LSB_JOBINDEX", base: 1, last: "LSB_JOBINDEX_END", step: "LSB_JOBINDEX_STEP", no: "0"},
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

// shardOf is the shard that the environment tells, of n if it does not tell that; 0 where
// it must.
func shardOf(n int, env environment) (s shards.Shard, from string, err error) {
	var found []reading
	for _, system := range schedulers {
		r, there, err := system.read(env)
		if err != nil {
			return s, "", err
		}
		if there {
			found = append(found, r)
		}
	}
	r, err := only(found)
	if err != nil {
		if _, github := env("GITHUB_ACTIONS"); github && len(found) == 0 {
			err = errors.New("GitHub tells no index of a matrix: say --shard ${{ matrix.shard }}/8, with as many as there are in place of 8")
		}
		return s, "", err
	}
	switch {
	case n == 0 && r.count == 0:
		return s, "", fmt.Errorf("%s tells the index, %s, but not of how many: say --shard env/N", r.system.name, r.held())
	case n == 0:
		n = r.count
	case r.count != 0 && r.count != n:
		return s, "", fmt.Errorf("%s tells of %s (%s), and --shard env/%d of %d: say --shard I/%d",
			r.system.name, tables.Count(r.count, "task"), r.held(), n, n, n)
	}
	s = shards.Shard{I: r.place, N: n}
	switch err := checkShard(s); {
	case err != nil && r.place < 1:
		return s, "", fmt.Errorf("%s: %w: indices of %s are taken to begin at %d: begin there, or say --shard $((%s+1))/%d",
			r.held(), err, r.system.name, r.system.base, r.system.index, n)
	case err != nil && n < r.place:
		return s, "", fmt.Errorf("%s: %w: say with --shard env/N how many tasks there are, or --shard I/N", r.held(), err)
	case err != nil:
		return s, "", fmt.Errorf("%s: %w: say --shard I/N", r.held(), err)
	}
	return s, r.held(), nil
}

// only is the one reading that there must be. Of those of worlds, which are there for a
// single task, too, one of several tasks counts before the others, and one of a single
// task only where there is nothing else. Two that tell the same are one.
func only(found []reading) (reading, error) {
	var clear []reading
	for _, r := range found {
		if !r.system.world || r.count > 1 {
			clear = append(clear, r)
		}
	}
	if len(clear) == 0 && len(found) > 0 {
		clear = found[:1]
	}
	if len(clear) == 0 {
		var known []string
		for _, s := range schedulers {
			known = append(known, s.index)
		}
		return reading{}, fmt.Errorf("the environment tells no index; known are %s: start it as a task of an array, or say --shard I/N", strings.Join(known, ", "))
	}
	for _, r := range clear[1:] {
		if !(r.system.world && clear[0].system.world && r.place == clear[0].place && r.count == clear[0].count) {
			return reading{}, fmt.Errorf("the environment tells of %s, %s, and of %s, %s: unset what does not count, or say --shard I/N",
				clear[0].system.name, clear[0].held(), r.system.name, r.held())
		}
	}
	return clear[0], nil
}

// reading is what a system tells.
type reading struct {
	system scheduler
	place  int      // of the task, from 1
	count  int      // of tasks; 0 where that is not told
	read   []string // the variables, as NAME=VALUE
}

// held are the variables that were read, and what they held.
func (r reading) held() string { return strings.Join(r.read, ", ") }

// read reads the variables of the system. There is nothing to read where its index is not
// there, and where it is one of a world whose size is not.
func (s scheduler) read(env environment) (r reading, there bool, err error) {
	index, found := env(s.index)
	if !found || index == "" || index == s.no {
		return r, false, nil
	}
	r = reading{system: s, place: 1}
	number := func(name string, otherwise int) int {
		text, found := "", false
		if name != "" {
			text, found = env(name)
		}
		if !found || text == "" || text == s.no {
			return otherwise
		}
		r.read = append(r.read, name+"="+text)
		n, parse := strconv.Atoi(text)
		if parse != nil || n < 0 {
			err = cmp.Or(err, fmt.Errorf("%s is %s, and no number: say --shard I/N", name, quoted(text)))
		}
		return n
	}
	at := number(s.index, 0)
	first, step := number(s.first, s.base), max(1, number(s.step, 1))
	last := number(s.last, first-1)
	r.count = number(s.count, 0)
	if err != nil {
		return r, false, err
	}
	if s.world && r.count == 0 {
		return r, false, nil
	}
	spaced := (last - first + step) / step // as many as there are from first to last
	uneven := r.count != 0 && last >= first && spaced != r.count
	if uneven || (at-first)%step != 0 {
		return r, false, fmt.Errorf("the indices of %s are not evenly spaced (%s): which place this one has is not told; say --shard I/N",
			s.name, r.held())
	}
	r.place = (at-first)/step + 1
	if at < first {
		r.place = 0
	}
	if r.count == 0 && last >= first {
		r.count = spaced
	}
	return r, true, nil
}

// noteSharded tells a test runner that shards are known here: Bazel takes a test that does
// not touch the file that it names for one that cannot be shared out.
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
