package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

var date = time.Date(2026, 11, 27, 12, 30, 15, 0, time.UTC)

var contents = []file{{"settle", 0o755, []byte("program")}, {"man/man1/settle.1", 0o644, []byte("page")}}

// Archives have the names, modes, owners and times that they are given, and the same bytes each time.
func TestTar(t *testing.T) {
	var packed, again bytes.Buffer
	if err := writeTar(&packed, contents, date); err != nil {
		t.Fatal(err)
	}
	if err := writeTar(&again, contents, date); err != nil || !bytes.Equal(packed.Bytes(), again.Bytes()) {
		t.Errorf("two archives differ, or %v", err)
	}
	plain, err := gzip.NewReader(&packed)
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(plain)
	for _, want := range contents {
		header, err := archive.Next()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(archive)
		if header.Name != want.name || header.FileInfo().Mode() != want.mode || header.Uid != 0 || header.Uname != "root" ||
			!header.ModTime.Equal(date) || !bytes.Equal(content, want.content) || err != nil {
			t.Errorf("%+v %q %v", header, content, err)
		}
	}
}

func TestZip(t *testing.T) {
	var packed bytes.Buffer
	if err := writeZip(&packed, contents, date); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range archive.File {
		if f.Name != contents[i].name || f.Mode() != contents[i].mode || !f.Modified.Equal(date) {
			t.Errorf("%+v", f.FileHeader)
		}
	}
}

// Two Debian and two RPM packages of the same files are equal.
func TestPackagesAreEqual(t *testing.T) {
	var folders [2]string
	for i := range folders {
		folders[i] = t.TempDir()
		if err := writePackages(folders[i], t.TempDir(), "0.1.0", "arm64", contents, date); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"settle_0.1.0-1_arm64.deb", "settle-0.1.0-1.aarch64.rpm"} {
		a, err := os.ReadFile(filepath.Join(folders[0], name))
		if err != nil {
			t.Error(err)
		}
		if b, err := os.ReadFile(filepath.Join(folders[1], name)); err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: two packages differ, or %v", name, err)
		}
	}
}

// Every page renders without a warning of groff, and no text starts a request.
func TestManPages(t *testing.T) {
	pages, err := manPages("v0.1.0", date)
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) < 20 || pages[0].name != "man/man1/settle.1" {
		t.Errorf("%d pages, the first is %s", len(pages), pages[0].name)
	}
	request := regexp.MustCompile(`^\.(TH|ad|nh|SH|SS|TP|B|BR|PP|\\")( |$)`)
	for _, page := range pages {
		for line := range strings.Lines(string(page.content)) {
			line = strings.TrimSuffix(line, "\n")
			if line == "" || strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !request.MatchString(line) {
				t.Errorf("%s: line %q", page.name, line)
			}
		}
		if _, err := exec.LookPath("groff"); err != nil {
			continue
		}
		groff := exec.CommandContext(t.Context(), "groff", "-man", "-Tutf8", "-ww", "-z")
		groff.Stdin = bytes.NewReader(page.content)
		if out, err := groff.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", page.name, err, out)
		}
	}
}

// The completions call the program by its name, not by the path of the one that printed them.
func TestCompletions(t *testing.T) {
	scripts, err := completions()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"completions/settle.bash": "complete -o default -o bashdefault -C settle settle\n",
		"completions/_settle": "#compdef settle\nautoload -U +X bashcompinit && bashcompinit\n" +
			"_bash_complete -o default -o bashdefault -C settle\n",
	}
	for _, script := range scripts {
		if text, ok := want[script.name]; ok && string(script.content) != text {
			t.Errorf("%s:\n%s", script.name, script.content)
		}
		if strings.Contains(string(script.content), "/") {
			t.Errorf("%s names a path:\n%s", script.name, script.content)
		}
	}
}

// The licence is that of the files; without any, or with text of no known licence, it fails.
func TestLicensed(t *testing.T) {
	folder := t.TempDir()
	d := dependency{Kind: kindModule, Name: "example.org/sine", Version: "v1.0.0"}
	if _, err := licensed(d, folder); err == nil {
		t.Error("a module without a licence passes")
	}
	if err := os.WriteFile(filepath.Join(folder, "LICENSE"), []byte("Do as you like."), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := licensed(d, folder); err == nil {
		t.Error("an unknown licence passes")
	}
	got, err := licensed(d, root)
	if err != nil || got.Licence != "MIT" {
		t.Errorf("%+v %v", got, err)
	}
}

// The SBOM can be read again; it has no random number, and fails on a binary with a module that is
// not listed: this test's own.
func TestSBOM(t *testing.T) {
	all := []dependency{
		{Kind: kindModule, Name: "gonum.org/v1/gonum", Version: "v0.17.0", Licence: "BSD-3-Clause"},
		{Kind: kindNPM, Name: "@bjorn3/browser_wasi_shim", Version: "0.4.2", Licence: "MIT OR Apache-2.0"},
	}
	var text bytes.Buffer
	if err := writeSBOM(&text, "0.1.0", date, nil, all); err != nil {
		t.Fatal(err)
	}
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(&text, cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if bom.SerialNumber != "" || bom.Metadata.Timestamp != "2026-11-27T12:30:15Z" || len(*bom.Components) != 2 ||
		(*bom.Components)[1].PackageURL != "pkg:npm/%40bjorn3/browser_wasi_shim@0.4.2" {
		t.Errorf("%+v", bom)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := writeSBOM(&text, "0.1.0", date, []string{self}, all); err == nil {
		t.Error("a binary with a module that is not listed passes")
	}
}
