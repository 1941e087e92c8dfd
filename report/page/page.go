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

// Page is a page of what was found.
type Page struct {
	Title      string
	Lead       string  // what it comes to, in a sentence or two: the first thing read
	Summary    []Block // below it, before the contents
	Sections   []Section
	Provenance string // where it comes from, "" if that is not said
	Folded     bool   // sections are closed until a reader, a link to them or a printer opens them
}

// Section is a part of a page, with a place in its table of contents.
type Section struct {
	ID     string // what links to it end with: ASCII letters, digits, hyphens; each of a page another
	Title  string
	Status string // a few words on what it came to, beside the title; "" for none
	Tone   Tone   // of the status
	Blocks []Block
}

// Block is a part of a section: [Text], [Note], [Heading], [List], [Answers], [Table],
// [Board], [Figure], [Pairs], [Grid], [Details], [Links], [Downloads] or [Document].
type Block interface {
	render(s *setter) (template.HTML, error)
}

// Text is a paragraph.
type Text string

// Note is a paragraph in small type.
type Note string

// Details are blocks that a reader opens by their summary.
type Details struct {
	Summary string
	Blocks  []Block
}

// Links are links to files, behind what they are.
type Links struct {
	Label string // "Data:", "" for none
	Links []Link
}

// List is a list behind what it is of.
type List struct {
	Label string
	Items []Item
}

// Item is an item of a list, which leads to a section or a file if it names one.
type Item struct {
	Text    string
	Section string // the ID of a section of the page, "" for none
	File    string // a file beside the page to lead to in its place, as of a Link; "" for none
}

// Link is a link to a file beside the page.
type Link struct {
	Text string
	File string // a path below the folder of the page, with slashes
}

// Tone is how good news is. It adds a colour, and says nothing that words do not.
type Tone string

// The tones.
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

// Write renders the page to w. It fails, before writing anything, if an ID or a
// link is not sound, or a figure cannot be drawn.
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
	if view.Summary, err = s.all(p.Summary); err != nil {
		return err
	}
	for _, one := range p.Sections {
		body, err := s.all(one.Blocks)
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

// number takes note of the IDs of sections and headings.
func (p *Page) number(ids map[string]bool) error {
	add := func(title, id string) error {
		if !isID.MatchString(id) || ids[id] {
			return fmt.Errorf("section %q cannot have the ID %q", title, id)
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

// setter renders blocks.
type setter struct {
	sections map[string]bool   // the IDs of those that there are, and of headings
	packed   map[string]string // the IDs of the data that figures brought, by what they are
}

// all are blocks, one after the other.
func (s *setter) all(blocks []Block) (template.HTML, error) {
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

// fill is a template filled with data. The templates escape all that is not HTML
// of another template or of a figure.
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
	body, err := s.all(d.Blocks)
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

// checkLink fails if a page cannot lead to a file; it can lead to none, "".
func checkLink(file string) error {
	if file != "" && (!fs.ValidPath(file) || file == "." || strings.ContainsAny(file, `:\`)) {
		return fmt.Errorf("%q is no file beside the page", file)
	}
	return nil
}
