package clitest

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	goldhtml "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"
)

// WellFormed checks that content is valid in its format and that names in it have no
// effect. The script command wellformed describes the checks.
func WellFormed(format, content string) error {
	check, ok := formats[format]
	if !ok {
		return fmt.Errorf("unknown format %q", format)
	}
	return check(content)
}

// checkText checks that text is safe for a terminal. It must have no control
// characters, no characters that change the direction of text, and no invisible
// characters, except joiners after letters of other scripts.
func checkText(content string) error {
	if !utf8.ValidString(content) {
		return errors.New("it is not UTF-8")
	}
	before := ' '
	for i, r := range content {
		joiner := r == '\u200c' || r == '\u200d' || unicode.Is(unicode.Variation_Selector, r)
		hidden := unicode.In(r, unicode.Cf, unicode.Co, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
		switch {
		case r == '\n' || joiner && before > unicode.MaxASCII:
		case unicode.IsControl(r), unicode.In(r, unicode.Zl, unicode.Zp), hidden:
			return fmt.Errorf("%U in %q", r, content[max(0, i-20):min(len(content), i+20)])
		}
		before = r
	}
	return nil
}

// checkFormulas checks that a spreadsheet finds no formula in CSV rows, even if a
// semicolon starts a new cell.
func checkFormulas(rows [][]string) error {
	for _, cell := range slices.Concat(rows...) {
		if _, err := strconv.ParseFloat(cell, 64); err == nil {
			continue
		}
		for _, part := range strings.Split(cell, ";") {
			part = strings.TrimLeft(part, " \"")
			if first, _ := utf8.DecodeRuneInString(part); strings.ContainsRune("=+-@＝＋－＠\t\r\n", first) {
				return fmt.Errorf("the cell %q is a formula", cell)
			}
		}
	}
	return nil
}

// markdown renders Markdown as GitHub does, including embedded HTML.
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(goldhtml.WithUnsafe()))

// checkRendered checks that Markdown renders only as tables, headings and paragraphs.
func checkRendered(content string) error {
	if err := checkText(content); err != nil {
		return err
	}
	root, err := renderMarkdown(content)
	if err != nil {
		return err
	}
	plain := []string{"html", "head", "body", "h3", "p", "table", "thead", "tbody", "tr", "th", "td"}
	for e := range elements(root) {
		if !slices.Contains(plain, e.Data) {
			return fmt.Errorf("a name becomes <%s>", e.Data)
		}
		for _, a := range e.Attr {
			if a.Key != "style" && a.Key != "id" && a.Key != "align" || a.Key == "style" && !strings.HasPrefix(a.Val, "text-align:") {
				return fmt.Errorf("<%s> has the attribute %s=%q", e.Data, a.Key, a.Val)
			}
		}
	}
	return nil
}

// renderMarkdown converts Markdown to HTML and returns the parsed page.
func renderMarkdown(content string) (*html.Node, error) {
	var page bytes.Buffer
	if err := markdown.Convert([]byte(content), &page); err != nil {
		return nil, err
	}
	return html.Parse(&page)
}

// Shown returns the text that a reader of Markdown or of a page sees. All runs of white
// space become single spaces.
func Shown(format, content string) (string, error) {
	root, err := html.Parse(strings.NewReader(content))
	if format == "md" {
		root, err = renderMarkdown(content)
	}
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for n := range root.Descendants() {
		switch {
		case n.Type == html.ElementNode:
			b.WriteByte(' ')
		case n.Type == html.TextNode && n.Parent.Data != "script" && n.Parent.Data != "style":
			b.WriteString(n.Data) // a comment does not separate words
		}
	}
	return strings.Join(strings.Fields(b.String()), " "), nil
}

// elements iterates over all elements below a node.
func elements(root *html.Node) func(func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		for n := range root.Descendants() {
			if n.Type == html.ElementNode && !yield(n) {
				return
			}
		}
	}
}

// Elements and attributes that pages can use. Attributes that begin with data- or aria-
// are allowed, too.
var (
	pageElements = strings.Fields("html head meta link title style body a header footer main nav section h1 h2 h3 p div span " +
		"ol ul li dl dt dd figure figcaption details summary table caption thead tbody tr th td script " +
		"svg g path circle rect line text tspan image desc strong")
	pageAttributes = strings.Fields("lang rel charset name content http-equiv href class download id role tabindex hidden scope " +
		"colspan style fill type width height viewBox font-family d cx cy r x y x1 x2 y1 y2 transform preserveAspectRatio")
	styleOfDrawings = regexp.MustCompile(`^[a-z0-9:;#%., ()-]*$`)
	fileBeside      = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]*$`)
	sectionOfPage   = regexp.MustCompile(`^#[A-Za-z][A-Za-z0-9-]*$`)
	downloadOfPage  = regexp.MustCompile(`^data:(text/csv|application/json);charset=utf-8;base64,[A-Za-z0-9+/=]*$`)
	pictureOfPage   = regexp.MustCompile(`^data:image/png;base64,[A-Za-z0-9+/=]*$`)
	iconOfPage      = regexp.MustCompile(`^data:image/svg\+xml;base64,[A-Za-z0-9+/=]*$`)
	packedData      = regexp.MustCompile(`^[A-Za-z0-9+/=\s]*$`)
)

// checkHTML checks a page as a browser reads it. It allows only the elements and
// attributes that pages use, links to the page itself and to files next to it, scripts
// that the page's policy lists, and text that does not mislead.
func checkHTML(content string) error {
	root, err := html.Parse(strings.NewReader(content))
	if err != nil {
		return err
	}
	policy, once := "", map[string]int{}
	for n := range root.Descendants() {
		if n.Type == html.CommentNode {
			return fmt.Errorf("a comment: %.100q", n.Data)
		}
		if n.Type != html.ElementNode {
			continue
		}
		once[n.Data]++
		for _, a := range n.Attr {
			if err := checkAttribute(n.Data, a); err != nil {
				return err
			}
			if a.Key == "content" && n.Attr[0].Val == "Content-Security-Policy" {
				policy = a.Val
			}
		}
		if !slices.Contains(pageElements, n.Data) {
			return fmt.Errorf("a name becomes <%s>", n.Data)
		}
		if n.Data == "script" {
			if err := checkScript(n, policy); err != nil {
				return err
			}
			continue
		}
		for child := range n.ChildNodes() {
			if child.Type == html.TextNode {
				if err := checkText(child.Data); err != nil {
					return fmt.Errorf("<%s>: %w", n.Data, err)
				}
			}
		}
	}
	for _, name := range []string{"html", "head", "body", "style", "main", "h1"} {
		if once[name] != 1 {
			return fmt.Errorf("%d elements <%s>", once[name], name)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; ") {
		return fmt.Errorf("its policy is %q", policy)
	}
	return nil
}

func checkAttribute(element string, a html.Attribute) error {
	wrong := fmt.Errorf("<%s> has the attribute %s=%.200q", element, a.Key, a.Val)
	if err := checkText(a.Val); err != nil {
		return errors.Join(wrong, err)
	}
	switch a.Key {
	case "href":
		link := fileBeside.MatchString(a.Val) || sectionOfPage.MatchString(a.Val) || downloadOfPage.MatchString(a.Val)
		if element == "a" && link || element == "link" && iconOfPage.MatchString(a.Val) || element == "image" && pictureOfPage.MatchString(a.Val) {
			return nil
		}
		return wrong
	case "style":
		if !styleOfDrawings.MatchString(a.Val) || strings.Contains(a.Val, "url") {
			return wrong
		}
	case "rel":
		if element != "link" || a.Val != "icon" {
			return wrong
		}
	case "http-equiv":
		if a.Val != "Content-Security-Policy" {
			return wrong
		}
	}
	if !slices.Contains(pageAttributes, a.Key) && !strings.HasPrefix(a.Key, "data-") && !strings.HasPrefix(a.Key, "aria-") {
		return wrong
	}
	return nil
}

// checkScript checks a script element. It must hold data, or a script whose digest the
// page's policy lists.
func checkScript(n *html.Node, policy string) error {
	text := ""
	if n.FirstChild != nil {
		text = n.FirstChild.Data
	}
	kind := ""
	for _, a := range n.Attr {
		if a.Key == "type" {
			kind = a.Val
		}
	}
	switch kind {
	case "application/json":
		if !json.Valid([]byte(text)) {
			return fmt.Errorf("a document of the page is not JSON: %.100q", text)
		}
		return nil
	case "application/octet-stream":
		if !packedData.MatchString(text) {
			return fmt.Errorf("data of the page are not in base64: %.100q", text)
		}
		return nil
	}
	sum := sha256.Sum256([]byte(text))
	if kind != "" || !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
		return fmt.Errorf("a script of the type %q: %.100q", kind, text)
	}
	return nil
}

// Patterns for the parts of a PDF outside of strings. Objects must not match pdfAction,
// and drawings must use only pdfOperators.
var (
	pdfAction    = regexp.MustCompile(`/(JavaScript|JS|OpenAction|AA|URI|Launch|SubmitForm|GoToR|EmbeddedFile|RichMedia|Annots?)\b`)
	pdfStream    = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)
	pdfOperators = strings.Fields("q Q cm w J j M d i gs m l c h re S s f F B n W BT ET Tf Td Tj TJ Tr g G rg RG k K Do")
)

// checkPDF checks a PDF. Objects must have no actions. Content streams must have only
// numbers, strings and drawing operators, which shows that no string ends early.
func checkPDF(content string) error {
	if !strings.HasPrefix(content, "%PDF-") || !strings.HasSuffix(strings.TrimSpace(content), "%%EOF") {
		return errors.New("it is not a PDF")
	}
	drawn := false
	for _, m := range pdfStream.FindAllStringSubmatch(content, -1) {
		r, err := zlib.NewReader(strings.NewReader(m[1]))
		if err != nil {
			continue // the stream is not compressed
		}
		stream, err := io.ReadAll(r)
		if err != nil || !bytes.Contains(stream, []byte("BT")) || bytes.HasPrefix(stream, []byte("\x00")) {
			continue // the stream is a font or a table of glyphs
		}
		if err := checkPDFContent(stream); err != nil {
			return err
		}
		drawn = true
	}
	if action := pdfAction.FindString(pdfStream.ReplaceAllString(content, "")); action != "" {
		return fmt.Errorf("it contains %s", action)
	}
	if !drawn {
		return errors.New("it contains no text")
	}
	return nil
}

// pdfToken matches a token outside of strings: white space, a bracket of an array, a
// name, a number or an operator (ISO 32000-1, sections 7.2 and 7.3).
var pdfToken = regexp.MustCompile(`^(?:[ \t\r\n\[\]]+|/[^\x00- ()<>\[\]{}/%]*|([^ \t\r\n\[\]()/]+))`)

// checkPDFContent checks the content stream of one page (ISO 32000-1, section 7.8).
func checkPDFContent(stream []byte) error {
	for len(stream) > 0 {
		if stream[0] == '(' {
			end, err := endOfString(stream)
			if err != nil {
				return err
			}
			stream = stream[end:]
			continue
		}
		token := pdfToken.FindSubmatch(stream)
		if token == nil {
			return fmt.Errorf("it draws by %.50q", stream)
		}
		word := string(token[1])
		if _, err := strconv.ParseFloat(word, 64); word != "" && err != nil && !slices.Contains(pdfOperators, word) {
			return fmt.Errorf("it draws by %.50q", word)
		}
		stream = stream[len(token[0]):]
	}
	return nil
}

// endOfString returns the index after the string in parentheses with which the stream
// begins.
func endOfString(stream []byte) (int, error) {
	depth := 0
	for i := 0; i < len(stream); i++ {
		switch stream[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1, nil
			}
		}
	}
	return 0, errors.New("a string does not end")
}
