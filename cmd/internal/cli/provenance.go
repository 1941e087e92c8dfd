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

// The tag predictor of a flag or argument says what its value names.
const (
	namesFile    = "file"    // a file to read, or a list of them
	namesResults = "results" // likewise, or results that are built in
	namesNewFile = "newfile" // a file to write
	namesFolder  = "folder"
	namesMetrics = "metrics" // a list of them
)

// idleFlags change nothing that a report says.
var idleFlags = []string{
	"workers", "format", "out", "quiet", "explain", "color", "max-memory", "no-provenance",
	"figures", "width", "title", "output",
}

// Beside returns the command line of another command on the same results, as it can be
// pasted: with the flags of this one but those that are named, and with more words.
//
// It is "" where results come from the standard input, which is gone.
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

// Provenance says where what the command finds comes from, nil with --no-provenance. The
// first call reads the inputs once more.
func (e *Env) Provenance() (*report.Provenance, error) {
	if e.NoProvenance {
		return nil, nil
	}
	return e.provenance()
}

// provenance is Provenance whether it is to be said or not.
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

// inputsOf is what a report says of what the command line names.
func (e *Env) inputsOf(path string) ([]report.Input, error) {
	if files, ok := e.found[path]; ok {
		return e.foundInputs(path, files)
	}
	if path != standardInput && !isFile(path) {
		return nil, nil // a folder or a pattern that was not read
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

// mostInputs is how many files of a folder a report lists.
const mostInputs = 8

// foundInputs returns the files that were read of a folder or a glob: each of them if
// they are few, else one digest of all.
func (e *Env) foundInputs(path string, files []string) ([]report.Input, error) {
	inputs, all, err := e.digests(path, files)
	if err != nil || len(inputs) <= mostInputs {
		return inputs, err
	}
	return []report.Input{{Name: fmt.Sprintf("%s (%d files)", folderName(path), len(files)), SHA256: &all}}, nil
}

// digests returns the files that were read of a folder or a glob, and a digest of all, over
// their digests and names as sha256sum prints them.
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

// folderName is the name of a folder, also of the working one, or of a pattern.
func folderName(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return filepath.Base(path)
}

// Found notes that what the command line names by a folder or a pattern are these
// files: they are inputs like those that it names itself, none of which is ever
// replaced.
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

// digest is the SHA-256 of a file, "" if it can be read only once.
func (e *Env) digest(path string) (string, error) {
	if path == standardInput {
		return e.stdin.sum(), nil
	}
	file, err := os.Open(path)
	if err != nil {
		return "", nil // gone since it was read
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", nil
	}
	return sumOf(e.Context, file)
}

// sumOf is the SHA-256 of what is left to read, "" if that fails; an error if the
// context ends.
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

// standardInput stands for the standard input where a file is named.
const standardInput = "-"

// filesRead are the files that the command line names as what is to be read, each
// once, in its order.
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
				if files = append(files, existing(text)...); !isFile(text) {
					name, _ := cutOptions(text)
					files = append(files, name) // maybe a folder or a pattern; see Found
				}
			case namesFile:
				files = append(files, existing(text)...)
			}
			files = append(files, programFiles(text)...)
		}
	}
	return lists.Unique(files)
}

// valueOf is the value of a flag or argument, nil of a command.
func valueOf(element *kong.Path) *kong.Value {
	switch {
	case element.Flag != nil:
		return element.Flag.Value
	case element.Positional != nil:
		return element.Positional
	}
	return nil
}

// texts are the texts of a value, if it holds any.
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

// line is the words of the command as it can be given again: without flags that change
// nothing, and some more, and with files by their names.
func (e *Env) line() []string { return e.words(leavesOut(nil), plainNames) }

// leavesOut reports whether a flag is one of those that are named, or changes nothing.
func leavesOut(named []string) func(*kong.Flag) bool {
	return func(flag *kong.Flag) bool {
		return isIn(flag, sharingGroup) || slices.Contains(idleFlags, flag.Name) || slices.Contains(named, flag.Name)
	}
}

// plainNames is the text of a value without the folders of the files that it
// names.
func plainNames(value *kong.Value, text string) string {
	switch value.Tag.Get("predictor") {
	case namesResults:
		name, options := cutOptions(text)
		if _, path, _ := strings.Cut(name, ":"); !isThere(name) && !isThere(path) && !strings.ContainsAny(name, "*?[{") {
			return text // a model, or results that are made
		}
		return withoutFolders(name, ",") + options
	case namesFile, namesNewFile:
		return withoutFolders(text, ",")
	}
	return withPrograms(text, func(words []string) { inWords(words, isThere, filepath.Base) })
}

// optioned matches a name with options behind it, as in older.csv,weight=1/2.
var optioned = regexp.MustCompile(`^(.+?)((?:,[a-z-]+=[^,]*)+)$`)

// cutOptions parts the name of results from the options behind it, unless there is a file
// of the whole name.
func cutOptions(text string) (name, options string) {
	if match := optioned.FindStringSubmatch(text); match != nil && !isThere(text) {
		return match[1], match[2]
	}
	return text, ""
}

// withoutFolders takes the folders off every part of a list, and off what stands
// behind a kind and a colon.
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
