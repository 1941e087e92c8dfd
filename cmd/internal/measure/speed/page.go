package speed

import (
	"fmt"
	"io"

	"settle/internal/tables"
)

// write writes the page as Markdown.
func (p *page) write(w io.Writer) error {
	for i, t := range p.tables() {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := t.Write(w, tables.Markdown); err != nil {
			return err
		}
	}
	return nil
}

func (p *page) tables() []*tables.Table {
	return []*tables.Table{p.peerTable(), p.workersTable(), p.commandsTable(), p.growthTable()}
}

// right are columns of numbers.
func right(names ...string) []tables.Column {
	columns := make([]tables.Column, len(names))
	for i, name := range names {
		columns[i] = tables.Column{Name: name, Right: true}
	}
	return columns
}

// microseconds writes seconds as such.
func microseconds(s float64) string { return fmt.Sprintf("%.1f", s*1e6) }

func (p *page) peerTable() *tables.Table {
	t := &tables.Table{
		Title: "Beside Python",
		Columns: append([]tables.Column{{Name: "workload"}, {Name: "beside"}},
			right("settle, µs", "other, µs", "times faster")...),
		Notes: append([]string{
			fmt.Sprintf("Per replicate, on %d processors (%s); medians of the rounds, "+
				"in each of which the two ran one after the other.", p.Processors, p.Go),
		}, p.Notes...),
	}
	for _, r := range p.Races {
		t.Rows = append(t.Rows, []string{
			r.Workload + ": " + r.What, "vectorised numpy",
			microseconds(median(r.Settle)), microseconds(median(r.Numpy)), fmt.Sprintf("%.1f", r.Ratio),
		})
	}
	if ours := p.settle("fig2"); p.PerCall != nil && ours > 0 {
		t.Rows = append(t.Rows, []string{
			"fig2", "one call of scipy.stats.kendalltau per ranking",
			microseconds(ours), microseconds(p.PerCall.Seconds), fmt.Sprintf("%.0f", p.PerCall.Seconds/ours),
		})
		t.Notes = append(t.Notes, fmt.Sprintf("The way of one call per ranking "+
			"is extrapolated from %d replicates of %d rankings; "+
			"it compares no more than the same numbers of rankings, on a random board.",
			p.PerCall.Replicates, p.PerCall.Rankings))
	}
	return t
}

// settle is our time on a workload, 0 if it was not measured.
func (p *page) settle(workload string) float64 {
	for _, s := range p.Workers {
		if s.Workload == workload {
			return median(s.Many)
		}
	}
	return 0
}

func (p *page) workersTable() *tables.Table {
	t := &tables.Table{
		Title: "Workers",
		Columns: append([]tables.Column{{Name: "workload"}},
			right("one worker, µs", fmt.Sprintf("%d workers, µs", p.Processors), "ratio")...),
		Notes: []string{"Per replicate; medians, of the times and of the rounds' ratios."},
	}
	for _, s := range p.Workers {
		t.Rows = append(t.Rows, []string{
			s.Workload, microseconds(median(s.One)), microseconds(median(s.Many)), fmt.Sprintf("%.2f", s.Ratio),
		})
	}
	return t
}

func (p *page) commandsTable() *tables.Table {
	t := &tables.Table{
		Title:   "Whole commands",
		Columns: append([]tables.Column{{Name: "command"}}, right("seconds", "peak memory, MB")...),
	}
	for _, run := range p.Commands {
		t.Rows = append(t.Rows, []string{run.Command, fmt.Sprintf("%.2f", run.Seconds), fmt.Sprintf("%.0f", run.PeakMB)})
	}
	return t
}

func (p *page) growthTable() *tables.Table {
	t := &tables.Table{
		Title:   "Growth",
		Columns: []tables.Column{{Name: "size"}, {Name: "time of a"}, {Name: "slope", Right: true}, {Name: "size: µs"}},
		Notes: []string{"The slope of log time against log size; 1 is in proportion. " +
			"11 models, 30 questions, 80 trials, eight metrics and one worker, but for the size at hand."},
	}
	for _, g := range p.Growth {
		points := ""
		for i, x := range g.X {
			if i > 0 {
				points += ", "
			}
			points += fmt.Sprintf("%.0f: %s", x, microseconds(g.Seconds[i]))
		}
		t.Rows = append(t.Rows, []string{g.Size, g.Of, tables.Float(g.Slope, 2), points})
	}
	return t
}
