package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

var date = time.Date(2026, 11, 27, 12, 30, 15, 0, time.UTC)

var contents = fstest.MapFS{
	"man":               {Mode: fs.ModeDir | 0o755, ModTime: date},
	"man/man1":          {Mode: fs.ModeDir | 0o755, ModTime: date},
	"man/man1/settle.1": {Mode: 0o644, ModTime: date, Data: []byte("page")},
	"settle":            {Mode: 0o755, ModTime: date, Data: []byte("program")},
}

// failure returns the error with which f panics, or nil.
func failure(f func()) (err error) {
	defer func() { err, _ = recover().(error) }()
	f()
	return nil
}

// Archives have the names, modes and times of the files, are root's, and have the same bytes
// each time.
func TestTar(t *testing.T) {
	var packed, again bytes.Buffer
	writeTar(&packed, contents)
	writeTar(&again, contents)
	if !bytes.Equal(packed.Bytes(), again.Bytes()) {
		t.Error("two archives differ")
	}
	archive := tar.NewReader(must(gzip.NewReader(&packed)))
	for range contents {
		header := must(archive.Next())
		want := contents[strings.TrimSuffix(header.Name, "/")]
		if want == nil || header.FileInfo().Mode() != want.Mode || header.Uid != 0 || header.Gid != 0 || header.Uname != "" ||
			!header.ModTime.Equal(date) || header.Size != int64(len(want.Data)) {
			t.Errorf("%+v", header)
		}
	}
}

func TestZip(t *testing.T) {
	var packed bytes.Buffer
	writeZip(&packed, contents)
	archive := must(zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len())))
	for _, f := range archive.File {
		want := contents[strings.TrimSuffix(f.Name, "/")]
		if want == nil || f.Mode() != want.Mode || !f.Modified.Equal(date) {
			t.Errorf("%+v", f.FileHeader)
		}
	}
}

// Two Debian and two RPM packages of the same files are equal.
func TestPackagesAreEqual(t *testing.T) {
	folders := [2]string{t.TempDir(), t.TempDir()}
	for _, folder := range folders {
		writePackages(folder, t.TempDir(), "0.1.0", "arm64", contents, date)
	}
	for _, name := range []string{"settle_0.1.0_arm64.deb", "settle-0.1.0-1.aarch64.rpm"} {
		a, b := must(os.ReadFile(filepath.Join(folders[0], name))), must(os.ReadFile(filepath.Join(folders[1], name)))
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two packages differ", name)
		}
	}
}

// Every page renders without a warning of groff, if that is there, and no text starts a request.
func TestManPages(t *testing.T) {
	pages := manPages("0.1.0", date)
	if len(pages) < 20 || pages["man/man1/settle.1"] == nil || pages["man/man1/settle-budget-gap.1"] == nil {
		t.Errorf("%d pages", len(pages))
	}
	request := regexp.MustCompile(`^\.(TH|ad|nh|SH|SS|TP|B|BR|PP)( |$)`)
	_, noGroff := exec.LookPath("groff")
	for name, page := range pages {
		for line := range strings.SplitSeq(strings.TrimSuffix(string(page.Data), "\n"), "\n") {
			if line == "" || strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !request.MatchString(line) {
				t.Errorf("%s: line %q", name, line)
			}
		}
		if noGroff != nil {
			continue
		}
		groff := exec.Command("groff", "-man", "-Tutf8", "-ww", "-z")
		groff.Stdin = bytes.NewReader(page.Data)
		if out, err := groff.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

// The completions call the program by its name, not by the path of the one that printed them.
func TestCompletions(t *testing.T) {
	scripts := completions()
	for name, want := range map[string]string{
		"completions/settle.bash": "complete -o default -o bashdefault -C settle settle\n",
		"completions/_settle": "#compdef settle\nautoload -U +X bashcompinit && bashcompinit\n" +
			"_bash_complete -o default -o bashdefault -C settle\n",
	} {
		if got := string(scripts[name].Data); got != want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
	for name, script := range scripts {
		if bytes.Contains(script.Data, []byte("/")) {
			t.Errorf("%s names a path:\n%s", name, script.Data)
		}
	}
}

// The licence is that of the files. A module without files, or with text of no known licence,
// is an error.
func TestLicensed(t *testing.T) {
	folder := t.TempDir()
	d := dependency{Kind: kindModule, Name: "example.org/sine", Version: "v1.0.0"}
	if failure(func() { licensed(d, folder) }) == nil {
		t.Error("a module without a licence passes")
	}
	check(os.WriteFile(filepath.Join(folder, "LICENSE"), []byte("Do as you like."), 0o644))
	if failure(func() { licensed(d, folder) }) == nil {
		t.Error("an unknown licence passes")
	}
	text := must(os.ReadFile(filepath.Join(root, "LICENSE")))
	check(os.WriteFile(filepath.Join(folder, "LICENSE"), text, 0o644))
	if got := licensed(d, folder); got.Licence != "MIT" || !strings.Contains(got.Texts, "Permission is hereby granted") {
		t.Errorf("%+v", got)
	}
}

// The SBOM can be read again and has no random number. A binary with a module that is not listed,
// here this test's own, is an error.
func TestSBOM(t *testing.T) {
	all := []dependency{
		{Kind: kindModule, Name: "gonum.org/v1/gonum", Version: "v0.17.0", Licence: "BSD-3-Clause"},
		{Kind: kindNPM, Name: "@bjorn3/browser_wasi_shim", Version: "0.4.2", Licence: "MIT OR Apache-2.0"},
	}
	var text bytes.Buffer
	writeSBOM(&text, "0.1.0", date, nil, all)
	var bom cdx.BOM
	check(cdx.NewBOMDecoder(&text, cdx.BOMFileFormatJSON).Decode(&bom))
	if bom.SerialNumber != "" || bom.Metadata.Timestamp != "2026-11-27T12:30:15Z" || len(*bom.Components) != 2 ||
		(*bom.Components)[1].PackageURL != "pkg:npm/%40bjorn3/browser_wasi_shim@0.4.2" {
		t.Errorf("%+v", bom)
	}
	if failure(func() { writeSBOM(&text, "0.1.0", date, []string{must(os.Executable())}, all) }) == nil {
		t.Error("a binary with a module that is not listed passes")
	}
}
