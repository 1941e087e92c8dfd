package command

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"settle/montecarlo/shards"
)

// secondsOfAnEnd is how much longer a command works for each time that it is ended: with
// less it would be done before most of them come, with more it would never come far.
const secondsOfAnEnd = 0.15

// tryRestarts ends one of the shared lines again and again.
func tryRestarts(t *trial) {
	line := pick(t.random, sharedLines...)
	if line.lacks() == "" {
		t.restart(line, 1+t.random.IntN(5))
	}
}

// restarts is a command that is ended again and again, and goes on from its checkpoint.
type restarts struct {
	*trial
	line             []string
	times            int           // how often it is to be ended
	noRoomAt, fullAt int           // which of these ends are for lack of room
	span             time.Duration // within which signals come
	whole            finished      // what it comes to if it is let alone
	ends
}

// restart ends a command with a checkpoint so often: in the middle of a write, for lack of
// room, and by a signal at any moment. Then two go on from there at the same time, and must
// print and write, in two formats, what one does that was let alone, byte for byte. At no
// time may there be a damaged part, or less than before.
func (t *trial) restart(line sharedLine, times int) ends {
	if err := writeShared(t.folder, t.mustPlay); err != nil {
		t.Errorf("%v", err)
		return ends{}
	}
	words := append(line.long(secondsOfAnEnd*float64(times)), "--figures", "svg")
	began := time.Now()
	whole := t.inBothFormats(line.formats(), slices.Concat(words, []string{"--workers", "1"}), "whole")
	r := &restarts{trial: t, line: append(words, "--checkpoint", "kept"), times: times, whole: whole["json"]}
	r.span = max(3*time.Since(began)/time.Duration(times), 400*time.Millisecond)
	early := max(1, times/8) // while there is more to do than a disk has room for
	r.noRoomAt = 1 + t.random.IntN(early)
	r.fullAt = r.noRoomAt + 1 + t.random.IntN(early)
	kept := r.endAgainAndAgain()
	for format, found := range t.inBothFormats(line.formats(), r.line, "out") {
		if want := whole[format]; found.stdout != want.stdout || !maps.Equal(found.files, want.files) {
			t.Errorf("%s after %d ends, as %s: not what a run finds that was let alone", line.words, times, format)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(t.folder, "kept", "*", ".*")); len(left) > 0 {
		t.Errorf("%d files are left half-written", len(left))
	}
	r.ends.sort(kept, r.kept())
	return r.ends
}

// inBothFormats runs a command twice at the same time, and nobody ends it.
func (t *trial) inBothFormats(formats [2]string, line []string, out string) map[string]finished {
	running, found := map[string]*playing{}, map[string]finished{}
	for _, format := range formats {
		running[format] = t.begin(slices.Concat(line, []string{"--format", format, "--out", out + "-" + format})...)
	}
	for format, p := range running {
		found[format] = t.mustFinish(p, out+"-"+format)
	}
	return found
}

// endAgainAndAgain ends the command as often as it is to be, and returns how many replicates
// are kept after each end.
func (r *restarts) endAgainAndAgain() (kept []int) {
	for tries := 0; len(kept) < r.times; tries++ {
		if tries > 20*r.times {
			r.Errorf("%d ends of %d came in time", len(kept), r.times)
			return kept
		}
		if !r.end(len(kept)) {
			r.late++
			continue
		}
		now := r.kept()
		if n := len(kept); n > 0 && now < kept[n-1] {
			r.Errorf("%d replicates are kept, and %d were before", now, kept[n-1])
		}
		kept = append(kept, now)
		files, _ := r.digests("out-json")
		for name, digest := range files {
			if digest != r.whole.files[name] {
				r.Errorf("%s is not what a run writes that was let alone", name)
			}
		}
	}
	return kept
}

// playing is a command that goes on.
type playing struct {
	*exec.Cmd
	line           string
	stdout, stderr bytes.Buffer
}

// begin begins a command in the trial's folder.
func (t *trial) begin(args ...string) *playing {
	p := &playing{Cmd: exec.CommandContext(t.Context(), t.settle, args...), line: "settle " + strings.Join(args, " ")}
	p.Dir, p.Cmd.Stdout, p.Cmd.Stderr = t.folder, &p.stdout, &p.stderr
	if err := p.Start(); err != nil {
		t.Errorf("%v", err)
	}
	return p
}

// end waits for the end.
func (p *playing) end() played {
	_ = p.Wait()
	return played{p.line, p.ProcessState.ExitCode(), p.stdout.String(), complaint(p.stderr.String())}
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
		t.Errorf("%s: exit %d, stderr %.300q", ended.line, ended.code, ended.stderr)
	}
	files, hidden := t.digests(out)
	if hidden > 0 || len(files) == 0 {
		t.Errorf("%s: %d files and %d hidden ones", ended.line, len(files), hidden)
	}
	return finished{ended.stdout, files}
}

// nameless are the files that have not got their names.
func (t *trial) nameless() []string {
	paths, _ := filepath.Glob(filepath.Join(t.folder, "kept", "*", ".settle-*.tmp"))
	return paths
}

// halfWritten are the files that have not got their names and hold more than the byte with
// which a command tries whether it can write there.
func (t *trial) halfWritten() []string {
	var list []string
	for _, path := range t.nameless() {
		if info, err := os.Stat(path); err == nil && info.Size() > 1 {
			list = append(list, path)
		}
	}
	return list
}

// kept is how many replicates of all folds are in parts, of which none may be damaged.
func (t *trial) kept() int {
	most := map[string]int{}
	for _, path := range t.parts() {
		fold, _, _ := strings.Cut(filepath.Base(path), "-")
		c, err := shards.Collect([]string{path}, 0)
		var part *shards.Incomplete
		switch {
		case errors.As(err, &part):
			most[fold] = max(most[fold], part.Replicates-part.Missing.Len())
		case err != nil:
			t.Errorf("%v", err)
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

// parts are the parts that are kept.
func (t *trial) parts() []string {
	paths, _ := filepath.Glob(filepath.Join(t.folder, "kept", "*", "*"+shards.Extension))
	return paths
}
