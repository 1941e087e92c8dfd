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

// A Heading is a heading inside a section.
type Heading struct {
	Text string
	ID   string // fragment of links to it, as of a section; "" for none
}

// Downloads is a block of links to files that are embedded in the page.
type Downloads struct {
	Label string // text before the links, such as "Data:"; "" for none
	Files []Download
}

// A Download is an embedded file that a reader can save.
type Download struct {
	Text    string // text of the link
	Name    string // file name: ASCII letters, digits, dot, underscore and hyphen
	Type    string // media type, such as text/csv
	Content []byte
}

// WithData returns a figure with its data embedded as a CSV file of the given name. The
// file is safe to open in a spreadsheet.
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

// A Document is a JSON document that is embedded for programs; readers do not see it.
// It is a script element of the type application/json, which browsers do not run.
type Document struct {
	ID   string // ID of the element
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
			return "", fmt.Errorf("cannot embed file %q of type %q", f.Name, f.Type)
		}
		url := "data:" + f.Type + ";charset=utf-8;base64," + base64.StdEncoding.EncodeToString(f.Content)
		view.Files = append(view.Files, file{f, template.URL(url)})
	}
	return s.fill("downloads", view)
}

// render returns the document as compact JSON in its script element. It escapes
// characters that could end the element.
func (d Document) render(s *setter) (template.HTML, error) {
	if !isID.MatchString(d.ID) {
		return "", fmt.Errorf("invalid document ID %q", d.ID)
	}
	var compact, escaped bytes.Buffer
	if err := json.Compact(&compact, d.JSON); err != nil {
		return "", fmt.Errorf("document %s: %w", d.ID, err)
	}
	json.HTMLEscape(&escaped, compact.Bytes())
	return template.HTML(fmt.Sprintf("<script type=\"application/json\" id=\"%s\">%s</script>\n", d.ID, escaped.Bytes())), nil
}
