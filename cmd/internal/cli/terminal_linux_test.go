package cli

import (
	"errors"
	"io"
	"strings"
	"testing"

	"settle/internal/tables"
	"settle/internal/tests/clitest"
	"settle/report"
)

// On a terminal there is a bar; when the command has ended, whether with a
// report on the same terminal or with an error, only that is to be seen. With
// --quiet, and with nothing to do, there never was one.
func TestProgressOnTerminal(t *testing.T) {
	for name, c := range map[string]struct {
		args  []string
		total int
		err   error
		bar   bool
		shown string
	}{
		"report":  {nil, 10, nil, true, "null\n"},
		"failure": {nil, 10, errors.New("no"), true, "doll: no\n"},
		"quiet":   {[]string{"--quiet"}, 10, nil, false, "null\n"},
		"nothing": {nil, 0, nil, false, "null\n"},
	} {
		t.Run(name, func(t *testing.T) {
			tty, written := clitest.Terminal(t)
			command := &doll{Do: func(env *Env) error {
				update := env.Progress("toys", c.total)
				update(3)
				if c.err != nil {
					return c.err
				}
				return env.Print(report.Report{})
			}}
			Run(t.Context(), Program{Name: "doll"}, command, append(c.args, "--format=json"), tty, tty)
			got := written()
			if bar := strings.Contains(got, "toys"); bar != c.bar {
				t.Errorf("a bar is shown: %v, want %v", bar, c.bar)
			}
			if shown := screen(got); shown != c.shown {
				t.Errorf("the terminal shows %q, want %q", shown, c.shown)
			}
		})
	}
}

// CSV holds neither commands for a terminal nor formulas for whoever copies it.
func TestCSVOnTerminal(t *testing.T) {
	hostile := report.Report{Tables: []*tables.Table{{Columns: []tables.Column{{Name: "model"}}, Rows: [][]string{{"=1\x1b[31m"}}}}}
	print := func(env *Env) error { return env.Print(hostile) }
	tty, written := clitest.Terminal(t)
	Run(t.Context(), Program{Name: "doll"}, &doll{Do: print}, []string{"--format=csv"}, tty, io.Discard)
	const safe = "model\n'=1\\x1b[31m\n"
	if got := written(); got != safe {
		t.Errorf("the terminal gets %q, want %q", got, safe)
	}
	if _, stdout, _ := play(t.Context(), print, "--format=csv"); stdout != safe {
		t.Errorf("a file gets %q, want %q", stdout, safe)
	}
}

// A table of more rows than a screen is scrolled through is folded on a terminal, and
// nowhere else.
func TestFoldedOnTerminal(t *testing.T) {
	long := &tables.Table{Columns: []tables.Column{{Name: "model"}}}
	for range 300 {
		long.Rows = append(long.Rows, []string{"m"})
	}
	print := func(env *Env) error { return env.Print(report.Report{Tables: []*tables.Table{long}}) }
	tty, written := clitest.Terminal(t)
	Run(t.Context(), Program{Name: "doll"}, &doll{Do: print}, nil, tty, io.Discard)
	if got := written(); strings.Count(got, "m\n") != 60 || !strings.Contains(got, "… and 240 rows more") {
		t.Errorf("the terminal gets %q, want 60 rows and that there are 240 more", got)
	}
	if _, stdout, _ := play(t.Context(), print); strings.Count(stdout, "m\n") != 300 {
		t.Errorf("elsewhere: %q, want 300 rows", stdout)
	}
}
