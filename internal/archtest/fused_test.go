package archtest_test

import (
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shows are the packages that show what others decided: where they fuse, a dot
// of a figure may lie 10⁻¹⁶ of its width elsewhere.
var shows = []string{"cmd", "docs", "experiments", "figures", "report"}

// fused are the files of the others that may hold fused operations, and why.
var fused = map[string]string{
	"sim/orderat.go":                 "complex products, put into a Fourier transform and known to 1e-13 anyway",
	"study/sequential/correction.go": "gonum's Quantile, inlined: 0 + 1·z is z, fused or not",
}

// fusedOperation is one in an assembly listing, with its file: FMADD, FNMSUB and
// the like, on amd64 VFMADD231SD.
var fusedOperation = regexp.MustCompile(`\(([^():]+):(\d+)\)\tV?FN?M(?:ADD|SUB)\w*\t`)

// Packages that decide round every product before it is added: what the compiler
// makes of them for this processor has no fused operation.
func TestNothingIsFused(t *testing.T) {
	target := strings.Fields(output(t, "go", "env", "GOARCH", "GOAMD64"))
	if slices.Contains([]string{"386", "amd64 v1", "amd64 v2"}, strings.Join(target, " ")) {
		t.Skip("the compiler fuses nothing for this processor")
	}
	var decide []string
	list := output(t, "go", "list", "-f", "{{if .GoFiles}}{{.ImportPath}}{{end}}", "settle/...")
	for name := range strings.FieldsSeq(list) {
		if !onlyShows(strings.TrimPrefix(name, "settle/")) {
			decide = append(decide, name)
		}
	}
	if len(decide) < 20 {
		t.Fatalf("only %v decide", decide)
	}
	// With -trimpath the listing names each file as settle/package/file.go.
	listing := output(t, "go", append([]string{"build", "-trimpath", "-gcflags=settle/...=-S"}, decide...)...)
	if !strings.Contains(listing, "(settle/kendall/") {
		t.Fatal("the listing does not name the files of kendall")
	}
	for _, match := range fusedOperation.FindAllStringSubmatch(listing, -1) {
		file, ours := strings.CutPrefix(match[1], "settle/")
		if _, known := fused[file]; ours && !known && !onlyShows(file) {
			t.Errorf("%s:%s: a product is fused with a sum: write float64(x*y)", file, match[2])
		}
	}
}

// onlyShows reports whether a path below the root is of a package that shows
// what others decided.
func onlyShows(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return slices.Contains(shows, first)
}

// output is what a command prints to both of its streams.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%.2000s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}
