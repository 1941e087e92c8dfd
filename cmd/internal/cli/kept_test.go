package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"settle/montecarlo/shards"
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
		if left, known := remainingTime(c.since, c.done, c.rest); left != c.left || known != c.known {
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

// A command that is saving what it found when its grace is over is waited for.
func TestSavesBeforeItEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	e := &Env{Context: ctx}
	share := &shards.Share{Folder: &shards.Folder{Path: t.TempDir()}, Command: []string{"toy"}}
	e.sharing.share.Store(share)
	saved := false
	err := e.work(func() error {
		job, err := share.Begin("toys", 10, nil, nil)
		if err != nil {
			return err
		}
		cancel()
		err = job.Save(func() (shards.Ranges, []byte) {
			time.Sleep(grace + 200*time.Millisecond)
			return shards.Ranges{{From: 0, To: 3}}, []byte("sums")
		})
		saved = true
		return errors.Join(err, ctx.Err())
	})
	if !saved || !errors.Is(err, context.Canceled) {
		t.Errorf("saved: %v; %v", saved, err)
	}
}

// Whatever ends a command, it says what is kept, and why no more is where it could not be
// saved: once, also where that is what ended it.
func TestSaysWhatIsKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kept")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	share := &shards.Share{Folder: &shards.Folder{Path: dir}, Command: []string{"toy"}}
	e := &Env{Context: ctx}
	e.sharing.share.Store(share)
	job, err := share.Begin("toys", 10, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	save := func(to int) error {
		return job.Save(func() (shards.Ranges, []byte) { return shards.Ranges{{From: 0, To: to}}, []byte("sums") })
	}
	says := func(err error, code int, want string) {
		t.Helper()
		var said bytes.Buffer
		if got := (Program{Name: "toy"}).conclude(ctx, e.describeKept(err), &said); got != code {
			t.Errorf("exit %d, want %d", got, code)
		}
		text := strings.ReplaceAll(said.String(), dir, "kept")
		text = regexp.MustCompile(`kept/[^ ]*\.settle-part`).ReplaceAllString(text, "PART")
		if text != "toy: "+want+"\n" {
			t.Errorf("says %q, want %q", text, want)
		}
	}
	other := errors.New("a metric failed")
	breakFolder := func() error {
		return errors.Join(os.RemoveAll(dir), os.WriteFile(dir, nil, 0o666))
	}
	mend := func() error { return os.Remove(dir) }

	says(other, 1, "a metric failed")
	if err := breakFolder(); err != nil {
		t.Fatal(err)
	}
	unsaved := save(3)
	says(unsaved, 1, "PART: not a directory; nothing was kept in kept")
	if err := errors.Join(mend(), save(3)); err != nil {
		t.Fatal(err)
	}
	const kept = "3 of 10 replicates are kept in kept; to resume, run the same command again"
	says(other, 1, "a metric failed; "+kept)
	if err := breakFolder(); err != nil {
		t.Fatal(err)
	}
	unsaved = save(5)
	says(unsaved, 1, "PART: not a directory; "+kept)
	says(other, 1, "a metric failed; PART: not a directory; "+kept)
	cancel()
	says(ctx.Err(), 130, "interrupted; PART: not a directory; "+kept)
	says(errors.Join(ctx.Err(), unsaved), 130, "interrupted; PART: not a directory; "+kept)
}
