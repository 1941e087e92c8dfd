package cli

import (
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"settle/internal/tables"
	"settle/internal/tests/clitest"
	"settle/report"
)

// On a terminal there is a bar; when the command has ended, whether with a
// report on the same terminal or with an error, only that is to be seen. With
// --quiet, and with nothing to do, there never was one.
func TestProgressOnTerminal(t *testing.T) {
	barAtOnce(t)
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

// Prose is as wide as the terminal; elsewhere as COLUMNS says, or 80 columns. Colours and marks
// are for terminals, unless the environment (no-color.org, TERM=dumb) or --color says otherwise;
// names are shortened on terminals alone.
func TestScreenOfReports(t *testing.T) {
	name := strings.Repeat("a-very-long-name-", 6)
	print := func(env *Env) error {
		said := report.Report{Tables: []*tables.Table{{
			Lead: strings.Repeat("word ", 30), Columns: []tables.Column{{Name: "model"}}, Rows: [][]string{{name}}, Bands: []int{1},
		}}}
		return env.PrintYes(said)
	}
	for title, c := range map[string]struct {
		terminal              uint16 // its columns, 0 for a pipe
		environment, flag     string
		words                 int // in the longest line
		colour, mark, shorter bool
	}{
		"terminal":       {60, "", "", 12, true, true, true},
		"wide terminal":  {120, "", "", 23, true, true, false},
		"NO_COLOR":       {60, "NO_COLOR=1", "", 12, false, true, true},
		"dumb terminal":  {60, "TERM=dumb", "", 12, false, true, true},
		"never":          {60, "", "--color=never", 12, false, true, true},
		"always, anyway": {60, "NO_COLOR=1", "--color=always", 12, true, true, true},
		"pipe":           {0, "", "", 16, false, false, false},
		"narrow pipe":    {0, "COLUMNS=40", "", 8, false, false, false},
		"not a number":   {0, "COLUMNS=wide", "", 16, false, false, false},
		"pipe, always":   {0, "COLUMNS=40", "--color=always", 8, true, true, false},
	} {
		t.Run(title, func(t *testing.T) {
			for _, variable := range []string{"COLUMNS=", "NO_COLOR=", "TERM=xterm", c.environment} {
				if key, value, ok := strings.Cut(variable, "="); ok {
					t.Setenv(key, value)
				}
			}
			args := strings.Fields(c.flag)
			var got string
			if c.terminal > 0 {
				tty, written := clitest.Terminal(t)
				if err := unix.IoctlSetWinsize(int(tty.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: c.terminal}); err != nil {
					t.Fatal(err)
				}
				Run(t.Context(), Program{Name: "doll"}, &doll{Do: print}, args, tty, io.Discard)
				got = written()
			} else {
				_, got, _ = play(t.Context(), print, args...)
			}
			words := 0
			for line := range strings.SplitSeq(got, "\n") {
				words = max(words, strings.Count(line, "word"))
			}
			if words != c.words {
				t.Errorf("%d words in a line, want %d:\n%s", words, c.words, got)
			}
			for what, is := range map[string]bool{
				"colour": strings.Contains(got, "\x1b[") == c.colour, "mark": strings.Contains(got, "✓") == c.mark,
				"whole name": strings.Contains(got, name) != c.shorter,
			} {
				if !is {
					t.Errorf("%s: otherwise in %q", what, got)
				}
			}
		})
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
