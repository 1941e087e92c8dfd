package clustertest_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"text/template"
	"time"
)

// slurmConf is a cluster of this machine alone, which needs no systemd, no cgroups and no
// accounting. A requeued job waits until its credential has expired: two minutes, where
// nothing else is said.
var slurmConf = template.Must(template.New("slurm.conf").Parse(`ClusterName=local
SlurmctldHost={{.Host}}(127.0.0.1)
SlurmctldPort={{.CtldPort}}
SlurmdPort={{.SlurmdPort}}
SlurmUser={{.User}}
SlurmdUser={{.User}}
AuthType=auth/munge
AuthInfo=socket={{.Folder}}/munge.socket,cred_expire=5
StateSaveLocation={{.Folder}}/state
SlurmdSpoolDir={{.Folder}}/spool
SlurmctldPidFile={{.Folder}}/slurmctld.pid
SlurmdPidFile={{.Folder}}/slurmd.pid
SlurmctldLogFile={{.Folder}}/slurmctld.log
SlurmdLogFile={{.Folder}}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=1,sched_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
MinJobAge=3600
KillWait=5
SlurmdParameters=config_overrides
NodeName={{.Host}} NodeAddr=127.0.0.1 CPUs=2 RealMemory=2000 State=UNKNOWN
PartitionName=all Nodes={{.Host}} Default=YES MaxTime=INFINITE State=UP
`))

// slurm is a Slurm of this test's own.
type slurm struct {
	Folder, Host, User   string
	CtldPort, SlurmdPort int
}

// startSlurm starts munged, slurmctld and slurmd in a folder of their own, for the commands
// of a recipe; they end with the test.
func startSlurm(r *recipe) *slurm {
	t := r.t
	t.Helper()
	// A short name, since that of a socket may have 107 bytes.
	folder, err := os.MkdirTemp("", "slurm")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	s := &slurm{Folder: folder, Host: host, User: me.Username, CtldPort: freePort(t), SlurmdPort: freePort(t)}
	s.lay(t)
	r.env = append(r.env, "SLURM_CONF="+folder+"/slurm.conf")

	s.daemon(r, "munged", "--foreground", "--key-file="+folder+"/munge.key", "--socket="+folder+"/munge.socket",
		"--pid-file="+folder+"/munge.pid", "--log-file="+folder+"/munge.log", "--seed-file="+folder+"/munge.seed")
	s.daemon(r, "slurmctld", "-D")
	s.daemon(r, "slurmd", "-D")
	t.Cleanup(func() { // before the daemons, so that no job outlives them
		r.try("scancel", "--user="+s.User)
		for range 100 {
			if left, err := r.try("squeue", "--noheader"); err != nil || left == "" {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	state := ""
	eventually(t, 30*time.Second, func() string { return "an idle node, but " + state + s.logs() }, func() bool {
		out, err := r.try("sinfo", "--noheader", "--format=%t")
		state = fmt.Sprint(out, err)
		return strings.TrimSpace(out) == "idle"
	})
	return s
}

// lay writes the key and the configuration. Munge wants its folder open for all to pass.
func (s *slurm) lay(t *testing.T) {
	t.Helper()
	var conf bytes.Buffer
	if err := slurmConf.Execute(&conf, s); err != nil {
		t.Fatal(err)
	}
	key := make([]byte, 1024)
	rand.Read(key)
	err := os.Chmod(s.Folder, 0o755)
	for name, content := range map[string][]byte{"munge.key": key, "slurm.conf": conf.Bytes()} {
		if err == nil {
			err = os.WriteFile(filepath.Join(s.Folder, name), content, 0o600)
		}
	}
	for _, name := range []string{"state", "spool"} {
		if err == nil {
			err = os.Mkdir(filepath.Join(s.Folder, name), 0o755)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// freePort is a port that nobody listened to just now.
func freePort(t *testing.T) int {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

// daemon starts a program in the foreground. It ends with the test, and is killed with
// the test's process, should that be killed.
func (s *slurm) daemon(r *recipe, name string, args ...string) {
	r.t.Helper()
	command := exec.Command(name, args...)
	command.Env = r.env
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started, ended := make(chan error), make(chan struct{})
	go func() {
		// The kernel minds the thread that started the process: it is kept until the end.
		runtime.LockOSThread()
		started <- command.Start()
		command.Wait()
		close(ended)
	}()
	if err := <-started; err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() {
		command.Process.Signal(syscall.SIGTERM)
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			command.Process.Kill()
			<-ended
		}
	})
}

// logs is the end of what the daemons wrote.
func (s *slurm) logs() (all string) {
	for _, name := range []string{"munge.log", "slurmctld.log", "slurmd.log"} {
		text, err := os.ReadFile(filepath.Join(s.Folder, name))
		if err == nil {
			all += fmt.Sprintf("\n%s:\n%s", name, text[max(0, len(text)-2000):])
		}
	}
	return all
}

// job is what Slurm knows of a job, or of one task of an array: fields by their names.
type job map[string]string

var field = regexp.MustCompile(`(\S+?)=(\S*)`)

// jobs are those of an identity, which may be an array.
func (r *recipe) jobs(id string) (found []job) {
	r.t.Helper()
	for line := range strings.Lines(r.run("scontrol", "show", "job", "--oneliner", id)) {
		one := job{}
		for _, match := range field.FindAllStringSubmatch(line, -1) {
			one[match[1]] = match[2]
		}
		if one["JobId"] != "" {
			found = append(found, one)
		}
	}
	return found
}

// processOf is the settle that computes a task of the array, 0 where none does.
func (s *slurm) processOf(task int) int {
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, process := range processes {
		name, _ := os.ReadFile(process + "/comm")
		environ, _ := os.ReadFile(process + "/environ")
		variables := "\x00" + string(environ)
		if string(name) == "settle\n" && strings.Contains(variables, "\x00SLURM_CONF="+s.Folder+"/") &&
			strings.Contains(variables, fmt.Sprintf("\x00SLURM_ARRAY_TASK_ID=%d\x00", task)) {
			pid, _ := strconv.Atoi(filepath.Base(process))
			return pid
		}
	}
	return 0
}

// The array of the recipe and the merge that depends on it, in a Slurm: one task is killed
// as if its machine had no memory left, another is told that its time is over. Both are
// put into the queue again and go on from their checkpoints, the merge waits for them, and
// what it writes is what the single run writes.
func TestSlurm(t *testing.T) {
	requirePrograms(t, "munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel", "sinfo")
	r := newRecipe(t, "slurm/submit.sh", "slurm/array.sbatch", "slurm/merge.sbatch")
	s := startSlurm(r)
	submitted := regexp.MustCompile(`^tasks: (\d+), merge: (\d+)\n$`).FindStringSubmatch(r.run("./submit.sh"))
	if submitted == nil {
		t.Fatal("submit.sh does not say which jobs it submitted")
	}
	array, merge := submitted[1], submitted[2]

	const killed, told = 3, 5
	left := map[int][]block{killed: s.kill(r, killed)}
	if waiting := r.jobs(merge)[0]; waiting["JobState"] != "PENDING" || waiting["Reason"] != "Dependency" {
		t.Errorf("while tasks run the merge is %s, %s; want PENDING, Dependency", waiting["JobState"], waiting["Reason"])
	}
	left[told] = s.tell(r, told)
	over := func() bool {
		for task, blocks := range left {
			for _, wrong := range r.begunAgain(task, blocks) {
				t.Errorf("task %d had saved up to %d, and then saved %s", task, blocksEnd(blocks), wrong.path)
			}
		}
		state := r.jobs(merge)[0]["JobState"]
		return t.Failed() || state != "PENDING" && state != "RUNNING" && state != "COMPLETING"
	}
	eventually(t, 5*time.Minute, func() string { return "the merge\n" + r.run("squeue") + r.logs() + s.logs() }, over)
	checkJobs(t, r.jobs(array), r.jobs(merge)[0], map[string]string{strconv.Itoa(killed): "killed", strconv.Itoa(told): "told to end"})
	for task, blocks := range left {
		t.Logf("task %d was stopped after %d of its %d replicates, and went on from there", task,
			blocksEnd(blocks)-task*slurmReplicates/8, slurmReplicates/8)
	}
	r.sameFiles()
	t.Log("result.json, result.csv and all files of figures are those of the single run")
	if t.Failed() {
		t.Log(r.logs(), s.logs())
	}
}

// checkJobs checks that all tasks and the merge succeeded, the merge last, and that those
// that were disturbed, and no others, were started a second time.
func checkJobs(t *testing.T, tasks []job, merge job, disturbed map[string]string) {
	t.Helper()
	if len(tasks) != 8 {
		t.Errorf("%d tasks, want 8", len(tasks))
	}
	for _, task := range append(tasks, merge) {
		what, index := "task "+task["ArrayTaskId"], task["ArrayTaskId"]
		if index == "" {
			what = "merge"
		}
		if how := disturbed[index]; how != "" {
			what += ", " + how
		}
		t.Logf("%s: %s, started %s, ended %s, restarts %s", what, task["JobState"], task["StartTime"], task["EndTime"], task["Restarts"])
		want := "0"
		if disturbed[index] != "" {
			want = "1"
		}
		if task["JobState"] != "COMPLETED" || task["ExitCode"] != "0:0" || task["Restarts"] != want {
			t.Errorf("%s: exit code %s, %s restarts, want 0:0 and %s", what, task["ExitCode"], task["Restarts"], want)
		}
		// Times are spelled so that their order is that of their letters.
		if task["EndTime"] > merge["StartTime"] && index != "" {
			t.Errorf("the merge began at %s, before the end of %s", merge["StartTime"], what)
		}
	}
}

// slurmReplicates is the number of replicates of the recipe's array. A task of the array must
// run for seconds, so that the test sees its checkpoint before the task ends.
const slurmReplicates = 2000000

// sameFiles holds every file that the merge wrote to what the single run writes.
func (r *recipe) sameFiles() {
	r.t.Helper()
	command := []string{"converge", "stand-in:hmmt25", "--metrics", "bayes", "--replicates", strconv.Itoa(slurmReplicates), "--quiet"}
	for _, format := range []string{"json", "csv"} {
		want := r.run("settle", append(command, "--format", format, "--out", "single")...)
		checkSame(r.t, "result."+format, r.read("result."+format), want)
	}
	wanted := r.files("single/*")
	if len(wanted) < 3 {
		r.t.Errorf("the single run writes %q", wanted)
	}
	for _, path := range wanted {
		name := filepath.Base(path)
		checkSame(r.t, name, r.read("figures/"+name), r.read("single/"+name))
	}
}

// parentOf is the process that started another: of a program in a job, the job's script.
func parentOf(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	match := regexp.MustCompile(`(?m)^PPid:\t(\d+)$`).FindSubmatch(status)
	if match == nil {
		t.Fatalf("process %d has no parent:\n%s", pid, status)
	}
	parent, _ := strconv.Atoi(string(match[1]))
	return parent
}

// block is a file of the checkpoint: the sums of replicates from-to.
type block struct {
	path     string
	from, to int
	written  time.Time
}

// blocksOf are the blocks that the checkpoint holds of a task's share of the replicates.
func (r *recipe) blocksOf(task int) (blocks []block) {
	r.t.Helper()
	for _, path := range r.files("checkpoint/*/*.settle-part") {
		one := block{path: path}
		if _, err := fmt.Sscanf(filepath.Base(path), "converge-%d-%d.settle-part", &one.from, &one.to); err != nil {
			r.t.Fatalf("the checkpoint holds %s: %v", path, err)
		}
		info, err := os.Stat(path)
		if err != nil || one.from*8/slurmReplicates != task {
			continue // replaced by a longer one just now, or of another task
		}
		one.written = info.ModTime()
		blocks = append(blocks, one)
	}
	return blocks
}

// waitMidway waits until a task has saved a part of its shard, and is its process.
func (s *slurm) waitMidway(r *recipe, task int) (pid int) {
	r.t.Helper()
	const share = slurmReplicates / 8
	eventually(r.t, 4*time.Minute, func() string { return fmt.Sprint("a checkpoint of task ", task, "\n", r.run("squeue"), r.logs()) },
		func() bool {
			pid = s.processOf(task)
			return pid != 0 && slices.ContainsFunc(r.blocksOf(task), func(one block) bool { return one.to >= task*share+share/16 })
		})
	return pid
}

// kill kills the process of a task in its middle, as a machine does that has no memory
// left, and is the blocks that it leaves.
func (s *slurm) kill(r *recipe, task int) []block {
	r.t.Helper()
	if err := syscall.Kill(s.waitMidway(r, task), syscall.SIGKILL); err != nil {
		r.t.Fatal(err)
	}
	eventually(r.t, 10*time.Second, func() string { return "the end of a process that was killed" }, func() bool { return s.processOf(task) == 0 })
	return r.blocksOf(task)
}

// tell does what Slurm does some time before that of a task is over: it tells the script.
func (s *slurm) tell(r *recipe, task int) []block {
	r.t.Helper()
	if err := syscall.Kill(parentOf(r.t, s.waitMidway(r, task)), syscall.SIGTERM); err != nil {
		r.t.Fatal(err)
	}
	eventually(r.t, 10*time.Second, func() string { return "the end of a process that was told to" }, func() bool { return s.processOf(task) == 0 })
	return r.blocksOf(task)
}

// blocksEnd is the replicate up to which blocks go.
func blocksEnd(blocks []block) (end int) {
	for _, one := range blocks {
		end = max(end, one.to)
	}
	return end
}

// begunAgain are blocks of a task that was stopped with some left, and that began again
// with what it had found: of what is younger, all goes further than what was left.
func (r *recipe) begunAgain(task int, left []block) (wrong []block) {
	for _, one := range r.blocksOf(task) {
		if one.to <= blocksEnd(left) && !slices.Contains(left, one) {
			wrong = append(wrong, one)
		}
	}
	return wrong
}

// logs is what the tasks and the merge wrote.
func (r *recipe) logs() (all string) {
	for _, path := range r.files("log/*") {
		text, _ := os.ReadFile(path)
		all += fmt.Sprintf("\n%s:\n%s", filepath.Base(path), text)
	}
	return all
}
