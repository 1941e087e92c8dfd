package page

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"

	"settle/figures"
	"settle/internal/tables"
)

// numbers holds the names of the columns that contain numbers in the CSV data of
// figures.
var numbers = []string{
	"x", "y", "se", "lo", "hi", "score", "observed", "place", "rank_lo", "rank_hi", "n", "gold", "share",
}

// packedData returns the data of a figure for the script page.js, as compressed CSV in
// base64. A page contains it for figures whose data are not offered for download. The
// numbers have the precision that the page shows.
func packedData(f *figures.Figure) (string, error) {
	var plain, short bytes.Buffer
	if err := f.WriteData(&plain); err != nil {
		return "", err
	}
	if err := shorten(&short, &plain); err != nil {
		return "", err
	}
	return deflated(short.Bytes())
}

// shorten copies the CSV data of a figure. It rounds numbers to the precision that the
// page shows, and changes names so that a spreadsheet cannot run them as formulas.
func shorten(to, from *bytes.Buffer) error {
	records, err := csv.NewReader(from).ReadAll()
	if err != nil {
		return err
	}
	for _, record := range records[1:] {
		for i, cell := range record {
			if record[i] = tables.SafeCell(cell); slices.Contains(numbers, records[0][i]) {
				record[i] = formatCell(cell)
			}
		}
	}
	w := csv.NewWriter(to)
	return w.WriteAll(records)
}

// formatCell formats a number from CSV for a reader. A number with at most five
// decimals stays unchanged. Any other number is rounded to four decimals or, if it is
// below 0.001, to three significant digits.
func formatCell(cell string) string {
	v, err := strconv.ParseFloat(cell, 64)
	_, decimals, _ := bytes.Cut([]byte(cell), []byte("."))
	switch {
	case err != nil || math.IsInf(v, 0) || len(decimals) <= 5 && !bytes.ContainsAny([]byte(cell), "eE"):
		return cell
	case math.Abs(v) >= 0.001:
		return tables.Float(v, 4)
	}
	return fmt.Sprintf("%.3g", v)
}
