package reproduce_test

import (
	"archive/zip"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"settle/results"
	"settle/sim"
)

// made writes files of the shape that the authors announce: attempts of 20 models at
// the questions of four benchmarks, 80 trials each, in Parquet. The first eleven are
// the stand-ins, so that what follows from them is known; the other nine are the same
// questions in another order, some of whose successes are taken away. A file .npz has an
// array a task, as the reference package's have. As a program of scripts, which prints
// the names of the models:
//
//	made FILE [-tasks NAMES] [-models N] [-names plain|hub] [-trials N] [-questions N]
//	          [-without MODEL] [-noise] [-greedy] [-untold]
func made() {
	log.SetFlags(0)
	var m making
	flags := flag.NewFlagSet("made", flag.ExitOnError)
	flags.StringVar(&m.tasks, "tasks", "aime24,aime25,hmmt_feb_2025,brumo_2025",
		"what the benchmarks of stand-ins are called; - leaves one out")
	flags.IntVar(&m.models, "models", 20, "how many models there are")
	flags.StringVar(&m.names, "names", "plain",
		"how models are called: as in the paper, or with their owners, in small letters")
	flags.IntVar(&m.trials, "trials", 80, "how many trials each model has of a question")
	flags.IntVar(&m.questions, "questions", 30, "how many questions a benchmark has")
	flags.StringVar(&m.without, "without", "", "a model that is not there")
	flags.BoolVar(&m.noise, "noise", false, "whether all outcomes are tosses of a fair coin")
	flags.BoolVar(&m.greedy, "greedy", false, "one trial, in which a model solves what it mostly solves")
	flags.BoolVar(&m.untold, "untold", false, "without a column of tasks, which needs one task")
	if err := flags.Parse(os.Args[2:]); err != nil {
		log.Fatal(err)
	}
	if err := m.write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

type making struct {
	tasks, names, without     string
	models, trials, questions int
	noise, greedy, untold     bool
}

// traceRow is an attempt with the identifiers that the authors' guide names, and text
// beside them.
type traceRow struct {
	Model      string `parquet:"model"`
	Task       string `parquet:"task"`
	QuestionID int32  `parquet:"question_id"`
	Seed       int64  `parquet:"seed"`
	IsCorrect  bool   `parquet:"is_correct"`
	Completion string `parquet:"completion"`
}

// untoldRow is one of a file of one benchmark.
type untoldRow struct {
	Model      string `parquet:"llm"`
	QuestionID int32  `parquet:"question"`
	Seed       int64  `parquet:"trial"`
	IsCorrect  bool   `parquet:"outcome"`
}

func (m making) write(path string) error {
	rows, err := m.rows()
	if err != nil {
		return err
	}
	var models []string
	for _, r := range rows {
		if !slices.Contains(models, r.Model) {
			models = append(models, r.Model)
		}
	}
	fmt.Println(strings.Join(models, "\n"))
	switch {
	case strings.HasSuffix(path, ".npz"):
		return m.writeArrays(path, len(models), rows)
	case !m.untold:
		return writePools(path, rows)
	}
	untold := make([]untoldRow, len(rows))
	for i, r := range rows {
		untold[i] = untoldRow{r.Model, r.QuestionID, r.Seed, r.IsCorrect}
	}
	return writePools(path, untold)
}

// writeArrays writes an array of bytes for each task, models × questions × trials.
func (m making) writeArrays(path string, models int, rows []traceRow) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	z := zip.NewWriter(file)
	size := models * m.questions * m.trials
	for task := range slices.Chunk(rows, size) {
		w, err := z.Create(task[0].Task + ".npy")
		if err != nil {
			return err
		}
		shape := fmt.Sprintf("{'descr': '|u1', 'fortran_order': False, 'shape': (%d, %d, %d), }",
			models, m.questions, m.trials)
		array := fmt.Appendf(nil, "\x93NUMPY\x01\x00\x76\x00%-117s\n", shape) // 10 and 118 bytes: twice 64
		for _, r := range task {
			outcome := byte(0)
			if r.IsCorrect {
				outcome = 1
			}
			array = append(array, outcome)
		}
		if _, err := w.Write(array); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return file.Close()
}

// writePools writes 80 rows a group, which the authors say that they do.
func writePools[T any](path string, rows []T) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := parquet.NewGenericWriter[T](file, parquet.Compression(&parquet.Zstd))
	for pool := range slices.Chunk(rows, 80) {
		if _, err := w.Write(pool); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return file.Close()
}

func (m making) rows() (rows []traceRow, err error) {
	for i, task := range strings.Split(m.tasks, ",") {
		if task == "-" {
			continue
		}
		board, err := sim.StandIn([]string{"aime24", "aime25", "hmmt25", "brumo25"}[i])
		if err != nil {
			return nil, err
		}
		for model := range m.models {
			if name := m.name(board, model); name != m.without {
				for q := range m.questions {
					rows = append(rows, m.pool(board, task, model, q)...)
				}
			}
		}
	}
	return rows, nil
}

// name is what a model is called.
func (m making) name(board *results.Board, model int) string {
	if model >= len(board.Models) {
		return fmt.Sprintf("another-%d", model)
	}
	name := board.Models[model]
	if m.names == "hub" {
		return "some-owner/" + strings.ReplaceAll(strings.ToLower(name), "-", "_")
	}
	return name
}

// pool is what a model made of a question.
func (m making) pool(board *results.Board, task string, model, q int) (rows []traceRow) {
	other := model >= len(board.Models)
	from := board.Row(model%len(board.Models), q)
	if other {
		from = board.Row(model%len(board.Models), (q+model)%len(board.Questions))
	}
	trials := m.trials
	if m.greedy {
		trials = 1
	}
	dice := rand.New(rand.NewPCG(uint64(model), uint64(q)))
	for trial := range trials {
		correct := from[trial%len(from)] == 1
		switch {
		case m.noise:
			correct = dice.IntN(2) == 1
		case m.greedy:
			correct = 2*ones(from) > len(from)
		case other && dice.IntN(6) == 0:
			correct = false
		}
		rows = append(rows, traceRow{
			Model: m.name(board, model), Task: task, QuestionID: int32(q), Seed: int64(1234 + trial),
			IsCorrect: correct, Completion: "So the answer is as before.",
		})
	}
	return rows
}

func ones(row []uint8) (sum int) {
	for _, outcome := range row {
		sum += int(outcome)
	}
	return sum
}
