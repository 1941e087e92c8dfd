package report

import "testing"

// A line of text names three files; JSON, which is the value itself, has all.
func TestProvenanceNamesFewFiles(t *testing.T) {
	digest := "0123456789abcdef"
	p := Provenance{Version: "v1", Seed: 2, Command: "settle rank *"}
	for _, name := range []string{"a", "b", "c"} {
		p.Input = append(p.Input, Input{Name: name, SHA256: &digest})
	}
	want := "From: settle rank *; a: SHA-256 0123456789ab; b: SHA-256 0123456789ab; c: SHA-256 0123456789ab; "
	if got := p.String(); got != want+"seed 2; settle v1." {
		t.Error(got)
	}
	p.Input = append(p.Input, Input{Name: "d"}, Input{Name: "e"})
	if got := p.String(); got != want+"and 2 more; seed 2; settle v1." {
		t.Error(got)
	}
}

// A line of text names each file once, also where several of one name come from several folders.
func TestProvenanceNamesFilesOnce(t *testing.T) {
	digest, other := "0123456789abcdef", "fedcba98765432100"
	for command, want := range map[string]string{
		"settle rank a.csv":                       "settle rank a.csv; SHA-256 0123456789ab, SHA-256 fedcba987654",
		"settle compare a.csv a.csv x y":          "settle compare a.csv (2 files) x y; SHA-256 0123456789ab, SHA-256 fedcba987654",
		"settle rank a.csv a.csv a.csv":           "settle rank a.csv (3 files); SHA-256 0123456789ab, SHA-256 fedcba987654",
		"settle rank counts:a.csv,drop=0.1 --n 2": "settle rank counts:a.csv,drop=0.1 --n 2; SHA-256 0123456789ab, SHA-256 fedcba987654",
		"settle rank aa.csv":                      "settle rank aa.csv; a.csv: SHA-256 0123456789ab; a.csv: SHA-256 fedcba987654",
	} {
		p := Provenance{Version: "v1", Seed: 2, Command: command, Input: []Input{{"a.csv", &digest}, {"a.csv", &other}}}
		if got := p.String(); got != "From: "+want+"; seed 2; settle v1." {
			t.Errorf("%s: %s", command, got)
		}
	}
}
