package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing/fstest"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// platforms lists the platforms for which a release contains archives.
var platforms = []string{"linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64", "windows_amd64"}

// pack writes all files of a release into a folder. The stamp holds the linker flags that set the
// version of the program.
func pack(folder, version string, date time.Time, stamp string) {
	all := dependencies()
	if !bytes.Equal(must(os.ReadFile(licencesFile)), licencesPage(all)) {
		check(errors.New("LICENSES.md is out of date: run make licences"))
	}
	contents := commonFiles(version, date)
	work := must(os.MkdirTemp("", "settle-release-"))
	defer os.RemoveAll(work)
	var binaries []string
	for _, platform := range platforms {
		goos, arch, _ := strings.Cut(platform, "_")
		program := "settle"
		if goos == "windows" {
			program = "settle.exe"
		}
		binary := filepath.Join(work, platform, program)
		goOutput(platform, "build", "-tags", "web", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w "+stamp, "-o", binary, "./cmd/settle")
		binaries = append(binaries, binary)
		archived := maps.Clone(contents)
		archived[program] = &fstest.MapFile{Mode: 0o755, ModTime: date, Data: must(os.ReadFile(binary))}
		name := filepath.Join(folder, "settle_"+version+"_"+platform)
		if goos == "windows" {
			create(name+".zip", func(w io.Writer) { writeZip(w, archived) })
		} else {
			create(name+".tar.gz", func(w io.Writer) { writeTar(w, archived) })
		}
		if goos == "linux" {
			writePackages(folder, work, version, arch, archived, date)
		}
	}
	create(filepath.Join(folder, "settle_"+version+".cdx.json"), func(w io.Writer) { writeSBOM(w, version, date, binaries, all) })
	writeChecksums(folder)
}

// commonFiles returns the files that every archive contains besides the program.
func commonFiles(version string, date time.Time) fstest.MapFS {
	contents := manPages(version, date)
	maps.Copy(contents, completions())
	for _, name := range []string{"LICENSE", "LICENSES.md", "README.md", "CHANGELOG.md"} {
		contents[name] = &fstest.MapFile{Data: must(os.ReadFile(filepath.Join(root, name)))}
	}
	for _, name := range []string{"man", "man/man1", "completions"} {
		contents[name] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
	}
	for _, f := range contents {
		f.Mode, f.ModTime = f.Mode|0o644, date
	}
	return contents
}

// create creates a file f and fills it with the output of write(f).
func create(name string, write func(io.Writer)) {
	f := must(os.Create(name))
	write(f)
	check(f.Close())
}

// compressed returns a gzip writer with the best compression. It stores no file name and no time,
// so that the output depends only on the content.
func compressed(w io.Writer) *gzip.Writer { return must(gzip.NewWriterLevel(w, gzip.BestCompression)) }

// writeTar writes files, sorted by name, as a compressed tar archive. The files in it belong to
// root.
func writeTar(w io.Writer, contents fs.FS) {
	packed := compressed(w)
	archive := tar.NewWriter(packed)
	check(archive.AddFS(contents))
	check(errors.Join(archive.Close(), packed.Close()))
}

func writeZip(w io.Writer, contents fs.FS) {
	archive := zip.NewWriter(w)
	check(archive.AddFS(contents))
	check(archive.Close())
}

// places holds the paths in packages of some files of the archives. All other files are in the
// folder of manual pages or in the folder of documentation.
var places = map[string]string{
	"settle":                  "/usr/bin/settle",
	"completions/settle.bash": "/usr/share/bash-completion/completions/settle",
	"completions/_settle":     "/usr/share/zsh/vendor-completions/_settle",
	"completions/settle.fish": "/usr/share/fish/vendor_completions.d/settle.fish",
	"LICENSE":                 "/usr/share/doc/settle/copyright",
	"CHANGELOG.md":            "/usr/share/doc/settle/changelog.gz",
}

// writePackages writes a Debian and an RPM package for an architecture into folder. It first
// copies the files of the packages to the folder work.
func writePackages(folder, work, version, arch string, contents fstest.MapFS, date time.Time) {
	info := nfpm.Info{
		Name: "settle", Arch: arch, Platform: "linux", Version: version, MTime: date, License: "MIT",
		Section: "science", Priority: "optional", Maintainer: "The Settle authors",
		Description: "rank models of an LLM evaluation and plan its trials\n" +
			"Settle says which differences between models on a leaderboard are more\nthan noise, and how many trials are still missing.",
	}
	info.RPM.BuildHost = "localhost" // must not be the name of this machine
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		f := contents[name]
		if f.Mode.IsDir() {
			continue
		}
		place := places[name]
		if place == "" && path.Dir(name) == "man/man1" {
			place = "/usr/share/" + name + ".gz"
		} else if place == "" {
			place = "/usr/share/doc/settle/" + name + ".gz"
		}
		source := filepath.Join(work, arch, filepath.FromSlash(place))
		check(os.MkdirAll(filepath.Dir(source), 0o755))
		create(source, func(w io.Writer) {
			if path.Ext(place) == ".gz" {
				packed := compressed(w)
				defer func() { check(packed.Close()) }()
				w = packed
			}
			must(w.Write(f.Data))
		})
		content := files.Content{Source: source, Destination: place, FileInfo: &files.ContentFileInfo{Mode: f.Mode, MTime: date}}
		if name == "completions/_settle" { // the folder in which zsh looks depends on the distribution
			content.Packager = "deb"
			other := content
			other.Packager, other.Destination = "rpm", "/usr/share/zsh/site-functions/_settle"
			info.Contents = append(info.Contents, &other)
		}
		info.Contents = append(info.Contents, &content)
	}
	for _, format := range []string{"deb", "rpm"} {
		packager, one := must(nfpm.Get(format)), info // a copy, because a packager changes its argument
		if format == "deb" {
			one.License = "" // the copyright file states the licence; Debian has no such field
		}
		name := packager.ConventionalFileName(nfpm.WithDefaults(&one))
		create(filepath.Join(folder, name), func(w io.Writer) { check(packager.Package(&one, w)) })
	}
}

// writeChecksums writes the file SHA256SUMS with the checksums of all other files in a folder, in
// the format of sha256sum.
func writeChecksums(folder string) {
	create(filepath.Join(folder, "SHA256SUMS"), func(w io.Writer) {
		for _, e := range must(os.ReadDir(folder)) { // os.ReadDir sorts by name
			if e.Name() != "SHA256SUMS" {
				fmt.Fprintf(w, "%x  %s\n", sha256.Sum256(must(os.ReadFile(filepath.Join(folder, e.Name())))), e.Name())
			}
		}
	})
}
