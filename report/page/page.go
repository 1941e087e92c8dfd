package page

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"regexp"
	"strings"

	"settle/internal/tables"
)

// A Page is an HTML page with a title, blocks and sections.
type Page struct {
	Title      string
	Lead       string  // main result, in a sentence or two
	Summary    []Block // blocks below the lead, before the contents
	Sections   []Section
	Provenance string // provenance, "" for none
	Folded     bool   // sections are closed until a reader, a link or a printer opens them
}

// A Section is a part of a page that has an entry in the table of contents.
type Section struct {
	ID     string // fragment of links to it: ASCII letters, digits, hyphens; unique on the page
	Title  string
	Status string // result in a few words, next to the title; "" for none
	Tone   Tone   // colour of the status
	Blocks []Block
}

// A Block is a part of a section: [Text], [Note], [Heading], [List], [Answers], [Table],
// [Board], [Figure], [Pairs], [Grid], [Details], [Links], [Downloads] or [Document].
type Block interface {
	render(s *setter) (template.HTML, error)
}

// Text is a paragraph.
type Text string

// Note is a paragraph in small print.
type Note string

// Details is a group of blocks that is hidden until a reader opens it by its summary.
type Details struct {
	Summary string
	Blocks  []Block
}

// Links is a block of links to files next to the page.
type Links struct {
	Label string // text before the links, such as "Data:"; "" for none
	Links []Link
}

// A List is a labelled list of items.
type List struct {
	Label string
	Items []Item
}

// An Item is one item of a List. It can link to a section of the page or to a file.
type Item struct {
	Text    string
	Section string // ID of a section of the page, "" for none
	File    string // a file to link to instead, as in Link; "" for none
}

// A Link is a link to a file in the folder that contains the page.
type Link struct {
	Text string
	File string // slash-separated path relative to the folder of the page
}

// A Tone is a colour that marks good or bad news. The text must be clear without the
// colour.
type Tone string

// The possible tones.
const (
	Plain Tone = ""
	Good  Tone = "good"
	Bad   Tone = "bad"
	Open  Tone = "open" // neither
)

//go:embed page.css
var style string

//go:embed page.html
var source string

var templates = template.Must(template.New("").Funcs(template.FuncMap{"clean": tables.Clean}).Parse(source))

// Write renders the page to w. It returns an error, before writing anything, if an ID
// or a link is invalid or a figure cannot be drawn.
func (p *Page) Write(w io.Writer) error {
	type section struct {
		Section
		Body template.HTML
	}
	view := struct {
		*Page
		Style    template.CSS
		Script   template.JS
		Digest   template.HTMLAttr
		Summary  template.HTML
		Sections []section
	}{Page: p, Style: template.CSS(style), Script: template.JS(script), Digest: scriptDigest()}
	s := setter{sections: map[string]bool{}, packed: map[string]string{}}
	err := p.number(s.sections)
	if err != nil {
		return err
	}
	if view.Summary, err = s.renderAll(p.Summary); err != nil {
		return err
	}
	for _, one := range p.Sections {
		body, err := s.renderAll(one.Blocks)
		if err != nil {
			return fmt.Errorf("section %q: %w", one.Title, err)
		}
		view.Sections = append(view.Sections, section{one, body})
	}
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, "page", view); err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

// number adds the IDs of all sections and headings of the page to ids. It returns an
// error if an ID is invalid or not unique.
func (p *Page) number(ids map[string]bool) error {
	add := func(title, id string) error {
		if !isID.MatchString(id) || ids[id] {
			return fmt.Errorf("section %q has an invalid or duplicate ID %q", title, id)
		}
		ids[id] = true
		return nil
	}
	for _, one := range p.Sections {
		if err := add(one.Title, one.ID); err != nil {
			return err
		}
		for _, b := range one.Blocks {
			if h, ok := b.(Heading); ok && h.ID != "" {
				if err := add(h.Text, h.ID); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

var isID = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)

// A setter renders the blocks of a page as HTML.
type setter struct {
	sections map[string]bool   // IDs of sections and headings
	packed   map[string]string // IDs of embedded figure data, by content
}

// renderAll renders several blocks in order.
func (s *setter) renderAll(blocks []Block) (template.HTML, error) {
	var out strings.Builder
	for _, b := range blocks {
		html, err := b.render(s)
		if err != nil {
			return "", err
		}
		out.WriteString(string(html))
	}
	return template.HTML(out.String()), nil
}

// fill executes the template of the given name. Templates escape all text, except for
// HTML that other templates or figures produced.
func (s *setter) fill(name string, data any) (template.HTML, error) {
	var b bytes.Buffer
	err := templates.ExecuteTemplate(&b, name, data)
	return template.HTML(b.String()), err
}

func (t Text) render(s *setter) (template.HTML, error) { return s.fill("text", string(t)) }

func (n Note) render(s *setter) (template.HTML, error) { return s.fill("note", string(n)) }

func (l List) render(s *setter) (template.HTML, error) {
	for _, item := range l.Items {
		if item.Section != "" && !s.sections[item.Section] {
			return "", fmt.Errorf("no section %q for %q", item.Section, item.Text)
		}
		if err := checkLink(item.File); err != nil {
			return "", err
		}
	}
	return s.fill("list", l)
}

func (d Details) render(s *setter) (template.HTML, error) {
	body, err := s.renderAll(d.Blocks)
	if err != nil {
		return "", err
	}
	return s.fill("details", struct {
		Details
		Body template.HTML
	}{d, body})
}

func (l Links) render(s *setter) (template.HTML, error) {
	for _, link := range l.Links {
		if err := checkLink(cmp.Or(link.File, ".")); err != nil {
			return "", err
		}
	}
	return s.fill("links", l)
}

// checkLink returns an error if a page cannot link to the given file. It returns nil
// for "", which means no link.
func checkLink(file string) error {
	if file != "" && (!fs.ValidPath(file) || file == "." || strings.ContainsAny(file, `:\`)) {
		return fmt.Errorf("cannot link to %q: it is not a file in the page's folder", file)
	}
	return nil
}
