// Package archtest_test holds that the answer does not depend on the machine:
// what was decided and drawn on linux/amd64 is decided and drawn by whatever runs
// these tests, and numbers agree to 12 digits. `make test-arch` runs it on others.
package archtest_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"settle/internal/rng"
	"settle/metrics"
	"settle/rubric"
	"settle/sim"
)

var (
	update = flag.Bool("update", false, "write the golden file; only on linux/amd64 with GOAMD64=v1, whose answers it holds")
	show   = flag.String("show", "", "print the decisions and numbers of the sections whose names begin like this")
)

// configurations is how many are tried, each kind of board in turn; with -short the
// first of each kind.
func configurations() int {
	if testing.Short() && !*update {
		return 5
	}
	return 40
}

// ask draws a configuration and asks everything of it.
func ask(t *testing.T, index int) (name string, sections []*section) {
	stream := rng.New(1, "configurations", index)
	between := func(low, high int) int { return low + int(stream.Below(uint32(high-low+1))) }
	q := &inquiry{t: t, ctx: t.Context(), seed: uint64(between(1, 1000))}
	trials := between(8, 14)
	size := fmt.Sprintf("%dx%d:%d.%d", between(3, 8), between(2, 12), between(0, 2), between(1, 9))
	switch index % 5 {
	case 0:
		size = []string{"paper", "paper-quantile"}[index/5%2]
		fallthrough
	case 1:
		coins, _, err := sim.Named(size, q.seed)
		q.must(err)
		q.aboutCoins(coins, trials)
		name = "coins:" + size
	case 2:
		name = sim.StandIns()[index/5%4]
		board, err := sim.StandIn(name)
		q.must(err)
		tally := board.Tally(80)
		q.aboutBoard(board, metrics.Binary, binaryMetrics, nil)
		name, trials = "stand-in:"+name, tally.Trials
	case 3:
		size = "fig7"
		fallthrough
	default:
		m, _, err := sim.NamedMimics(size, q.seed)
		q.must(err)
		schema := rubric.Paper()[between(0, 11)]
		q.aboutMimics(m, trials, schema)
		name = "mimics:" + size + " by " + schema.Name()
	}
	return fmt.Sprintf("%d: %s, %d trials, seed %d", index, name, trials, q.seed), q.sections
}

// The golden file says what linux/amd64 with GOAMD64=v1 came to. It is there to
// be equal everywhere, and says nothing of whether it is right: other tests do.
func TestAnswersDoNotDependOnTheMachine(t *testing.T) {
	const golden = "testdata/answers.txt"
	file, err := os.ReadFile(golden)
	if err != nil && !*update {
		t.Fatal(err)
	}
	known := strings.Split(string(file), "\n")
	var lines []string
	for index := range configurations() {
		name, sections := ask(t, index)
		for _, s := range sections {
			fields := []string{name, s.name, s.digest()}
			for _, x := range s.kept() {
				fields = append(fields, strconv.FormatFloat(x, 'g', -1, 64))
			}
			if *show != "" && strings.HasPrefix(s.name, *show) {
				fmt.Println(name, "|", s.name, "|", s.decisions.String(), s.numbers)
			}
			if lines = append(lines, strings.Join(fields, " | ")); !*update {
				compare(t, fields, known, len(lines)-1)
			}
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(known) != len(lines)+1 && !testing.Short() {
		t.Errorf("%s has %d sections, there are %d", golden, len(known)-1, len(lines))
	}
	if t.Failed() && runtime.GOARCH == "amd64" {
		t.Log("if an answer was changed on purpose, run go test ./internal/archtest -update")
	}
}

// compare reports what a section has otherwise than a line of the golden file.
func compare(t *testing.T, got, known []string, line int) {
	if line >= len(known) {
		return
	}
	want := strings.Split(known[line], " | ")
	if len(want) < 3 || want[0] != got[0] || want[1] != got[1] || len(want) != len(got) {
		t.Errorf("%s: %s: the golden file has %v", got[0], got[1], want)
		return
	}
	if want[2] != got[2] {
		t.Errorf("%s: %s: something is decided otherwise than on linux/amd64", got[0], got[1])
	}
	for i := 3; i < len(got); i++ {
		x, _ := strconv.ParseFloat(got[i], 64)
		y, err := strconv.ParseFloat(want[i], 64)
		if err != nil || math.Abs(x-y) > tolerance*math.Abs(y)+roundingOfZero {
			t.Errorf("%s: %s: %v, on linux/amd64 %v", got[0], got[1], x, y)
		}
	}
}

// Numbers agree to 12 digits; where positive and negative ones cancel, to as
// little as 10⁻¹⁵ of what they were.
const (
	tolerance      = 1e-12
	roundingOfZero = 1e-15
)
