package report

import (
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The examples follow from the doc; the hashes are 32-bit FNV-1a, whose value
// for no bytes is its offset basis 811c9dc5.
func TestSafeName(t *testing.T) {
	for name, want := range map[string]string{
		"gpt-oss_20b.v2": "gpt-oss_20b.v2",
		"":               "_-811c9dc5",
	} {
		if got := SafeName(name); got != want {
			t.Errorf("SafeName(%q) = %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{".", "..", ".hidden", "-rf", "../../etc/passwd", "a/b", `a\b`, "a b", "é", "\x00", strings.Repeat("x", 101)} {
		if got := SafeName(name); got == name {
			t.Errorf("SafeName(%q) kept it", name)
		}
	}
}

// For every two names: a part of a file name that IsSafeName accepts, that names a
// file in the folder itself, and that differs if they do. (Two 32-bit hashes
// are equal once in 4e9 pairs.)
func TestSafeNameProperties(t *testing.T) {
	name := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a./_ -]{0,4}`), rapid.StringOfN(rapid.Rune(), 90, 120, -1))
	rapid.Check(t, func(t *rapid.T) {
		a, b := name.Draw(t, "a"), name.Draw(t, "b")
		safe := SafeName(a)
		if !IsSafeName(safe + ".svg") {
			t.Fatalf("SafeName(%q) = %q is not safe", a, safe)
		}
		if !filepath.IsLocal(safe) || filepath.Base(safe) != safe || len(safe) > 109 {
			t.Fatalf("SafeName(%q) = %q", a, safe)
		}
		if a != b && safe == SafeName(b) {
			t.Fatalf("%q and %q are both %q", a, b, safe)
		}
		if SafeName(safe) != safe && len(safe) <= maxName {
			t.Fatalf("SafeName(%q) = %q is changed again", a, safe)
		}
	})
}
