package page

import (
	"encoding/json"
	"fmt"
	"html/template"

	"settle/internal/lists"
	"settle/internal/tables"
)

// Pairs is a block in which a reader chooses two models and then sees facts about each
// of them and about the pair. Without scripts the block is hidden, so the page must
// show the same information elsewhere.
type Pairs struct {
	ID      string       `json:"-"` // ID of the element with the data
	Title   string       `json:"title"`
	Models  []string     `json:"models"`
	Of      []string     `json:"of"`       // headings of the facts about a model
	Each    [][]string   `json:"each"`     // facts by model
	OfPairs []string     `json:"of_pairs"` // headings of the facts about a pair
	Pairs   [][][]string `json:"pairs"`    // facts by model (all but the last) and by the models below it
	Notes   []string     `json:"notes"`    // explanations
}

// check returns an error if the block lacks facts about a model or about a pair of
// models.
func (p Pairs) check() error {
	n := len(p.Models)
	if n < 2 || len(p.Each) != n || len(p.Pairs) != n-1 {
		return fmt.Errorf("%q has %d models, but %d rows about models and %d about pairs", p.Title, n, len(p.Each), len(p.Pairs))
	}
	for i, rows := range p.Pairs {
		if len(rows) != n-1-i {
			return fmt.Errorf("%q: model %d is compared with only %d of the %d models below it", p.Title, i+1, len(rows), n-1-i)
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
