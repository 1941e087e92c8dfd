// Package quoted makes any text safe for messages: on one line, without terminal
// control characters, and of limited length.
//
// Call [Text] for text in quotes, [Bare] for text without quotes where possible, [Path]
// for a file name, [List] for several names, and [Message] for an error of a library.
//
// A message should be one line of less than a thousand bytes. These functions therefore
// shorten long texts to their beginning, paths to their end, and long lists to their
// first names.
package quoted

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Maximum lengths of texts in a message, in bytes.
const (
	longest     = 100
	longestPath = 200 // longer than a text, because a shortened path is hard to find
	longestList = 400
	mostNamed   = 20
)

// Text returns the text in quotes, with Go escapes for characters that cannot be
// printed. If the result would exceed about 100 bytes, it is shortened and … follows
// the quotes.
func Text(text string) string {
	head := prefix(text, longest)
	if len(head) < len(text) {
		return strconv.Quote(head) + "…"
	}
	return strconv.Quote(text)
}

// prefix returns the longest beginning of a text that fits in the given number of
// bytes, both with and without escapes. It never splits a character.
func prefix(text string, bytes int) string {
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

// Bare returns the text without quotes if it is a single short line that can be
// printed. Otherwise it returns the result of Text.
func Bare(text string) string {
	if printable(text) && len(text) <= longest {
		return text
	}
	return Text(text)
}

// Path returns a file's path for a message. The path has no quotes, unless it would
// break the line or disturb the terminal. If the path is very long, only its end is
// shown, after ….
func Path(path string) string {
	shown := path[max(0, len(path)-longestPath):]
	if len(shown) < len(path) {
		shown = strings.TrimLeftFunc(shown, func(r rune) bool { return r == utf8.RuneError }) // removes half a character
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

// List returns the names separated by commas, each in the form of Text. If there are
// many names, it returns only the first few and the number of the others.
func List(names []string) string {
	first := slices.Clone(names[:min(len(names), mostNamed)])
	for i, name := range first {
		first[i] = Text(name)
	}
	return join(first, len(names))
}

// Join returns the parts separated by commas. The parts must be safe for a message. If
// there are many parts, it returns only the first few and the number of the others.
func Join(parts []string) string {
	return join(parts[:min(len(parts), mostNamed)], len(parts))
}

// join implements Join. It takes the first parts and the number of all parts.
func join(parts []string, total int) string {
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			part = ", " + part
		}
		if b.Len()+len(part) > longestList && i > 0 {
			parts = parts[:i]
			break
		}
		b.WriteString(part)
	}
	if more := total - len(parts); more > 0 {
		fmt.Fprintf(&b, " and %d more", more)
	}
	return b.String()
}

// Message returns the text of a library's error on one line. It shortens a text that
// repeats too much of the library's input.
func Message(err error) string {
	text := strings.Join(strings.Fields(err.Error()), " ")
	head := prefix(text, longestPath)
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
