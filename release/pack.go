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
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// platforms lists what a release has archives for.
var platforms = []string{"linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64", "windows_amd64"}

// A file is one of an archive or a package.
type file struct {
	name    string // with slashes
	mode    fs.FileMode
	content []byte
}

// pack writes all files of a release into a folder. The version is a tag such as v0.1.0.
func pack(folder, version, stamp string, date time.Time) error {
	all, err := dependencies()
	if err != nil {
		return err
	}
	if page, err := os.ReadFile(filepath.Join(root, licencesFile)); err != nil || !bytes.Equal(page, licencesPage(all)) {
		return errors.Join(err, fmt.Errorf("%s is out of date: run make licences", licencesFile))
	}
	common, err := commonFiles(version, date)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "settle-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	number := strings.TrimPrefix(version, "v")
	var binaries []string
	for _, platform := range platforms {
		binary, err := build(work, platform, stamp)
		if err != nil {
			return err
		}
		binaries = append(binaries, binary)
		content, err := os.ReadFile(binary)
		if err != nil {
			return err
		}
		name := filepath.Join(folder, "settle_"+number+"_"+platform)
		program := file{filepath.Base(binary), 0o755, content}
		contents := append([]file{program}, common...)
		goos, arch, _ := strings.Cut(platform, "_")
		if goos == "windows" {
			err = create(name+".zip", func(w io.Writer) error { return writeZip(w, contents, date) })
		} else {
			err = create(name+".tar.gz", func(w io.Writer) error { return writeTar(w, contents, date) })
		}
		if err == nil && goos == "linux" {
			err = writePackages(folder, work, number, arch, contents, date)
		}
		if err != nil {
			return err
		}
	}
	err = create(filepath.Join(folder, "settle_"+number+".cdx.json"), func(w io.Writer) error {
		return writeSBOM(w, number, date, binaries, all)
	})
	if err != nil {
		return err
	}
	return writeChecksums(folder)
}

// build builds the program of a platform in a folder of its own, and returns its path.
func build(work, platform, stamp string) (string, error) {
	goos, arch, _ := strings.Cut(platform, "_")
	binary := filepath.Join(work, platform, "settle")
	if goos == "windows" {
		binary += ".exe"
	}
	command := exec.Command("go", "build", "-C", root, "-tags", "web", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w "+stamp, "-o", binary, "./cmd/settle")
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+arch, "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0")
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("cannot build for %s: %w", platform, err)
	}
	return binary, nil
}

// commonFiles returns what every archive has beside the program.
func commonFiles(version string, date time.Time) ([]file, error) {
	var common []file
	for _, name := range []string{"LICENSE", licencesFile, "README.md", "CHANGELOG.md"} {
		content, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		common = append(common, file{name, 0o644, content})
	}
	pages, err := manPages(version, date)
	if err != nil {
		return nil, err
	}
	scripts, err := completions()
	return append(append(common, pages...), scripts...), err
}

// create creates a file with what write writes.
func create(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

func writeTar(w io.Writer, contents []file, date time.Time) error {
	packed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(packed)
	for _, f := range contents {
		header := &tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.content)), ModTime: date, Uname: "root", Gname: "root"}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(f.content); err != nil {
			return err
		}
	}
	return errors.Join(archive.Close(), packed.Close())
}

func writeZip(w io.Writer, contents []file, date time.Time) error {
	archive := zip.NewWriter(w)
	for _, f := range contents {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: date}
		header.SetMode(f.mode)
		entry, err := archive.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.content); err != nil {
			return err
		}
	}
	return archive.Close()
}

// writePackages writes the Debian and the RPM package of an architecture, with files that it
// puts into the folder work.
func writePackages(folder, work, version, arch string, contents []file, date time.Time) error {
	info := &nfpm.Info{
		Name: "settle", Arch: arch, Platform: "linux", Version: version, Release: "1", MTime: date, License: "MIT",
		Section: "science", Priority: "optional", Maintainer: "The Settle authors",
		Description: "rank models of an LLM evaluation and plan its trials\n" +
			"Settle says which differences between models on a leaderboard are more\nthan noise, and how many trials are still missing.",
	}
	info.RPM.BuildHost = "localhost"
	for _, f := range contents {
		name := path.Base(f.name)
		f.mode |= 0o644
		switch folder := path.Dir(f.name); {
		case name == "settle":
			name = "/usr/bin/settle"
		case folder == "man/man1":
			name = "/usr/share/man/man1/" + name + ".gz"
		case name == "settle.bash":
			name = "/usr/share/bash-completion/completions/settle"
		case name == "_settle":
			name = "/usr/share/zsh/vendor-completions/_settle"
		case name == "settle.fish":
			name = "/usr/share/fish/vendor_completions.d/settle.fish"
		case name == "LICENSE":
			name = "/usr/share/doc/settle/copyright"
		case name == "CHANGELOG.md":
			name = "/usr/share/doc/settle/changelog.gz"
		default:
			name = "/usr/share/doc/settle/" + name + ".gz"
		}
		if path.Ext(name) == ".gz" {
			var packed bytes.Buffer
			w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is one that there is
			if _, err := w.Write(f.content); err != nil {
				return err
			}
			if err := w.Close(); err != nil {
				return err
			}
			f.content = packed.Bytes()
		}
		source := filepath.Join(work, arch, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(source), 0o755), os.WriteFile(source, f.content, 0o644)); err != nil {
			return err
		}
		info.Contents = append(info.Contents, &files.Content{Source: source, Destination: name,
			FileInfo: &files.ContentFileInfo{Mode: f.mode, MTime: date}})
	}
	for _, format := range []string{"deb", "rpm"} {
		packager, err := nfpm.Get(format)
		if err != nil {
			return err
		}
		one := *info // a packager changes what it is given
		name := filepath.Join(folder, packager.ConventionalFileName(nfpm.WithDefaults(&one)))
		if err := create(name, func(w io.Writer) error { return packager.Package(&one, w) }); err != nil {
			return fmt.Errorf("cannot write %s: %w", name, err)
		}
	}
	return nil
}

// writeChecksums writes SHA256SUMS of the files of a folder, as sha256sum does.
func writeChecksums(folder string) error {
	const name = "SHA256SUMS"
	entries, err := os.ReadDir(folder) // sorted
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, e := range entries {
		if e.Name() == name {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), e.Name())
	}
	return os.WriteFile(filepath.Join(folder, name), sums.Bytes(), 0o644)
}
