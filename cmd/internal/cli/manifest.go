package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"settle/report"
)

// ManifestName is the name of the file in the folder of --out that describes the other files
// there.
const ManifestName = "settle-manifest.json"

// A manifest lists the runs that wrote files to a folder, the latest last. The entry of a run
// lists its files, except files that a later run replaced. The manifest is written last, so that
// verify can check that all files are complete.
type manifest struct {
	Runs []run `json:"runs"`
}

// A run is one command and the files that it wrote.
type run struct {
	Provenance *report.Provenance `json:"provenance"`    // nil with --no-provenance
	Key        string             `json:"key,omitempty"` // key of a finished step; see Output.Finished
	Files      []fileDigest       `json:"files"`
}

// A fileDigest is a file name with the SHA-256 of its contents in hexadecimal digits.
type fileDigest struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// maxManifest is the maximum number of bytes read from a manifest.
const maxManifest = 16 << 20

// readManifest reads the manifest of a folder. The error wraps fs.ErrNotExist if there is none.
func readManifest(folder string) (manifest, error) {
	path := filepath.Join(folder, ManifestName)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return manifest{}, fmt.Errorf("%s: not a Settle manifest", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return manifest{}, fmt.Errorf("%s: %w", path, Reason(err))
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxManifest))
	if err != nil {
		return manifest{}, fmt.Errorf("%s: %w", path, Reason(err))
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil || m.Runs == nil {
		return manifest{}, fmt.Errorf("%s: not a Settle manifest", path)
	}
	return m, nil
}

// add adds a run. It removes the files that this run replaced from the entries of older runs.
func (m *manifest) add(r run) {
	replaced := func(old fileDigest) bool {
		return slices.ContainsFunc(r.Files, func(f fileDigest) bool { return f.Name == old.Name })
	}
	for i := range m.Runs {
		m.Runs[i].Files = slices.DeleteFunc(m.Runs[i].Files, replaced)
	}
	m.Runs = slices.DeleteFunc(m.Runs, func(r run) bool { return len(r.Files) == 0 })
	m.Runs = append(m.Runs, r)
}

// note adds an entry to the manifest of the folder, for the run that wrote the staged files. The
// folder must be locked.
func (o *Output) note(r run) error {
	m, err := readManifest(o.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, file := range o.staged {
		r.Files = append(r.Files, fileDigest{file.name, file.sum})
	}
	slices.SortFunc(r.Files, func(a, b fileDigest) int { return strings.Compare(a.Name, b.Name) })
	m.add(r)
	rendered, err := report.Report{JSON: m, Document: "settle/manifest/1"}.Render(report.JSON)
	if err != nil {
		return err
	}
	file, err := o.stage(ManifestName, func(w io.Writer) error {
		_, err := w.Write(rendered)
		return err
	})
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(o.dir, ManifestName), err)
	}
	return appear([]stagedFile{file})
}
