package page

import (
	"encoding/json"
	"fmt"
	"html/template"

	"settle/internal/lists"
	"settle/internal/tables"
)

// Pairs let a reader choose two of several models and see what is said of each, and of
// the one over the other. Who runs no scripts does not see them, so that nothing may be
// here alone.
type Pairs struct {
	ID      string       `json:"-"` // of the element with the data, as that of a section
	Title   string       `json:"title"`
	Models  []string     `json:"models"`
	Of      []string     `json:"of"`       // what is said of each model
	Each    [][]string   `json:"each"`     // by model
	OfPairs []string     `json:"of_pairs"` // what is said of a pair
	Pairs   [][][]string `json:"pairs"`    // of each model but the last over the next one, the second next, …
	Notes   []string     `json:"notes"`    // what that means
}

// check fails where a model or a pair is missing.
func (p Pairs) check() error {
	n := len(p.Models)
	if n < 2 || len(p.Each) != n || len(p.Pairs) != n-1 {
		return fmt.Errorf("%q: %d models, %d rows on them, and %d on pairs", p.Title, n, len(p.Each), len(p.Pairs))
	}
	for i, rows := range p.Pairs {
		if len(rows) != n-1-i {
			return fmt.Errorf("%q: model %d is compared with %d of %d below it", p.Title, i+1, len(rows), n-1-i)
		}
	}
	return nil
}

func (p Pairs) render(s *setter) (template.HTML, error) {
	if err := p.check(); err != nil {
		return "", err
	}
	p.Title, p.Models, p.Notes = tables.Clean(p.Title), lists.Each(p.Models, tables.Clean),
		lists.Each(p.Notes, tables.Clean)
	data, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	document, err := Document{ID: p.ID, JSON: data}.render(s)
	if err != nil {
		return "", err
	}
	place, err := s.fill("pairs", p)
	return place + document, err
}
