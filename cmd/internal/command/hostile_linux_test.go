package command_test

import (
	"io"
	"strings"
	"testing"

	"settle/cmd/internal/command"
	"settle/internal/tests/clitest"
)

// On a terminal, too, the text shows names as names, and CSV is safe.
func TestHostileNamesOnTerminal(t *testing.T) {
	hostileFolder(t)
	t.Setenv("NO_COLOR", "1")
	t.Setenv("COLUMNS", "1000000") // for names in full; the terminal of the test has no size
	for _, c := range hostileCases() {
		for _, format := range []string{"text", "csv"} {
			tty, written := clitest.Terminal(t)
			code := command.Settle(t.Context(), append(c.args[:len(c.args):len(c.args)], "--format", format), tty, io.Discard)
			shown := written()
			if code != c.code {
				t.Errorf("settle %.60q: exit %d", c.args, code)
				continue
			}
			if err := wellFormed(format, shown); err != nil {
				t.Errorf("settle %.60q as %s: %v", c.args, format, err)
			}
			if lost := missing(t, format, shown, c.shows); len(lost) > 0 {
				t.Errorf("settle %.60q as %s: it does not show %q", c.args, format, strings.Join(lost, ", "))
			}
		}
	}
}
