package cli

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"
)

// The pace is that of what was done since the beginning: 100 in 10 s, so that 300 more
// take 30 s, however many were done before.
func TestRemaining(t *testing.T) {
	for _, c := range []struct {
		since      time.Duration
		done, rest int
		left       time.Duration
		known      bool
	}{
		{10 * time.Second, 100, 300, 30 * time.Second, true},
		{10 * time.Second, 100, 0, 0, true},
		{10 * time.Second, 100, -5, 0, true},
		{10 * time.Second, 0, 300, 0, false},
		{100 * time.Millisecond, 100, 300, 0, false},
	} {
		if left, known := remaining(c.since, c.done, c.rest); left != c.left || known != c.known {
			t.Errorf("%d of %d in %v: %v, %v", c.done, c.done+c.rest, c.since, left, known)
		}
	}
}

// A bar that begins where another run ended shows that at once, and predicts nothing from
// it: what was kept took no time.
func TestBarGoesOn(t *testing.T) {
	var written bytes.Buffer
	update, finish := newBar(&written, "drawing", 1000, func() int { return 900 })
	defer finish()
	time.Sleep(1100 * time.Millisecond)
	update(900)
	if shown := screen(written.String()); !strings.Contains(shown, " 90% ") || !strings.Contains(shown, "(900/1000)") ||
		strings.Contains(shown, "left") {
		t.Errorf("the terminal shows %q", shown)
	}
	time.Sleep(200 * time.Millisecond)
	update(901) // one in 1.3 s, so that 99 take more than two minutes
	if shown := screen(written.String()); !regexp.MustCompile(`^drawing, [0-9]+m[0-9]+s left `).MatchString(shown) {
		t.Errorf("the terminal shows %q", shown)
	}
}
