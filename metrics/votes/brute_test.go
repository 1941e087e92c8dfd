package votes

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"settle/metrics"
	"settle/results"
)

// question holds the attempts by one model at one question.
type question struct {
	answers  []uint32
	outcomes []uint8
	weights  []float64
}

// random draws a question of n attempts, of which some have no answer or no weight. An answer is
// right or wrong; split lets it be graded both ways.
func random(r *rand.Rand, n, answers int, split bool) question {
	q := question{make([]uint32, n), make([]uint8, n), make([]float64, n)}
	right := uint32(1 + r.IntN(answers))
	for i := range n {
		q.answers[i] = uint32(r.IntN(answers + 1))
		if q.answers[i] == right || q.answers[i] != 0 && split && r.IntN(3) == 0 {
			q.outcomes[i] = 1
		}
		if q.weights[i] = float64(r.IntN(8)) / 8; r.IntN(9) == 0 {
			q.weights[i] = math.NaN()
		}
	}
	return q
}

// tally returns the tally of a board of one model.
func tally(t testing.TB, qs ...question) *results.Tally {
	t.Helper()
	trials := make([]int, len(qs))
	for i, q := range qs {
		trials[i] = len(q.answers)
	}
	b, err := results.NewUnequalBoard([]string{"m"}, results.Numbered("q", len(qs)), trials, 1)
	if err != nil {
		t.Fatal(err)
	}
	names := make([][]string, len(qs))
	for i := range names {
		names[i] = results.Numbered("answer", 99)
	}
	b.AddBallots(names, "w")
	for i, q := range qs {
		copy(b.Row(0, i), q.outcomes)
		copy(b.Answers(0, i), q.answers)
		copy(b.WeightsOf(0, i), q.weights)
	}
	return b.TallyAll()
}

// choice returns what the winner among some attempts is worth, as the rules are written: by a map of
// answers and, among those that tie, the mean.
func choice(q question, subset []int, by string) float64 {
	if by == "best" {
		top, sum, tied := -1.0, 0.0, 0.0
		for _, i := range subset {
			if q.answers[i] == 0 {
				continue
			}
			if w := q.weights[i]; w > top {
				top, sum, tied = w, 0, 0
			}
			if q.weights[i] == top {
				sum, tied = sum+float64(q.outcomes[i]), tied+1
			}
		}
		return sum / math.Max(tied, 1)
	}
	votes, right, count, first := map[uint32]float64{}, map[uint32]float64{}, map[uint32]float64{}, map[uint32]int{}
	for place, i := range subset {
		a, w := q.answers[i], q.weights[i]
		if by != "vote" {
			w = 1
		}
		if a == 0 || math.IsNaN(w) {
			continue
		}
		if _, seen := first[a]; !seen {
			first[a] = place
		}
		votes[a] += w
		right[a] += float64(q.outcomes[i])
		count[a]++
	}
	most := -1.0
	for _, v := range votes {
		most = math.Max(most, v)
	}
	sum, tied, earliest := 0.0, 0.0, len(subset)
	for a, v := range votes {
		if v != most {
			continue
		}
		if by == "first" {
			if first[a] < earliest {
				earliest, sum, tied = first[a], right[a]/count[a], 1
			}
			continue
		}
		sum, tied = sum+right[a]/count[a], tied+1
	}
	return sum / math.Max(tied, 1)
}

// bruteForce returns the mean of choice over all subsets of k attempts.
func bruteForce(q question, k int, by string) float64 {
	var sum, number float64
	n := len(q.answers)
	for bits := range 1 << n {
		var subset []int
		for i := range n {
			if bits>>i&1 == 1 {
				subset = append(subset, i)
			}
		}
		if len(subset) == k {
			sum += choice(q, subset, by)
			number++
		}
	}
	return sum / number
}

// names maps each rule of choice to the name of its metric, with % for K.
var names = map[string]string{"plurality": "plurality@%", "first": "plurality@%:first", "vote": "vote@%", "best": "best@%"}

func parse(t testing.TB, name string, k int) metrics.Metric {
	t.Helper()
	ms, err := metrics.Parse(strings.ReplaceAll(name, "%", strconv.Itoa(k)), metrics.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return ms[0]
}

func TestMetricsAreMeansOverAllSubsets(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 1000 {
		n := 1 + r.IntN(10)
		k := 1 + r.IntN(n)
		q := random(r, n, 1+r.IntN(6), round%3 == 0)
		for by, name := range names {
			m := parse(t, name, k)
			got, want := m.Score(tally(t, q), 0), bruteForce(q, k, by)
			if math.Abs(got-want) > 1e-11 {
				t.Fatalf("%s of %+v is %v, the mean over all subsets of %d is %v", m.Name(), q, got, k, want)
			}
		}
	}
}
