package report

import (
	"fmt"
	"hash/fnv"
	"io"
	"regexp"
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
// else becomes an underscore, and so do a dot or hyphen in front and a dot at the
// end, which Windows drops. A name that had to be changed, or cut to its length, or
// that Windows keeps for a device, gets a hash of the original appended, so that
// different names stay different. The result depends on the name alone and is never
// empty.
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
	if strings.HasSuffix(safe, ".") {
		safe = strings.TrimSuffix(safe, ".") + "_"
	}
	reserved := device.MatchString(safe)
	if safe == name && len(name) <= maxName && !reserved {
		return name
	}
	if reserved { // by what stands before the first dot
		safe = strings.ReplaceAll(safe, ".", "_")
	}
	hash := fnv.New32a()
	io.WriteString(hash, name)
	return fmt.Sprintf("%s-%08x", safe[:min(len(safe), maxName)], hash.Sum32())
}

// device is a name that Windows does not let files have, whatever their type.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

// IsSafeName tells whether a file can have this name without harm: it is made
// of what SafeName returns, and perhaps a suffix and an extension.
func IsSafeName(name string) bool {
	unsafe := strings.ContainsFunc(name, func(r rune) bool { return !isSafe(r) })
	if unsafe || name == "" || len(name) > 2*maxName || device.MatchString(name) {
		return false
	}
	return name[0] != '.' && name[0] != '-' && name[len(name)-1] != '.'
}

func isSafe(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return true
	}
	return r == '.' || r == '_' || r == '-'
}
