package command

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// Whatever the words of a command line are, it is answered with help, or refused as
// wrong usage with one line that is fit for a terminal and not too long. The last
// word makes every line wrong that is not, so that nothing runs.
func FuzzGrammar(f *testing.F) {
	for _, line := range []string{
		"", "rank", "rank board.csv --metrics pass@2", "rnak", "help rank", "simulate pair A B --trials 010", "budget adpat x",
		"schemata --format=json", "--seed=0x10", "converge x --trace 1,1", "rank x --draws=", "completion zsh", "version --quiet=false",
		"bootstrap\x00", "rank \x1b[31m", "rank " + strings.Repeat("x", 5000), "--max-memory=1e99GB rank x", "reproduce --list --list", "rank - -", "verify", "--",
	} {
		f.Add(strings.ReplaceAll(line, " ", "\n"))
	}
	f.Fuzz(func(t *testing.T, words string) {
		args := strings.Split(words, "\n")
		if slices.Contains(args, "--") {
			return // behind it the last word would be an argument
		}
		code, stdout, stderr := play(t, append(args, "--workers=5000")...)
		stderr = complaint(stderr)
		switch {
		case code == 0 && stdout != "" && stderr == "":
		case code == 2 && stdout == "" && strings.Count(stderr, "\n") == 1 && strings.HasPrefix(stderr, "settle: "):
		default:
			t.Errorf("exit %d, %d bytes on stdout, stderr %q", code, len(stdout), stderr)
		}
		if len(stderr) > 2000 {
			t.Errorf("a line of %d bytes", len(stderr))
		}
		if at := strings.IndexFunc(strings.TrimSuffix(stderr, "\n"), func(r rune) bool { return !unicode.IsGraphic(r) }); at >= 0 {
			t.Errorf("stderr holds %q", stderr[at])
		}
	})
}
