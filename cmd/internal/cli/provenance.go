package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/kong"
	"github.com/bmatcuk/doublestar/v4"

	"settle/internal/lists"
	"settle/internal/words"
	"settle/report"
)

// Values of the struct tag "predictor". The tag says what kind of thing the value of a flag or
// argument names.
const (
	namesFile    = "file"    // an input file, or a list of them
	namesResults = "results" // an input file or built-in results, or a list of them
	namesNewFile = "newfile" // an output file
	namesFolder  = "folder"
	namesMetrics = "metrics" // a list of metrics
)

// idleFlags lists flags that do not change the contents of a report.
var idleFlags = []string{
	"workers", "format", "out", "quiet", "explain", "color", "max-memory", "no-provenance",
	"figures", "width", "title", "output",
}

// Beside returns the command line of another command on the same results, ready to paste. It keeps
// the flags of this command, except those with the given names and those that do not affect the
// contents of a report. It appends the given words.
//
// It returns "" if the results come from standard input, which cannot be read again.
func (e *Env) Beside(command string, without []string, more ...string) string {
	if slices.Contains(e.read, standardInput) {
		return ""
	}
	line := e.words(leavesOut(without), func(_ *kong.Value, text string) string { return text })
	if at := slices.Index(line, e.parsed.Selected().Name); at >= 0 {
		line[at] = command
	}
	return words.ShellLine(append(line, more...))
}

// Provenance returns the provenance of the command's results, or nil with --no-provenance. The
// first call reads the inputs again.
func (e *Env) Provenance() (*report.Provenance, error) {
	if e.NoProvenance {
		return nil, nil
	}
	return e.provenance()
}

// provenance is like Provenance, but ignores --no-provenance.
func (e *Env) provenance() (*report.Provenance, error) {
	if e.from == nil {
		e.from = sync.OnceValues(e.findProvenance)
	}
	return e.from()
}

func (e *Env) findProvenance() (*report.Provenance, error) {
	p := &report.Provenance{Version: e.version, Seed: e.Seed, Input: []report.Input{}, Command: words.ShellLine(e.line())}
	for _, path := range e.read {
		inputs, err := e.inputsOf(path)
		if err != nil {
			return nil, err
		}
		p.Input = append(p.Input, inputs...)
	}
	return p, nil
}

// inputsOf returns the entries of the provenance for one input in the command line, which can be a
// file, a folder or a pattern.
func (e *Env) inputsOf(path string) ([]report.Input, error) {
	if files, ok := e.found[path]; ok {
		return e.foundInputs(path, files)
	}
	if path != standardInput && !isFile(path) {
		return nil, nil // a folder or pattern that was not read
	}
	input := report.Input{Name: filepath.Base(path)}
	sum, err := e.digest(path)
	if err != nil {
		return nil, err
	}
	if sum != "" {
		input.SHA256 = &sum
	}
	return []report.Input{input}, nil
}

// mostInputs is the maximum number of files from one folder that a report lists.
const mostInputs = 8

// foundInputs returns the files read from a folder or a pattern. If there are more than mostInputs,
// it returns a single entry with one digest of all files.
func (e *Env) foundInputs(path string, files []string) ([]report.Input, error) {
	inputs, all, err := e.digests(path, files)
	if err != nil || len(inputs) <= mostInputs {
		return inputs, err
	}
	return []report.Input{{Name: fmt.Sprintf("%s (%d files)", folderName(path), len(files)), SHA256: &all}}, nil
}

// digests returns the files read from a folder or a pattern, each with its digest. It also returns
// one digest of the whole list. The list consists of the files' digests and names in the format of
// sha256sum.
func (e *Env) digests(path string, files []string) (inputs []report.Input, all string, err error) {
	root, _ := doublestar.SplitPattern(filepath.ToSlash(path))
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		root = path
	}
	list := sha256.New()
	for _, file := range files {
		sum, err := e.digest(file)
		if err != nil {
			return nil, "", err
		}
		name := filepath.Base(file)
		if inside, err := filepath.Rel(filepath.FromSlash(root), file); err == nil {
			name = filepath.ToSlash(inside)
		}
		fmt.Fprintf(list, "%s  %s\n", sum, name)
		inputs = append(inputs, report.Input{Name: name, SHA256: &sum})
	}
	return inputs, hex.EncodeToString(list.Sum(nil)), nil
}

// folderName returns the base name of a folder or pattern. It also works for the current folder.
func folderName(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return filepath.Base(path)
}

// Found records the files that a folder or pattern in the command line stands for. These files
// become inputs like files named directly, so no output can replace them.
func (e *Env) Found(path string, files []string) {
	if e.found == nil {
		e.found = map[string][]string{}
	}
	if slices.Equal(e.found[path], files) {
		return
	}
	e.found[path] = files
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			e.inputs = append(e.inputs, info)
		}
	}
}

// digest returns the SHA-256 of a file, or "" if the file can be read only once.
func (e *Env) digest(path string) (string, error) {
	if path == standardInput {
		return e.stdin.sum(), nil
	}
	file, err := os.Open(path)
	if err != nil {
		return "", nil // the file was removed after it was read
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", nil
	}
	return sumOf(e.Context, file)
}

// sumOf returns the SHA-256 of everything left to read from r, or "" if reading fails. It returns
// an error if the context ends.
func sumOf(ctx context.Context, r io.Reader) (string, error) {
	digest := sha256.New()
	_, err := io.Copy(interruptible{ctx, digest}, r)
	if errors.Is(err, context.Canceled) {
		return "", err
	}
	if err != nil {
		return "", nil
	}
	return hex.EncodeToString(digest.Sum(nil)), nil
}

// standardInput is the file name that stands for standard input.
const standardInput = "-"

// filesRead returns the input files in the command line, each once, in order.
func filesRead(parsed *kong.Context) []string {
	var files []string
	for _, element := range parsed.Path {
		value := valueOf(element)
		if value == nil {
			continue
		}
		for _, text := range texts(value) {
			switch value.Tag.Get("predictor") {
			case namesResults:
				if files = append(files, existingFiles(text)...); !isFile(text) {
					name, _ := cutOptions(text)
					files = append(files, name) // possibly a folder or a pattern; see Found
				}
			case namesFile:
				files = append(files, existingFiles(text)...)
			}
			files = append(files, programFiles(text)...)
		}
	}
	return lists.Unique(files)
}

// valueOf returns the value of a flag or argument, or nil for a command.
func valueOf(element *kong.Path) *kong.Value {
	switch {
	case element.Flag != nil:
		return element.Flag.Value
	case element.Positional != nil:
		return element.Positional
	}
	return nil
}

// texts returns the value of a flag or argument as a list of strings, or nil if it has another
// type.
func texts(value *kong.Value) []string {
	switch target := value.Target.Interface().(type) {
	case string:
		return []string{target}
	case *string:
		if target != nil {
			return []string{*target}
		}
	case []string:
		return target
	}
	return nil
}

// line returns the command line that reproduces the report. It omits flags that do not affect the
// report, and removes folders from paths.
func (e *Env) line() []string { return e.words(leavesOut(nil), plainNames) }

// leavesOut returns a function that reports whether to omit a flag from a command line. The
// function omits flags with the given names, and flags that do not affect the contents of a report.
func leavesOut(named []string) func(*kong.Flag) bool {
	return func(flag *kong.Flag) bool {
		return isIn(flag, sharingGroup) || slices.Contains(idleFlags, flag.Name) || slices.Contains(named, flag.Name)
	}
}

// plainNames returns the text of a value with the folders removed from the file names in it.
func plainNames(value *kong.Value, text string) string {
	switch value.Tag.Get("predictor") {
	case namesResults:
		name, options := cutOptions(text)
		if _, path, _ := strings.Cut(name, ":"); !isThere(name) && !isThere(path) && !strings.ContainsAny(name, "*?[{") {
			return text // a model, or generated results
		}
		return withoutFolders(name, ",") + options
	case namesFile, namesNewFile:
		return withoutFolders(text, ",")
	}
	return withPrograms(text, func(words []string) { inWords(words, isThere, filepath.Base) })
}

// nameWithOptions matches a name followed by options, as in older.csv,weight=1/2.
var nameWithOptions = regexp.MustCompile(`^(.+?)((?:,[a-z-]+=[^,]*)+)$`)

// cutOptions splits text into the name of results and the options after it. If the whole text is
// the name of a file, there are no options.
func cutOptions(text string) (name, options string) {
	if match := nameWithOptions.FindStringSubmatch(text); match != nil && !isThere(text) {
		return match[1], match[2]
	}
	return text, ""
}

// withoutFolders removes the folders from the path in every item of a list. An item can begin with
// a kind and a colon, as in coins:data/mine.csv.
func withoutFolders(list, separator string) string {
	parts := strings.Split(list, separator)
	for i, part := range parts {
		kind, path, ok := strings.Cut(part, ":")
		if ok && !strings.ContainsRune(kind, filepath.Separator) && path != "" {
			parts[i] = kind + ":" + filepath.Base(path)
		} else if strings.ContainsRune(part, filepath.Separator) {
			parts[i] = filepath.Base(part)
		}
	}
	return strings.Join(parts, separator)
}
