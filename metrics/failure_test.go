package metrics_test

import (
	"errors"
	"io"
	"testing"

	"settle/metrics"
	"settle/results"
)

// failing has no score, and counts who asks for all of them.
type failing struct{ with any }

func (failing) Name() string                             { return "failing" }
func (failing) FirstTrial() int                          { return 1 }
func (failing) Check(int, int) error                     { return nil }
func (f failing) Score(*results.Tally, int) float64      { panic(f.with) }
func (f failing) ScoreAll(_ *results.Tally, _ []float64) { panic(f.with) }

// A Failure comes back as the error it holds; any other panic goes on.
func TestCatch(t *testing.T) {
	tally := results.NewTally(2, 1, 1)
	tally.Trials = 1
	if _, err := metrics.Ordinals(failing{metrics.Failure{Err: io.ErrUnexpectedEOF}}, tally); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
	defer func() {
		if r := recover(); r != "a mistake" {
			t.Errorf("recovered %v", r)
		}
	}()
	_, _ = metrics.Ordinals(failing{"a mistake"}, tally)
	t.Error("the panic was lost")
}

// wholeBoard scores a board at once, the last model best.
type wholeBoard struct{ failing }

func (wholeBoard) ScoreAll(t *results.Tally, scores []float64) {
	for model := range scores {
		scores[model] = float64(model)
	}
}

// A metric of whole boards is never asked for one model: its Score panics.
func TestBoardMetric(t *testing.T) {
	tally := results.NewTally(3, 1, 1)
	tally.Trials = 1
	ordinals, err := metrics.Ordinals(wholeBoard{failing{"asked for one model"}}, tally)
	if err != nil || ordinals[0] != 0 || ordinals[1] != 1 || ordinals[2] != 2 {
		t.Errorf("ordinals %v, error %v", ordinals, err)
	}
}

// Programs are run only where Options say how, and an error names the metric.
func TestParseExec(t *testing.T) {
	if _, err := metrics.Parse("exec:./mine.py", metrics.Options{}); err == nil || err.Error() != `metric "exec:./mine.py": external programs are not allowed here` {
		t.Errorf("error %v", err)
	}
	var commands []string
	o := metrics.Options{Exec: func(command string) (metrics.Metric, error) {
		commands = append(commands, command)
		if command == "" {
			return nil, io.EOF
		}
		return metrics.PassAtK(len(command)), nil
	}}
	ms, err := metrics.Parse("bayes, exec:a@b^c d ,avg", o)
	if err != nil || len(ms) != 3 || ms[1].Name() != "pass@7" || commands[0] != "a@b^c d" {
		t.Errorf("metrics %v of the commands %q, error %v", ms, commands, err)
	}
	if _, err := metrics.Parse("exec:", o); err == nil || err.Error() != `metric "exec:": EOF` {
		t.Errorf("error %v", err)
	}
}
