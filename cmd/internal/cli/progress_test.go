package cli

import (
	"bytes"
	"strings"
	"testing"
)

// screen is what a terminal shows after these bytes: the two of its control
// functions that a progress bar and a line of text use, carriage return and
// line feed.
func screen(written string) string {
	var lines []string
	for line := range strings.SplitSeq(written, "\n") {
		lines = append(lines, strings.TrimRight(overtyped(line), " "))
	}
	return strings.Join(lines, "\n")
}

func overtyped(line string) string {
	var shown []rune
	column := 0
	for _, r := range line {
		if r == '\r' {
			column = 0
			continue
		}
		for len(shown) <= column {
			shown = append(shown, ' ')
		}
		shown[column] = r
		column++
	}
	return string(shown)
}

// The bar shows its title and count while it runs and nothing at the end,
// whether the work was finished or not, and is not drawn for every call.
func TestBar(t *testing.T) {
	barAtOnce(t)
	for name, last := range map[string]int{"complete": 1000, "given up": 400, "too many": 1001} {
		t.Run(name, func(t *testing.T) {
			var written bytes.Buffer
			update, finish := newBar(&written, "dra\nwing\x1b", 1000, func() int { return 0 })
			for done := range 300 {
				update(done)
			}
			if shown := screen(written.String()); !strings.HasPrefix(shown, `dra wing\x1b `) || !strings.Contains(shown, "/1000") {
				t.Errorf("the terminal shows %q", shown)
			}
			if drawn := strings.Count(written.String(), "wing"); drawn > 20 {
				t.Errorf("drawn %d times in an instant", drawn)
			}
			update(last)
			finish()
			finish()
			if shown := screen(written.String()); shown != "" {
				t.Errorf("at the end the terminal shows %q", shown)
			}
		})
	}
}

// barAtOnce lets bars appear with the first step, during a test.
func barAtOnce(t *testing.T) {
	before := beforeBar
	beforeBar = 0
	t.Cleanup(func() { beforeBar = before })
}

// Work of an instant has no bar.
func TestNoBarOfShortWork(t *testing.T) {
	var written bytes.Buffer
	update, finish := newBar(&written, "drawing", 1000, func() int { return 0 })
	for done := range 1001 {
		update(done)
	}
	finish()
	if written.Len() > 0 {
		t.Errorf("the terminal gets %q", written.String())
	}
}

// Nothing is written where no bar is due: standard error is no terminal.
func TestNoBar(t *testing.T) {
	_, _, stderr := play(t.Context(), func(env *Env) error {
		env.Progress("toys", 10)(5)
		return nil
	})
	if stderr != "" {
		t.Errorf("stderr is %q", stderr)
	}
}
