package external

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"settle/metrics"
	"settle/results"
	"settle/sim"
)

// instantly answers every request at once, without a look at its boards: what is left is
// the cost of asking. It takes so many boards, or one where that is 1.
func instantly(batch int, packs bool) {
	lines := bufio.NewReaderSize(os.Stdin, 1<<22)
	one := `"scores":[` + strings.Repeat("0.1234567890123456,", 10) + "0.5]"
	many := `"answers":[` + strings.Repeat("{"+one+"},", batch-1) + "{" + one + "}]"
	out := bufio.NewWriter(os.Stdout)
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return
		}
		id, _, _ := strings.Cut(string(line[6:30]), ",")
		if batch == 1 {
			fmt.Fprintf(out, "{\"id\":%s,%s}\n", id, one)
		} else if id == "1" {
			fmt.Fprintf(out, "{\"id\":1,\"batch\":%d,\"packed\":%v,%s}\n", batch, packs, one)
		} else {
			fmt.Fprintf(out, "{\"id\":%s,%s}\n", id, many)
		}
		out.Flush()
	}
}

// drawBoards returns boards of 11 models, 30 questions and 80 trials.
func drawBoards(boards int) []*results.Tally {
	walker := sim.PaperQuantile().Source(80, 1).Walker()
	ts := make([]*results.Tally, boards)
	for i := range ts {
		t := walker.Draw(i)
		ts[i] = t.NewLike()
		ts[i].CopyFrom(t)
	}
	return ts
}

// numpyPython is a Python that is likely to have numpy.
const numpyPython = "/usr/bin/python3"

// How many boards of 11 × 30 a second a program is asked of: one that answers at once, so
// that nothing is measured but the asking, and two in Python.
//
//	go test ./metrics/external -run '^$' -bench Boards
func BenchmarkBoards(b *testing.B) {
	folder, _ := filepath.Abs("../../docs/examples/estimator")
	for _, c := range []struct {
		name, command string
		batch         int
	}{
		{"instant/1", commandAs("instant 1"), 1},
		{"instant/64", commandAs("instant 64"), 64},
		{"instant/packed64", commandAs("instant 64 packed"), 64},
		{"python-lists/1", "testdata/shares.py one " + folder + " 1", 1},
		{"python-lists/64", "testdata/shares.py one " + folder + " 64", 64},
		{"numpy/1", "testdata/shares.py many " + folder + " 1", 1},
		{"numpy/packed64", "testdata/shares.py many " + folder + " 64", 64},
	} {
		if strings.HasPrefix(c.command, "testdata") {
			c.command = numpyPython + " " + c.command
		}
		b.Run(c.name, func(b *testing.B) { ask(b, c.command, c.batch) })
		if strings.HasPrefix(c.command, numpyPython) {
			b.Run(c.name+"/alone", func(b *testing.B) { runProgram(b, c.command, c.batch, strings.HasPrefix(c.name, "numpy")) })
		}
	}
}

func ask(b *testing.B, command string, batch int) {
	h := NewHost(b.Context())
	made, err := h.Metric(command)
	if err != nil {
		b.Skip(err)
	}
	m, ts := made.(*Metric), drawBoards(batch)
	into := metrics.NewScored(batch, 11)
	m.ScoreBatch(ts, into)
	b.ReportAllocs()
	b.ResetTimer()
	boards := 0
	for ; boards < b.N; boards += batch {
		m.ScoreBatch(ts, into)
	}
	b.ReportMetric(float64(boards)/b.Elapsed().Seconds(), "boards/s")
	p := m.idle[0]
	p.requests.Close() // so that it ends by itself, and its time is known
	_ = p.wait()
	reportTime(b, p.command, boards)
	h.Close()
}

// reportTime reports how long a program that has ended computed, whatever else did.
func reportTime(b *testing.B, program *exec.Cmd, boards int) {
	took := program.ProcessState.UserTime() + program.ProcessState.SystemTime()
	b.ReportMetric(float64(took.Microseconds())/float64(boards), "program-µs/board")
}

// runProgram runs the program on a file of the same requests.
func runProgram(b *testing.B, command string, batch int, packs bool) {
	p := &process{offers: offers{packs: packs}}
	ts := drawBoards(batch)
	file := filepath.Join(b.TempDir(), "requests")
	boards := 0
	var requests []byte
	for ; boards < b.N; boards += batch {
		p.id++
		requests = p.appendRequest(requests, ts, batch > 1)
	}
	if err := os.WriteFile(file, requests, 0o600); err != nil {
		b.Fatal(err)
	}
	run := func(input *os.File) *exec.Cmd {
		args := strings.Fields(command)
		program := exec.Command(args[0], args[1:]...)
		if input != nil {
			program.Stdin = input
		}
		if err := program.Run(); err != nil {
			b.Skip(err)
		}
		return program
	}
	input, err := os.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer input.Close()
	b.ResetTimer()
	run(nil) // as long as it takes to begin
	begun := b.Elapsed()
	program := run(input)
	b.ReportMetric(float64(boards)/(b.Elapsed()-2*begun).Seconds(), "boards/s")
	reportTime(b, program, boards)
}
