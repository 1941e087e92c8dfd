package main

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strings"

	"golang.org/x/sync/errgroup"

	"settle/figures"
	"settle/internal/exact"
	"settle/internal/rng"
	"settle/internal/tables"
)

// seed is the seed of every study. A board depends only on this seed, the name of its random stream
// and its index. Runs with different numbers of boards therefore begin with the same boards.
const seed = 1

// A study measures the tables in one block of a page.
type study struct {
	name      string // name of the record; the name of the block has spaces instead of hyphens
	page      string // name of a file in docs, without .md
	boards    int    // number of boards per part, for the numbers on the page
	sample    int    // number of boards per part that the tests draw again
	every     int    // quick tests draw only every n-th part
	intervals int    // number of intervals per board from which a share is computed; 0 means 1
	labels    []label
	columns   []column
	parts     []part

	// summary returns a table computed from all rows, for the block "summary". It is nil if the
	// study has no such block.
	summary func(s *study, shown [][]float64) string

	// figure returns the figure of the page. It is nil if the page has no figure.
	figure func(s *study, shown [][]float64) *figures.Figure
}

// A label is the head of a column whose cells describe the rows.
type label struct {
	head  string
	right bool
}

// A column shows one number of each row, or several numbers separated by slashes.
type column struct {
	head    string
	formats []format
}

// A format says how a number is shown. It also says how much the number may differ when tests
// measure it again on a sample of the boards.
type format struct {
	scale  float64
	digits int
	share  bool    // whether it is a share of events, whose standard error then has a lower bound
	slack  float64 // relative tolerance in addition to standard errors
	bound  int     // −1 for a minimum over boards, +1 for a maximum, which fewer boards cannot exceed
}

// Formats of numbers that several studies use: percentages, counts, and widths of intervals.
var (
	percent = format{scale: 100, digits: 1, share: true}
	count   = format{scale: 1}
	width   = format{scale: 1, digits: 3, slack: 0.15}
)

// percents returns a column of percentages for each head.
func percents(heads ...string) []column {
	columns := make([]column, len(heads))
	for i, head := range heads {
		columns[i] = column{head, []format{percent}}
	}
	return columns
}

// A part holds the rows that are measured on the same boards.
type part struct {
	rows    []row
	measure func(ctx context.Context, boards int) ([]number, error) // returns the numbers row by row
}

// A row describes one row of a table.
type row struct {
	table string   // title of the row's table, if the block has several tables
	cells []string // labels of the row
}

// A number is a measured value with its standard error. The standard error is NaN if it is
// unknown, and the value is NaN if there is nothing to measure.
type number struct{ value, se float64 }

// rows returns the rows of all parts.
func (s *study) rows() (all []row) {
	for _, p := range s.parts {
		all = append(all, p.rows...)
	}
	return all
}

// formats returns the formats of all numbers in a row.
func (s *study) formats() (all []format) {
	for _, c := range s.columns {
		all = append(all, c.formats...)
	}
	return all
}

// measure measures one part of the study on the given number of boards. It returns the numbers of
// each row, multiplied by the scales of their columns.
func (s *study) measure(ctx context.Context, p part, boards int) ([][]number, error) {
	numbers, err := p.measure(ctx, boards)
	if err != nil {
		return nil, fmt.Errorf("%s, %s: %w", s.name, strings.Join(p.rows[0].cells, ", "), err)
	}
	formats := s.formats()
	if len(numbers) != len(p.rows)*len(formats) {
		return nil, fmt.Errorf("%s: %d numbers do not fill %d rows of %d", s.name, len(numbers), len(p.rows), len(formats))
	}
	rows := make([][]number, len(p.rows))
	for i := range rows {
		rows[i] = numbers[i*len(formats):][:len(formats)]
		for j, f := range formats {
			rows[i][j].value *= f.scale
			rows[i][j].se *= f.scale
		}
	}
	return rows, nil
}

// drawEach calls draw(stream, i) for each i in 0..boards−1, in parallel, and returns the results.
// Each call has its own random stream, which depends on the purpose and on i, the index of the
// board.
func drawEach(ctx context.Context, purpose string, boards int, draw func(stream *rng.Stream, index int) ([]float64, error)) ([][]float64, error) {
	found := make([][]float64, boards)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range found {
		group.Go(func() (err error) {
			if err = ctx.Err(); err == nil {
				found[i], err = draw(rng.New(seed, purpose, i), i)
			}
			return err
		})
	}
	return found, group.Wait()
}

// means returns the mean of each number over all boards, with its standard error.
func means(found [][]float64) []number {
	numbers := make([]number, len(found[0]))
	for i := range numbers {
		var m exact.Moments
		for _, board := range found {
			m.Add(board[i])
		}
		numbers[i].value, numbers[i].se = m.Mean(len(found))
	}
	return numbers
}

// averaged returns a function that draws boards and returns the mean of each number over the
// boards. The function can be used as part.measure.
func averaged(purpose string, draw func(stream *rng.Stream, index int) ([]float64, error)) func(context.Context, int) ([]number, error) {
	return func(ctx context.Context, boards int) ([]number, error) {
		found, err := drawEach(ctx, purpose, boards, draw)
		if err != nil {
			return nil, err
		}
		return means(found), nil
	}
}

// share converts an event to a number that can be averaged: 1 if the event happened, else 0.
func share(happened bool) float64 {
	if happened {
		return 1
	}
	return 0
}

// markdown returns the tables of the study with the given numbers, as Markdown.
func (s *study) markdown(shown [][]float64) string {
	var b strings.Builder
	title := ""
	for i, r := range s.rows() {
		if i == 0 || r.table != title {
			if i > 0 {
				b.WriteString("\n")
			}
			title = r.table
			b.WriteString(s.head(title))
		}
		b.WriteString("| " + strings.Join(r.cells, " | ") + " |")
		at := 0
		for _, c := range s.columns {
			fmt.Fprintf(&b, " %s |", c.cell(shown[i][at:]))
			at += len(c.formats)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// head returns the title, if any, and the head of a table as Markdown.
func (s *study) head(title string) string {
	heads, marks := "|", "|"
	if title != "" {
		heads = "### " + title + "\n\n|"
	}
	for _, l := range s.labels {
		heads += " " + l.head + " |"
		if l.right {
			marks += "---:|"
		} else {
			marks += "---|"
		}
	}
	for _, c := range s.columns {
		heads += " " + c.head + " |"
		marks += "---:|"
	}
	return heads + "\n" + marks + "\n"
}

// cell formats the numbers of a column in one row, as the page shows them.
func (c column) cell(shown []float64) string {
	if math.IsNaN(shown[0]) {
		return "–"
	}
	cells := make([]string, len(c.formats))
	for i, f := range c.formats {
		cells[i] = tables.Float(shown[i], f.digits)
	}
	return strings.Join(cells, " / ")
}
