package report

import (
	"fmt"
	"hash/fnv"
	"io"
	"strings"
)

// FileName is a metric's name as part of the name of a file.
func FileName(metric string) string {
	return SafeName(strings.NewReplacer("@", "-", ":", "-", "^", "-hat-", "/", "-of-").Replace(metric))
}

// maxName is the longest name that SafeName keeps, in bytes; it leaves room
// for a suffix and an extension within the 255 that file systems allow.
const maxName = 100

// SafeName turns any name, of a model or a task say, into a part of a file
// name: ASCII letters and digits, dot, underscore and hyphen stay, everything
// else becomes an underscore, and so does a dot or hyphen in front. A name
// that had to be changed, or cut to its length, gets a hash of the original
// appended, so that different names stay different. The result depends on the
// name alone and is never empty.
func SafeName(name string) string {
	safe := strings.Map(func(r rune) rune {
		if !isSafe(r) {
			return '_'
		}
		return r
	}, name)
	if safe == "" {
		safe = "_"
	}
	if safe[0] == '.' || safe[0] == '-' {
		safe = "_" + safe[1:]
	}
	if safe == name && len(name) <= maxName {
		return name
	}
	hash := fnv.New32a()
	io.WriteString(hash, name)
	return fmt.Sprintf("%s-%08x", safe[:min(len(safe), maxName)], hash.Sum32())
}

// IsSafeName tells whether a file can have this name without harm: it is made
// of what SafeName returns, and perhaps a suffix and an extension.
func IsSafeName(name string) bool {
	unsafe := strings.ContainsFunc(name, func(r rune) bool { return !isSafe(r) })
	return !unsafe && name != "" && name[0] != '.' && name[0] != '-' && len(name) <= 2*maxName
}

func isSafe(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return true
	}
	return r == '.' || r == '_' || r == '-'
}
