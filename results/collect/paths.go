package collect

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"settle/internal/quoted"
	"settle/internal/reason"
)

// A Found is a file that was found at one of the given paths.
type Found struct {
	Path  string
	From  string // the given path that led to the file
	Named bool   // a path names the file directly; it was not found in a folder or by a glob
}

// Find returns the files at the given paths: files, files in folders, and files that
// match globs. Globs have the syntax of package doublestar, where ** matches any
// folders. Matches of a glob are sorted by path. In folders and globs, Find skips names
// that begin with a dot. If a folder contains a link to another folder, Find follows
// the link, but ** in a glob does not. It returns every file once.
func Find(paths []string) ([]Found, error) {
	e := expansion{}
	for _, path := range paths {
		e.from = path
		if err := e.add(path); err != nil {
			return nil, err
		}
	}
	return e.files, nil
}

type expansion struct {
	from    string // the given path that is being followed
	files   []Found
	folders []os.FileInfo  // folders above the current one, to detect cycles of links
	known   map[string]int // index in files by real path
}

func (e *expansion) add(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && IsGlob(path):
		return e.addGlob(path)
	case err != nil:
		return pathError(path, err)
	case info.IsDir():
		return e.addFolder(path, info)
	}
	e.addFile(Found{path, e.from, true})
	return nil
}

// IsGlob reports whether a path contains special characters of globs. A path that
// exists is never read as a glob, even if IsGlob returns true.
func IsGlob(path string) bool { return strings.ContainsAny(path, `*?[{`) }

func (e *expansion) addGlob(pattern string) error {
	matches, err := doublestar.FilepathGlob(pattern, doublestar.WithNoHidden(), doublestar.WithNoFollow())
	if err != nil {
		return fmt.Errorf("%s: is not a valid pattern: %s", quoted.Path(pattern), quoted.Message(err))
	}
	if len(matches) == 0 {
		return fmt.Errorf("%s: %w: nothing matches", quoted.Path(pattern), fs.ErrNotExist)
	}
	slices.Sort(matches)
	for _, match := range matches {
		info, err := os.Stat(match)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			// A link to a file that does not exist holds no attempts.
		case err != nil:
			return pathError(match, err)
		case info.IsDir() && strings.HasSuffix(pattern, "**"):
			// The files in this folder match the glob, too.
		case info.IsDir():
			if err := e.addFolder(match, info); err != nil {
				return err
			}
		default:
			e.addFile(Found{match, e.from, false})
		}
	}
	return nil
}

// addFolder adds the files in a folder and its subfolders. It follows links, except
// links to a folder above the current one.
func (e *expansion) addFolder(path string, info os.FileInfo) error {
	if slices.ContainsFunc(e.folders, func(f os.FileInfo) bool { return os.SameFile(f, info) }) {
		return nil
	}
	e.folders = append(e.folders, info)
	defer func() { e.folders = e.folders[:len(e.folders)-1] }()
	entries, err := os.ReadDir(path)
	if err != nil {
		return pathError(path, err)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		inside := filepath.Join(path, entry.Name())
		info, err := os.Stat(inside)
		switch {
		case err != nil:
			// A link without a target, or a file removed meanwhile, holds no attempts.
		case info.IsDir():
			if err := e.addFolder(inside, info); err != nil {
				return err
			}
		case info.Mode().IsRegular():
			e.addFile(Found{inside, e.from, false})
		}
	}
	return nil
}

// addFile adds a file, unless the file was added before. In both cases it records
// whether a path names the file directly.
func (e *expansion) addFile(f Found) {
	key := realPath(f.Path)
	if e.known == nil {
		e.known = map[string]int{}
	}
	at, known := e.known[key]
	if known {
		e.files[at].Named = e.files[at].Named || f.Named
		return
	}
	e.known[key] = len(e.files)
	e.files = append(e.files, f)
}

// realPath returns the absolute path of a file. It resolves links if possible.
func realPath(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = filepath.Clean(path)
	}
	if resolved, err := filepath.EvalSymlinks(absolute); err == nil {
		return resolved
	}
	return absolute
}

// pathError puts the path before an error of package os.
func pathError(path string, err error) error {
	return fmt.Errorf("%s: %w", quoted.Path(path), reason.Of(err))
}

// comparePaths compares paths folder by folder, and the numbers in them by value: run 9
// comes before run 10.
func comparePaths(a, b string) int {
	return cmp.Or(natural(filepath.ToSlash(a), filepath.ToSlash(b)), strings.Compare(a, b))
}

func natural(a, b string) int {
	for a != "" && b != "" {
		m, n := digits(a), digits(b)
		if m > 0 && n > 0 {
			if c := compareWhole(a[:m], b[:n]); c != 0 {
				return c
			}
			a, b = a[m:], b[n:]
			continue
		}
		if x, y := order(a[0]), order(b[0]); x != y {
			return cmp.Compare(x, y)
		}
		a, b = a[1:], b[1:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns the number of digits at the beginning of a text.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// compareWhole compares two whole numbers, written in digits, of any length.
func compareWhole(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// order returns a rank for sorting bytes, in which the path separator comes first. The
// contents of a folder therefore come before names that extend the folder's name.
func order(b byte) int {
	if b == '/' {
		return -1
	}
	return int(b)
}
