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

// numbers are the columns of the data of figures that hold numbers.
var numbers = []string{
	"x", "y", "se", "lo", "hi", "score", "observed", "place", "rank_lo", "rank_hi", "n", "gold", "share",
}

// packedData is the data of a figure whose page does not hold it to save, as page.js
// reads them: CSV with numbers as precise as they are shown, deflated, in base64.
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

// shorten copies the data of a figure with numbers as they are shown and names without
// what text must not hold.
func shorten(to, from *bytes.Buffer) error {
	records, err := csv.NewReader(from).ReadAll()
	if err != nil {
		return err
	}
	for _, record := range records[1:] {
		for i, cell := range record {
			if record[i] = tables.SafeCell(cell); slices.Contains(numbers, records[0][i]) {
				record[i] = shown(cell)
			}
		}
	}
	w := csv.NewWriter(to)
	return w.WriteAll(records)
}

// shown is a number of CSV as a reader is told it: whole up to five decimals, else with
// four of them, as most tables have it, or three digits where it is small.
func shown(cell string) string {
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
