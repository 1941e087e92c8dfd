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

// JSON is the format of Render that is not one of package tables.
const JSON = "json"

// Report is what a study found, ready to be rendered in any format.
type Report struct {
	// JSON is what the format json shows: any value that encoding/json can
	// encode. It holds neither NaN nor infinities; see Finite.
	JSON any
	// Document names the schema of JSON and its version, such as settle/rank/1: the member
	// "document", which comes first. "" for none.
	Document string
	// Tables is what the other formats show, one after the other with an
	// empty line between. In CSV too: a report of one table is a plain CSV
	// file, one of several is to be split at the empty lines, of which a table
	// itself has none outside quotes.
	Tables []*tables.Table
	// Sentence is all that the format text shows, "" for the tables. JSON has it, or the
	// lead of the first table, as the member "sentence".
	Sentence string
	// First is said before all else, "" for nothing: in the lead of the first table, and in
	// JSON as the member "first" before the provenance. CSV has none.
	First string
	// Screen is what the format text is drawn for.
	Screen tables.Screen
	// Next is a command to run next, "" for none: the last line of the format text.
	Next string
	// Provenance says where the report comes from, nil if that is not said. In
	// JSON it is the last member of the document, which must be an object; in
	// the other formats but CSV it is the last note of the last table.
	Provenance *Provenance
}

// InFormat returns a report of what a format shows, and makes nothing else: a document with
// the sentence and the notes of the tables for readers, one table of data as CSV, or those
// tables.
func InFormat(format string, document func() tables.Object, data func() *tables.Table, shown func() []*tables.Table) Report {
	switch {
	case format == JSON:
		return Report{JSON: document(), Tables: shown()}
	case tables.Format(format).IsData():
		return Report{Tables: []*tables.Table{data()}}
	}
	return Report{Tables: shown()}
}

// One returns a list of one table.
func One(table func() *tables.Table) func() []*tables.Table {
	return func() []*tables.Table { return []*tables.Table{table()} }
}

// Render returns the report in a format: JSON, or one that tables.Format
// names.
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

// signed returns the last table with what ends a report: where it comes from, and in text
// the command to run next.
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

// renderJSON returns one indented document. Its bytes depend on the value
// alone: encoding/json sorts the keys of maps.
func (r Report) renderJSON() ([]byte, error) {
	document, err := indented(r.JSON)
	if err != nil {
		return nil, err
	}
	last := r.said()
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

// said returns what the tables say in words, as members of a document.
func (r Report) said() tables.Object {
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

// indented returns a value as JSON, with a line for each of its members.
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

// harmless escapes what a terminal may obey or be misled by and encoding/json
// leaves: DEL, the 8-bit controls, and the marks that change the direction of text.
// They can stand in strings only, and mean the same escaped.
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

func misleading(r rune) bool {
	return r == 0x7f || r >= 0x80 && r < 0xa0 || unicode.Is(unicode.Bidi_Control, r)
}

// Finite returns v for a JSON value, which has no NaN and no infinities: nil,
// that is null, in their place.
func Finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
