package command

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shared are command lines over all commands whose work can be shared out, of small runs.
// The files that they name are those of files.
var shared = []string{
	"bootstrap stand-in:aime25 --replicates 40 --up-to 16",
	"bootstrap board.csv --replicates 50 --metrics bayes,pass@2 --show tau,score --at 1,4",
	"bootstrap graded.csv --weights 0,1/2,1 --replicates 30 --scheme columns --paired --without-replacement --gold gold.csv",
	"bootstrap unequal.csv --missing unequal --replicates 30 --metrics bayes,avg --show score",
	"bootstrap coins:4x6 --trials 12 --gold own --replicates 30 --metrics bayes,pass@4",
	"bootstrap board.csv --metrics exec:mine=./mine.py --replicates 20 --seed 7",
	"converge stand-in:hmmt25 --replicates 60 --worst 3 --trace 5 --up-to 20",
	"converge board.csv --replicates 100 --looks 2,3,5 --metrics bayes,pass@2 --gold-ties any",
	"converge mimics:fig7 --schema format-aware --trials 8 --questions 6 --replicates 30",
	"converge signals.csv --schema strict-compliance --replicates 30 --metrics bayes,avg",
	"converge graded.csv --correct-from 2 --with-replacement --replicates 40",
	"simulate curves --coins 4x8 --trials 12 --replicates 40 --gold own --metrics bayes,pass@4,borda",
	"simulate converge --coins 5x10,ability --trials 12 --replicates 40 --looks 4,12 --metrics bayes,pass@2",
	"simulate pair LLM9 LLM10 --trials 9 --replicates 11",
	"bakeoff --coins 5x8 --trials 8 --replicates 24 --full",
	"bakeoff stand-in:aime25 --unequal 4,10 --drop 0.1 --gold own --metrics bayes,avg,bt --replicates 16",
	"simulate bakeoff graded.csv --weights 0,0.5,1 --trials 6 --n 2,6 --metrics avg,bayes --replicates 16",
	"budget adapt board.csv --replicates 24 --future 12 --metric bayes --prior prior.csv --prior-weight 1/2",
	"budget adapt coins:3x10 --trials 16 --replicates 16 --correction holm --batch 2",
	"reproduce table2 table5 equations examples",
}

// examplesFolder is where the example of a metric is that a program scores.
var examplesFolder, _ = filepath.Abs(filepath.Join("..", "..", "..", "examples"))

// lacks tells why a line cannot run here, "" if it can.
func lacks(line string) string {
	if _, err := exec.LookPath("python3"); err != nil && strings.Contains(line, "exec:") {
		return "there is no python3 to run mine.py"
	}
	return ""
}

// files writes what the lines read into the working folder: boards whose outcomes come
// from a generator, so that no two models are alike.
func files(t *testing.T) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	board := func(name string, top int, unequal bool) {
		var b strings.Builder
		b.WriteString("model,question,trial,outcome\n")
		for model := range 4 {
			for question := range 6 {
				trials := 5
				if unequal {
					trials = 3 + random.IntN(3)
				}
				for trial := range trials {
					outcome := 0
					for range top {
						if random.IntN(10) < 3+model {
							outcome++
						}
					}
					fmt.Fprintf(&b, "m%d,q%d,%d,%d\n", model, question, trial+1, outcome)
				}
			}
		}
		write(t, name, b.String())
	}
	board("board.csv", 1, false)
	board("prior.csv", 1, false)
	board("graded.csv", 2, false)
	board("unequal.csv", 1, true)
	write(t, "gold.csv", "model,score\nm0,4\nm1,3\nm2,2\nm3,1\n")
	for _, name := range []string{"mine.py", "settle_estimator.py"} {
		text, err := os.ReadFile(filepath.Join(examplesFolder, "estimator", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, name, string(text))
		if err := os.Chmod(name, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, errs := play(t, "simulate", "signals", "signals.csv", "--mimics", "3x4", "--trials", "5"); code != 0 {
		t.Fatal(errs)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// eight finds a line's eight parts in a shuffled order, into a folder.
func eight(t *testing.T, words []string, folder string) {
	t.Helper()
	for _, i := range rand.Perm(8) {
		args := slices.Concat(words, []string{"--shard", fmt.Sprintf("%d/8", i+1), "--part", folder + "/"})
		if code, _, errs := play(t, args...); code != 0 || errs != "" {
			t.Fatalf("%q: exit %d, %s", args, code, errs)
		}
	}
}

// For twenty lines over all commands, eight shards in any order come to what a single run
// does, byte for byte: what is printed as JSON and as CSV, and all files, figures among them.
func TestEightShardsAreOneRun(t *testing.T) {
	if testing.Short() {
		t.Skip("twenty command lines, ten times each")
	}
	for _, line := range shared {
		t.Run(line, func(t *testing.T) {
			if why := lacks(line); why != "" {
				t.Skip(why)
			}
			t.Chdir(t.TempDir())
			files(t)
			words := strings.Fields(line)
			eight(t, words, "parts")
			for _, format := range []string{"json", "csv"} {
				same(t, format, words, []string{"merge", "parts"})
			}
		})
	}
}

// same compares what two command lines print and draw.
func same(t *testing.T, format string, one, other []string) {
	t.Helper()
	run := func(words []string) (answer string, drawn map[string][]byte) {
		more := []string{"--format", format, "--out", "out"}
		if !slices.Contains(words, "--figures") {
			more = append(more, "--figures", "svg")
		}
		code, printed, errs := play(t, slices.Concat(words, more)...)
		drawn = map[string][]byte{}
		_ = filepath.WalkDir("out", func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				drawn[path], err = os.ReadFile(path)
			}
			return err
		})
		if err := os.RemoveAll("out"); err != nil {
			t.Fatal(err)
		}
		if code == 0 && (len(printed) < 100 || len(drawn) < 2) {
			t.Errorf("%q: %d bytes and %d files", words, len(printed), len(drawn))
		}
		return fmt.Sprintf("exit %d\n%s%s", code, printed, errs), drawn
	}
	answer, drawn := run(one)
	otherAnswer, otherDrawn := run(other)
	if answer != otherAnswer {
		t.Errorf("as %s: %s, and merged:\n%s", format, answer, otherAnswer)
	}
	if len(drawn) != len(otherDrawn) {
		t.Errorf("as %s: %d and %d files", format, len(drawn), len(otherDrawn))
	}
	for name, content := range drawn {
		if !bytes.Equal(content, otherDrawn[name]) {
			t.Errorf("as %s: %s differs", format, name)
		}
	}
}
