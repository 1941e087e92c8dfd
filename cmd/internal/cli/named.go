package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"settle/internal/words"
)

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// isInput reports whether path names a file or standard input.
func isInput(path string) bool { return path == standardInput || isFile(path) }

// existingFiles returns the existing files that a text names. The result can include "-" for
// standard input.
func existingFiles(text string) (files []string) {
	withFiles(text, noting(&files))
	return files
}

// programFiles returns the files named in the commands of external programs in a list of metrics.
func programFiles(list string) (files []string) {
	withPrograms(list, func(words []string) { inWords(words, isFile, noting(&files)) })
	return files
}

// namesPrograms reports whether the command line uses external programs as metrics.
func namesPrograms(parsed *kong.Context) (found bool) {
	for _, element := range parsed.Path {
		if value := valueOf(element); value != nil {
			for _, text := range texts(value) {
				withPrograms(text, func([]string) { found = true })
			}
		}
	}
	return found
}

// noting returns a function that appends its argument to a list of files and returns the argument
// unchanged.
func noting(files *[]string) func(path string) string {
	return func(path string) string {
		*files = append(*files, path)
		return path
	}
}

// withFiles returns the text with show(path) in place of each file name in it. A file name can be
// the whole text, or follow a kind and a colon, as in coins:mine.csv. It can also be an item of a
// comma-separated list, or a word in the command of an external program.
func withFiles(text string, show func(path string) string) string {
	if whole, ok := withFile(text, show); ok {
		return whole
	}
	items := strings.Split(withPrograms(text, func(words []string) { inWords(words, isFile, show) }), ",")
	for i, item := range items {
		if shown, ok := withFile(strings.TrimSpace(item), show); ok {
			items[i] = shown
		}
	}
	return strings.Join(items, ",")
}

// withFile returns the text with show(path) in place of the file name in it. The text must be a
// file name, or a kind, a colon and a file name, as in coins:mine.csv; otherwise withFile returns
// false.
func withFile(text string, show func(path string) string) (string, bool) {
	if isInput(text) {
		return show(text), true
	}
	kind, path, ok := strings.Cut(text, ":")
	if ok && kind+":" != programKind && !strings.ContainsRune(kind, filepath.Separator) && isInput(path) {
		return kind + ":" + show(path), true
	}
	return "", false
}

// programKind is the prefix of metrics whose scores an external program computes.
const programKind = "exec:"

// withPrograms changes the commands of external programs in a list of metrics, and returns the
// changed list. It calls change(words) for each command, with at least one word.
func withPrograms(list string, change func(words []string)) string {
	items := strings.Split(list, ",")
	for i, item := range items {
		program, ok := strings.CutPrefix(strings.TrimSpace(item), programKind)
		if !ok {
			continue
		}
		name, command := words.Name(program)
		split, err := words.Split(command)
		if err != nil || len(split) == 0 {
			continue // not a valid metric
		}
		change(split)
		if name != "" {
			name += "="
		}
		items[i] = programKind + name + words.Join(split)
	}
	return strings.Join(items, ",")
}

// inWords replaces each path in a list of words by show(path). It recognises paths by isPath. A
// path can be a whole word, or the text after the = of an option.
func inWords(words []string, isPath func(string) bool, show func(path string) string) {
	for i, word := range words {
		option, path, ok := strings.Cut(word, "=")
		switch {
		case isPath(word):
			words[i] = show(word)
		case ok && isPath(path):
			words[i] = option + "=" + show(path)
		}
	}
}
