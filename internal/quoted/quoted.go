// Package quoted makes text from outside fit for a message: on one line, with
// nothing in it that a terminal obeys, and no longer than a message can bear.
//
// Begin with [Text].
//
// It believes that a message is one line of less than a thousand bytes that
// names what it is about, so that of long text its beginning will do, and of
// many names the first. It leaves to its callers what they say about them.
package quoted

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How much of a text a message shows, in bytes.
const (
	longest     = 100
	longestPath = 200 // more, since a path that is cut is hard to find
	longestList = 400
	mostNamed   = 20
)

// Text is the text between quotes, with Go's escapes for what is not
// printable. Of a text that would take more than some 100 bytes the rest is
// left out, which a … behind the quotes tells.
func Text(text string) string {
	head := beginning(text, longest)
	if len(head) < len(text) {
		return strconv.Quote(head) + "…"
	}
	return strconv.Quote(text)
}

// beginning is as much of the text, in whole characters, as fits the bytes
// both as it is and with escapes.
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

// Bare is the text as it is, without quotes, if it is one line of printable
// characters that a message can bear, and else what Text makes of it.
func Bare(text string) string {
	if printable(text) && len(text) <= longest {
		return text
	}
	return Text(text)
}

// Path is how a message calls a file: by its path as it is, unless that would
// break the line or the terminal. Of a very long one only the end is left,
// behind a ….
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

// List is Text of names, separated by commas: of the first few if there are
// many.
func List(names []string) string {
	first := slices.Clone(names[:min(len(names), mostNamed)])
	for i, name := range first {
		first[i] = Text(name)
	}
	return join(first, len(names))
}

// Join puts parts that are fit for a message behind each other, with commas
// between them: the first few if there are many.
func Join(parts []string) string {
	return join(parts[:min(len(parts), mostNamed)], len(parts))
}

// join is Join for the first of so many parts.
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

// Message is what a library says of an error, on one line and cut where it
// repeats too much of what it was given.
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
