package sim

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"settle/internal/csvfile"
	"settle/internal/quoted"
)

// ReadCoins reads success probabilities from a CSV file with the columns model,
// question and p, in any order; other columns are ignored. Each p is in [0, 1]. Every
// model needs every question exactly once. The file has at most bounded.File bytes and
// a million probabilities. Errors name the file and the line.
func ReadCoins(r io.Reader, file string) (*Coins, error) {
	cells := newCells()
	err := csvfile.Read(r, file, []string{"model", "question", "p"}, func(values []string) error {
		return cells.add(values[0], values[1], values[2])
	})
	if err != nil {
		return nil, err
	}
	return cells.coins(file)
}

// cells collects the probabilities in a file of coins, by model and question. Names are in order
// of first appearance.
type cells struct {
	models, questions []string
	p                 map[[2]string]float64
	known             map[string]bool // names seen so far: models with the prefix m, questions with the prefix q
}

func newCells() *cells {
	return &cells{p: map[[2]string]float64{}, known: map[string]bool{}}
}

func (c *cells) add(model, question, p string) error {
	if model == "" || question == "" {
		return errors.New("a model or question has no name")
	}
	if err := checkName("model", model); err != nil {
		return err
	}
	if err := checkName("question", question); err != nil {
		return err
	}
	value, ok := csvfile.Number(p)
	if !ok || !(value >= 0 && value <= 1) {
		return fmt.Errorf("p %s is not a number from 0 to 1", quoted.Text(p))
	}
	cell := [2]string{model, question}
	if _, ok := c.p[cell]; ok {
		return fmt.Errorf("model %s, question %s appears twice", quoted.Text(model), quoted.Text(question))
	}
	if len(c.p) == maxRandom {
		return fmt.Errorf("more than %d probabilities", maxRandom)
	}
	c.p[cell] = value
	c.models = c.note(c.models, "m", cell[0])
	c.questions = c.note(c.questions, "q", cell[1])
	return nil
}

// checkName returns an error if a name is not valid UTF-8.
func checkName(what, name string) error {
	if !utf8.ValidString(name) {
		return fmt.Errorf("%s %s is not UTF-8", what, quoted.Text(name))
	}
	return nil
}

func (c *cells) note(names []string, kind, name string) []string {
	if c.known[kind+name] {
		return names
	}
	c.known[kind+name] = true
	return append(names, name)
}

func (c *cells) coins(file string) (*Coins, error) {
	if len(c.models) == 0 {
		return nil, fmt.Errorf("%s: no rows", quoted.Path(file))
	}
	coins := &Coins{Models: c.models, Questions: c.questions}
	for _, model := range c.models {
		row := make([]float64, len(c.questions))
		for q, question := range c.questions {
			p, ok := c.p[[2]string{model, question}]
			if !ok {
				missing := len(c.models)*len(c.questions) - len(c.p)
				return nil, fmt.Errorf("%s: %d of %d probabilities are missing, first for model %s, question %s",
					quoted.Path(file), missing, len(c.models)*len(c.questions), quoted.Text(model), quoted.Text(question))
			}
			row[q] = p
		}
		coins.P = append(coins.P, row)
	}
	return coins, nil
}

// Write writes the coins as CSV, in a form that ReadCoins reads.
func (c *Coins) Write(w io.Writer) error {
	rows := csv.NewWriter(w)
	_ = rows.Write([]string{"model", "question", "p"}) // the writer keeps errors until Flush
	for model, row := range c.P {
		for q, p := range row {
			_ = rows.Write([]string{c.Models[model], c.Questions[q], strconv.FormatFloat(p, 'g', -1, 64)})
		}
	}
	rows.Flush()
	return rows.Error()
}
