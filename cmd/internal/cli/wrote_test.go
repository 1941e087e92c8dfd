package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestListed(t *testing.T) {
	few := []string{"rank.csv", "rank.png", "rank-page2.png"}
	if got := listLines(few); !slices.Equal(got, few) {
		t.Errorf("a few files are listed as %q, want one per line", got)
	}
	var many []string
	for i := range 40 {
		for _, ending := range []string{"csv", "pdf", "png"} {
			many = append(many, fmt.Sprintf("fig%d.%s", i+1, ending))
		}
	}
	many = append(many, "index.html", "notes")
	lines := listLines(many)
	if want := "fig1.{csv,pdf,png} fig2.{csv,pdf,png} fig3.{csv,pdf,png} fig4.{csv,pdf,png}"; lines[0] != want[:len(lines[0])] {
		t.Errorf("the list begins with %q, want a part of %q", lines[0], want)
	}
	words := strings.Fields(strings.Join(lines, " "))
	if len(words) != 42 || words[40] != "index.html" || words[41] != "notes" {
		t.Errorf("%d names of files, want 42 with the two single ones last: %q", len(words), words)
	}
	for _, line := range lines {
		if len(line) > listWidth {
			t.Errorf("%q is longer than %d", line, listWidth)
		}
	}
}
