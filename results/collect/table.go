package collect

import (
	"archive/zip"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"settle/results"
	"settle/results/logs"
)

// IsTable reports whether a file, or standard input, is read as a table: it is neither
// a log nor Parquet.
func IsTable(path string) bool {
	if path == stdin {
		return true
	}
	if isParquet(path) {
		return false
	}
	_, err := logs.Format(path)
	return errors.Is(err, logs.ErrNotALog) || errors.Is(err, fs.ErrNotExist)
}

// isTable reports whether a file found in a folder is a table of attempts, by the names
// of its columns. A damaged Parquet file counts as a table, so that reading it reports
// the damage.
func isTable(path string, opt results.ReadOptions) bool {
	if isParquet(path) {
		holds := true
		_ = withParquet(path, func(p *parquetFile) error {
			holds = opt.HasOutcomes(p.names)
			return nil
		})
		return holds
	}
	return isNPZ(path) || results.HoldsOutcomes(path, opt)
}

// isNPZ reports whether a file is a zip file with a numpy array.
func isNPZ(path string) bool {
	z, err := zip.OpenReader(path)
	if err != nil {
		return false
	}
	defer z.Close()
	return slices.ContainsFunc(z.File, func(f *zip.File) bool { return strings.HasSuffix(f.Name, ".npy") })
}
