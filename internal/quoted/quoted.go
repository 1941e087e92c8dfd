// Package quoted makes external text safe for messages: on one line, without terminal
// control characters, and of limited length.
//
// Call [Text] for text in quotes, [Bare] for text without quotes where possible, [Path]
// for the name of a file, [List] for several names, and [Message] for an error of a
// library.
//
// A message should be one line of less than a thousand bytes. These functions therefore
// shorten long text to its beginning, paths to their end, and long lists to their first
// names.
package quoted

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Maximum length of texts in a message, in bytes.
const (
	longest     = 100
	longestPath = 200 // longer, because a shortened path is hard to find
	longestList = 400
	mostNamed   = 20
)

// Text returns the text in quotes, with Go escapes for characters that are not
// printable. It shortens texts that would take more than about 100 bytes, and appends …
// after the quotes.
func Text(text string) string {
	head := beginning(text, longest)
	if len(head) < len(text) {
		return strconv.Quote(head) + "…"
	}
	return strconv.Quote(text)
}

// beginning returns the longest beginning of the text, in whole characters, that fits
// in the given number of bytes both with and without escapes.
func beginning(text string, bytes int) string {
	escaped, size := 0, 0
	for size < len(text) {
		_, width := utf8.DecodeRuneInString(text[size:])
		escaped += len(strconv.Quote(text[size:size+width])) - len(`""`)
		if size+width > bytes || escaped > bytes {
			break
		}
		size += width
	}
	return text[:size]
}

// Bare returns the text without quotes if it is one short line of printable characters.
// Otherwise it returns the result of Text.
func Bare(text string) string {
	if printable(text) && len(text) <= longest {
		return text
	}
	return Text(text)
}

// Path returns the name of a file for a message: its path without quotes, unless that
// would break the line or the terminal. It shortens a very long path to its end,
// preceded by ….
func Path(path string) string {
	shown := path[max(0, len(path)-longestPath):]
	if len(shown) < len(path) {
		shown = strings.TrimLeftFunc(shown, func(r rune) bool { return r == utf8.RuneError }) // half a character
	}
	if !printable(shown) {
		for len(strconv.Quote(shown)) > longestPath+len(`""`) {
			_, width := utf8.DecodeRuneInString(shown)
			shown = shown[width:]
		}
		shown, path = strconv.Quote(shown), strconv.Quote(path)
	}
	if len(shown) < len(path) {
		return "…" + shown
	}
	return shown
}

func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// List returns the names as by Text, separated by commas. It returns only the first few
// if there are many.
func List(names []string) string {
	first := slices.Clone(names[:min(len(names), mostNamed)])
	for i, name := range first {
		first[i] = Text(name)
	}
	return join(first, len(names))
}

// Join joins parts that are safe for a message with commas. It returns only the first
// few if there are many.
func Join(parts []string) string {
	return join(parts[:min(len(parts), mostNamed)], len(parts))
}

// join implements Join. first holds the first parts of all.
func join(first []string, all int) string {
	var b strings.Builder
	for i, part := range first {
		if i > 0 {
			part = ", " + part
		}
		if b.Len()+len(part) > longestList && i > 0 {
			first = first[:i]
			break
		}
		b.WriteString(part)
	}
	if more := all - len(first); more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	return b.String()
}

// Message returns the text of a library's error, on one line and shortened if it
// repeats too much of its input.
func Message(err error) string {
	text := strings.Join(strings.Fields(err.Error()), " ")
	head := beginning(text, longestPath)
	shown := head
	if !printable(head) {
		shown = strconv.Quote(head)
		shown = shown[1 : len(shown)-1]
	}
	if len(head) < len(text) {
		shown += "…"
	}
	return shown
}
