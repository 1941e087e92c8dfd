package bakeoff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/arena"
	"settle/study/bakeoff"
)

// Arena is how methods did on families of models whose chances are known.
type Arena struct {
	Methods []string // the first is the one that the others are compared with
	Options arena.Options
	Leagues []*arena.League

	// Greedy is what greedy runs are worth, by the families of Complete.
	Greedy []arena.GreedyResult
}

// Report is the report in the format asked for.
func (a Arena) Report(format string) report.Report {
	return report.InFormat(format, a.document, a.data, a.tables)
}

// tables returns the tables for readers.
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

// middle is the index of the number of trials that tables by family are of.
func (a Arena) middle() int { return len(a.Options.Trials) / 2 }

func (a Arena) judge() bakeoff.Judge { return arena.Judge(a.Leagues, a.Options.Draws) }

// tally counts how often a method was nearer to gold than the reference, how often
// farther, how often neither, and on how many boards it failed.
type arenaTally struct{ nearer, farther, neither, failed, boards int }

// tally is that of a method by a gold, over all families and numbers of trials.
func (a Arena) tally(gold arena.Gold, method int) (t arenaTally) {
	judge := a.judge()
	for _, l := range a.Leagues {
		for _, c := range l.Cells[gold][method] {
			if !c.Known() {
				continue
			}
			switch {
			case c.Nearer(judge):
				t.nearer++
			case c.Farther(judge):
				t.farther++
			default:
				t.neither++
			}
			t.failed += c.Failed
			t.boards += l.Boards
		}
	}
	return t
}

// mean is the mean over families of the lead of a method with the i-th number of trials,
// NaN where it has none.
func (a Arena) mean(gold arena.Gold, method, i int) float64 {
	var sum float64
	families := 0
	for _, l := range a.Leagues {
		if c := l.Cells[gold][method][i]; c.Known() {
			sum += c.Lead
			families++
		}
	}
	return sum / float64(families)
}

// byLead are the methods but the reference, the nearest to the truth first, by the mean of
// their leads over families and numbers of trials.
func (a Arena) byLead() []int {
	mean := func(m int) float64 {
		var sum float64
		count := 0
		for i := range a.Options.Trials {
			if lead := a.mean(arena.Truth, m, i); !math.IsNaN(lead) {
				sum, count = sum+lead, count+1
			}
		}
		return sum / float64(count)
	}
	var order []int
	for m := range a.Methods {
		if m > 0 {
			order = append(order, m)
		}
	}
	slices.SortStableFunc(order, func(x, y int) int { return -cmp.Compare(mean(x), mean(y)) })
	return order
}

// Closest is what to act on.
func (a Arena) Closest() string {
	if a.Options.Draws < bakeoff.FewestBoards {
		return fmt.Sprintf("%s of each family are too few to tell methods from %s.", wording.Upper(tables.Count(a.Options.Draws, "draw")), a.Methods[0])
	}
	said := []string{}
	for _, part := range []struct {
		complete bool
		where    string
	}{{true, "all attempts are made"}, {false, "attempts are missing"}} {
		said = report.AppendNote(said, a.closestWhere(part.complete, part.where))
	}
	return strings.Join(said, " ")
}

// closestWhere is that of the families of which all attempts are made, or of the others.
func (a Arena) closestWhere(complete bool, where string) string {
	var nearer []string
	cases, others := 0, 0
	for _, m := range a.byLead() {
		won, of := a.won(m, complete)
		cases = max(cases, of)
		if of > 0 {
			others++
		}
		if won > 0 {
			nearer = append(nearer, fmt.Sprintf("%s (%d)", a.Methods[m], won))
		}
	}
	families := 0
	for _, l := range a.Leagues {
		if l.Family.Complete() == complete {
			families++
		}
	}
	kinds := fmt.Sprintf("%d %s", families, wording.Verb(families, "family", "families"))
	switch {
	case cases == 0:
		return ""
	case len(nearer) == 0:
		return fmt.Sprintf("Where %s, rank by %s: none of the %d other methods comes nearer to the true order by more than chance on any of the %s here, with %s trials.",
			where, a.Methods[0], others, kinds, wording.Or(a.trials()))
	}
	return fmt.Sprintf("Where %s, %d of the %d other methods %s nearer to the true order than %s by more than chance somewhere: %s, in so many of %d cases (%s with %s trials).",
		where, len(nearer), others, wording.Verb(len(nearer), "comes", "come"), a.Methods[0], wording.And(nearer), cases, kinds, wording.Or(a.trials()))
}

// won is in how many cases a method is nearer to the truth than the reference, of how many
// in which it has a score.
func (a Arena) won(method int, complete bool) (won, of int) {
	judge := a.judge()
	for _, l := range a.Leagues {
		if l.Family.Complete() != complete {
			continue
		}
		for _, c := range l.Cells[arena.Truth][method] {
			if c.Known() {
				of++
			}
			if c.Known() && c.Nearer(judge) {
				won++
			}
		}
	}
	return won, of
}

// trials are the numbers of trials in words.
func (a Arena) trials() (list []string) {
	for _, n := range a.Options.Trials {
		list = append(list, fmt.Sprint(n))
	}
	return list
}

// Summary shows every method over all families.
func (a Arena) Summary() *tables.Table {
	columns := []tables.Field[int]{tables.Wrapped("method", longestMethod, func(m int) string { return a.Methods[m] })}
	for i, n := range a.Options.Trials {
		columns = append(columns, tables.Right(fmt.Sprintf("n=%d", n), func(m int) string { return wording.Signed4(a.mean(arena.Truth, m, i)) }))
	}
	for _, gold := range arena.Golds() {
		columns = append(columns,
			tables.Right(gold.String()+" +", func(m int) string { return fmt.Sprint(a.tally(gold, m).nearer) }),
			tables.Right("−", func(m int) string { return fmt.Sprint(a.tally(gold, m).farther) }),
			tables.Right("≈", func(m int) string { return fmt.Sprint(a.tally(gold, m).neither) }))
	}
	columns = append(columns, tables.Right("fails", func(m int) string {
		t := a.tally(arena.Truth, m)
		return tables.Percent(float64(t.failed)/float64(t.boards), 1)
	}))
	t := tables.New("The standing league: methods against "+a.Methods[0], columns, a.byLead())
	t.Notes = a.summaryNotes()
	return t
}

// summaryNotes say what is random, what gold is, and what more than chance means.
func (a Arena) summaryNotes() []string {
	o, judge := a.Options, a.judge()
	return []string{
		fmt.Sprintf("n=…: τ_b with the true order less that of %s on the same boards, a mean over families. "+
			"truth and own: with how many families and n a method is nearer to gold than %s (+), farther (−), and neither by more than chance (≈); "+
			"gold is the order of the true means, or the order that each method comes to as trials are added without end (which settles soonest, not which is right). "+
			"fails: boards that it could not rank, which count as τ 0.", a.Methods[0], a.Methods[0]),
		fmt.Sprintf("What is random are the models of each family, drawn %s, and their boards, %d of each draw, the same for all methods; standard errors are over draws. "+
			"More than chance is from %s standard errors on: then all %d differences of this league, of both golds, hold at once with %s. Seed %d.",
			tables.Count(o.Draws, "time"), o.Boards, tables.Float(judge.Critical, 2), judge.Comparisons, wording.Percent(bakeoff.Confidence), o.Seed),
	}
}

// familiesOnScreen are those that tables of 100 columns are of.
var familiesOnScreen = []struct {
	title string
	are   func(arena.Family) bool
}{
	{"all attempts made", arena.Family.Complete},
	{"attempts missing", func(f arena.Family) bool { return !f.Complete() && f.Missing.Most == 0 }},
	{"numbers of attempts unequal", func(f arena.Family) bool { return f.Missing.Most > 0 }},
}

// ByFamily shows the leads of all methods with the i-th number of trials, on families of
// which all attempts are made, or of which some are missing; nil without any.
func (a Arena) ByFamily(gold arena.Gold, i int, complete bool) *tables.Table {
	if complete {
		return a.byFamilies(gold, i, arena.Family.Complete, "all attempts made")
	}
	return a.byFamilies(gold, i, func(f arena.Family) bool { return !f.Complete() }, "attempts missing")
}

// byFamilies is that of some families.
func (a Arena) byFamilies(gold arena.Gold, i int, are func(arena.Family) bool, which string) *tables.Table {
	judge := a.judge()
	columns := []tables.Field[int]{tables.Wrapped("method", longestMethod, func(m int) string { return a.Methods[m] })}
	for _, l := range a.Leagues {
		if are(l.Family) {
			columns = append(columns, tables.Right(l.Family.Name, func(m int) string { return leadCell(l.Cells[gold][m][i], m, judge) }))
		}
	}
	if len(columns) == 1 {
		return nil
	}
	title := fmt.Sprintf("Thousandths of τ ahead of %s at n = %d, gold %s, %s", a.Methods[0], a.Options.Trials[i], gold, which)
	t := tables.New(title, columns, append([]int{0}, a.byLead()...))
	t.Notes = []string{fmt.Sprintf("%s: its τ itself. * more than chance, all at once; = the same τ on every board; – no score or no gold there.", a.Methods[0])}
	return t
}

// leadCell is a cell of ByFamily.
func leadCell(c arena.Cell, method int, judge bakeoff.Judge) string {
	switch {
	case !c.Known():
		return tables.Missing
	case method == 0:
		return tables.Float(c.Tau, 3)
	case c.Alike:
		return "="
	}
	said := tables.Float(1000*c.Lead, 0)
	if c.Nearer(judge) || c.Farther(judge) {
		said += "*"
	}
	return said
}

// FamiliesTable says what the families are.
func (a Arena) FamiliesTable() *tables.Table {
	return tables.New("The families", []tables.Field[*arena.League]{
		tables.Left("family", func(l *arena.League) string { return l.Family.Name }),
		tables.Wrapped("what it is", 78, func(l *arena.League) string { return l.Family.About }),
	}, a.Leagues)
}
