package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"settle/figures"
	"settle/internal/tables"
)

// A record holds the measured numbers of a study, by row. The shown numbers are rounded as on the
// page. The sample numbers are those of the first few boards, which the tests measure again.
type record struct{ shown, sample [][]float64 }

// path returns the path of the file with the study's record.
func (s *study) path(docs string) string {
	return filepath.Join(docs, "testdata", "studies", s.name+".csv")
}

// picture returns the path of the file with the study's figure.
func (s *study) picture(docs string) string { return filepath.Join(docs, s.page+".svg") }

// draw draws the figure of the study as SVG.
func (s *study) draw(shown [][]float64) ([]byte, error) {
	var drawn bytes.Buffer
	err := s.figure(s, shown).Write(&drawn, figures.SVG)
	return drawn.Bytes(), err
}

// write writes a record as CSV. Each row of the study becomes two lines: one with the numbers shown
// on the page, and one with the numbers of the sample.
func (s *study) write(w io.Writer, r record) error {
	out := csv.NewWriter(w)
	lines := [][]string{s.heads()}
	for i, labels := range s.rows() {
		lines = append(lines, s.line(labels, s.boards, r.shown[i], s.text), s.line(labels, s.sample, r.sample[i], precise))
	}
	return out.WriteAll(lines)
}

// heads returns the column heads of the CSV file with the study's record.
func (s *study) heads() []string {
	heads := []string{"table"}
	for _, l := range s.labels {
		heads = append(heads, l.head)
	}
	heads = append(heads, "boards")
	for _, c := range s.columns {
		for range c.formats {
			heads = append(heads, c.head)
		}
	}
	return heads
}

// line returns one line of a record. It formats the numbers by text(at, x); NaN becomes an empty
// cell.
func (s *study) line(r row, boards int, numbers []float64, text func(at int, x float64) string) []string {
	line := append([]string{r.table}, r.cells...)
	line = append(line, strconv.Itoa(boards))
	for at, x := range numbers {
		if math.IsNaN(x) {
			line = append(line, "")
		} else {
			line = append(line, text(at, x))
		}
	}
	return line
}

// text formats a number with as many digits as on the page.
func (s *study) text(at int, x float64) string { return tables.Float(x, s.formats()[at].digits) }

// precise formats a number with the digits on which all processors agree.
func precise(_ int, x float64) string { return strconv.FormatFloat(x, 'g', 9, 64) }

// read reads the record of the study from the folder docs. It fails if the rows, the columns or
// the number of boards in the file do not match the study.
func (s *study) read(docs string) (r record, err error) {
	file, err := os.Open(s.path(docs))
	if err != nil {
		return r, err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return r, err
	}
	stale := func(line int) error {
		return fmt.Errorf("%s:%d: the record does not match the study; run go run ./cmd/internal/measure %s", s.path(docs), line, s.name)
	}
	rows := s.rows()
	if len(lines) != 1+2*len(rows) {
		return r, stale(len(lines))
	}
	for i, line := range lines {
		want := s.heads()
		if i > 0 {
			want = s.line(rows[(i-1)/2], [2]int{s.boards, s.sample}[(i-1)%2], nil, nil)
		}
		if strings.Join(line[:len(want)], "\t") != strings.Join(want, "\t") {
			return r, stale(i + 1)
		}
		if i == 0 {
			continue
		}
		numbers, err := parse(line[len(want):])
		if err != nil {
			return r, fmt.Errorf("%s:%d: %w", s.path(docs), i+1, err)
		}
		if i%2 == 1 {
			r.shown = append(r.shown, numbers)
		} else {
			r.sample = append(r.sample, numbers)
		}
	}
	return r, nil
}

// parse returns the numbers in the cells of a line; empty cells become NaN.
func parse(cells []string) ([]float64, error) {
	numbers := make([]float64, len(cells))
	for i, cell := range cells {
		x, err := strconv.ParseFloat(cell, 64)
		if cell == "" {
			x, err = math.NaN(), nil
		}
		if err != nil {
			return nil, err
		}
		numbers[i] = x
	}
	return numbers, nil
}

// blocks returns the text of each block of the study's page, keyed by name.
func (s *study) blocks(shown [][]float64) map[string]string {
	blocks := map[string]string{strings.ReplaceAll(s.name, "-", " "): s.markdown(shown)}
	if s.summary != nil {
		blocks["summary"] = s.summary(s, shown)
	}
	return blocks
}

// replace returns the page with a new text in the named block.
func replace(page, block, text string) (string, error) {
	begin, end := "<!-- "+block+" -->\n\n", "\n<!-- end of "+block+" -->"
	before, rest, ok := strings.Cut(page, begin)
	_, after, also := strings.Cut(rest, end)
	if !ok || !also {
		return "", fmt.Errorf("the page has no block %q", block)
	}
	return before + begin + strings.TrimRight(text, "\n") + end + after, nil
}
