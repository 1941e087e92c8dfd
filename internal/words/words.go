// Package words splits and joins command lines. The metric exec:, for example, has a
// command line, which starts a program. A command line is an optional name followed by
// words, which can be quoted.
//
// Call [Split] to split a command line, or [ShellLine] to quote words for a shell.
package words

import (
	"errors"
	"regexp"
	"strings"
)

// Split splits a text at spaces, but not within '…' or "…", and removes these quotes.
// Quotes can enclose part of a word. A backslash has no special meaning. Split fails if
// a quotation does not end.
func Split(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	begun, quote := false, rune(0)
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			begun, quote = true, r
		case r != ' ' && r != '\t':
			begun = true
			word.WriteRune(r)
		case begun:
			words = append(words, word.String())
			word.Reset()
			begun = false
		}
	}
	if quote != 0 {
		return nil, errors.New("a quotation does not end")
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}

// Join returns a text that Split splits into the given words.
func Join(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		switch {
		case word != "" && !strings.ContainsAny(word, " \t'\""):
			quoted[i] = word
		case strings.Contains(word, "'"):
			quoted[i] = `"` + strings.ReplaceAll(word, `"`, `"'"'"`) + `"`
		default:
			quoted[i] = "'" + word + "'"
		}
	}
	return strings.Join(quoted, " ")
}

var named = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9_.-]*)=`)

// Name splits a text of the form NAME=COMMAND. The name is "" if the text has none.
func Name(text string) (name, command string) {
	if match := named.FindStringSubmatch(text); match != nil {
		return match[1], text[len(match[0]):]
	}
	return "", text
}

// ShellLine joins words into a line that a shell splits into the same words.
func ShellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Shell(word)
	}
	return strings.Join(quoted, " ")
}

// specialWord matches a word that contains a character with a special meaning in a shell.
var specialWord = regexp.MustCompile(`^$|[^-a-zA-Z0-9_=+:,./@%^]`)

// Shell returns a word in the form in which it must be written for a shell, with quotes
// if necessary.
func Shell(word string) string {
	if !specialWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
