package merge_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"settle/cmd/internal/command"
	"settle/shards"
)

// What a part asks for is run only if it leaves such parts behind: no part writes files by
// being merged, merges itself for ever, or names another command than its plan does.
func TestForgedPartsAreNotRun(t *testing.T) {
	t.Chdir(t.TempDir())
	for words, planned := range map[string]string{
		"simulate write written.csv": "simulate write",
		"merge forged.settle-part":   "merge",
		"converge stand-in:hmmt25":   "bootstrap",
		"rank stand-in:hmmt25":       "",
	} {
		forged := &shards.Part{
			Command: strings.Fields(words), Plan: shards.Plan{{Name: "command", Value: planned}}, Shard: &shards.Shard{I: 1, N: 1},
		}
		if err := forged.Write("forged.settle-part"); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := command.Settle(t.Context(), []string{"merge", "forged.settle-part"}, &stdout, &stderr)
		if code != 1 || stdout.Len() > 0 || !strings.Contains(stderr.String(), "which did not make them") {
			t.Errorf("%s: exit %d, %s%s", words, code, stdout.String(), stderr.String())
		}
	}
	if _, err := os.Stat("written.csv"); err == nil {
		t.Error("a part wrote a file")
	}
}
