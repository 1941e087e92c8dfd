package command

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"settle/docs/examples"
)

// sharedLine is a command line, which can be given much to do or little.
type sharedLine struct {
	words  string
	few    int    // replicates of a run that takes next to no time
	second int    // replicates that keep a processor busy for about a second
	more   string // where there are no replicates, words that make the run take seconds
}

// sharedLines covers all commands that share out their work: twenty-four whose report can be CSV,
// and two that show what CSV has no place for. The files that they name are those of
// writeShared. However the work is shared out or broken off, it comes to the bytes of one run.
var sharedLines = []sharedLine{
	{"bootstrap stand-in:aime25 --up-to 16", 40, 44000, ""},
	{"bootstrap board.csv --metrics bayes,pass@2 --show tau,score --at 1,4", 50, 660000, ""},
	{"bootstrap graded.csv --weights 0,1/2,1 --scheme columns,paired,without-replacement --gold gold.csv", 30, 780000, ""},
	{"bootstrap unequal.csv --missing unequal --metrics bayes,avg --show score", 30, 700000, ""},
	{"bootstrap coins:4x6,trials=12 --gold own --metrics bayes,pass@4", 30, 370000, ""},
	{"bootstrap board.csv --metrics exec:mine=./mine.py --seed 7", 20, 6000, ""},
	{"converge stand-in:hmmt25 --trace 5 --up-to 20", 60, 22000, ""},
	{"converge board.csv --metrics bayes,pass@2 --gold ties=any", 100, 800000, ""},
	{"converge mimics:fig7,trials=8,questions=6 --schema format-aware", 30, 700000, ""},
	{"converge signals.csv --schema strict-compliance --metrics bayes,avg", 30, 1400000, ""},
	{"converge graded.csv --weights 0,0,1 --metrics avg --scheme with-replacement", 40, 1200000, ""},
	{"simulate curves --coins 4x8 --trials 12 --gold own --metrics bayes,pass@4,borda", 40, 115000, ""},
	{"simulate converge --coins 5x10,ability --trials 12 --metrics bayes,pass@2", 40, 250000, ""},
	{"simulate pair LLM9 LLM10 --trials 9", 11, 68000, ""},
	{"bakeoff coins:5x8 --trials 8 --league full", 24, 9000, ""},
	{"bakeoff stand-in:aime25,unequal=4-10,drop=0.1 --gold own --metrics bayes,avg,bt", 16, 650, ""},
	{"bakeoff graded.csv --weights 0,0.5,1 --trials 6 --n 2,6 --metrics avg,bayes", 16, 69000, ""},
	{"budget adapt board.csv --truth posterior,trials=12 --metric bayes --prior prior.csv,weight=1/2", 24, 20000, ""},
	{"budget adapt coins:3x10,trials=16 --correction holm --batch 2", 16, 67000, ""},
	{"bootstrap ballots.csv --metrics plurality@2,vote@3,best@2 --show tau,score --at 3,5", 30, 20000, ""},
	{"converge ballots.csv --metrics plurality@2,plurality@2:first,best@3 --scheme columns,paired,with-replacement --gold gold.csv", 30, 20000, ""},
	{"bakeoff coins:4x6,answers=3 --trials 6 --metrics plurality@3,best@3,avg", 16, 2000, ""},
	{"vote ballots.csv --answers math --windows 2,3", 40, 40000, ""},
	{"reproduce table2 table5 equations examples", 0, 0, "table1 table4 fig7 story followup"},
	{"converge board.csv --worst 3 --looks 2,3,5 --metrics bayes,pass@2", 100, 800000, ""},
	{"simulate converge --coins 5x10,ability --trials 12 --looks 4,12 --metrics bayes,pass@2", 40, 250000, ""},
}

// formats are two formats of the line's report: JSON, and CSV if that has a place for all
// that is shown.
func (l sharedLine) formats() [2]string {
	if strings.Contains(l.words, "--looks") {
		return [2]string{"json", "text"}
	}
	return [2]string{"json", "csv"}
}

// short are the words of a run that takes next to no time.
func (l sharedLine) short() []string { return l.with(l.few) }

// long are the words of a run that keeps a processor busy for about so many seconds.
func (l sharedLine) long(seconds float64) []string {
	words := l.with(int(seconds * float64(l.second)))
	if seconds > 1 {
		words = append(words, strings.Fields(l.more)...)
	}
	return words
}

func (l sharedLine) with(replicates int) []string {
	words := strings.Fields(l.words)
	if l.few == 0 {
		return words
	}
	return append(words, "--replicates", strconv.Itoa(replicates))
}

// lacks tells why the line cannot run here, "" if it can.
func (l sharedLine) lacks() string {
	if _, err := exec.LookPath("python3"); err != nil && strings.Contains(l.words, "exec:") {
		return "there is no python3 to run mine.py"
	}
	return ""
}

// writeShared writes what the lines read into a folder: boards whose outcomes come from a
// generator, so that no two models are alike, and signals by a command that settle runs in
// that folder.
func writeShared(folder string, settle func(args ...string) error) error {
	random := rand.New(rand.NewPCG(1, 2))
	errs := []error{
		writeFile(folder, "board.csv", randomBoard(random, 1, false), 0o666),
		writeFile(folder, "prior.csv", randomBoard(random, 1, false), 0o666),
		writeFile(folder, "graded.csv", randomBoard(random, 2, false), 0o666),
		writeFile(folder, "unequal.csv", randomBoard(random, 1, true), 0o666),
		writeFile(folder, "ballots.csv", randomBallots(random), 0o666),
		writeFile(folder, "gold.csv", []byte("model,score\nm0,4\nm1,3\nm2,2\nm3,1\n"), 0o666),
	}
	for _, file := range examples.Template("python") {
		errs = append(errs, writeFile(folder, file.Name, file.Content, 0o777))
	}
	errs = append(errs, settle("simulate", "signals", "signals.csv", "--mimics", "3x4", "--trials", "5"))
	return errors.Join(errs...)
}

func writeFile(folder, name string, content []byte, mode os.FileMode) error {
	return os.WriteFile(filepath.Join(folder, name), content, mode)
}

// randomBoard is a board as CSV, of outcomes up to top and five trials, or else three to five.
func randomBoard(random *rand.Rand, top int, unequal bool) []byte {
	b := []byte("model,question,trial,outcome\n")
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
				b = fmt.Appendf(b, "m%d,q%d,%d,%d\n", model, question, trial+1, outcome)
			}
		}
	}
	return b
}

// randomBallots is a binary board of four models as CSV, whose attempts have answers, some of them
// spelled in two ways and some blank, and weights: each in two columns.
func randomBallots(random *rand.Rand) []byte {
	b := []byte("model,question,trial,outcome,answer,weight,other,sure\n")
	spelled := [2][]string{{"3", "x", "X", ""}, {"0.5", "1/2"}}
	for model := range 4 {
		for question := range 6 {
			for trial := range 5 {
				outcome := 0
				if random.IntN(10) < 3+model {
					outcome = 1
				}
				of := spelled[outcome]
				b = fmt.Appendf(b, "m%d,q%d,%d,%d,%s,%d,%d,%d\n", model, question, trial+1, outcome,
					of[random.IntN(len(of))], random.IntN(5)+outcome, random.IntN(3), random.IntN(9))
			}
		}
	}
	return b
}
