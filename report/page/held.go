package page

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"

	"settle/figures"
	"settle/internal/tables"
)

// Heading is a title below that of a section.
type Heading struct {
	Text string
	ID   string // what links to it end with, as that of a section; "" for none
}

// Downloads are files that the page itself holds.
type Downloads struct {
	Label string // "Data:", "" for none
	Files []Download
}

// Download is a file to save, behind what it is.
type Download struct {
	Text    string
	Name    string // of the file: ASCII letters, digits, dot, underscore and hyphen
	Type    string // of its content, such as text/csv
	Content []byte
}

// WithData is a figure with the numbers behind it, as CSV of this name that a
// spreadsheet can open without harm.
func WithData(f *figures.Figure, name string) (Figure, error) {
	var plain, safe bytes.Buffer
	if err := f.WriteData(&plain); err != nil {
		return Figure{}, err
	}
	if err := tables.CopySafely(&safe, &plain); err != nil {
		return Figure{}, err
	}
	return Figure{Figure: f, Held: []Download{{
		Text: "Download data (CSV)", Name: name + ".csv", Type: "text/csv", Content: safe.Bytes(),
	}}}, nil
}

// Document is a JSON document that programs find in the page and readers do not see:
// an element script of the type application/json, which no browser runs.
type Document struct {
	ID   string // of the element, as that of a section
	JSON []byte
}

func (h Heading) render(s *setter) (template.HTML, error) { return s.fill("heading", h) }

var (
	isFileName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
	isType     = regexp.MustCompile(`^[a-z]+/[a-z0-9.+-]+$`)
)

func (d Downloads) render(s *setter) (template.HTML, error) {
	type file struct {
		Download
		URL template.URL
	}
	view := struct {
		Label string
		Files []file
	}{Label: d.Label}
	for _, f := range d.Files {
		if !isFileName.MatchString(f.Name) || !isType.MatchString(f.Type) {
			return "", fmt.Errorf("%q of the type %q is no file to save", f.Name, f.Type)
		}
		url := "data:" + f.Type + ";charset=utf-8;base64," + base64.StdEncoding.EncodeToString(f.Content)
		view.Files = append(view.Files, file{f, template.URL(url)})
	}
	return s.fill("downloads", view)
}

// render writes the document in as few bytes as it takes, and such that nothing in it
// ends the element.
func (d Document) render(s *setter) (template.HTML, error) {
	if !isID.MatchString(d.ID) {
		return "", fmt.Errorf("a document cannot have the ID %q", d.ID)
	}
	var compact, escaped bytes.Buffer
	if err := json.Compact(&compact, d.JSON); err != nil {
		return "", fmt.Errorf("the document %s: %w", d.ID, err)
	}
	json.HTMLEscape(&escaped, compact.Bytes())
	return template.HTML(fmt.Sprintf("<script type=\"application/json\" id=\"%s\">%s</script>\n", d.ID, escaped.Bytes())), nil
}
