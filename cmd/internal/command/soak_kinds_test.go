package command

import (
	"bytes"
	"encoding/csv"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"settle/cmd/internal/cli"
	"settle/internal/tables"
)

// pick returns one of several at random.
func pick[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// tryKill sends a signal to a command that replaces the files of an earlier one.
// Afterwards each file is the old or the new one; after a signal that can be
// handled all are of one run, and nothing hidden is left. What an unhandled one
// leaves is gone after the next command.
func tryKill(t *trial) {
	seeds := []string{"1", "2"}
	line := func(seed string) []string {
		return []string{"converge", "coins:4x10,trials=20", "--replicates", "3000", "--seed", seed, "--out", "out"}
	}
	var sets []map[string]string
	for _, seed := range seeds {
		t.mustAnswer(t.play(line(seed)...))
		files, _ := t.digests("out")
		sets = append(sets, files)
	}
	signal := pick(t.random, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL, syscall.SIGQUIT)
	command := exec.Command(t.settle, line("1")...)
	command.Dir = t.folder
	if err := command.Start(); err != nil {
		t.Errorf("%v", err)
		return
	}
	time.Sleep(time.Duration(t.random.Int64N(int64(150 * time.Millisecond))))
	_ = command.Process.Signal(signal)
	_ = command.Wait()
	files, hidden := t.digests("out")
	handled := signal != syscall.SIGKILL && signal != syscall.SIGQUIT
	code := command.ProcessState.ExitCode()
	// Before the program has asked to be told of signals, one kills it at once.
	early := code == -1 && hidden == 0
	if handled && code != 0 && code != 128+int(signal) && !early {
		t.Errorf("%v: exit %d", signal, code)
	}
	if handled && hidden > 0 {
		t.Errorf("%v: %d hidden folders are left", signal, hidden)
	}
	if handled && !maps.Equal(files, sets[0]) && !maps.Equal(files, sets[1]) {
		t.Errorf("%v: the files are of two runs", signal)
	}
	if handled && code == 128+int(signal) && !maps.Equal(files, sets[1]) {
		t.Errorf("%v: exit %d, and the files have been replaced", signal, code)
	}
	for name, sum := range files {
		if sum != sets[0][name] && sum != sets[1][name] {
			t.Errorf("%v: %s is neither the old nor the new one", signal, name)
		}
	}
	t.mustAnswer(t.play(line("2")...))
	if files, hidden := t.digests("out"); hidden > 0 || !maps.Equal(files, sets[1]) {
		t.Errorf("%v: the next command leaves %d hidden folders", signal, hidden)
	}
	if p := t.play("verify", "out"); p.code != 0 {
		t.Errorf("%v: verify says %d after the next command", signal, p.code)
	}
}

// tryNoRoom gives a command less room for a file than it needs, or none for its
// report. It fails, older files stay as they were, and nothing hidden is left.
func tryNoRoom(t *trial) {
	t.mustAnswer(t.play("rank", "coins:3x4,trials=4", "--out", "out"))
	before, _ := t.digests("out")
	room := 1 + t.random.IntN(100) // blocks of 512 bytes; a figure takes some hundred
	if pick(t.random, true, false) {
		script := `trap "" XFSZ; ulimit -f "$1"; shift; exec "$@"`
		args := []string{
			"-c", script, "sh", strconv.Itoa(room),
			t.settle, "rank", "coins:3x4,trials=4", "--seed", "2", "--out", "out",
		}
		p := t.run(exec.CommandContext(t.Context(), "sh", args...), "settle with "+strconv.Itoa(room)+" blocks")
		if p.code != 1 || strings.Count(p.stderr, "\n") != 1 {
			t.Errorf("%s: exit %d, stderr %.300q", p.line, p.code, p.stderr)
		}
		if after, hidden := t.digests("out"); hidden > 0 || !maps.Equal(before, after) {
			t.Errorf("%s: %d hidden folders, or other files", p.line, hidden)
		}
		return
	}
	args := []string{"-c", `exec "$@" >/dev/full`, "sh", t.settle, "rank", "coins:3x4,trials=4", "--out", "out"}
	p := t.run(exec.CommandContext(t.Context(), "sh", args...), "settle with a full disk for its report")
	if p.code != 1 || strings.Count(p.stderr, "\n") != 1 {
		t.Errorf("%s: exit %d, stderr %.300q", p.line, p.code, p.stderr)
	}
	if after, hidden := t.digests("out"); hidden > 0 || !maps.Equal(before, after) {
		t.Errorf("%s: %d hidden folders, or other files", p.line, hidden)
	}
}

// sample writes a board in a random format and returns its name and content.
func (t *trial) sample() (name string, content []byte) {
	name = pick(t.random, "board.npz", "board.csv", "board.jsonl")
	seed := strconv.Itoa(t.random.IntN(100))
	t.mustAnswer(t.play("simulate", "write", name, "--coins", "3x5", "--trials", "6", "--seed", seed))
	content, err := os.ReadFile(filepath.Join(t.folder, name))
	if err != nil {
		t.Errorf("%v", err)
	}
	return name, content
}

// tryFlip flips a bit of a file of results. It is read as it was, or refused; a file
// of text may also be read as what it then says. NPZ has checksums, so nothing else
// is read from it.
func tryFlip(t *trial) {
	name, content := t.sample()
	if len(content) == 0 {
		return
	}
	flipped := bytes.Clone(content)
	flipped[t.random.IntN(len(flipped))] ^= 1 << t.random.IntN(8)
	t.compare(name, flipped)
}

// tryCut cuts a file of results short. NPZ is refused then, or read as it was.
func tryCut(t *trial) {
	name, content := t.sample()
	if len(content) == 0 {
		return
	}
	t.compare(name, content[:t.random.IntN(len(content))])
}

// compare ranks a file and what became of it.
func (t *trial) compare(name string, damaged []byte) {
	args := []string{"rank", name, "--draws", "0", "--format", pick(t.random, "json", "csv", "text"), "--no-provenance"}
	before := t.play(args...)
	t.mustAnswer(before)
	t.write(name, damaged)
	after := t.play(args...)
	t.mustAnswer(after)
	if filepath.Ext(name) == ".npz" && after.code == 0 && after.stdout != before.stdout {
		t.Errorf("%s: a damaged file gives another ranking", name)
	}
}

// tryName gives a model an evil name. No form shows a character that a terminal
// obeys, files are only those of the figures, and CSV has the name as a safe cell.
func tryName(t *trial) {
	name := evilName(t.random)
	t.write("board.csv", t.board(name, "other"))
	format := pick(t.random, cli.Formats()...)
	p := t.play("rank", "board.csv", "--draws", "10", "--format", format, "--out", "out")
	t.mustAnswer(p)
	if p.code != 0 {
		return // a name may be refused
	}
	t.mustBeHarmless("the report as "+format, p.stdout)
	if format == "csv" {
		records, err := csv.NewReader(strings.NewReader(p.stdout)).ReadAll()
		if err != nil || !holds(records, tables.SafeCell(name)) {
			t.Errorf("CSV does not hold the name %q: %v", name, err)
		}
	}
	files, _ := t.digests("out")
	if len(files) != 9 { // two figures in four formats, and a manifest
		t.Errorf("the name %q leads to %d files", name, len(files))
	}
	pictures, _ := filepath.Glob(filepath.Join(t.folder, "out", "*.svg"))
	if len(pictures) != 2 {
		t.Errorf("the name %q leads to %d pictures", name, len(pictures))
	}
	for _, svg := range pictures {
		content, _ := os.ReadFile(svg)
		t.mustBeHarmless(filepath.Base(svg), string(content))
	}
}

// evilName is made of what has a meaning to terminals, shells, pages, spreadsheets
// and file systems.
func evilName(r *rand.Rand) string {
	parts := []string{
		"\x1b[31m", "\u009b0m", "\u202e", "\x00", "\a", "../", "/etc/passwd", "<script>", "&amp;", `\input{x}`, "$(id)",
		"`id`", "=1+1", "@SUM(A1)", "|", "\n", "\r", "\t", `"`, "'", ",", "%n", "_", "#", "gpt", "模型", "🤖", " ", "-",
		"\u2066", "é",
	}
	var b strings.Builder
	for range 1 + r.IntN(5) {
		b.WriteString(pick(r, parts...))
	}
	return b.String()
}

// mustBeHarmless looks for what a terminal obeys.
func (t *trial) mustBeHarmless(what, text string) {
	if !utf8.ValidString(text) {
		t.Errorf("%s is not UTF-8", what)
	}
	for _, r := range text {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
			t.Errorf("%s holds %U", what, r)
			return
		}
	}
}

// holds tells whether a record has the name as a field.
func holds(records [][]string, name string) bool {
	return slices.ContainsFunc(records, func(record []string) bool { return slices.Contains(record, name) })
}
