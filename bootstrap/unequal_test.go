package bootstrap_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"settle/bootstrap"
	"settle/results"
)

// unequalBoard has 2 models with 3, 4, 9 and 5, 6, 8 trials of three questions, all
// failures but the first trial of each.
func unequalBoard(t *testing.T, trials ...int) *results.Board {
	t.Helper()
	b, err := results.NewUnequalBoard([]string{"a", "b"}, results.Numbered("q", len(trials)/2), trials, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range trials {
		if row := b.Row(i/(len(trials)/2), i%(len(trials)/2)); len(row) > 0 {
			row[0] = 1
		}
	}
	return b
}

// By hand: the fewest of 3, 4, 9, 5, 6, 8 are 3, and the lower median of the sorted
// 3, 4, 5, 6, 8, 9 is 5.
func TestTrialsOfReplicates(t *testing.T) {
	b := unequalBoard(t, 3, 4, 9, 5, 6, 8)
	for _, c := range []struct {
		o    bootstrap.Options
		want int
	}{
		{bootstrap.Options{}, 3},
		{bootstrap.Options{Trials: 2}, 2},
		{bootstrap.Options{Replacement: true}, 5},
		{bootstrap.Options{Replacement: true, Trials: 100}, 100},
	} {
		s, err := bootstrap.New(b, c.o, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Shape().Trials; got != c.want {
			t.Errorf("%+v: replicates of %d trials, want %d", c.o, got, c.want)
		}
		if got := s.Walker().Draw(0).Trials; got != c.want {
			t.Errorf("%+v: a replicate of %d trials, want %d", c.o, got, c.want)
		}
	}
}

func TestWhatCannotBeResampled(t *testing.T) {
	b := unequalBoard(t, 3, 4, 9, 5, 6, 8)
	for _, c := range []struct {
		b    *results.Board
		o    bootstrap.Options
		want string
	}{
		{b, bootstrap.Options{Trials: 4}, "some model has only 3 trials of a question"},
		{b, bootstrap.Options{Trials: -1}, "use 1 to 65535"},
		{b, bootstrap.Options{Replacement: true, Trials: 1 << 16}, "use 1 to 65535"},
		{unequalBoard(t, 3, 0, 9, 5), bootstrap.Options{Replacement: true}, "at least one model has no trial of one of the questions"},
	} {
		if _, err := bootstrap.New(c.b, c.o, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c.o, err, c.want)
		}
	}
	if _, err := bootstrap.New(b, bootstrap.Options{Scheme: bootstrap.Columns}, 1); !errors.Is(err, bootstrap.ErrUnequalColumns) {
		t.Errorf("columns of an unequal board: error %v", err)
	}
}

// An unequal board whose numbers of trials happen to be equal is a complete one,
// and its replicates are the same, count by count; so are those of as many trials
// as the board has, whether that is said or not.
func TestEqualTrialsDrawTheSame(t *testing.T) {
	complete, err := results.NewBoard([]string{"a", "b"}, results.Numbered("q", 3), 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	for m := range 2 {
		for q := range 3 {
			complete.Row(m, q)[0] = 1
		}
	}
	for _, o := range []bootstrap.Options{{}, {Replacement: true}, {Scheme: bootstrap.Columns}, {Scheme: bootstrap.Columns, Replacement: true}} {
		said := o
		said.Trials = 6
		want, got := counts(t, complete, o), counts(t, unequalBoard(t, 6, 6, 6, 6, 6, 6), said)
		if !slices.Equal(got, want) {
			t.Errorf("%+v: counts %v, of the complete board %v", o, got, want)
		}
	}
}

// counts returns the counts of one replicate from N to 1 trials.
func counts(t *testing.T, b *results.Board, o bootstrap.Options) []uint16 {
	t.Helper()
	s, err := bootstrap.New(b, o, 4)
	if err != nil {
		t.Fatal(err)
	}
	var all []uint16
	walker := s.Walker()
	tally := walker.Draw(7)
	for tally.Trials > 0 {
		all = slices.Concat(all, tally.Row(0), tally.Row(1))
		walker.Drop()
	}
	return all
}

// With the trial's number as the outcome of the only question: of 50 columns, 20
// without replacement are 20 different ones, and 120 with it are columns of the
// board.
func TestColumnsOfOtherLengths(t *testing.T) {
	b, err := results.NewBoard([]string{"a"}, []string{"q"}, 50, 50)
	if err != nil {
		t.Fatal(err)
	}
	for trial := range b.Row(0, 0) {
		b.Row(0, 0)[trial] = uint8(trial + 1)
	}
	for _, c := range []struct {
		o    bootstrap.Options
		most uint16 // times that one column may be drawn
	}{
		{bootstrap.Options{Scheme: bootstrap.Columns, Trials: 20}, 1},
		{bootstrap.Options{Scheme: bootstrap.Columns, Trials: 120, Replacement: true}, 120},
	} {
		s, err := bootstrap.New(b, c.o, 1)
		if err != nil {
			t.Fatal(err)
		}
		tally := s.Walker().Draw(0)
		sum := 0
		for _, count := range tally.Row(0) {
			sum += int(count)
		}
		if sum != c.o.Trials || slices.Max(tally.Row(0)) > c.most {
			t.Errorf("%+v: %d columns, one of them %d times", c.o, sum, slices.Max(tally.Row(0)))
		}
	}
}
