package importer_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"settle/cmd/internal/command"
	"settle/internal/quoted"
	"settle/results/logs"

	"github.com/google/go-cmp/cmp"
)

// genuine are logs of the tools themselves, which are kept beside the repository.
const genuine = "../../../../../shared/data/logs"

// Of every genuine log import writes the attempts that an independent extraction
// found, row by row: expected.csv, and expected__NAME.csv with the verdict NAME. A
// header alone stands for files of which there is nothing to write.
func TestGenuineLogs(t *testing.T) {
	expected, err := filepath.Glob(filepath.Join(genuine, "*", "*", "expected*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if len(expected) == 0 {
		t.Skip("the genuine logs are not beside this repository")
	}
	for _, file := range expected {
		name, err := filepath.Rel(genuine, file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { checkGenuine(t, file) })
	}
}

func checkGenuine(t *testing.T, expected string) {
	to := filepath.Join(t.TempDir(), "out.csv")
	args := []string{"import", filepath.Dir(expected), "--to", to, "--no-provenance"}
	if score := scoreOf(t, expected); score != "" {
		args = append(args, "--score", score)
	}
	var stdout, stderr bytes.Buffer
	code := command.Settle(t.Context(), args, &stdout, &stderr)
	want := rows(t, expected)
	if len(want) == 1 {
		if _, err := os.Stat(to); code != 1 || !os.IsNotExist(err) || strings.Count(stderr.String(), "\n") != 1 {
			t.Fatalf("exit %d, %q", code, stderr.String())
		}
		return
	}
	if code != 0 {
		t.Fatalf("exit %d, %s", code, stderr.String())
	}
	if strings.Contains(expected, "livecodebench") {
		// LiveCodeBench names models by folders. The extraction knows no folder above
		// the files that it was given, and writes a hyphen.
		for _, row := range want[1:] {
			if row[0] == "-" {
				row[0] = filepath.Base(filepath.Dir(expected))
			}
		}
	}
	if diff := cmp.Diff(want, rows(t, to)); diff != "" {
		t.Error(diff)
	}
}

// scoreOf is the verdict that the name of the expected file says, or else what an
// extraction takes of logs that hold several: EvalPlus plus, of others the first.
func scoreOf(t *testing.T, expected string) string {
	t.Helper()
	folder, base := filepath.Split(strings.TrimSuffix(expected, ".csv"))
	if _, name, ok := strings.Cut(base, "__"); ok {
		if strings.Contains(folder, "nemo-skills") { // BENCH.FIELD
			return name[strings.LastIndex(name, ".")+1:]
		}
		return name
	}
	var names []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		_, err = logs.Read(path, logs.Options{})
		if choice, ok := errors.AsType[*logs.Choice](err); ok && names == nil {
			names = choice.Names
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case names == nil:
		return ""
	case slices.Contains(names, "plus"):
		return "plus"
	}
	return names[0]
}

// rows are the rows of a table, with outcomes as numbers in one spelling. An infinite
// outcome of the extraction is an attempt that failed, without an outcome.
func rows(t *testing.T, path string) [][]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", quoted.Path(path), err)
	}
	for at := len(records[0]) - 1; at >= 0; at-- { // the extraction is of outcomes alone
		if name := records[0][at]; name == "answer" || name == "weight" {
			for i := range records {
				records[i] = slices.Delete(records[i], at, at+1)
			}
		}
	}
	for _, record := range records[1:] {
		if x, err := strconv.ParseFloat(record[3], 64); err == nil && math.IsInf(x, 0) {
			record[3] = ""
		} else if err == nil {
			record[3] = fmt.Sprint(x)
		}
	}
	return records
}
