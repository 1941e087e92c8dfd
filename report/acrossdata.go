package report

import (
	"settle/study/standings"
	"settle/tables"
)

// underSchema is a model's place under a schema.
type underSchema struct {
	standings.AcrossPlace
	model, schema string
}

// Data is every place as CSV, a model and schema per row.
func (x Across) Data() *tables.Table {
	var places []underSchema
	for _, row := range x.Rows {
		for i, p := range row.Places {
			places = append(places, underSchema{p, row.Model, x.Schemata[i].Schema.Name()})
		}
	}
	return tables.New("", []tables.Of[underSchema]{
		tables.Left("model", func(p underSchema) string { return p.model }),
		tables.Left("schema", func(p underSchema) string { return p.schema }),
		whole("rank", func(p underSchema) float64 { return p.Rank }),
		whole("rank_ci", func(p underSchema) float64 { return p.RankInterval }),
		whole("score", func(p underSchema) float64 { return p.Score }),
		whole("points", func(p underSchema) float64 { return p.Points }),
		whole("sigma", func(p underSchema) float64 { return p.Sigma }),
	}, places)
}
