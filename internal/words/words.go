// Package words splits the command line of a program as the metric exec: names it: a
// name, if it has one, and words, of which some are quoted. It quotes words for a shell, too.
//
// Begin with [Split] and [ShellLine].
package words

import (
	"errors"
	"regexp"
	"strings"
)

// Split splits a text at spaces, but not within '…' or "…", whose marks are left out; a
// part of a word may be quoted. There is no other escape: a backslash is one. It fails
// if a quotation does not end.
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

// Join is the text that Split splits into these words.
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

// Name takes the name off NAME=COMMAND; "" where there is none.
func Name(text string) (name, command string) {
	if match := named.FindStringSubmatch(text); match != nil {
		return match[1], text[len(match[0]):]
	}
	return "", text
}

// ShellLine joins words as a shell reads them.
func ShellLine(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Shell(word)
	}
	return strings.Join(quoted, " ")
}

// special matches a word that a shell may read as something else.
var special = regexp.MustCompile(`^$|[^-a-zA-Z0-9_=+:,./@%^]`)

// Shell quotes a word for a shell, if it needs that.
func Shell(word string) string {
	if !special.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
