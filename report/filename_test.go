package report

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/tests/nametest"
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
	for _, name := range []string{"CON", "nul", "Com1.txt", "lpt9.a.b", "aux.", "a.", ".", "..", ".hidden", "-rf", "../../etc/passwd", "a/b", `a\b`, "a b", "é", "\x00", strings.Repeat("x", 101)} {
		if got := SafeName(name); got == name {
			t.Errorf("SafeName(%q) kept it", name)
		}
	}
}

// Of every hostile name the part of a file name is of plain letters, short, and none
// that leads elsewhere or that Windows keeps for a device (its documentation, "Naming
// Files, Paths, and Namespaces").
func TestSafeNameOfHostileNames(t *testing.T) {
	plain := regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,110}$`)
	device := regexp.MustCompile(`(?i)^(CON|PRN|AUX|NUL|COM\d|LPT\d)(\..*)?$`)
	seen := map[string]string{}
	for _, name := range nametest.Texts() {
		safe := SafeName(name)
		if !plain.MatchString(safe) || device.MatchString(safe) || device.MatchString(safe+".svg") || strings.HasSuffix(safe, ".") || !IsSafeName(safe) {
			t.Errorf("SafeName(%q) = %q", name, safe)
		}
		if other, ok := seen[strings.ToLower(safe)]; ok {
			t.Errorf("%q and %q are both %q", name, other, safe)
		}
		seen[strings.ToLower(safe)] = name
	}
	for _, name := range []string{"CON", "nul.svg", "con.tar.gz", "a.", "../a", ""} {
		if IsSafeName(name) {
			t.Errorf("%q is taken for safe", name)
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
