package report

import (
	"fmt"
	"hash/fnv"
	"io"
	"regexp"
	"strings"
)

// FileName converts the name of a metric, such as pass@2, to a string that can be part
// of a file name, such as pass-2.
func FileName(metric string) string {
	return SafeName(strings.NewReplacer("@", "-", ":", "-", "^", "-hat-", "/", "-of-").Replace(metric))
}

// maxName is the greatest number of bytes of a name that SafeName keeps. It leaves room
// for a hash, a suffix and an extension within the 255 bytes that file systems allow.
const maxName = 100

// SafeName converts any name, such as that of a model or a task, to a string that can
// be part of a file name. It keeps ASCII letters and digits, dots, underscores and
// hyphens. Every other character becomes an underscore, and so do a leading dot or
// hyphen and a trailing dot. SafeName appends a hash of the original name if this
// changes the name, if the name is too long, or if Windows reserves it for a device.
// Different names therefore almost always stay different. The result is never empty.
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
	if reserved { // Windows looks only at the part before the first dot
		safe = strings.ReplaceAll(safe, ".", "_")
	}
	hash := fnv.New32a()
	io.WriteString(hash, name)
	return fmt.Sprintf("%s-%08x", safe[:min(len(safe), maxName)], hash.Sum32())
}

// device matches file names that Windows reserves for devices, with any extension.
var device = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

// IsSafeName reports whether a name can be used as a file name on all systems. This is
// true for results of SafeName, even if a suffix and an extension are added.
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
