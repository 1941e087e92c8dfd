package main

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"settle/shards"
)

// keeper is a command that can go on from a checkpoint.
type keeper struct {
	line string
	each int // the replicates that take two processors about a fifth of a second
}

var keepers = []keeper{
	{"bootstrap coins:8x30 --trials 80 --metrics paper", 800},
	{"bootstrap coins:8x20 --trials 40 --metrics bayes,pass@4 --show score", 4000},
	{"bootstrap coins:6x20 --trials 40 --metrics avg --show tau,score --without-replacement", 4000},
	{"converge stand-in:hmmt25 --metrics bayes --worst 20", 30000},
	{"converge stand-in:aime25 --metrics bayes,pass@2 --looks 8,16,80", 10000},
	{"converge coins:6x20 --trials 60 --metrics bayes --with-replacement --scheme columns", 30000},
	{"simulate curves --metrics bayes,avg,pass@2", 2000},
	{"simulate pair LLM10 LLM9 --trials 60", 500},
	{"simulate converge --metrics bayes --looks 8,16", 4000},
	{"bakeoff --metrics bayes,pass@2,borda", 100},
	{"budget adapt coins:5x20", 1500},
}

// tryRestarts ends one of the commands again and again.
func tryRestarts(t *trial) { t.restart(pick(t.random, keepers...), 1+t.random.IntN(5)) }

// restart ends a command with a checkpoint so often: in the middle of a write, for lack of
// room, and by a signal at any moment. Then two go on from there at the same time, and must
// end as one does that was let alone, byte for byte. At no time may there be a damaged
// part, or less than before.
func (t *trial) restart(k keeper, times int) {
	replicates := strconv.Itoa(k.each * (times + 2))
	line := append(strings.Fields(k.line), "--replicates", replicates, "--format", "json")
	want := t.mustFinish(t.begin(append(line, "--out", "whole")...), "whole")
	line = append(line, "--checkpoint", "kept", "--out", "out")
	found := 0
	for i := range times {
		what := "killed"
		switch i {
		case 0:
			what = "killed in a write"
			t.caught = t.killInAWrite(line)
		case 1:
			what = "without room"
			t.withoutRoom(line)
		default:
			t.signalAnywhere(line)
		}
		now := t.kept()
		if now < found {
			t.wrong("%s: %d replicates are kept, and %d were before", what, now, found)
		}
		found = now
	}
	first, second := t.begin(line...), t.begin(append(line, "--out", "beside")...)
	for out, p := range map[string]*playing{"out": first, "beside": second} {
		if ended := t.mustFinish(p, out); ended.stdout != want.stdout || !maps.Equal(ended.files, want.files) {
			t.wrong("%s after %d restarts: not what a run finds that was let alone", strings.Join(line, " "), times)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(t.folder, "kept", "*", ".*")); len(left) > 0 {
		t.wrong("%d files are left half-written", len(left))
	}
	t.kept()
}

// playing is a command that goes on.
type playing struct {
	*exec.Cmd
	line           string
	stdout, stderr bytes.Buffer
}

// begin begins a command in the trial's folder.
func (t *trial) begin(args ...string) *playing {
	p := &playing{Cmd: exec.CommandContext(t.Context, t.settle, args...), line: "settle " + strings.Join(args, " ")}
	p.Dir, p.Cmd.Stdout, p.Cmd.Stderr = t.folder, &p.stdout, &p.stderr
	if err := p.Start(); err != nil {
		t.wrong("%v", err)
	}
	return p
}

// end waits for the end.
func (p *playing) end() played {
	_ = p.Wait()
	return played{p.line, p.ProcessState.ExitCode(), p.stdout.String(), p.stderr.String()}
}

// finished is what a command printed and wrote.
type finished struct {
	stdout string
	files  map[string]string
}

// mustFinish waits for a command that nobody ends, which writes to a folder.
func (t *trial) mustFinish(p *playing, out string) finished {
	ended := p.end()
	if ended.code != 0 || ended.stderr != "" {
		t.wrong("%s: exit %d, stderr %.300q", ended.line, ended.code, ended.stderr)
	}
	files, hidden := t.digests(out)
	if hidden > 0 || len(files) == 0 {
		t.wrong("%s: %d files and %d hidden ones", ended.line, len(files), hidden)
	}
	return finished{ended.stdout, files}
}

// signalAnywhere sends a command a signal at any moment.
func (t *trial) signalAnywhere(line []string) {
	signal := pick(t.random, syscall.SIGKILL, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT)
	p := t.begin(line...)
	time.Sleep(time.Duration(t.random.Int64N(int64(800 * time.Millisecond))))
	_ = p.Process.Signal(signal)
	ended := p.end()
	early := ended.code == -1 && ended.stderr == "" // before it has asked to be told
	switch {
	case signal == syscall.SIGKILL, early, ended.code == 0 && ended.stderr == "":
	case ended.code == 128+int(signal) && interrupted.MatchString(ended.stderr):
	default:
		t.wrong("%v: exit %d, stderr %.300q", signal, ended.code, ended.stderr)
	}
}

// interrupted is the line of a command that a signal ended, and says what it keeps.
var interrupted = regexp.MustCompile(`^settle: interrupted(; [^;\n]+ are kept in kept: the same command goes on from there)?\n$`)

// killInAWrite kills a command as soon as there is a file that is not whole yet, and tells
// whether it was in time.
func (t *trial) killInAWrite(line []string) bool {
	p := t.begin(line...)
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.end()
	}()
	for {
		select {
		case <-done:
			return false
		default:
		}
		if len(t.halfWritten()) > 0 {
			_ = p.Process.Kill()
			<-done
			return len(t.halfWritten()) > 0
		}
	}
}

// halfWritten are the files that have not got their names and hold more than the byte with
// which a command tries whether it can write there.
func (t *trial) halfWritten() []string {
	var list []string
	paths, _ := filepath.Glob(filepath.Join(t.folder, "kept", "*", ".settle-*.tmp"))
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.Size() > 1 {
			list = append(list, path)
		}
	}
	return list
}

// withoutRoom gives a command no room for files. It says so, and ends.
func (t *trial) withoutRoom(line []string) {
	args := append([]string{"-c", `trap "" XFSZ; ulimit -f 0; exec "$@"`, "sh", t.settle}, line...)
	p := t.run(exec.CommandContext(t.Context, "sh", args...), "without room: settle "+strings.Join(line, " "))
	if p.code != 1 || p.stdout != "" || strings.Count(p.stderr, "\n") != 1 {
		t.wrong("%s: exit %d, stderr %.300q", p.line, p.code, p.stderr)
	}
}

// kept is how many replicates of all folds are in parts, of which none may be damaged.
func (t *trial) kept() int {
	most := map[string]int{}
	paths, _ := filepath.Glob(filepath.Join(t.folder, "kept", "*", "*"+shards.Extension))
	for _, path := range paths {
		fold, _, _ := strings.Cut(filepath.Base(path), "-")
		c, err := shards.Collect([]string{path})
		var part *shards.Incomplete
		switch {
		case errors.As(err, &part):
			most[fold] = max(most[fold], part.Replicates-part.Missing.Len())
		case err != nil:
			t.wrong("%v", err)
		default:
			most[fold] = max(most[fold], c.First.Folds[0].Replicates)
		}
	}
	sum := 0
	for _, n := range most {
		sum += n
	}
	return sum
}
