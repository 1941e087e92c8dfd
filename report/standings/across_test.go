package standings_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"settle/internal/tables"
	"settle/internal/tests/boardtest"
	"settle/metrics"
	"settle/report"
	standingsreport "settle/report/standings"
	"settle/rubric"
	"settle/study/standings"
)

var acrossRules = standings.Rules{Confidence: 0.95, Bounds: metrics.Unbounded}

// ranked are the four models under schemata.
func ranked(t *testing.T, schemata []*rubric.Schema) standingsreport.Across {
	t.Helper()
	a := boardtest.FourModels()
	thresholds := a.Thresholds()
	x, err := standings.RankAcross(t.Context(), a, &thresholds, schemata, nil, acrossRules)
	if err != nil {
		t.Fatal(err)
	}
	return standingsreport.Across{Across: x, Name: "board", Facts: "Facts."}
}

func text(t *testing.T, table *tables.Table) string {
	t.Helper()
	var b bytes.Buffer
	if err := table.Write(&b, tables.Text); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Letters stand for the names of schemata where these are too many. Where the
// numbers come from is said in package standings; those of Scores are
// 5/7 ± √(10/392) and 1/7 ± √(6/392).
func TestAcrossTables(t *testing.T) {
	few, all := ranked(t, boardtest.Schemata(t, "exact-match", "strict-compliance")), ranked(t, rubric.Paper())
	for _, c := range []struct {
		table *tables.Table
		want  string
	}{
		{few.Table("T"), "model  Exact Match  Strict Compliance  mean rank  ranks\n"},
		{few.Table("T"), "plain            1                  2       1.50    1–2\n"},
		{all.Table("T"), "a Exact Match, b Format Aware, "},
		{all.Table("T"), "l Concision-High-Conf."},
		{few.Scores("T"), "plain        0.714              0.143\n  ±          0.160              0.124\n"},
		{few.Summary("T"), "Strict Compliance  0.000                1 of 3  neat    0.4286"},
		{few.Summary("T"), "The prior counts as 3 trials per question; the board has 4. "},
	} {
		if s := text(t, c.table); !strings.Contains(s, c.want) {
			t.Errorf("the table has no %q:\n%s", c.want, s)
		}
	}
}

// JSON, CSV and the figure hold a place for every model and schema.
func TestAcrossFiles(t *testing.T) {
	few, all := ranked(t, boardtest.Schemata(t, "exact-match", "strict-compliance")), ranked(t, rubric.Paper())
	var b bytes.Buffer
	if err := all.Data().Write(&b, tables.CSV); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 1+4*12 {
		t.Errorf("the data have %d rows (%v), want a header and 48", len(rows), err)
	}
	few.Origin = report.SignalsOrigin{Source: "mimics:made", Seed: 7, ThresholdsFrom: "old.csv"}
	written, err := json.Marshal(few.Report("json").JSON)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"source":"mimics:made","seed":7,"thresholds_from":"old.csv","task":"maths","models":4,"questions":1,`,
		`"questions":1,"trials":4,"thresholds":[{"name":"tau_high","value":null}`,
		`"baseline":"Exact Match"`, `"convention":"competition"`,
		`"schema":"Strict Compliance","categories":[{"name":"invalid","weight":0},`,
		`{"model":"neat","mean_rank":1.5,"rank_best":1,"rank_worst":2,"places":[{"schema":"Exact Match","rank":2,`,
		`"rank":2,"rank_ci":`,
	} {
		if !strings.Contains(string(written), want) {
			t.Errorf("the JSON has no %s: %s", want, written)
		}
	}
	var svg, data bytes.Buffer
	f := all.Figure()
	if err := f.Write(&svg, "svg"); err != nil || !strings.Contains(svg.String(), "Concision-High-Conf") {
		t.Errorf("the figure does not name its columns (%v)", err)
	}
	if err := f.WriteData(&data); err != nil || strings.Count(data.String(), "\n") != 1+4*12 {
		t.Errorf("the figure's data are %s (%v)", data.String(), err)
	}
}

// After z come aa, ab, and so on.
func TestAcrossLetters(t *testing.T) {
	a := boardtest.FourModels()
	thresholds := a.Thresholds()
	var many []*rubric.Schema
	for i := range 28 {
		text := fmt.Sprintf("name: S%d\ncategories: [{name: x, weight: 0}, {name: y, weight: 1}]\n"+
			"rules: [{category: y, when: [correct]}, {category: x}]\n", i)
		s, err := rubric.Parse(strings.NewReader(text), "s.yaml")
		if err != nil {
			t.Fatal(err)
		}
		many = append(many, s)
	}
	x, err := standings.RankAcross(t.Context(), a, &thresholds, many, nil, acrossRules)
	if err != nil {
		t.Fatal(err)
	}
	table := standingsreport.Across{Across: x}.Table("")
	c := table.Columns
	if c[1].Name != "a" || c[26].Name != "z" || c[27].Name != "aa" || c[28].Name != "ab" {
		t.Errorf("columns %+v", c)
	}
	if !strings.HasSuffix(table.Notes[0], ", z S25, aa S26, ab S27.") {
		t.Errorf("note %q", table.Notes[0])
	}
}

// One model has no one to be ahead of, nor a τ: JSON says null.
func TestAcrossOneModel(t *testing.T) {
	a := boardtest.FourModels()
	a.Models, a.Cells = a.Models[:1], a.Cells[:4]
	thresholds := a.Thresholds()
	x, err := standings.RankAcross(t.Context(), a, &thresholds, boardtest.Schemata(t, "exact-match"), nil, acrossRules)
	if err != nil {
		t.Fatal(err)
	}
	written, err := json.Marshal(standingsreport.Across{Across: x}.Report("json").JSON)
	want := `"tau":null,"separated_neighbours":0,"leader":"empty","margin":null`
	if err != nil || !strings.Contains(string(written), want) {
		t.Errorf("JSON is %s (%v)", written, err)
	}
}
