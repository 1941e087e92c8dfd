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

// numbers lists the columns in the data of figures that contain numbers.
var numbers = []string{
	"x", "y", "se", "lo", "hi", "score", "observed", "place", "rank_lo", "rank_hi", "n", "gold", "share",
}

// packedData returns the data of a figure for page.js, if the page has no file of it.
// The data is CSV, compressed, in base64. Its numbers are as precise as the page shows
// them.
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

// shorten copies the data of a figure. It rounds numbers to the precision that the page
// shows, and makes names safe for spreadsheets.
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

// formatCell formats a number from CSV for a reader. It is unchanged if it has at most
// five decimals. Otherwise it is rounded to four decimals or, below 0.001, to three
// significant digits.
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
