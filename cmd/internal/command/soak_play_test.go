package command

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// played is what became of a command.
type played struct {
	line           string
	code           int // −1 if a signal ended it before it could answer
	stdout, stderr string
}

// play runs settle in the trial's folder.
func (t *trial) play(args ...string) played {
	return t.run(exec.CommandContext(t.Context(), t.settle, args...), "settle "+strings.Join(args, " "))
}

// run runs a command in the trial's folder.
func (t *trial) run(command *exec.Cmd, line string) played {
	var stdout, stderr bytes.Buffer
	command.Dir, command.Stdout, command.Stderr = t.folder, &stdout, &stderr
	err := command.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Errorf("%s does not run: %v", line, err)
	} else if exit != nil {
		err = nil
	}
	return played{line, command.ProcessState.ExitCode(), stdout.String(), complaint(stderr.String())}
}

// wrote finds the list of the files that a command wrote.
var wrote = regexp.MustCompile(`(?m)^settle: wrote \d+ files? to .*:\n(  .*\n)*`)

// complaint returns what a command said on standard error, without the list of files.
func complaint(stderr string) string { return wrote.ReplaceAllString(stderr, "") }

// mustAnswer checks what every end has in common: an exit code of the contract, a
// line on standard error if and only if it failed, and no report then.
func (t *trial) mustAnswer(p played) {
	complained := strings.Count(p.stderr, "\n") == 1 && strings.HasPrefix(p.stderr, "settle: ")
	switch {
	case p.code == 0 && p.stderr == "":
	case (p.code == 1 || p.code == 2) && p.stdout == "" && complained:
	default:
		t.Errorf("%s: exit %d, %d bytes on stdout, stderr %.300q", p.line, p.code, len(p.stdout), p.stderr)
	}
}

// write writes a file into the trial's folder.
func (t *trial) write(name string, content []byte) {
	if err := os.WriteFile(filepath.Join(t.folder, name), content, 0o666); err != nil {
		t.Errorf("%v", err)
	}
}

// digests are the files of a folder with digests of what they hold; hidden ones are
// counted apart.
func (t *trial) digests(folder string) (files map[string]string, hidden int) {
	files = map[string]string{}
	entries, _ := os.ReadDir(filepath.Join(t.folder, folder)) // none: nothing is there
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".settle-") {
			hidden++
			continue
		}
		content, err := os.ReadFile(filepath.Join(t.folder, folder, entry.Name()))
		if err != nil {
			t.Errorf("%v", err)
		}
		files[entry.Name()] = fmt.Sprintf("%x", sha256.Sum256(content))
	}
	return files, hidden
}

// board is a small board as CSV, of models with the given names.
func (t *trial) board(names ...string) []byte {
	var b bytes.Buffer
	b.WriteString("model,question,trial,outcome\n")
	for _, name := range names {
		for question := range 3 {
			for trial := range 4 {
				fmt.Fprintf(&b, "%s,q%d,%d,%d\n", quoted(name), question, trial, t.random.IntN(2))
			}
		}
	}
	return b.Bytes()
}

// quoted is a name as a field of CSV.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// mustPlay runs settle in the trial's folder, where it must do what it is asked.
func (t *trial) mustPlay(args ...string) error {
	if p := t.play(args...); p.code != 0 {
		return fmt.Errorf("%s: exit %d, stderr %.300q", p.line, p.code, p.stderr)
	}
	return nil
}
