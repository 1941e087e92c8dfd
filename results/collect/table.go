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

// IsTable reports whether a file, or standard input, is read as a table, because it is
// neither a log nor a Parquet file.
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

// isTable reports whether a file in a folder has the columns of a table of attempts. It
// also returns true for a damaged Parquet file, so that the damage is reported when it
// is read.
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

// isNPZ reports whether a file is a zip file that contains a numpy array.
func isNPZ(path string) bool {
	z, err := zip.OpenReader(path)
	if err != nil {
		return false
	}
	defer z.Close()
	return slices.ContainsFunc(z.File, func(f *zip.File) bool { return strings.HasSuffix(f.Name, ".npy") })
}
