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

// A Grid is a map of questions and models that a reader can sort and search. Each cell
// shows the outcomes of a model on a question. Without scripts the map is hidden, but
// programs can read the board from the page.
type Grid struct {
	ID        string // ID of the element with the board
	Board     []byte // packed by results.Board.Pack
	Models    []string
	Questions []string
	Order     []int     // indices of the models, best first
	Weights   []float64 // weights of the categories
	Pairs     string    // ID of the Pairs whose choice the map shares, "" for none
}

// check returns an error if Order does not contain each model exactly once.
func (g Grid) check() error {
	if sorted := slices.Sorted(slices.Values(g.Order)); !slices.Equal(sorted, lists.Indices(len(g.Models))) {
		return fmt.Errorf("map %s: %v is not an order of %d models", g.ID, g.Order, len(g.Models))
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

// packed returns an HTML element with the given ID and text, which is compressed data
// in base64. Browsers neither run nor show the element. Base64 needs no escapes.
func packed(id, text string) template.HTML {
	return template.HTML(fmt.Sprintf("<script type=\"application/octet-stream\" id=\"%s\">%s</script>\n", id, text))
}

// deflated compresses bytes with the DEFLATE algorithm and returns the result in
// base64.
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
