package catalog_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/command"
	"settle/internal/tests/clitest"
)

func TestMain(m *testing.M) {
	clitest.Main(m, map[string]func(){"settle": func() { cli.Main(command.Settle) }})
}

// The scripts say in their comments where their expectations come from.
func TestScripts(t *testing.T) { clitest.Run(t) }

// The table fits 100 columns, with classes and with microseconds; notes are paragraphs.
func TestTableFits(t *testing.T) {
	for _, args := range [][]string{{"metrics"}, {"metrics", "--measure"}, {"metrics", "bayes"}} {
		var stdout, stderr bytes.Buffer
		if code := command.Settle(t.Context(), args, &stdout, &stderr); code != 0 {
			t.Fatal(stderr.String())
		}
		rows := 0
		for line := range strings.Lines(stdout.String()) {
			if !strings.Contains(line, "  ") {
				continue // no row of a table
			}
			if rows++; utf8.RuneCountInString(strings.TrimRight(line, "\n")) > 100 {
				t.Errorf("%v: a row is too wide: %s", args, line)
			}
		}
		if rows < 6 {
			t.Errorf("%v: %d rows", args, rows)
		}
	}
}
