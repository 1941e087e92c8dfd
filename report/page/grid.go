package page

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"

	"settle/internal/lists"
	"settle/internal/tables"
)

// A Grid is a map of questions and models, which a reader sorts and searches, and whose
// cells show the outcomes of a model on a question. Readers without scripts do not see it,
// but programs find the board in the page.
type Grid struct {
	ID        string // of the element with the board, as that of a section
	Board     []byte // as results.Board.Pack returns it
	Models    []string
	Questions []string
	Order     []int     // the models, best first
	Weights   []float64 // of the categories
	Pairs     string    // the ID of the Pairs that are chosen together with those of the map, "" for none
}

// check fails where the order is not one of all models.
func (g Grid) check() error {
	if sorted := slices.Sorted(slices.Values(g.Order)); !slices.Equal(sorted, lists.Indices(len(g.Models))) {
		return fmt.Errorf("the map %s: %v is no order of %d models", g.ID, g.Order, len(g.Models))
	}
	return nil
}

func (g Grid) render(s *setter) (template.HTML, error) {
	if err := g.check(); err != nil {
		return "", err
	}
	view, err := json.Marshal(map[string]any{
		"models": lists.Each(g.Models, tables.Clean), "questions": lists.Each(g.Questions, tables.Clean),
		"order": g.Order, "weights": g.Weights,
	})
	if err != nil {
		return "", err
	}
	names, err := Document{ID: g.ID + "-names", JSON: view}.render(s)
	if err != nil {
		return "", err
	}
	board, err := deflated(g.Board)
	if err != nil {
		return "", err
	}
	place, err := s.fill("grid", g)
	return place + names + packed(g.ID, board), err
}

// packed returns an element whose content, bytes deflated in base64, no browser runs or
// shows. Base64 needs no escapes.
func packed(id, text string) template.HTML {
	return template.HTML(fmt.Sprintf("<script type=\"application/octet-stream\" id=\"%s\">%s</script>\n", id, text))
}

// deflated returns bytes deflated, in base64.
func deflated(plain []byte) (string, error) {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(plain); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(out.Bytes()), nil
}
