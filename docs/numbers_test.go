package docs_test

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// marked matches a number in a sentence that follows from recorded measurements:
//
//	<!-- VERB STUDY: WHAT if CONDITION and CONDITION -->12.3<!-- end -->
//
// STUDY is a file in testdata/studies. Its rows that meet the conditions are chosen; all of
// them without "if". WHAT is a column, "A ÷ B" or "A − B", and "HEAD #2" names the second
// column of one head. VERB is at (the number of the only row), min, max, or range (such as
// "1.2 to 3.4"). With the VERB count, WHAT is conditions, and the number is "3 of 12". A
// condition compares a label or a column by =, ≠, <, ≤, > or ≥.
var marked = regexp.MustCompile(`<!-- (at|min|max|range|count) ([a-z0-9-]+): ([^\n]+?) -->([^<]*)<!-- end -->`)

// Every marked number of a sentence is the number that the recorded table gives. With
// -update the numbers are written.
func TestMeasuredNumbers(t *testing.T) {
	found := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		fresh := marked.ReplaceAllStringFunc(string(text), func(mark string) string {
			found++
			match := marked.FindStringSubmatch(mark)
			want, err := number(match[1], match[2], match[3])
			if err != nil {
				t.Errorf("%s: %s: %v", page, mark, err)
				return mark
			}
			if match[4] != want && !*update {
				t.Errorf("%s says %q, want %q: %s", page, match[4], want, mark)
			}
			return strings.TrimSuffix(mark, match[4]+"<!-- end -->") + want + "<!-- end -->"
		})
		// A line that begins with a comment is a block of HTML in Markdown, and ends a paragraph.
		if line := regexp.MustCompile(`(?m)^ *<!-- (?:at|min|max|range|count) .*`).FindString(string(text)); line != "" {
			t.Errorf("%s: a line begins with a mark: %s", page, line)
		}
		// A mark with a slip would be a comment that nothing checks.
		if ends := strings.Count(string(text), "<!-- end -->"); ends != len(marked.FindAllString(string(text), -1)) {
			t.Errorf("%s has %d ends of marks, not all of which match %v", page, ends, marked)
		}
		if *update && fresh != string(text) {
			if err := os.WriteFile(page, []byte(fresh), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	if found < 40 {
		t.Errorf("%d marked numbers", found)
	}
}

// number returns the number of a mark, with the digits of the record.
func number(verb, study, what string) (string, error) {
	rows, err := recorded(study)
	if err != nil {
		return "", err
	}
	what, conditions, _ := strings.Cut(what, " if ")
	if rows, err = meeting(rows, conditions); err != nil {
		return "", err
	}
	if len(rows) == 0 || verb == "at" && len(rows) > 1 {
		return "", fmt.Errorf("%d rows", len(rows))
	}
	if verb == "count" {
		counted, err := meeting(rows, what)
		return fmt.Sprintf("%d of %d", len(counted), len(rows)), err
	}
	numbers, digits := make([]float64, 0, len(rows)), 0
	for _, row := range rows {
		x, places, err := row.value(what)
		if err != nil {
			return "", err
		}
		if !math.IsNaN(x) {
			numbers, digits = append(numbers, x), max(digits, places)
		}
	}
	if len(numbers) == 0 {
		return "", fmt.Errorf("no row has a number")
	}
	shown := func(x float64) string { return strconv.FormatFloat(x, 'f', digits, 64) }
	least, most := shown(slices.Min(numbers)), shown(slices.Max(numbers))
	switch {
	case verb == "max":
		return most, nil
	case verb == "range" && least != most:
		return least + " to " + most, nil
	}
	return least, nil
}

// cells holds the cells of one row of a record by column.
type cells map[string]string

// value returns a column, or the ratio or difference of two, and the number of its digits
// behind the point. It returns NaN for an empty cell.
func (c cells) value(what string) (x float64, digits int, err error) {
	cell, ok := c[what]
	for _, sign := range []string{" ÷ ", " − "} {
		a, b, two := strings.Cut(what, sign)
		if ok || !two {
			continue
		}
		x, n, err := c.value(a)
		if err != nil {
			return 0, 0, err
		}
		y, m, err := c.value(b)
		if sign == " ÷ " {
			return x / y, 2, err
		}
		return x - y, max(n, m), err
	}
	if !ok {
		return 0, 0, fmt.Errorf("no column %q", what)
	}
	if cell == "" {
		return math.NaN(), 0, nil
	}
	_, fraction, _ := strings.Cut(cell, ".")
	x, err = strconv.ParseFloat(cell, 64)
	return x, len(fraction), err
}

// recorded returns the rows that the page of a study shows. A head that occurs again
// becomes "HEAD #2" and so on.
func recorded(study string) ([]cells, error) {
	file, err := os.Open(filepath.Join("testdata", "studies", study+".csv"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	heads, seen := lines[0], map[string]int{}
	for i, head := range heads {
		head = strings.TrimPrefix(strings.ReplaceAll(head, "`", ""), "--") // which a comment must not hold
		if seen[head]++; seen[head] > 1 {
			head = fmt.Sprintf("%s #%d", head, seen[head])
		}
		heads[i] = head
	}
	var rows []cells
	for i := 1; i < len(lines); i += 2 { // every other line is of the sample that tests draw
		row := cells{}
		for at, cell := range lines[i] {
			row[heads[at]] = strings.ReplaceAll(cell, "`", "")
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// comparison matches a condition of a mark.
var comparison = regexp.MustCompile(`^(.+) ([=≠<≤>≥]) (.+)$`)

// meeting returns the rows that meet all conditions.
func meeting(rows []cells, conditions string) ([]cells, error) {
	if conditions == "" {
		return rows, nil
	}
	for condition := range strings.SplitSeq(conditions, " and ") {
		match := comparison.FindStringSubmatch(condition)
		if match == nil {
			return nil, fmt.Errorf("no condition: %q", condition)
		}
		var left []cells
		for _, row := range rows {
			cell, ok := row[match[1]]
			if !ok {
				return nil, fmt.Errorf("no column %q", match[1])
			}
			x, err := strconv.ParseFloat(cell, 64)
			y, err2 := strconv.ParseFloat(match[3], 64)
			numbers := err == nil && err2 == nil
			var holds bool
			switch match[2] {
			case "=":
				holds = cell == match[3] || numbers && x == y
			case "≠":
				holds = cell != match[3] && !(numbers && x == y)
			case "<":
				holds = numbers && x < y
			case "≤":
				holds = numbers && x <= y
			case ">":
				holds = numbers && x > y
			case "≥":
				holds = numbers && x >= y
			}
			if holds {
				left = append(left, row)
			}
		}
		rows = left
	}
	return rows, nil
}
