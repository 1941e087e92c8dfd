package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"settle/internal/tables"
)

// JSON is a format that Render accepts in addition to the formats of package tables.
const JSON = "json"

// A Report holds the results of a study, ready to be rendered in any format.
type Report struct {
	// JSON is the value printed in the format json: any value that encoding/json can
	// encode. It must not contain NaN or infinities; see Finite.
	JSON any
	// Document names the schema of the JSON document and the schema's version, such as
	// settle/rank/1. It becomes the first member of the document, "document". "" means
	// none.
	Document string
	// Tables holds the tables that all formats except JSON show, with an empty line
	// between two tables. A report can be split at these lines, because a table has no
	// empty lines outside quotes.
	Tables []*tables.Table
	// Sentence, if not "", replaces the tables in the format text. In JSON, the member
	// "sentence" holds Sentence or, if it is "", the lead of the first table.
	Sentence string
	// First, if not "", is a sentence that comes before everything else. It begins the
	// lead of the first table. In JSON it is the member "first" before the provenance. CSV
	// omits it.
	First string
	// Screen describes the terminal for which the format text is laid out.
	Screen tables.Screen
	// Next, if not "", is a command to run next. It is the last line of the format text.
	Next string
	// Provenance describes the source of the report; nil for none. In JSON it is the last
	// member of the document, which must be an object. In all other formats except CSV it
	// is the last note of the last table.
	Provenance *Provenance
}

// InFormat returns a report that contains only what the given format needs. This is
// document() for JSON, the table data() for CSV, and the tables shown() for all other
// formats. JSON also needs shown(), for the sentences and notes of these tables.
func InFormat(format string, document func() tables.Object, data func() *tables.Table, shown func() []*tables.Table) Report {
	switch {
	case format == JSON:
		return Report{JSON: document(), Tables: shown()}
	case tables.Format(format).IsData():
		return Report{Tables: []*tables.Table{data()}}
	}
	return Report{Tables: shown()}
}

// One returns a function that calls table and returns its result as a list with one
// element.
func One(table func() *tables.Table) func() []*tables.Table {
	return func() []*tables.Table { return []*tables.Table{table()} }
}

// Render returns the report in the given format, which is JSON or a format of package
// internal/tables.
func (r Report) Render(format string) ([]byte, error) {
	if format == JSON {
		return r.renderJSON()
	}
	if r.Sentence != "" && tables.Format(format) == tables.Text {
		return []byte(r.Screen.Prose(strings.TrimSpace(r.First+" "+r.Sentence)) + "\n"), nil
	}
	var b bytes.Buffer
	for i, table := range r.Tables {
		if i > 0 {
			b.WriteByte('\n')
		} else if r.First != "" {
			copied := *table
			copied.Lead = strings.TrimSpace(r.First + " " + table.Lead)
			table = &copied
		}
		if i == len(r.Tables)-1 {
			table = r.signed(table, format)
		}
		if err := table.WriteOn(&b, tables.Format(format), r.Screen); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// signed returns a copy of the given table, which is the last one of the report, with
// the provenance as a note. In the format text, it also adds the command to run next.
func (r Report) signed(table *tables.Table, format string) *tables.Table {
	signed := *table
	signed.Notes = slices.Clone(table.Notes)
	if r.Provenance != nil {
		signed.Notes = append(signed.Notes, r.Provenance.String())
	}
	if r.Next != "" && tables.Format(format) == tables.Text {
		signed.Notes = append(signed.Notes, tables.Command+r.Next)
	}
	return &signed
}

// renderJSON returns the report as an indented JSON document. Equal values give equal
// bytes, since encoding/json sorts the keys of maps.
func (r Report) renderJSON() ([]byte, error) {
	document, err := indented(r.JSON)
	if err != nil {
		return nil, err
	}
	last := r.proseForJSON()
	if r.Provenance != nil {
		last = tables.NewObject(last, "provenance", r.Provenance)
	}
	if members, isObject := bytes.CutPrefix(document, []byte("{\n")); isObject && r.Document != "" {
		document = fmt.Appendf(nil, "{\n  \"document\": %q,\n%s", r.Document, members)
	}
	object, isObject := bytes.CutSuffix(document, []byte("\n}\n"))
	if len(last) == 0 || !isObject {
		return harmless(document), nil
	}
	members, err := indented(last)
	if err != nil {
		return nil, err
	}
	return harmless(slices.Concat(object, []byte(","), bytes.TrimPrefix(members, []byte("{")))), nil
}

// proseForJSON returns the sentences and notes of the tables as members of a JSON
// document.
func (r Report) proseForJSON() tables.Object {
	var said tables.Object
	if r.First != "" {
		said = tables.NewObject("first", r.First)
	}
	sentence, remarks := r.Sentence, []string(nil)
	for i, t := range r.Tables {
		if i == 0 {
			sentence = cmp.Or(sentence, t.Lead)
		}
		remarks = append(append(remarks, t.Warnings...), t.Notes...)
	}
	if sentence != "" {
		said = tables.NewObject(said, "sentence", sentence)
	}
	if len(remarks) > 0 && r.Sentence == "" {
		said = tables.NewObject(said, "remarks", remarks)
	}
	return said
}

// indented returns v as JSON, with one member per line.
func indented(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return nil, fmt.Errorf("the report as JSON: %w", err)
	}
	return b.Bytes(), nil
}

// harmless returns a JSON document in which further characters are escaped: DEL, the
// 8-bit controls, and marks that change the direction of text. The package
// encoding/json keeps these characters, but they can control or mislead a terminal.
// They occur only inside strings, where an escape has the same meaning.
func harmless(document []byte) []byte {
	if bytes.IndexFunc(document, misleading) < 0 {
		return document
	}
	var b []byte
	for _, r := range string(document) {
		if misleading(r) {
			b = fmt.Appendf(b, `\u%04x`, r)
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

// misleading returns true if a character can control or mislead a terminal, so that
// harmless(document) must escape it.
func misleading(r rune) bool {
	return r == 0x7f || r >= 0x80 && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r)
}

// Finite returns a pointer to v for use in JSON. If v is NaN or infinite, which JSON
// cannot represent, it returns nil, which is encoded as null.
func Finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
