package signals

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"settle/results"
	"settle/rubric"
)

// made returns attempts whose signals have as many digits as real ones: flags
// are 0 or 1, everything else is drawn evenly.
func made(models, questions, trials int) *Attempts {
	random := rand.New(rand.NewPCG(1, 2))
	a := &Attempts{
		Models:    results.Numbered("LLM", models),
		Questions: results.Numbered("question", questions),
		Trials:    trials,
		Cells:     make([]rubric.Signals, models*questions*trials),
	}
	for i := range a.Cells {
		x := &a.Cells[i]
		for s := range x {
			x[s] = random.Float64()
		}
		for _, flag := range []rubric.Signal{rubric.HasBox, rubric.IsCorrect, rubric.RepeatedPattern} {
			x[flag] = float64(random.IntN(2))
		}
	}
	return a
}

// The files hold 100 000 attempts: 14 MB of CSV, 27 MB of JSONL.
func BenchmarkRead(b *testing.B) {
	a := made(10, 100, 100)
	for _, format := range []struct {
		name  string
		write func(*Attempts, io.Writer) error
	}{{"CSV", (*Attempts).WriteCSV}, {"JSONL", (*Attempts).WriteJSONL}} {
		var file bytes.Buffer
		if err := format.write(a, &file); err != nil {
			b.Fatal(err)
		}
		b.Run(format.name, func(b *testing.B) {
			b.SetBytes(int64(file.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ReadFrom(bytes.NewReader(file.Bytes()), "x", Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	a := made(10, 100, 10)
	for _, format := range []struct {
		name  string
		write func(*Attempts, io.Writer) error
	}{{"CSV", (*Attempts).WriteCSV}, {"JSONL", (*Attempts).WriteJSONL}} {
		b.Run(format.name, func(b *testing.B) {
			var file bytes.Buffer
			b.ReportAllocs()
			for b.Loop() {
				file.Reset()
				if err := format.write(a, &file); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(int64(file.Len()))
		})
	}
}
