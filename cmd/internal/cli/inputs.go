package cli

import (
	"os"
	"slices"
	"strings"

	"settle/internal/lists"
)

// named are the files that the arguments name: as a whole, as the value of a
// flag, behind a word and a colon, or in a list with commas, as in
// --prior=old.csv, coins:mine.csv and exact-match,mine.yaml. A file is there
// once for each argument that names it. "-" names what the standard input is.
func named(args []string) []os.FileInfo {
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

// count tells how many of the files are this one.
func count(files []os.FileInfo, this os.FileInfo) int {
	n := 0
	for _, file := range files {
		if os.SameFile(file, this) {
			n++
		}
	}
	return n
}
