package next

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/input"
	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report/budget"
	"settle/results"
	"settle/study/sequential/receipt"
)

// poll is the time between two checks of whether the files have changed.
const poll = time.Second

// patience is the number of checks for changes after which the files are read even if they keep
// changing.
const patience = 10

// follow takes an interim look whenever the results have all trials that the look needs. It
// returns when nothing is left to run.
func (c *Command) follow(env *cli.Env) error {
	if slices.Contains(c.Paths, "-") || slices.ContainsFunc(c.Paths, input.IsMade) {
		return cli.Usagef("--follow can watch only files, folders and globs")
	}
	if env.Out != "" || env.Format != string(tables.Text) {
		return cli.Usagef("--follow prints only lines of text; remove --out and --format")
	}
	e, release, err := c.begin(env)
	if err != nil {
		return err
	}
	defer release()
	f := &follower{evaluation: e, read: "nothing yet"}
	for {
		done, err := f.glance()
		if done || err != nil {
			return err
		}
		select {
		case <-env.Context.Done():
			return env.Context.Err()
		case <-time.After(poll):
		}
	}
}

// A follower watches the files of results and reads them again after they change.
type follower struct {
	*evaluation
	read    string // the signature of the files when they were last read
	before  string // the signature at the last check
	changes int    // number of checks, since the files were last read, that found a signature other than read
	failed  string // the last printed error
	said    int    // number of printed lines
}

// glance checks the files and reads them if they have changed. It first waits until a check finds
// no further change, so that it reads no half-written line. It stops waiting if files keep
// changing.
func (f *follower) glance() (done bool, err error) {
	now := signature(f.Paths)
	still := now == f.before
	f.before = now
	if now == f.read {
		f.changes = 0
		return false, nil
	}
	if f.changes++; !still && f.changes < patience {
		return false, nil
	}
	f.read, f.changes = now, 0
	return f.look()
}

// look reads the files and takes every interim look for which they have enough trials. If an error
// can disappear when a program finishes writing, look prints it and returns no error.
func (f *follower) look() (done bool, err error) {
	source, err := f.Open(f.env)
	_, usage := errors.AsType[*cli.UsageError](err)
	passing := err != nil && !usage
	if err == nil {
		var r *receipt.Replay
		if r, err = f.evaluation.look(source, f.say); err == nil {
			if f.said == 0 && r.Last != nil {
				err = f.say(r.Last) // show the state of an existing plan
			}
			return f.plan.Stopped() != "", err
		}
		_, passing = errors.AsType[*receipt.Unconfirmed](err)
	}
	if !passing && !errors.Is(err, results.ErrNoneMet) || f.env.Context.Err() != nil {
		return false, err
	}
	if text := tables.Clean(err.Error()); text != f.failed {
		f.failed = text
		fmt.Fprintf(f.env.Stderr, "settle: %s; still watching\n", text)
	}
	return false, nil
}

// say prints one line about an interim look.
func (f *follower) say(seen *receipt.Seen) error {
	f.said++
	_, err := fmt.Fprintln(f.env.Stdout, budget.LookLine(seen))
	return err
}

// signature returns the sizes and modification times of files as text. It includes files in
// folders and files that match patterns.
func signature(paths []string) string {
	var b strings.Builder
	for _, path := range paths {
		files, err := doublestar.FilepathGlob(path, doublestar.WithNoHidden())
		if err != nil || len(files) == 0 {
			files = []string{path}
		}
		for _, file := range lists.Flat(files, filesBelow) {
			if info, err := os.Stat(file); err == nil {
				fmt.Fprintf(&b, "%s %d %d\n", file, info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return b.String()
}

// filesBelow returns the file itself, or all files in a folder.
func filesBelow(path string) (files []string) {
	_ = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, file)
		}
		return nil
	})
	return files
}
