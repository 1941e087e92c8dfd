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

// isInput tells whether a text is a file, or stands for the standard input.
func isInput(path string) bool { return path == standardInput || isFile(path) }

// existing are the files, or the standard input, that a text names.
func existing(text string) (files []string) {
	withFiles(text, noting(&files))
	return files
}

// programFiles are the files among the words of programs in a list of metrics.
func programFiles(list string) (files []string) {
	withPrograms(list, func(words []string) { inWords(words, isFile, noting(&files)) })
	return files
}

// namesPrograms reports whether a command line names programs as metrics.
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

// noting shows a path as it is, and notes it.
func noting(files *[]string) func(path string) string {
	return func(path string) string {
		*files = append(*files, path)
		return path
	}
}

// withFiles is a text with what show makes of each file that it names, in the file's
// place: as a whole, behind a kind and a colon, in a list with commas, or in the command
// of a program.
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

// withFile is a file, which may stand behind a kind and a colon, as show has it.
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

// programKind begins the name of a metric whose scores a program finds.
const programKind = "exec:"

// withPrograms is a list of metrics with what change makes of the words of each program's
// command, of which there is one at least.
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
			continue // which no metric is
		}
		change(split)
		if name != "" {
			name += "="
		}
		items[i] = programKind + name + words.Join(split)
	}
	return strings.Join(items, ",")
}

// inWords puts what show makes of paths in their places, where a word is one, or what
// stands behind the = of an option.
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
