package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"settle/internal/tables"
	"settle/report"
)

// doll is a command whose work is a function.
type doll struct {
	Common
	Do func(*Env) error `kong:"-"`
}

func (d *doll) Run(env *Env) error { return d.Do(env) }

// play runs a doll and returns its exit code, stdout and stderr.
func play(ctx context.Context, do func(*Env) error, args ...string) (int, string, string) {
	var stdout, stderr bytes.Buffer
	code := Run(ctx, Program{Name: "doll"}, &doll{Do: do}, args, &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// The codes and lines are the contract of the commands: 0 done, 1 failed,
// 2 wrong usage, 130 interrupted; one line each, with newlines replaced and
// nothing a terminal would obey.
func TestEndings(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for name, c := range map[string]struct {
		ctx    context.Context
		err    error
		code   int
		stderr string
	}{
		"done":                   {t.Context(), nil, 0, ""},
		"done though cancelled":  {cancelled, nil, 0, ""},
		"failed":                 {t.Context(), errors.New("no"), 1, "doll: no\n"},
		"failed when cancelled":  {cancelled, errors.New("no"), 1, "doll: no\n"},
		"two errors":             {t.Context(), errors.Join(errors.New("a\r\nb"), errors.New("c\n")), 1, "doll: a; b; c\n"},
		"terminal escape":        {t.Context(), errors.New("\x1b[2J\u202e é"), 1, "doll: \\x1b[2J\\u202e é\n"},
		"endless":                {t.Context(), errors.New("a" + strings.Repeat("é", 5000) + "z"), 1, "doll: a" + strings.Repeat("é", 332) + " … " + strings.Repeat("é", 124) + "z\n"},
		"usage":                  {t.Context(), Usagef("k = %d", 0), 2, "doll: k = 0 (see doll --help)\n"},
		"usage of two lines":     {t.Context(), Usagef("a\nb"), 2, "doll: a; b (see doll --help)\n"},
		"wrapped usage":          {t.Context(), fmt.Errorf("--k: %w", Usagef("%d", 0)), 2, "doll: --k: 0 (see doll --help)\n"},
		"interrupted":            {cancelled, fmt.Errorf("replicate 7: %w", context.Canceled), 130, "doll: interrupted; nothing was kept\n"},
		"cancelled by something": {t.Context(), context.Canceled, 1, "doll: context canceled\n"},
		"out of time":            {late, context.DeadlineExceeded, 1, "doll: context deadline exceeded\n"},
		"reader left":            {t.Context(), fmt.Errorf("row 3: %w", errReaderGone), 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := play(c.ctx, func(*Env) error { return c.err })
			if code != c.code || stdout != "" || stderr != c.stderr {
				t.Errorf("exit %d, stdout %q, stderr %q; want %d, nothing, %q", code, stdout, stderr, c.code, c.stderr)
			}
		})
	}
}

// By the doc of Usagef: the message is fmt.Errorf's, and so is what it wraps.
func TestUsagefWraps(t *testing.T) {
	if err := Usagef("metric: %w", io.EOF); !errors.Is(err, io.EOF) || err.Error() != "metric: EOF" {
		t.Errorf("got %v", err)
	}
}

// The defaults are those of the flags' docs; workers is at least 1.
func TestCommonFlags(t *testing.T) {
	var got Common
	see := func(env *Env) error { got = env.Common; return nil }
	play(t.Context(), see)
	if got.Workers < 1 {
		t.Errorf("%d workers by default, want at least 1", got.Workers)
	}
	got.Workers = 0
	if diff := cmp.Diff(Common{Seed: 1, Format: "text", Color: "auto"}, got); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
	play(t.Context(), see, "--seed", "18446744073709551615", "--workers=3", "--format=md", "--out", "o", "--quiet")
	want := Common{Seed: math.MaxUint64, Workers: 3, Format: "md", Color: "auto", Out: "o", Quiet: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("given flags (-want +got):\n%s", diff)
	}
}

// A report that cannot be rendered prints nothing, in any format; JSON has no
// NaN (RFC 8259, section 6), so report.Finite turns it into null.
func TestPrint(t *testing.T) {
	two := []*tables.Table{
		{Title: "A", Columns: []tables.Column{{Name: "a"}}, Rows: [][]string{{"1"}}},
		{Title: "B", Columns: []tables.Column{{Name: "b"}, {Name: "c"}}},
	}
	value := map[string]any{"z": report.Finite(0.5), "a": report.Finite(math.NaN()), "html": "<&>", "inf": report.Finite(math.Inf(-1))}
	for format, want := range map[string]string{
		"text": "A\n\na\n─\n1\n\nB\n\nb  c\n────\n",
		"csv":  "a\n1\n\nb,c\n",
		"json": "{\n  \"document\": \"settle/doll/1\",\n  \"a\": null,\n  \"html\": \"<&>\",\n  \"inf\": null,\n  \"z\": 0.5\n}\n",
	} {
		print := func(env *Env) error { return env.Print(report.Report{JSON: value, Tables: two}) }
		code, stdout, stderr := play(t.Context(), print, "--format", format, "--no-provenance")
		if code != 0 || stdout != want || stderr != "" {
			t.Errorf("%s: exit %d, stderr %q, stdout %q, want %q", format, code, stderr, stdout, want)
		}
	}
	nan := func(env *Env) error { return env.Print(report.Report{JSON: []any{1, math.NaN()}}) }
	code, stdout, stderr := play(t.Context(), nan, "--format=json")
	if code != 1 || stdout != "" || stderr != "doll: the report as JSON: json: unsupported value: NaN\n" {
		t.Errorf("NaN: exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// A report that was asked to stop while it was rendered is not printed.
func TestPrintInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	late := func(env *Env) error {
		cancel()
		return env.Print(report.Report{JSON: 1})
	}
	code, stdout, _ := play(ctx, late, "--format=json")
	if code != 130 || stdout != "" {
		t.Errorf("exit %d, stdout %q, want 130 and nothing", code, stdout)
	}
}

// failing is a standard output that fails.
type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// A full disk is a failure; a reader who left is none, and what follows the
// report still happens.
func TestStdoutFails(t *testing.T) {
	for _, c := range []struct {
		err    error
		code   int
		stderr string
		goesOn bool
	}{
		{&os.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("disk full")}, 1, "doll: standard output: disk full\n", false},
		{io.ErrClosedPipe, 0, "", true},
	} {
		goesOn := false
		command := &doll{Do: func(env *Env) error {
			if err := env.Print(report.Report{}); err != nil {
				return err
			}
			goesOn = true
			return nil
		}}
		var stderr bytes.Buffer
		code := Run(t.Context(), Program{Name: "doll"}, command, nil, failing{c.err}, &stderr)
		if code != c.code || stderr.String() != c.stderr || goesOn != c.goesOn {
			t.Errorf("%v: exit %d, stderr %q, goes on: %v; want %d, %q, %v", c.err, code, stderr.String(), goesOn, c.code, c.stderr, c.goesOn)
		}
		if code := Run(t.Context(), Program{Name: "doll"}, command, []string{"--help"}, failing{c.err}, &stderr); code != c.code {
			t.Errorf("%v: --help exits with %d, want %d", c.err, code, c.code)
		}
	}
}

// The folder the tests write to, and what it holds, hidden files included.
func folder(t *testing.T) (dir string, holds func() []string) {
	root := t.TempDir()
	return filepath.Join(root, "a", "b"), func() []string {
		var found []string
		filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
			if relative, _ := filepath.Rel(root, path); relative != "." {
				found = append(found, filepath.ToSlash(relative))
			}
			return err
		})
		return found
	}
}

func hello(w io.Writer) error {
	_, err := io.WriteString(w, "hello")
	return err
}

// printing prints an empty report, with which files appear.
func printing(env *Env) error { return env.Print(report.Report{JSON: 1}) }

// By the promise of Output: however a command ends without Print, a panic
// included, nothing is left, not even the directories; until Print no file
// has its name; after it all have, and the manifest says so.
func TestOutputIsAllOrNothing(t *testing.T) {
	refused := errors.New("refused")
	for name, c := range map[string]struct {
		do   func(*Env, *Output) error
		want []string
	}{
		"fails":  {func(*Env, *Output) error { return refused }, nil},
		"prints": {func(env *Env, _ *Output) error { return printing(env) }, []string{"a", "a/b", "a/b/one", "a/b/settle-manifest.json", "a/b/two"}},
		"cannot be rendered": {func(env *Env, _ *Output) error {
			return env.Print(report.Report{Tables: []*tables.Table{{}, {Rows: [][]string{{"more cells than columns"}}}}})
		}, nil},
		"write fails": {func(_ *Env, o *Output) error {
			return o.File("three", func(w io.Writer) error { hello(w); return refused })
		}, nil},
		"write panics": {func(_ *Env, o *Output) error {
			return o.File("three", func(w io.Writer) error { hello(w); panic(refused) })
		}, nil},
		"panics":           {func(*Env, *Output) error { panic(refused) }, nil},
		"forgets to print": {func(*Env, *Output) error { return nil }, nil},
		"unsafe name":      {func(_ *Env, o *Output) error { return o.File("../three", hello) }, nil},
		"prints after a bad": {func(env *Env, o *Output) error {
			o.File("bad", func(io.Writer) error { return refused })
			return printing(env)
		}, []string{"a", "a/b", "a/b/one", "a/b/settle-manifest.json", "a/b/two"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir, holds := folder(t)
			play(t.Context(), func(env *Env) error {
				o, err := env.Output()
				if err := errors.Join(err, o.File("one", hello), o.File("two", hello)); err != nil {
					t.Error(err)
				}
				if again, err := env.Output(); again != o || err != nil {
					t.Errorf("a second Output is another one (%v)", err)
				}
				if got := holds(); len(got) != 6 || !strings.HasPrefix(got[2], "a/b/.settle-") {
					t.Errorf("before Print there are %q, want a hidden folder of two and its lock", got)
				}
				return c.do(env, o)
			}, "--out", dir)
			if diff := cmp.Diff(c.want, holds()); diff != "" {
				t.Errorf("left (-want +got):\n%s", diff)
			}
		})
	}
}

// An interrupted command neither writes nor prints: 130, and nothing left.
func TestOutputInterrupted(t *testing.T) {
	for name, do := range map[string]func(*Env, *Output) error{
		"file":  func(_ *Env, o *Output) error { return o.File("two", hello) },
		"print": func(env *Env, _ *Output) error { return printing(env) },
	} {
		t.Run(name, func(t *testing.T) {
			dir, holds := folder(t)
			ctx, cancel := context.WithCancel(t.Context())
			code, _, stderr := play(ctx, func(env *Env) error {
				o, err := env.Output()
				if err := errors.Join(err, o.File("one", hello)); err != nil {
					t.Error(err)
				}
				cancel()
				return do(env, o)
			}, "--out", dir)
			if code != ExitInterrupted || stderr != "doll: interrupted; nothing was kept\n" || holds() != nil {
				t.Errorf("exit %d, stderr %q, left %q", code, stderr, holds())
			}
		})
	}
}

// Without --out there is no Output, and doing nothing with it is no error.
func TestNoOutput(t *testing.T) {
	code, _, stderr := play(t.Context(), func(env *Env) error {
		o, err := env.Output()
		if o != nil {
			t.Error("there is an Output")
		}
		unwanted := func(io.Writer) error { return errors.New("written") }
		return errors.Join(err, o.File("one", unwanted), printing(env))
	})
	if code != 0 {
		t.Errorf("exit %d: %s", code, stderr)
	}
}

// Somebody else's files in a folder made for the command are not removed with
// it.
func TestOutputKeepsWhatIsNotItsOwn(t *testing.T) {
	dir, holds := folder(t)
	play(t.Context(), func(env *Env) error {
		if _, err := env.Output(); err != nil {
			t.Error(err)
		}
		return os.WriteFile(filepath.Join(dir, "theirs"), nil, 0o666)
	}, "--out", dir)
	if diff := cmp.Diff([]string{"a", "a/b", "a/b/theirs"}, holds()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A grammar that kong refuses is a mistake of the program.
func TestBadGrammar(t *testing.T) {
	type wrong struct {
		Common
		Seed int `help:"A second --seed, which Common has already."`
		Also int `name:"seed"`
	}
	if code := Run(t.Context(), Program{Name: "doll"}, &wrong{}, nil, io.Discard, io.Discard); code != ExitInternal {
		t.Errorf("exit %d, want %d", code, ExitInternal)
	}
}
