package command

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ends count what ended a command, and when.
type ends struct {
	killed  int // by a signal that cannot be handled
	told    int // by one that can be
	writes  int // of those killed, while a part was written, as a file tells that is not whole
	draws   int // of those killed, while figures were written
	noRoom  int // for lack of room where no file may hold anything
	full    int // for lack of room on a disk of its own
	late    int // by itself, before a signal came: these are no ends
	nothing int // with nothing kept
	some    int
	all     int // with all kept
}

// sort sorts the ends by how many replicates of so many were kept after each.
func (e *ends) sort(kept []int, replicates int) {
	for _, n := range kept {
		switch n {
		case 0:
			e.nothing++
		case replicates:
			e.all++
		default:
			e.some++
		}
	}
}

// add adds the ends of another command.
func (e *ends) add(o ends) {
	e.killed += o.killed
	e.told += o.told
	e.writes += o.writes
	e.draws += o.draws
	e.noRoom += o.noRoom
	e.full += o.full
	e.late += o.late
	e.nothing += o.nothing
	e.some += o.some
	e.all += o.all
}

func (e ends) String() string {
	return fmt.Sprintf("%d ends: %d by kill -9, of these %d while a part was written and %d while figures were; "+
		"%d by SIGTERM or SIGINT; %d where files may hold nothing, %d on a full disk; "+
		"with nothing kept %d, with some %d, with all %d; signals too late, not counted: %d",
		e.killed+e.told+e.noRoom+e.full, e.killed, e.writes, e.draws, e.told, e.noRoom, e.full,
		e.nothing, e.some, e.all, e.late)
}

// signals are those that come at any moment, most of them without notice.
var signals = []syscall.Signal{
	syscall.SIGKILL, syscall.SIGKILL, syscall.SIGKILL, syscall.SIGKILL, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT,
}

// end ends the command for the n-th time, from 0, if it does not come to its own end before.
// Once it did, it has nothing more to write that could be seen.
func (r *restarts) end(n int) bool {
	workers := strconv.Itoa(1 + r.random.IntN(2))
	line := slices.Concat(r.line, []string{"--format", "json", "--out", "out-json", "--workers", workers})
	switch {
	case n == r.noRoomAt:
		return r.withoutRoom(line)
	case n == r.fullAt && canFill():
		return r.onFullDisk(line)
	case r.late == 0 && (n%4 == 0 && 2*n < r.times || n%2 == 0 && r.writes == 0):
		return r.signal(line, syscall.SIGKILL, true)
	default:
		return r.signal(line, pick(r.random, signals...), false)
	}
}

// signal sends a command a signal at any moment, or as soon as it writes, and tells whether
// that came before its end.
func (r *restarts) signal(line []string, signal syscall.Signal, inAWrite bool) bool {
	old := slices.Concat(r.halfWritten(), r.hidden())
	isNew := func(path string) bool { return !slices.Contains(old, path) }
	writing := func() bool { return slices.ContainsFunc(r.halfWritten(), isNew) }
	began := time.Now()
	p := r.begin(line...)
	if inAWrite {
		for time.Since(began) < r.span && !writing() {
		}
	} else {
		time.Sleep(time.Duration(r.random.Int64N(int64(r.span))))
	}
	_ = p.Process.Signal(signal)
	ended := p.end()
	early := ended.code == -1 && ended.stderr == "" // before it has asked to be told
	switch {
	case ended.code == 0 && ended.stderr == "":
		r.span = min(r.span, time.Since(began))
		return false
	case signal == syscall.SIGKILL && ended.code == -1:
		r.killed++
	case early, ended.code == 128+int(signal) && interrupted.MatchString(ended.stderr):
		r.told++
	default:
		r.Errorf("%v: exit %d, stderr %.300q", signal, ended.code, ended.stderr)
	}
	r.lookWhatIsLeft(signal, writing(), slices.DeleteFunc(r.hidden(), func(path string) bool { return !isNew(path) }))
	return true
}

// interrupted is the line of a command that a signal ended, and says what it keeps.
var interrupted = regexp.MustCompile(`^settle: interrupted; (nothing was kept[^;\n]*|[^;\n]+ are kept in kept; to resume, run the same command again)\n$`)

// lookWhatIsLeft looks at what a signal has left: that a part was being written, and hidden
// folders, in which files wait to appear, and these files.
func (r *restarts) lookWhatIsLeft(signal syscall.Signal, writing bool, hidden []string) {
	if signal != syscall.SIGKILL && (writing || len(hidden) > 0) {
		r.Errorf("%v: something is left half-written", signal)
	}
	if writing {
		r.writes++
	}
	if len(hidden) > 1 {
		r.draws++
	}
}

// hidden are the hidden folders in out-json, and what is in them.
func (r *restarts) hidden() []string {
	folders, _ := filepath.Glob(filepath.Join(r.folder, "out-json", ".settle-*"))
	files, _ := filepath.Glob(filepath.Join(r.folder, "out-json", ".settle-*", "*"))
	return append(folders, files...)
}

// withoutRoom gives a command no room for files. It says so, and ends.
func (r *restarts) withoutRoom(line []string) bool {
	const script = `trap "" XFSZ; ulimit -f 0; exec "$@"`
	p := r.run(exec.CommandContext(r.Context(), "sh", slices.Concat([]string{"-c", script, "sh", r.settle}, line)...), "without room")
	r.mustSay(p, "file too large")
	r.noRoom++
	return true
}

// mustSay checks that a command ended because of what is said.
func (r *restarts) mustSay(p played, why string) {
	if p.code != 1 || p.stdout != "" || strings.Count(p.stderr, "\n") != 1 || !strings.Contains(p.stderr, why) {
		r.Errorf("%s: exit %d, stderr %.300q", p.line, p.code, p.stderr)
	}
}

// fullDisk runs the command of $3 and on where the folder kept is a disk of $1 bytes, of
// which $2 are another file's. What it holds in the end is copied to where the folder was.
const fullDisk = `
room=$1 filler=$2 && shift 2 && mkdir -p kept disk && mount -t tmpfs -o size="$room" none disk &&
	cp -R kept/. disk/ && head -c "$filler" /dev/zero >disk/filler && mount --bind disk kept || exit 99
"$@"
code=$?
umount kept && rm disk/filler && rm -rf kept && cp -R disk kept || exit 99
exit $code`

// onFullDisk lets a command go on on a disk that is full before it is done. It says so, and
// ends; what was kept is still there.
func (r *restarts) onFullDisk(line []string) bool {
	for _, path := range r.nameless() { // each of which takes room
		_ = os.Remove(path)
	}
	page, pages, most := os.Getpagesize(), 0, 1
	for _, path := range r.parts() {
		if info, err := os.Stat(path); err == nil {
			n := (int(info.Size()) + page - 1) / page
			pages, most = pages+n, max(most, n)
		}
	}
	// A part is written while the one before is there: with less room than it takes, its write
	// ends in the middle.
	room := (1 + pages + r.random.IntN(most)) * page
	args := []string{"-m", "sh", "-c", fullDisk, "sh", strconv.Itoa(room), strconv.Itoa(page), r.settle}
	p := r.run(exec.CommandContext(r.Context(), "unshare", append(args, line...)...), "on a full disk")
	if p.code == 0 && p.stderr == "" {
		r.fullAt = -1 // there was no more to do than it has room for
		return false
	}
	r.mustSay(p, "no space left on device")
	r.full++
	if len(r.halfWritten()) > 0 {
		r.Errorf("a full disk leaves %q", r.halfWritten())
	}
	return true
}

// canFill tells whether a disk can be made here that only one process sees, to be filled.
var canFill = sync.OnceValue(func() bool {
	folder, err := os.MkdirTemp("", "soak-")
	if err != nil {
		return false
	}
	defer os.Remove(folder)
	return exec.Command("unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=4096", "none", folder).Run() == nil
})
