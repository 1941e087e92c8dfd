package cli

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// What a text names, of the files a.csv, b.csv, "c,d.csv" and est.py, and how it is shown
// with each of them in capitals. By the rules of withFiles.
func TestNamedFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.csv", "b.csv", "c,d.csv", "est.py"} {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		"a.csv":                                  "A.CSV",
		"coins:a.csv":                            "coins:A.CSV",
		"c,d.csv":                                "C,D.CSV",
		"a.csv, b.csv,none.csv":                  "A.CSV,B.CSV,none.csv",
		"-":                                      "-",
		"avg,bayes":                              "avg,bayes",
		"exec:est.py":                            "exec:EST.PY",
		"exec:x=est.py -,avg,exec:python3 a.csv": "exec:x=EST.PY -,avg,exec:python3 A.CSV",
		"exec:p --w=b.csv --n=1/2 ba.csv":        "exec:p --w=B.CSV --n=1/2 ba.csv",
		"exec:p 'est.py":                         "exec:p 'est.py", // which no metric is
	} {
		if got := withFiles(text, strings.ToUpper); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
	if got := existingFiles("a.csv,-,exec:x=est.py --w=b.csv"); !slices.Equal(got, []string{"est.py", "b.csv", "a.csv", "-"}) {
		t.Errorf("named are %q", got)
	}
}
