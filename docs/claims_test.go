package docs_test

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"settle/experiments"
	"settle/experiments/checks"
	"settle/internal/tables"
	"settle/internal/tests/papertest"
)

// The page shows what the recorded checks of all experiments come to.
func TestClaims(t *testing.T) {
	all := papertest.Record(t)
	is := func(v checks.Verdict) func(checks.Check) bool {
		return func(c checks.Check) bool { return c.Kind == checks.Test && c.Verdict == v }
	}
	measuredText(t, "claims.md", "claims: answer", strings.Join(experiments.Answer(all), "\n\n")+"\n\n"+headlines(all))
	measuredText(t, "claims.md", "claims: findings", findings(all))
	measuredText(t, "claims.md", "claims: totals", checks.Counted(all)+"\n\n"+totals(all))
	measuredText(t, "claims.md", "claims: sources", bySource(all))
	measuredText(t, "claims.md", "claims: differing", listed(all, is(checks.Differs)))
	measuredText(t, "claims.md", "claims: in part", listed(all, is(checks.Partly)))
	measuredText(t, "claims.md", "claims: undecided", listed(all, is(checks.NeedsData)))
	measuredText(t, "claims.md", "claims: grounds", grounds(all))
	holdShares(t, all)
}

// holdShares checks the shares of draws that the page names below Fig. 2.
func holdShares(t *testing.T, all []checks.Check) {
	t.Helper()
	page, err := os.ReadFile("claims.md")
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, c := range all {
		share, isShare := c.Obtained.(float64)
		for _, upTo := range []int{10, 80} {
			if c.Check != fmt.Sprintf("(a) Bayes@N is highest at every n ≤ %d", upTo) || !isShare {
				continue
			}
			told++
			says := regexp.MustCompile(fmt.Sprintf(`on ([0-9.]+ %%)[^,]* at any n ≤ %d`, upTo)).FindStringSubmatch(string(page))
			if want := tables.Percent(share, 1); says == nil || says[1] != want {
				t.Errorf("claims.md says %q of n ≤ %d, want %s", says, upTo, want)
			}
		}
	}
	if told != 2 {
		t.Errorf("%d shares for claims.md", told)
	}
}

// headlines shows the headline claims.
func headlines(all []checks.Check) string {
	return markdown(tables.New("", []tables.Field[checks.Claim]{
		tables.Left("claim", func(c checks.Claim) string { return c.Claim }),
		tables.Left("source", func(c checks.Claim) string { return c.Source }),
		tables.Left("verdict", checks.Claim.Standing),
		tables.Left("obtained", func(c checks.Claim) string { return c.Obtained }),
		tables.Left("shown by", func(c checks.Claim) string { return c.Experiment }),
	}, experiments.Claims(all)))
}

// findings lists what the tests that differ show.
func findings(all []checks.Check) string {
	var b strings.Builder
	for i, f := range checks.Summarise(all).Findings {
		fmt.Fprintf(&b, "%d. %s (%s, %s)\n", i+1, f.Says, tables.Count(len(f.Tests), "test"), strings.Join(f.IDs, ", "))
	}
	return strings.TrimSpace(b.String())
}

// verdictColumns counts by verdict.
func verdictColumns[T any](of func(T) checks.Count) []tables.Field[T] {
	column := func(v checks.Verdict, count func(checks.Count) int) tables.Field[T] {
		return tables.Right(string(v), func(row T) string { return fmt.Sprint(count(of(row))) })
	}
	return []tables.Field[T]{
		column(checks.Holds, func(c checks.Count) int { return c.Holds }),
		column(checks.Partly, func(c checks.Count) int { return c.Partly }),
		column(checks.Differs, func(c checks.Count) int { return c.Differs }),
		column(checks.NeedsData, func(c checks.Count) int { return c.NeedsData }),
	}
}

// totals counts checks by kind and verdict.
func totals(all []checks.Check) string {
	s := checks.Summarise(all)
	type row struct {
		kind checks.Kind
		checks.Count
	}
	columns := []tables.Field[row]{
		tables.Left("kind", func(r row) string { return string(r.kind) }),
		tables.Right("checks", func(r row) string { return fmt.Sprint(r.All) }),
	}
	columns = append(columns, verdictColumns(func(r row) checks.Count { return r.Count })...)
	return markdown(tables.New("", columns, []row{
		{checks.Test, s.Tests}, {checks.Fitted, s.Fitted}, {checks.Construction, s.Construction}, {checks.Data, s.Data},
	}))
}

// bySource counts the tests of each source.
func bySource(all []checks.Check) string {
	type row struct {
		source string
		checks.Count
	}
	var rows []row
	for _, source := range []string{"paper", "poster", "blog", "article"} {
		tests := slices.DeleteFunc(slices.Clone(all), func(c checks.Check) bool { return !strings.HasPrefix(c.Source, source) })
		rows = append(rows, row{source, checks.Summarise(tests).Tests})
	}
	return markdown(tables.New("", append([]tables.Field[row]{
		tables.Left("source", func(r row) string { return r.source }),
		tables.Right("tests", func(r row) string { return fmt.Sprint(r.All) }),
	}, verdictColumns(func(r row) checks.Count { return r.Count })...), rows))
}

// listed shows the checks that are so.
func listed(all []checks.Check, is func(checks.Check) bool) string {
	columns := []tables.Field[checks.Check]{
		tables.Left("experiment", func(c checks.Check) string { return c.Experiment }),
		tables.Left("check", func(c checks.Check) string { return c.Check }),
		tables.Left("published", checks.Check.Says),
		tables.Right("obtained", checks.Check.Got),
		tables.Left("source", func(c checks.Check) string { return c.Source }),
		tables.Left("note", func(c checks.Check) string { return c.Note }),
	}
	chosen := slices.DeleteFunc(slices.Clone(all), func(c checks.Check) bool { return !is(c) })
	return markdown(tables.New("", columns, chosen))
}

// grounds shows why checks are of their kind, the kind that counts most first.
func grounds(all []checks.Check) string {
	type row struct {
		checks.Ground
		experiments []string
		count       int
	}
	var rows []row
	for _, c := range all {
		at := slices.IndexFunc(rows, func(r row) bool { return r.Ground == c.Ground })
		if at < 0 {
			at, rows = len(rows), append(rows, row{Ground: c.Ground})
		}
		rows[at].count++
		if !slices.Contains(rows[at].experiments, c.Experiment) {
			rows[at].experiments = append(rows[at].experiments, c.Experiment)
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		return cmp.Compare(slices.Index(checks.Kinds(), a.Kind), slices.Index(checks.Kinds(), b.Kind))
	})
	return markdown(tables.New("", []tables.Field[row]{
		tables.Left("kind", func(r row) string { return string(r.Kind) }),
		tables.Left("why", func(r row) string { return r.Why }),
		tables.Right("checks", func(r row) string { return fmt.Sprint(r.count) }),
		tables.Left("of", func(r row) string { return strings.Join(r.experiments, ", ") }),
	}, rows))
}

func markdown(t *tables.Table) string {
	var b strings.Builder
	if err := t.Write(&b, tables.Markdown); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}
