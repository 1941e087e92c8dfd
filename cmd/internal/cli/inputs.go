package cli

import (
	"os"
	"slices"
	"strings"

	"settle/internal/lists"
)

// namedFiles returns the files whose names appear in the arguments. A file name can be a whole
// argument, the value of a flag, the text after a word and a colon, or an item of a
// comma-separated list: --prior=old.csv, coins:mine.csv, exact-match,mine.yaml. Each argument
// contributes a file at most once. "-" contributes the file that standard input reads, if any.
func namedFiles(args []string) []os.FileInfo {
	files := lists.Flat(args, namedBy)
	if slices.Contains(args, standardInput) {
		if info, err := os.Stdin.Stat(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
		}
	}
	return files
}

func namedBy(arg string) []os.FileInfo {
	var files []os.FileInfo
	add := func(path string) {
		info, err := os.Stat(path)
		if err == nil && info.Mode().IsRegular() && count(files, info) == 0 {
			files = append(files, info)
		}
	}
	for found := true; found; {
		add(arg)
		for part := range strings.SplitSeq(arg, ",") {
			add(strings.TrimSpace(part))
		}
		at := strings.IndexAny(arg, "=:")
		if found = at >= 0; found {
			arg = arg[at+1:]
		}
	}
	return files
}

// count returns how often a list of files contains the given file.
func count(files []os.FileInfo, this os.FileInfo) int {
	n := 0
	for _, file := range files {
		if os.SameFile(file, this) {
			n++
		}
	}
	return n
}
