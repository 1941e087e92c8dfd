package cli

import (
	"strings"
	"testing"

	"settle/montecarlo/shards"
)

// Each system's variables as its documentation has them (see schedulers): a task of its,
// the shard that this is, and the variables that say so.
func TestShardOfEnvironment(t *testing.T) {
	for _, test := range []struct {
		flag, environment string
		want              string // I/N, or a piece of the error
		from              string // "" for the whole environment
	}{
		{"env", "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=8", "4/8", ""},
		{"env", "SLURM_ARRAY_TASK_ID=15 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_STEP=5 SLURM_ARRAY_TASK_MAX=24 SLURM_ARRAY_TASK_COUNT=3", "2/3", ""},
		{"env/8", "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=8", "4/8", ""},
		// A batch script is a step of one task.
		{"env", "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_MAX=2 SLURM_ARRAY_TASK_COUNT=2 SLURM_PROCID=0 SLURM_NTASKS=1",
			"1/2", "SLURM_ARRAY_TASK_ID=1, SLURM_ARRAY_TASK_MIN=1, SLURM_ARRAY_TASK_STEP=1, SLURM_ARRAY_TASK_MAX=2, SLURM_ARRAY_TASK_COUNT=2"},
		// --array=0,3,7 has no place for index 3 that any variable tells.
		{"env", "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_MAX=7 SLURM_ARRAY_TASK_COUNT=3", "not evenly spaced", ""},
		// A task of eight that is submitted again alone.
		{"env/8", "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_STEP=1 SLURM_ARRAY_TASK_MAX=5 SLURM_ARRAY_TASK_COUNT=1", "reports 1 task", ""},
		{"env/8", "JOB_COMPLETION_INDEX=0", "1/8", ""},
		{"env/8", "JOB_COMPLETION_INDEX=7", "8/8", ""},
		{"env/8", "JOB_COMPLETION_INDEX=8", "shard index must be from 1 to 8, not 9", ""},
		{"env", "JOB_COMPLETION_INDEX=0", "use --shard env/N", ""},
		{"env", "SGE_TASK_ID=5 SGE_TASK_FIRST=1 SGE_TASK_STEPSIZE=2 SGE_TASK_LAST=9", "3/5", ""},
		{"env", "SGE_TASK_ID=undefined SGE_TASK_FIRST=undefined SGE_TASK_LAST=undefined", "no environment variable gives a task index", ""},
		{"env/4", "PBS_ARRAY_INDEX=4", "4/4", ""},
		{"env/4", "PBS_ARRAY_INDEX=0", "shard index must be from 1 to 4, not 0", ""},
		{"env/4", "PBS_ARRAYID=1", "1/4", ""},
		{"env", "LSB_JOBINDEX=3 LSB_JOBINDEX_STEP=1 LSB_JOBINDEX_END=12", "3/12", ""},
		{"env", "LSB_JOBINDEX=0", "no environment variable gives a task index", ""},
		{"env", "AWS_BATCH_JOB_ARRAY_INDEX=9 AWS_BATCH_JOB_ARRAY_SIZE=10", "10/10", ""},
		{"env/10", "AWS_BATCH_JOB_ARRAY_INDEX=9", "10/10", ""},
		{"env", "CLOUD_RUN_TASK_INDEX=0 CLOUD_RUN_TASK_COUNT=3", "1/3", ""},
		{"env", "BATCH_TASK_INDEX=2 BATCH_TASK_COUNT=3", "3/3", ""},
		{"env", "TEST_SHARD_INDEX=1 TEST_TOTAL_SHARDS=2", "2/2", ""},
		{"env", "CI_NODE_INDEX=2 CI_NODE_TOTAL=5", "2/5", ""},
		{"env", "CI_NODE_TOTAL=1", "no environment variable gives a task index", ""}, // without parallel
		{"env", "CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=4", "1/4", ""},
		{"env", "CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=1", "1/1", ""},
		{"env", "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2", "2/2", ""},
		{"env", "PMI_RANK=0 PMI_SIZE=2", "1/2", ""},
		{"env", "SLURM_PROCID=5 SLURM_NTASKS=6", "6/6", ""},
		// Started by srun, a rank is told by both.
		{"env", "PMI_RANK=1 PMI_SIZE=2 SLURM_PROCID=1 SLURM_NTASKS=2", "2/2", "PMI_RANK=1, PMI_SIZE=2"},
		{"env", "PMI_RANK=0 PMI_SIZE=2 SLURM_PROCID=1 SLURM_NTASKS=2", "the environment describes both PMI (PMI_RANK=0, PMI_SIZE=2) and a Slurm step", ""},
		{"env", "SLURM_ARRAY_TASK_ID=0 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_MAX=1 SLURM_ARRAY_TASK_COUNT=2 SLURM_PROCID=1 SLURM_NTASKS=4",
			"both a Slurm array (SLURM_ARRAY_TASK_ID=0,", ""},
		{"env/2", "JOB_COMPLETION_INDEX=0 PBS_ARRAY_INDEX=1", "describes both Kubernetes (JOB_COMPLETION_INDEX=0) and PBS", ""},
		{"env/3", "CI_NODE_INDEX=2 CI_NODE_TOTAL=5", "GitLab reports 5 tasks (CI_NODE_INDEX=2, CI_NODE_TOTAL=5), but --shard env/3 expects 3", ""},
		{"env", "", "supported: SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, SGE_TASK_ID,", ""},
		{"env", "GITHUB_ACTIONS=true", "${{ matrix.shard }}", ""},
		{"env/8", "JOB_COMPLETION_INDEX=two", `JOB_COMPLETION_INDEX="two" is not a number`, ""},
		{"env/8", "JOB_COMPLETION_INDEX=-1", "not a number", ""},
		{"env/0", "JOB_COMPLETION_INDEX=0", "neither env nor env/N", ""},
		{"env/", "JOB_COMPLETION_INDEX=0", "neither env nor env/N", ""},
		{"3/8", "JOB_COMPLETION_INDEX=0", "3/8", "-"},
		{"0/8", "", "shard index must be from 1 to 8, not 0", ""},
		{"9/8", "", "shard index must be from 1 to 8, not 9", ""},
		{"1/0", "", "number of shards must be from 1 to 1000000, not 0", ""},
		{"3", "", "neither I/N (such as 3/8) nor env", ""},
		{"3/8/9", "", "neither I/N", ""},
	} {
		held := map[string]string{}
		for _, variable := range strings.Fields(test.environment) {
			name, value, _ := strings.Cut(variable, "=")
			held[name] = value
		}
		shard, from, err := readShard(test.flag, func(name string) (string, bool) { value, found := held[name]; return value, found })
		switch {
		case err != nil && (strings.HasPrefix(shard.String(), test.want) || !strings.Contains(err.Error(), test.want)):
			t.Errorf("--shard %s with %q: %v, not %s", test.flag, test.environment, err, test.want)
		case err == nil && shard.String() != test.want:
			t.Errorf("--shard %s with %q is %s, not %s", test.flag, test.environment, shard, test.want)
		}
		if err != nil {
			continue
		}
		want := test.from
		switch want {
		case "":
			want = strings.ReplaceAll(test.environment, " ", ", ")
		case "-":
			want = ""
		}
		if from != want {
			t.Errorf("--shard %s with %q was read from %q, not %q", test.flag, test.environment, from, want)
		}
	}
}

// Every system is told by a variable of its own.
func TestSchedulersAreTold(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range schedulers {
		for _, name := range []string{s.index, s.count, s.last, s.first, s.step} {
			if name != "" && seen[name] {
				t.Errorf("%s is a variable of two systems", name)
			}
			seen[name] = true
		}
	}
	if all := (shards.Shard{I: 1, N: 1}); checkShard(all) != nil {
		t.Error("a run cannot be one shard")
	}
}
