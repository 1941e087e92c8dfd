package bakeoff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/arena"
	"settle/study/bakeoff"
)

// An Arena reports how well methods rank simulated models with known success
// probabilities. There are many families of such models.
type Arena struct {
	Methods []string // methods to compare; the first is the reference
	Options arena.Options
	Leagues []*arena.League

	// Greedy holds, by the families of Complete, results that show how useful greedy runs
	// are as a prior.
	Greedy []arena.GreedyResult
}

// Report returns the report in the given format.
func (a Arena) Report(format string) report.Report {
	return report.InFormat(format, a.document, a.data, a.tables)
}

// tables returns the tables that readers see.
func (a Arena) tables() []*tables.Table {
	summary := a.Summary()
	summary.Lead = a.Closest()
	all := []*tables.Table{summary}
	for _, gold := range arena.Golds() {
		for _, some := range familiesOnScreen {
			all = append(all, a.byFamilies(gold, a.middle(), some.are, some.title))
		}
	}
	all = append(all, a.GeomTable(), a.GreedyTable(), a.FamiliesTable())
	return slices.DeleteFunc(all, func(t *tables.Table) bool { return t == nil })
}

// middle returns the index, in Options.Trials, of the middle number of trials. Tables
// by family show only this number.
func (a Arena) middle() int { return len(a.Options.Trials) / 2 }

// judge returns a Judge, which decides which differences are significant. Its
// confidence holds for the comparisons on all families together.
func (a Arena) judge() bakeoff.Judge { return arena.Judge(a.Leagues, a.Options.Draws) }

// A counts value compares a method with another one over several cases. It says how
// often the method was significantly nearer to the gold-standard order, how often
// significantly farther, and how often neither.
type counts struct{ nearer, farther, neither int }

// add counts one comparison. The lead is the τ of the method minus the τ of the other
// one. Its standard error is se.
func (c *counts) add(judge bakeoff.Judge, lead, se float64) {
	switch {
	case !arena.Marked(judge, lead, se):
		c.neither++
	case lead > 0:
		c.nearer++
	default:
		c.farther++
	}
}

// total returns the total number of comparisons.
func (c counts) total() int { return c.nearer + c.farther + c.neither }

// restrict returns the arena with only the families for which include(family) is true.
func (a Arena) restrict(include func(arena.Family) bool) Arena {
	a.Leagues = lists.Where(a.Leagues, func(l *arena.League) bool { return include(l.Family) })
	return a
}

// cells returns the results of a method at the i-th number of trials, compared with the
// given gold-standard order. There is one result for each family on which the method
// has a score.
func (a Arena) cells(gold arena.Gold, method, i int) (known []arena.Cell) {
	for _, l := range a.Leagues {
		if c := l.Cells[gold][method][i]; c.Known() {
			known = append(known, c)
		}
	}
	return known
}

// tally compares a method with the reference on all families at all numbers of trials,
// and counts how often it is nearer to the gold-standard order. It also returns the
// number of boards that the method could not rank.
func (a Arena) tally(judge bakeoff.Judge, gold arena.Gold, method int) (t counts, failed int) {
	for i := range a.Options.Trials {
		for _, c := range a.cells(gold, method, i) {
			t.add(judge, c.Lead, c.LeadSE)
			failed += c.Failed
		}
	}
	return t, failed
}

// mean returns the mean lead of a method at the i-th number of trials, and its standard
// error. The lead is the method's τ with the true order minus the τ of the reference.
// The mean is over families, which are independent. Both results are NaN if the method
// has no score.
func (a Arena) mean(method, i int) (lead, se float64) {
	var sum, squares float64
	cells := a.cells(arena.Truth, method, i)
	for _, c := range cells {
		sum, squares = sum+c.Lead, squares+float64(c.LeadSE*c.LeadSE)
	}
	families := float64(len(cells))
	return sum / families, math.Sqrt(squares) / families
}

// byLead returns the indices of all methods except the reference. They are sorted by
// descending lead in τ over the reference, averaged over families and numbers of
// trials.
func (a Arena) byLead() []int {
	mean := func(m int) float64 {
		var sum float64
		count := 0
		for i := range a.Options.Trials {
			if lead, _ := a.mean(m, i); !math.IsNaN(lead) {
				sum, count = sum+lead, count+1
			}
		}
		return sum / float64(count)
	}
	order := lists.Indices(len(a.Methods))[1:]
	slices.SortStableFunc(order, func(x, y int) int { return -cmp.Compare(mean(x), mean(y)) })
	return order
}

// Closest returns the main result in sentences: which methods rank significantly closer
// to the true order than the reference does.
func (a Arena) Closest() string {
	if a.Options.Draws < bakeoff.FewestBoards {
		return fmt.Sprintf("%s per family are too few to separate methods from %s.",
			wording.Upper(tables.Count(a.Options.Draws, "draw")), a.Methods[0])
	}
	whole, gaps := a.restrict(arena.Family.Complete), a.restrict(func(f arena.Family) bool { return !f.Complete() })
	return strings.TrimSpace(whole.closest(a, "all attempts are made") + " " + gaps.closest(a, "attempts are missing"))
}

// closest returns a sentence that names the methods that are significantly nearer to
// the true order than the reference, on at least one family of the receiver. The
// receiver has only some of all families; the situation describes these. The first
// argument is the arena with all families. If the receiver has no results, closest
// returns "".
func (a Arena) closest(of Arena, situation string) string {
	var nearer []string
	cases, others := 0, 0
	for _, m := range of.byLead() {
		t, _ := a.tally(of.judge(), arena.Truth, m)
		if t.total() > 0 {
			cases, others = max(cases, t.total()), others+1
		}
		if t.nearer > 0 {
			nearer = append(nearer, fmt.Sprintf("%s (%d)", a.Methods[m], t.nearer))
		}
	}
	if cases == 0 {
		return ""
	}
	if len(nearer) == 0 {
		return fmt.Sprintf("Where %s, rank by %s: none of the %d other methods is significantly closer to the true order.",
			situation, a.Methods[0], others)
	}
	return fmt.Sprintf("Where %s, %d of the %d other methods %s significantly closer to the true order than %s in at least one of %d cases: "+
		"%s (number of cases in parentheses).",
		situation, len(nearer), others, wording.Verb(len(nearer), "is", "are"), a.Methods[0], cases, wording.And(nearer))
}

// methods returns the column with the names of methods.
func (a Arena) methods() tables.Field[int] {
	return tables.Wrapped("method", longestMethod, func(m int) string { return a.Methods[m] })
}

// Summary returns a table with one method per row. It shows the method's lead in τ over
// the reference, averaged over all families, and the number of significant leads.
func (a Arena) Summary() *tables.Table {
	judge, columns := a.judge(), []tables.Field[int]{a.methods()}
	for i, n := range a.Options.Trials {
		columns = append(columns, tables.Right(fmt.Sprintf("n=%d", n), func(m int) string {
			lead, _ := a.mean(m, i)
			return wording.Signed4(lead)
		}))
	}
	for _, gold := range arena.Golds() {
		count := func(name string, of func(counts) int) tables.Field[int] {
			return tables.Right(name, func(m int) string {
				t, _ := a.tally(judge, gold, m)
				return fmt.Sprint(of(t))
			})
		}
		columns = append(columns, count(gold.String()+" +", func(t counts) int { return t.nearer }),
			count("−", func(t counts) int { return t.farther }), count("≈", func(t counts) int { return t.neither }))
	}
	columns = append(columns, tables.RightPercent("fails", func(m int) float64 {
		t, failed := a.tally(judge, arena.Truth, m)
		return float64(failed) / float64(t.total()*a.Options.Draws*a.Options.Boards)
	}))
	t := tables.New("The standing league: methods against "+a.Methods[0], columns, a.byLead())
	t.Notes = a.summaryNotes(judge)
	return t
}

// summaryNotes returns notes that explain the columns of the summary, which differences
// are significant, and which quantities are random.
func (a Arena) summaryNotes(judge bakeoff.Judge) []string {
	return []string{
		"n=…: τ_b between the method and the true order, minus the τ_b of " + a.Methods[0] + ", averaged over families. " +
			"truth and own: number of cases (families and n) in which a method is significantly closer to gold (+), significantly " +
			"farther (−), or neither (≈). Gold is the order of the true means (truth), or the order that each method itself reaches " +
			"with endless trials (own). fails: share of boards that the method could not rank; they count as τ = 0.",
		fmt.Sprintf("The models of each family are drawn at random %s. All methods share the boards, which are also random (%d per draw). "+
			"Significant: at least %s standard errors (over draws), so that all %d differences have "+
			"%s confidence together. Seed %d.", tables.Count(a.Options.Draws, "time"), a.Options.Boards, tables.Float(judge.Critical, 2),
			judge.Comparisons, wording.Percent(bakeoff.Confidence), a.Options.Seed),
	}
}

// familiesOnScreen divides the families into groups whose tables are at most 100
// characters wide.
var familiesOnScreen = []struct {
	title string
	are   func(arena.Family) bool
}{
	{"all attempts made", arena.Family.Complete},
	{"attempts missing", func(f arena.Family) bool { return !f.Complete() && f.Missing.Most == 0 }},
	{"numbers of attempts unequal", func(f arena.Family) bool { return f.Missing.Most > 0 }},
}

// ByFamily returns a table with one method per row and one family per column. Cells
// show the method's lead in τ over the reference at the i-th number of trials. If
// complete is true, the table contains the families without missing attempts, and
// otherwise the families with missing attempts. ByFamily returns nil if there are none.
func (a Arena) ByFamily(gold arena.Gold, i int, complete bool) *tables.Table {
	which := wording.IfElse(complete, "all attempts made", "attempts missing")
	return a.byFamilies(gold, i, func(f arena.Family) bool { return f.Complete() == complete }, which)
}

// byFamilies returns a table like that of ByFamily, with the families for which
// include(family) is true. The title ends with the last parameter, a description of
// these families. If there are none, byFamilies returns nil.
func (a Arena) byFamilies(gold arena.Gold, i int, include func(arena.Family) bool, which string) *tables.Table {
	judge, columns := a.judge(), []tables.Field[int]{a.methods()}
	for _, l := range a.restrict(include).Leagues {
		cell := func(m int) string { return leadCell(l.Cells[gold][m][i], m, judge) }
		columns = append(columns, tables.Right(l.Family.Name, cell))
	}
	if len(columns) == 1 {
		return nil
	}
	title := fmt.Sprintf("τ of each method minus τ of %s, in thousandths, at n = %d, with gold %s: %s", a.Methods[0], a.Options.Trials[i], gold, which)
	t := tables.New(title, columns, append([]int{0}, a.byLead()...))
	t.Notes = []string{"The row of " + a.Methods[0] + " shows τ itself, not a difference. *: significant with simultaneous confidence over all " +
		"comparisons. =: the same τ on every board. –: the method has no score or no gold ranking."}
	return t
}

// leadCell formats one cell of the table of ByFamily: the lead of a method on one
// family. For the reference method, it formats τ itself.
func leadCell(c arena.Cell, method int, judge bakeoff.Judge) string {
	switch {
	case !c.Known():
		return tables.Missing
	case method == 0:
		return tables.Float(c.Tau, 3)
	case c.Alike:
		return "="
	}
	return tables.Float(1000*c.Lead, 0) + wording.If(arena.Marked(judge, c.Lead, c.LeadSE), "*")
}

// FamiliesTable returns a table that describes the families of models.
func (a Arena) FamiliesTable() *tables.Table {
	return tables.New("The families", []tables.Field[*arena.League]{
		tables.Left("family", func(l *arena.League) string { return l.Family.Name }),
		tables.Wrapped("description", 78, func(l *arena.League) string { return l.Family.About }),
	}, a.Leagues)
}
