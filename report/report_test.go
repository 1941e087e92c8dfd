package report

import (
	"encoding/json"
	"strings"
	"testing"

	"settle/internal/tables"
)

// A terminal obeys U+009B as it does ESC [ (ECMA-48), and U+202E reverses what
// follows: no form shows them raw, and JSON reads them back (RFC 8259, section 7).
func TestNamesAreOnlyNames(t *testing.T) {
	const evil = "a\u009b31m\u202eb\x7f\x1b[0m"
	r := Report{
		JSON:   map[string]string{"model": evil},
		Tables: []*tables.Table{{Title: evil, Columns: []tables.Column{{Name: evil}}, Rows: [][]string{{evil}}, Notes: []string{evil}}},
	}
	for _, format := range append(tables.Formats(), JSON) {
		rendered, err := r.Render(format)
		if err != nil {
			t.Fatal(err)
		}
		if at := strings.IndexAny(string(rendered), "\u009b\u202e\x7f\x1b"); at >= 0 {
			t.Errorf("%s holds a control character: %q", format, rendered)
		}
		if format != "json" {
			continue
		}
		var back map[string]any
		if err := json.Unmarshal(rendered, &back); err != nil || back["model"] != evil {
			t.Errorf("JSON is read back as %q, %v", back, err)
		}
	}
}

// The provenance is the last member of a JSON object, and the last note of the
// last table; CSV stays as it is.
func TestProvenance(t *testing.T) {
	sum := strings.Repeat("0123456789abcdef", 4)
	r := Report{
		JSON:   map[string]int{"n": 1},
		Tables: []*tables.Table{{Columns: []tables.Column{{Name: "n"}}, Rows: [][]string{{"1"}}}},
		Provenance: &Provenance{
			Version: "1.2.0", Seed: 7, Command: "settle rank b.csv",
			Input: []Input{{Name: "b.csv", SHA256: &sum}, {Name: "-"}},
		},
	}
	for format, want := range map[string]string{
		"csv":  "n\n1\n",
		"text": "n\n─\n1\n\nFrom: settle rank b.csv; SHA-256 0123456789ab; -: content unknown; seed 7; settle 1.2.0.\n",
		"json": `{
  "n": 1,
  "provenance": {
    "version": "1.2.0",
    "seed": 7,
    "input": [
      {
        "name": "b.csv",
        "sha256": "` + sum + `"
      },
      {
        "name": "-",
        "sha256": null
      }
    ],
    "command": "settle rank b.csv"
  }
}
`,
	} {
		rendered, err := r.Render(format)
		if err != nil || string(rendered) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", format, err, rendered, want)
		}
	}
	if len(r.Tables[0].Notes) != 0 {
		t.Error("rendering changed the table")
	}
}
