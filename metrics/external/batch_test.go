package external

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/sim"
)

// batching lists the programs that answer as answerBatch does.
var batching = map[string]bool{"batch": true, "packed": true, "cannot": true, "unequal": true, "missed": true, "silly": true}

// answerBatch answers as a program does that takes batches. "batch N FILE" takes N boards
// and notes in the file how many were in each request; "packed N FILE" takes them packed;
// "cannot N" takes 8 and cannot rank those of N trials; "unequal" takes one at a time, of
// any trials; "missed" leaves one of a batch out; "silly" takes none.
func answerBatch(r request, how []string) {
	boards := [][][][]int{r.Counts}
	switch {
	case r.Packed != nil:
		boards = unpack(r.Shape, r.Packed)
	case r.Boards != nil:
		boards = nil
		for _, b := range r.Boards {
			boards = append(boards, b.Counts)
		}
	}
	if len(how) > 2 {
		note(how[2], len(boards))
	}
	var said []any
	for _, counts := range boards {
		one := request{Trials: r.Trials, Categories: r.Categories, Unequal: true, Counts: counts}
		if n := counts[0][0][0] + counts[0][0][1]; how[0] == "cannot" && fmt.Sprint(n) == how[1] {
			said = append(said, map[string]any{"error": "no order"})
			continue
		}
		said = append(said, map[string]any{"scores": means(one), "errors": make([]float64, len(counts))})
	}
	if how[0] == "missed" && len(said) > 1 {
		said = said[1:]
	}
	answer := map[string]any{}
	if r.Counts != nil {
		answer = said[0].(map[string]any)
	} else {
		answer["answers"] = said
	}
	answer["id"] = r.ID
	switch how[0] {
	case "unequal":
		answer["unequal"] = true
	case "cannot", "missed":
		answer["batch"] = 8
	case "silly":
		answer["batch"] = 0
	default:
		answer["batch"], answer["packed"] = json.Number(how[1]), how[0] == "packed"
	}
	line, _ := json.Marshal(answer)
	fmt.Println(string(line))
}

// unpack decodes packed boards as docs/formats.md describes.
func unpack(shape []int, packed []byte) [][][][]int {
	if len(packed) != 2*shape[0]*shape[1]*shape[2]*shape[3] {
		panic("packed boards of another size")
	}
	boards, at := make([][][][]int, shape[0]), 0
	for b := range boards {
		boards[b] = make([][][]int, shape[1])
		for l := range boards[b] {
			boards[b][l] = make([][]int, shape[2])
			for q := range boards[b][l] {
				for range shape[3] {
					boards[b][l][q] = append(boards[b][l][q], int(packed[at])+256*int(packed[at+1]))
					at += 2
				}
			}
		}
	}
	return boards
}

func note(file string, boards int) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(f, boards)
	f.Close()
}

// someBoards returns boards of 2 models, 3 questions and categories 0..2, of 1, 2, … trials;
// counts above 255 need two bytes.
func someBoards(boards int) []*results.Tally {
	rand := rand.New(rand.NewPCG(1, 2))
	ts := make([]*results.Tally, boards)
	for i := range ts {
		t := results.NewTally(2, 3, 2)
		t.Trials = i + 1
		if i == 0 {
			t.Trials = 600
		}
		for model := range 2 {
			for q := range 3 {
				for range t.Trials {
					t.Add(model, q, rand.IntN(3), 1)
				}
			}
		}
		ts[i] = t
	}
	return ts
}

// A batch is written out by hand from docs/formats.md; the text of packed ones is that of
// encoding/base64 of their bytes: 1, 4, 0 · 0, 0, 5 · 4, 0, 1 · 5, 0, 0, of two bytes each.
func TestBatchRequest(t *testing.T) {
	p := &process{id: 7, weights: []float64{0, 0.5, 2}}
	two := []*results.Tally{tally(), tally()}
	board := `{"trials":5,"counts":[[[1,4,0],[0,0,5]],[[4,0,1],[5,0,0]]]}`
	want := `{"id":7,"categories":3,"weights":[0,0.5,2],"confidence":0.95,"boards":[` + board + "," + board + "]}\n"
	if got := string(p.appendRequest(nil, two, true)); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	p.packs = true
	var counts []byte
	for range two {
		for _, count := range []byte{1, 4, 0, 0, 0, 5, 4, 0, 1, 5, 0, 0} {
			counts = append(counts, count, 0)
		}
	}
	want = `{"id":7,"categories":3,"weights":[0,0.5,2],"confidence":0.95,"trials":[5,5],"shape":[2,2,2,3],"packed":"` +
		base64.StdEncoding.EncodeToString(counts) + `"}` + "\n"
	if got := string(p.appendRequest(nil, two, true)); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

// Once it is warm, a request allocates nothing.
func TestRequestsAllocateNothing(t *testing.T) {
	for _, batched := range []bool{false, true} {
		for _, packs := range []bool{false, true} {
			p := &process{weights: []float64{0, 1, 2}, offers: offers{packs: packs}}
			ts := someBoards(20)
			p.request = p.appendRequest(nil, ts, batched)
			if n := testing.AllocsPerRun(10, func() { p.request = p.appendRequest(p.request[:0], ts, batched) }); n > 0 {
				t.Errorf("batched %v, packed %v: %v allocations", batched, packs, n)
			}
		}
	}
}

// Batches change no score: each is the mean category, counted here. As many boards are in
// a request as the program takes; the first is asked of by itself, and again.
func TestBatches(t *testing.T) {
	for how, want := range map[string]string{
		"batch 1": "1 1 1 1 1 1 1 1 1 1", "batch 4": "1 4 4 2", "batch 64": "1 10", "packed 3": "1 3 3 3 1",
	} {
		h := NewHost(t.Context())
		file := filepath.Join(t.TempDir(), "sizes")
		m := metric(t, h, commandAs(how, file))
		ts, got := someBoards(10), metrics.NewScored(10, 2)
		m.ScoreBatch(ts, got)
		h.Close()
		for i, one := range got {
			for model, score := range one.Scores {
				var sum int
				for at, count := range ts[i].Row(model) {
					sum += (at%2 + 1) * int(count)
				}
				if want := float64(sum) / float64(3*ts[i].Trials); score != want || !one.Known || one.Lo[model] != want {
					t.Errorf("%s: board %d has %v from %v, want %v", how, i, score, one.Lo[model], want)
				}
			}
		}
		sizes, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(string(sizes)), " "); got != want {
			t.Errorf("%s: requests of %s boards, want %s", how, got, want)
		}
	}
}

// Of a batch some boards may have no ranking; where one is asked for by itself, that is
// an error.
func TestNoRanking(t *testing.T) {
	h := NewHost(t.Context())
	defer h.Close()
	m := metric(t, h, commandAs("cannot 7"))
	ts, got := someBoards(10), metrics.NewScored(10, 2)
	m.ScoreBatch(ts, got)
	for i, one := range got {
		if (one.Err != nil) != (ts[i].Trials == 7) {
			t.Errorf("board of %d trials: %v", ts[i].Trials, one.Err)
		}
	}
	const want = "-as cannot 7: the program cannot rank a board at n = 7: no order"
	if _, err := metrics.Ordinals(m, ts[6]); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want one that ends in %q", err, want)
	}
}

// Unequal boards are for programs that say so. The mean category is over all trials.
func TestUnequal(t *testing.T) {
	board := results.NewUnequalTally(2, 2, 2, []uint16{3, 0, 1, 2})
	board.Add(0, 0, 2, 1)
	board.Add(1, 1, 1, 2)
	h := NewHost(t.Context())
	m := metric(t, h, commandAs("unequal"))
	r, err := metrics.Restrict(m, board, false)
	if err != nil || r.Tally != board {
		t.Fatalf("restricted to %v, error %v", r, err)
	}
	e, err := metrics.Evaluate(t.Context(), m, board)
	if want := []float64{2. / 3, 2. / 3}; err != nil || !slices.Equal(e.Scores, want) {
		t.Errorf("scores %v, error %v, want %v", e.Scores, err, want)
	}
	h.Close()
	p := &process{id: 1}
	want := `{"id":1,"trials":3,"categories":3,"unequal":true,"confidence":0.95,"counts":[[[2,0,1],[0,0,0]],[[1,0,0],[0,2,0]]]}` + "\n"
	if got := string(p.appendRequest(nil, []*results.Tally{board}, false)); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
	for how, want := range map[string]string{
		"batch 2": "the program has not announced that it accepts boards with different numbers of trials per question",
		"crash":   "the program ended with exit status 3 at n = 3, where questions have different numbers of trials; it has not announced that it accepts such boards; its last message: ValueError: no such luck",
	} {
		h := NewHost(t.Context())
		if _, err := metrics.Ordinals(metric(t, h, commandAs(how)), board); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
		h.Close()
	}
}

// What answers to batches may not be.
func TestBatchFailures(t *testing.T) {
	for how, want := range map[string]string{
		"missed": "the program answered 7 of 8 boards",
		"silly":  `the program answered "batch":0; the batch size must be at least 1`,
	} {
		h := NewHost(t.Context())
		func() {
			defer func() {
				if f, ok := recover().(metrics.Failure); !ok || !strings.Contains(f.Error(), want) {
					t.Errorf("%s: %v, want %s", how, f, want)
				}
			}()
			metric(t, h, commandAs(how)).ScoreBatch(someBoards(10), metrics.NewScored(10, 2))
		}()
		checkGone(t, h)
		h.Close()
	}
}

// Through the engine batches and one board after the other, on one worker or three, give
// the curves of avg, which orders models as their mean categories do.
func TestCurvesOfBatches(t *testing.T) {
	coins := sim.PaperQuantile()
	for _, how := range []string{"right", "batch 4", "packed 64"} {
		h := NewHost(t.Context())
		ms := []metrics.Metric{metrics.Avg(metrics.Binary), metric(t, h, commandAs(how))}
		for _, workers := range []int{1, 3} {
			options := montecarlo.Options{Replicates: 20, Workers: workers}
			found, err := montecarlo.Follow(t.Context(), coins.Source(70, 1), ms,
				montecarlo.Wanted{Gold: coins.Gold(), Scores: true, At: []int{1, 7, 70}}, options)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := found.Curves[0].Points, found.Curves[1].Points; !slices.Equal(a, b) {
				t.Errorf("%s, %d workers: avg has %+v, the program that computes it %+v", how, workers, a, b)
			}
			for i, at := range found.Scores[0].Points {
				for model, spread := range at.Models {
					other := found.Scores[1].Points[i].Models[model]
					if d := spread.Mean - other.Mean; d > 1e-12 || d < -1e-12 {
						t.Errorf("%s: n = %d, model %d: mean %v, want %v", how, at.N, model, other.Mean, spread.Mean)
					}
				}
			}
		}
		h.Close()
	}
}
