package figures

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"

	"settle/internal/lists"
)

// WriteData writes the numbers behind the figure as CSV in long form. Floats have the
// shortest form that reads back exactly. Unlike the drawing, the data is complete:
// nothing is merged, clipped or left out. The columns of curves are
//
//	panel,kind,line,group,x,y,se
//
// where kind is line (with or without steps), points, rule or beyond. A rule has only x
// or only y, and its label is in the column line. In a row of the kind beyond, y is the
// line's share of the category beyond the x axis, and x is empty. If the lines of the
// first panel have interval ends instead of standard errors, the columns lo,hi follow.
// If their points have names, the column point follows.
//
// The columns of leaderboards are
//
//	panel,rank,model,score,lo,hi,observed,place,rank_lo,rank_hi
//
// The columns of trajectories are
//
//	panel,model,n,rank,gold
//
// The columns of heat maps are
//
//	panel,model,column,share
//
// The columns of bump charts are
//
//	panel,model,column,rank
//
// The column panel holds the title of a panel. If it has no title, the column holds its
// number, counted from 1. A missing number is an empty field. WriteData fails if
// [Figure.Write] would fail.
func (f *Figure) WriteData(w io.Writer) error {
	if err := f.check(); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	if err := out.Write(f.Panels[0].columns()); err != nil {
		return err
	}
	for i, p := range f.Panels {
		if err := out.WriteAll(p.records(panelName(p, i))); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (c Curves) columns() []string {
	columns := []string{"panel", "kind", "line", "group", "x", "y", "se"}
	if slices.ContainsFunc(c.Lines, func(l Line) bool { return l.Lo != nil }) {
		columns = append(columns, "lo", "hi")
	}
	if slices.ContainsFunc(c.Lines, func(l Line) bool { return l.Labels != nil }) {
		columns = append(columns, "point")
	}
	return columns
}

func (c Curves) records(panel string) [][]string {
	var out [][]string
	fields := len(c.columns())
	for _, l := range c.Lines {
		kind := "line"
		if l.Points {
			kind = "points"
		}
		for i := range l.X {
			se := ""
			if l.SE != nil {
				se = number(l.SE[i])
			}
			record := []string{panel, kind, l.Name, l.Group, number(l.X[i]), number(l.Y[i]), se}
			if l.Lo != nil {
				record = append(record, number(l.Lo[i]), number(l.Hi[i]))
			}
			if l.Labels != nil {
				record = append(record, make([]string, fields-1-len(record))...)
				record = append(record, l.Labels[i])
			}
			out = append(out, record)
		}
	}
	for _, l := range c.Lines {
		if c.Beyond != "" {
			out = append(out, []string{panel, "beyond", l.Name, l.Group, "", number(l.Beyond), ""})
		}
	}
	for _, r := range c.Rules {
		x, y := number(r.At), ""
		if r.Horizontal {
			x, y = y, x
		}
		out = append(out, []string{panel, "rule", r.Label, "", x, y, ""})
	}
	for i := range out {
		out[i] = append(out[i], make([]string, fields-len(out[i]))...)
	}
	return out
}

func (Leaderboard) columns() []string {
	return []string{"panel", "rank", "model", "score", "lo", "hi", "observed", "place", "rank_lo", "rank_hi"}
}

func (b Leaderboard) records(panel string) [][]string {
	return lists.Each(b.Entries, func(e Entry) []string {
		return []string{
			panel, e.Rank, e.Model, number(e.Score), number(e.Lo), number(e.Hi), number(e.Observed),
			numberOrEmpty(e.Place), numberOrEmpty(float64(e.RankLo)), numberOrEmpty(float64(e.RankHi)),
		}
	})
}

func (Trajectories) columns() []string {
	return []string{"panel", "model", "n", "rank", "gold"}
}

func (tr Trajectories) records(panel string) [][]string {
	var out [][]string
	for _, p := range tr.Paths {
		for i, r := range p.Ranks {
			out = append(out, []string{panel, p.Model, strconv.Itoa(tr.N[i]), number(r), number(p.Gold)})
		}
	}
	return out
}

func (HeatMap) columns() []string {
	return []string{"panel", "model", "column", "share"}
}

func (h HeatMap) records(panel string) [][]string {
	return cellRecords(panel, h.Columns, h.Rows, func(row HeatRow) (string, []float64) { return row.Model, row.Shares })
}

func (Bumps) columns() []string {
	return []string{"panel", "model", "column", "rank"}
}

func (b Bumps) records(panel string) [][]string {
	return cellRecords(panel, b.Columns, b.Rows, func(row BumpRow) (string, []float64) { return row.Model, row.Ranks })
}

// cellRecords returns one CSV record for each cell of a panel that has one row per
// model. The last argument is a function that returns the model and the cells of a row.
func cellRecords[R any](panel string, columns []string, rows []R, of func(R) (model string, cells []float64)) [][]string {
	var out [][]string
	for _, row := range rows {
		model, cells := of(row)
		for i, v := range cells {
			out = append(out, []string{panel, model, columns[i], number(v)})
		}
	}
	return out
}

// number returns the shortest decimal that is read back as v, or "" for NaN.
func number(v float64) string {
	if v != v {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// numberOrEmpty returns number(v), but "" if v is 0.
func numberOrEmpty(v float64) string {
	if v == 0 {
		return ""
	}
	return number(v)
}
