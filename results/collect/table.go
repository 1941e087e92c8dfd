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

// IsTable tells whether a file, or the standard input, is read as a table: whether
// it is no log and not Parquet.
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

// isTable tells whether a file that was met in a folder is a table of attempts, by the
// names of its columns. A Parquet file that is damaged is one: reading it says so.
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

// isNPZ tells whether a file is a ZIP file that holds an array of numpy.
func isNPZ(path string) bool {
	z, err := zip.OpenReader(path)
	if err != nil {
		return false
	}
	defer z.Close()
	return slices.ContainsFunc(z.File, func(f *zip.File) bool { return strings.HasSuffix(f.Name, ".npy") })
}
