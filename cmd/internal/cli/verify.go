package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
)

// Verify is the command that compares the files of a folder with the folder's manifest.
type Verify struct {
	Folder string // a folder of --out
}

// A verification holds the verdict on a file.
type verification struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	Command string `json:"command,omitempty"` // the command that wrote the file, "" with --no-provenance
}

// Verdicts on files.
const (
	whole   = "whole"
	differs = "differs"
	missing = "missing"
)

// Run checks the files and prints the report.
func (v Verify) Run(env *Env) error {
	m, err := readManifest(v.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; give a folder that was written with --out", err)
	}
	if err != nil {
		return err
	}
	files, err := m.verify(env.Context, v.Folder)
	if err != nil {
		return err
	}
	r := v.report(files)
	if slices.ContainsFunc(files, func(f verification) bool { return f.Verdict != whole }) {
		return env.PrintNo(r)
	}
	return env.PrintYes(r)
}

// verify compares every file in the manifest with the file of that name in the folder.
func (m manifest) verify(ctx context.Context, folder string) ([]verification, error) {
	files := []verification{}
	for _, run := range m.Runs {
		command := ""
		if run.Provenance != nil {
			command = run.Provenance.Command
		}
		for _, file := range run.Files {
			if filepath.Base(file.Name) != file.Name {
				return nil, fmt.Errorf("%s: %s is not the name of a file in this folder",
					filepath.Join(folder, ManifestName), quoted(file.Name))
			}
			verdict, err := file.verify(ctx, folder)
			if err != nil {
				return nil, err
			}
			files = append(files, verification{file.Name, verdict, command})
		}
	}
	return files, nil
}

func (f fileDigest) verify(ctx context.Context, folder string) (verdict string, err error) {
	path := filepath.Join(folder, f.Name)
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return differs, nil // reading a FIFO would wait for a writer
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return missing, nil
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, Reason(err))
	}
	defer file.Close()
	sum, err := sumOf(ctx, file)
	switch {
	case err != nil:
		return "", err
	case sum == f.SHA256:
		return whole, nil
	}
	return differs, nil
}

func (v Verify) report(files []verification) report.Report {
	t := &tables.Table{Columns: []tables.Column{{Name: "file"}, {Name: "verdict"}, {Name: "written by"}}}
	t.Rows = lists.Each(files, func(f verification) []string { return []string{f.Name, f.Verdict, f.Command} })
	bad := lists.CountIf(files, func(f verification) bool { return f.Verdict != whole })
	t.Title = fmt.Sprintf("%s: %s, all unchanged", v.Folder, tables.Count(len(files), "file"))
	if bad > 0 {
		t.Title = fmt.Sprintf("%s: %d of %s missing or changed", v.Folder, bad, tables.Count(len(files), "file"))
		t.Notes = []string{"To restore the files, run the commands that wrote them again."}
	}
	return report.Report{JSON: map[string]any{"files": files}, Tables: []*tables.Table{t}}
}
