package clitest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmpJSON compares a JSON document with an expected one. Keys, their order, texts and
// numbers must be equal. A number is compared to as many decimals as the expected
// number has: 1 means exactly 1, and 1.00 means 0.995 to 1.005. The expected text "…"
// matches any value. The expected document can omit the members "document", "sentence"
// and "remarks":
//
//	cmpjson FILE EXPECTED
func cmpJSON(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cmpjson file expected")
	}
	decoder := func(file string) *json.Decoder {
		d := json.NewDecoder(strings.NewReader(ts.ReadFile(file)))
		d.UseNumber()
		return d
	}
	got, want := decoder(args[0]), decoder(args[1])
	for i := 1; ; i++ {
		w, errWant := want.Token()
		if w == anyValue {
			var value json.RawMessage
			if err := got.Decode(&value); err != nil {
				ts.Fatalf("at token %d, byte %d: %v", i, got.InputOffset(), err)
			}
			continue
		}
		g, errGot := got.Token()
		for w != g && (g == "document" || g == "sentence" || g == "remarks") { // texts at the end of the document
			var value json.RawMessage
			ts.Check(got.Decode(&value))
			g, errGot = got.Token()
		}
		switch {
		case errGot == io.EOF && errWant == io.EOF:
			return
		case errGot != nil || errWant != nil:
			ts.Fatalf("at token %d, byte %d: %v and %v", i, got.InputOffset(), errGot, errWant)
		case !sameToken(g, w):
			ts.Fatalf("%s has %v at byte %d, where %s has %v at byte %d",
				args[0], g, got.InputOffset(), args[1], w, want.InputOffset())
		}
	}
}

// anyValue is the text in an expected document that matches any value.
const anyValue = "…"

func sameToken(got, want json.Token) bool {
	number, ok := got.(json.Number)
	wanted, both := want.(json.Number)
	if !ok || !both {
		return got == want
	}
	g, errGot := number.Float64()
	w, errWant := wanted.Float64()
	if errGot != nil || errWant != nil {
		return false
	}
	_, digits, found := strings.Cut(wanted.String(), ".")
	if !found {
		return g == w
	}
	return strconv.FormatFloat(g, 'f', len(digits), 64) == strconv.FormatFloat(w, 'f', len(digits), 64)
}

// wellFormed checks that files are valid in their format and harmless:
//
//	wellformed svg|png|pdf|csv|json|md|tex|text|html FILE...
//
// SVG must be XML with an svg root and contain only elements and attributes that
// drawings need: no scripts and no links. PNG must decode. PDF must have no actions and
// use only drawing operators. CSV must have rows of equal length and no formulas. JSON
// must be one document. Markdown must have tables with equally long rows, and render
// only as headings, tables and paragraphs. LaTeX must have tabulars whose rows have as
// many cells as columns, balanced braces and environments, only commands for tables,
// and no special characters. HTML must have only the elements, attributes, links and
// scripts of our pages. All formats except CSV must have nothing that controls a
// terminal or misleads a reader.
func wellFormed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: wellformed format files...")
	}
	check, ok := formats[args[0]]
	if !ok {
		ts.Fatalf("unknown format %q", args[0])
	}
	for _, file := range args[1:] {
		if err := check(ts.ReadFile(file)); err != nil {
			ts.Fatalf("%s: %v", file, err)
		}
	}
}

var formats = map[string]func(content string) error{
	"svg": checkSVG, "png": checkPNG, "pdf": checkPDF, "csv": checkCSV, "json": checkJSON,
	"md": checkMarkdown, "tex": checkLaTeX, "text": checkText, "html": checkHTML,
}

func checkSVG(content string) error {
	drawing := map[string]bool{
		"svg": true, "g": true, "path": true, "circle": true, "text": true, "rect": true, "title": true, "desc": true, "image": true,
	}
	d := xml.NewDecoder(strings.NewReader(content))
	elements := 0
	for {
		token, err := d.Token()
		if err == io.EOF && elements > 0 {
			return checkText(strings.ReplaceAll(content, "\t", " "))
		}
		if err != nil {
			return err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if name := start.Name.Local; !drawing[name] || (elements == 0) != (name == "svg") {
			return fmt.Errorf("element %d is <%s>", elements, name)
		}
		for _, a := range start.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" && !pictureOfPage.MatchString(strings.Join(strings.Fields(a.Value), "")) {
				return fmt.Errorf("<%s> has the attribute %s", start.Name.Local, a.Name.Local)
			}
		}
		elements++
	}
}

func checkPNG(content string) error {
	_, err := png.Decode(strings.NewReader(content))
	return err
}

func checkCSV(content string) error {
	if err := checkText(content); err != nil {
		return err
	}
	rows, err := csv.NewReader(strings.NewReader(content)).ReadAll()
	if err == nil && len(rows) < 2 {
		err = fmt.Errorf("%d rows", len(rows))
	}
	return errors.Join(err, checkFormulas(rows))
}

func checkJSON(content string) error {
	if !json.Valid([]byte(content)) || !strings.HasSuffix(content, "\n") {
		return errors.New("not a single JSON document that ends in a line feed")
	}
	for i, r := range content {
		if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) {
			return fmt.Errorf("%U in %q", r, content[max(0, i-20):i])
		}
	}
	return nil
}

// escapedCharacter matches a backslash and the character that it makes literal, in
// Markdown and LaTeX.
var escapedCharacter = regexp.MustCompile(`\\.`)

func checkMarkdown(content string) error {
	rows, cells := 0, 0
	for line := range strings.Lines(content) {
		if !strings.HasPrefix(line, "|") {
			rows = 0
			continue
		}
		n := strings.Count(escapedCharacter.ReplaceAllString(line, ""), "|")
		if rows++; rows > 1 && n != cells {
			return fmt.Errorf("%q has %d cells, the row above %d", line, n-1, cells-1)
		}
		cells = n
	}
	if cells == 0 {
		return errors.New("no table")
	}
	return checkRendered(content)
}

// latexCommand matches a LaTeX command whose name consists of letters.
var latexCommand = regexp.MustCompile(`\\[A-Za-z]+`)

var tableCommands = regexp.MustCompile(`^\\(begin|end|caption|centering|par|footnotesize|toprule|midrule|bottomrule|` +
	`text[a-z]+|ensuremath|le|ge|ne|approx|infty|to|lceil|rceil|alpha|beta|mu|rho|sigma|tau)$`)

func checkLaTeX(content string) error {
	for _, command := range latexCommand.FindAllString(strings.ReplaceAll(content, `\\`, ""), -1) {
		if !tableCommands.MatchString(command) {
			return fmt.Errorf("the command %s", command)
		}
	}
	columns := 0
	for line := range strings.Lines(content) {
		plain := escapedCharacter.ReplaceAllString(line, "")
		if strings.Count(plain, "{") != strings.Count(plain, "}") {
			return fmt.Errorf("unbalanced braces in %q", line)
		}
		if _, alignment, ok := strings.Cut(line, `\begin{tabular}{`); ok {
			columns = strings.IndexByte(alignment, '}')
		}
		if row, ok := strings.CutSuffix(line, " \\\\\n"); ok {
			if n := strings.Count(escapedCharacter.ReplaceAllString(row, ""), "&") + 1; n != columns {
				return fmt.Errorf("%q has %d cells for %d columns", line, n, columns)
			}
		}
	}
	for _, environment := range []string{"table", "tabular"} {
		if strings.Count(content, `\begin{`+environment+`}`) != strings.Count(content, `\end{`+environment+`}`) {
			return fmt.Errorf("unbalanced environments %s", environment)
		}
	}
	if columns == 0 {
		return errors.New("no tabular")
	}
	return checkLaTeXText(content)
}

// latexMeant matches the markup of LaTeX tables: ends of rows, commands, escaped
// characters, minus signs, and ampersands between cells.
var latexMeant = regexp.MustCompile(`(?m) \\\\$|\\[A-Za-z]+|\\[&%$#_{}]|\$-\$| & `)

// checkLaTeXText checks that all text besides the markup of tables is plain and forms
// no ligature.
func checkLaTeXText(content string) error {
	if err := checkText(content); err != nil {
		return err
	}
	for line := range strings.Lines(content) {
		rest := latexMeant.ReplaceAllString(strings.TrimSuffix(line, "\n"), " ")
		if i := strings.IndexAny(rest, "\\%$#_~^&<>|`"); i >= 0 {
			return fmt.Errorf("%q has a meaning in %.200q", rest[i], line)
		}
		for _, ligature := range []string{"--", "''", "?`", "!`"} {
			if strings.Contains(rest, ligature) {
				return fmt.Errorf("%q is another character in %.200q", ligature, line)
			}
		}
	}
	return nil
}

// writeNPZ writes an NPZ file with the given arrays, whose headers can be wrong.
// CONTENT is in hexadecimal digits:
//
//	npz FILE KEY DTYPE SHAPE [CONTENT [KEY DTYPE SHAPE [CONTENT]]...]
func writeNPZ(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: npz file key dtype shape [content]...")
	}
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for array := range slices.Chunk(args[1:], 4) {
		content, err := hex.DecodeString(strings.Join(array[3:], ""))
		ts.Check(err)
		// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
		header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", array[1], array[2])
		entry, err := archive.Create(array[0] + ".npy")
		ts.Check(err)
		preamble := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(header)))
		for _, part := range [][]byte{preamble, []byte(header), content} {
			_, err := entry.Write(part)
			ts.Check(err)
		}
	}
	ts.Check(archive.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), file.Bytes(), 0o666))
}

// compress writes a gzip copy of a file, with .gz appended to its name:
//
//	gzip FILE
func compress(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gzip file")
	}
	var file bytes.Buffer
	w := gzip.NewWriter(&file)
	_, err := io.WriteString(w, ts.ReadFile(args[0]))
	ts.Check(errors.Join(err, w.Close()))
	ts.Check(os.WriteFile(ts.MkAbs(args[0])+".gz", file.Bytes(), 0o666))
}

// truncate cuts a file to its first BYTES bytes. It extends a shorter file with zeros,
// which take no disk space:
//
//	truncate FILE BYTES
func truncate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: truncate file bytes")
	}
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}
