package standings

import (
	"fmt"
	"math"

	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
	"settle/study/posterior"
	"settle/study/standard"
	"settle/study/standings"
)

// A Card holds the values that the Leaderboard Reporting Standard asks a leaderboard to
// publish, and the inputs of these values.
type Card struct {
	standard.Card
	Task    string
	SHA256  string              // hexadecimal hash of the board as CSV
	Ranked  standings.Standings // the ranking that the fields describe
	Metric  string              // metric of the differences per question in R10
	Source  report.Provenance   // R9; the zero value if not given
	Futures []standard.Future   // by ascending trials; nil if none were drawn
}

func (c Card) document() tables.Object {
	object := tables.NewObject
	return object("task", c.Task, "metric", c.Ranked.Metric,
		"R1", object("systems", c.Models, "items", c.Questions, "trials", c.LeastTrials, "trials_most", c.MostTrial,
			"data", c.dataType(), "sha256", c.SHA256),
		"R2", object("median_width", c.Width, "could_lead", c.CouldLead),
		"R3", openDocument(c.Order), "R4", openDocument(c.Top),
		"R5", object("share", c.share(), "separated_pairs", c.Card.Separated, "pairs", c.Pairs),
		"R6", object("levels", c.Levels, "widest", c.Widest),
		"R8", object("top", c.TopDiscordance, "all", c.Discordance),
		"R10", object("kappa_reliability", c.Reliability, "pairs", c.claimFields().JSON(c.Claims)),
		"futures", tables.When(len(c.Futures) > 0, futureFields.JSON(c.Futures)))
}

func openDocument(o standard.Open) tables.Object {
	return tables.NewObject("models", o.Models, "bits", o.Total.Bits, "bits_se", o.Total.SE, "possible_bits", o.Possible,
		"exact", o.Total.Exact)
}

// futureFields lists the fields that describe boards with more trials, which were
// simulated from the posterior of the board.
var futureFields = tables.Fields[standard.Future]{
	tables.Data("trials", func(f standard.Future) int { return f.Trials }),
	tables.Data("draws", func(f standard.Future) int { return f.Draws }),
	spreadField("median_width", func(f standard.Future) standard.Spread { return f.Width }),
	spreadField("could_lead", func(f standard.Future) standard.Spread { return f.CouldLead }),
	spreadField("open", func(f standard.Future) standard.Spread { return f.Open }),
	spreadField("top_open", func(f standard.Future) standard.Spread { return f.TopOpen }),
	spreadField("share", func(f standard.Future) standard.Spread { return f.Separated }),
	spreadField("levels", func(f standard.Future) standard.Spread { return f.Levels }),
	spreadField("widest", func(f standard.Future) standard.Spread { return f.Widest }),
}

func spreadField(key string, spread func(standard.Future) standard.Spread) tables.Field[standard.Future] {
	return tables.Data(key, func(f standard.Future) any {
		return tables.NewObject("mean", spread(f).Mean, "sd", spread(f).SD)
	})
}

// claimFields returns the fields that describe one claim of the ranking: that a model
// is better than the next one.
func (c Card) claimFields() tables.Fields[standard.Claim] {
	return tables.Fields[standard.Claim]{
		tables.Data("above", func(x standard.Claim) string { return c.model(x.Above) }),
		tables.Data("below", func(x standard.Claim) string { return c.model(x.Below) }),
		tables.Data("sd", func(x standard.Claim) float64 { return x.SD }).Rounded("sd", 4),
		tables.Data("kappa", func(x standard.Claim) float64 { return x.Kappa }).Rounded("kappa", 4),
		tables.Data("z", func(x standard.Claim) float64 { return x.Z }).Rounded("z", 4),
		tables.Data("separated", func(x standard.Claim) bool { return x.Separated }),
	}
}

func (c Card) model(place int) string { return c.Ranked.Rows[place].Model }
func (c Card) share() float64         { return float64(c.Card.Separated) / float64(c.Pairs) }

func (c Card) dataType() string { return wording.IfElse(c.Graded, "graded", "binary") }

// Report returns the report in the given format. CSV contains the claims of the
// ranking, each of which says that a model is better than the next one.
func (c Card) Report(format string) report.Report {
	if tables.Format(format).IsData() {
		return report.Report{JSON: c.document(), Tables: []*tables.Table{c.claimFields().CSV(c.Claims)}}
	}
	claims := tables.New("R10: the comparisons of neighbours that the ranking asserts", c.claimFields(), c.Claims)
	claims.Notes = []string{c.reliability()}
	r := report.Report{JSON: c.document(), Tables: []*tables.Table{c.fields(), claims}}
	if t := c.futureTable(); t != nil {
		r.Tables = append(r.Tables, t)
	}
	return r
}

// An aheadField is a field of the Leaderboard Reporting Standard, with its present
// value and its values after more trials.
type aheadField struct {
	name, what, now string
	later           func(standard.Future) string
}

// futureTable returns a table that shows how more trials would change the fields of the
// Leaderboard Reporting Standard. It returns nil if more trials were not simulated.
func (c Card) futureTable() *tables.Table {
	if c.Futures == nil {
		return nil
	}
	percents := func(of func(standard.Future) standard.Spread) func(standard.Future) string {
		return func(f standard.Future) string { return spreadText(of(f), 100, 0) + " %" }
	}
	counts := func(of func(standard.Future) standard.Spread) func(standard.Future) string {
		return func(f standard.Future) string { return spreadText(of(f), 1, 1) }
	}
	list := []aheadField{
		{"R2", "median width of a rank set, as a share of all places", tables.Percent(c.Width, 0),
			percents(func(f standard.Future) standard.Spread { return f.Width })},
		{"R2", "models that could lead", fmt.Sprint(c.CouldLead), counts(func(f standard.Future) standard.Spread { return f.CouldLead })},
		{"R3", "share of the order that is undetermined", tables.Percent(c.Order.Share(), 0),
			percents(func(f standard.Future) standard.Spread { return f.Open })},
		{"R4", fmt.Sprintf("undetermined share of the order of the %d best models", c.Top.Models), tables.Percent(c.Top.Share(), 0),
			percents(func(f standard.Future) standard.Spread { return f.TopOpen })},
		{"R5", "share of pairs that are separated", tables.Percent(c.share(), 0),
			percents(func(f standard.Future) standard.Spread { return f.Separated })},
		{"R6", "tiers", fmt.Sprint(c.Levels), counts(func(f standard.Future) standard.Spread { return f.Levels })},
		{"R6", "models in the largest group without a separated pair", fmt.Sprint(c.Widest), counts(func(f standard.Future) standard.Spread { return f.Widest })},
	}
	columns := []tables.Field[aheadField]{
		tables.Left("field", func(f aheadField) string { return f.name }),
		tables.Left("what it measures", func(f aheadField) string { return f.what }),
		tables.Right("now", func(f aheadField) string { return f.now }),
	}
	for _, future := range c.Futures {
		columns = append(columns, tables.Right(fmt.Sprintf("N = %d", future.Trials), func(f aheadField) string { return f.later(future) }))
	}
	t := tables.New("What more trials would change", columns, list)
	t.Notes = []string{fmt.Sprintf("N: trials per question in total. Mean ± standard deviation over %s drawn from the posterior of the board. "+
		"This table is not part of the standard.", tables.Count(c.Futures[0].Draws, "possible future"))}
	return t
}

// spreadText formats a mean and its standard deviation, both multiplied by the given
// unit, with the given number of decimals.
func spreadText(s standard.Spread, unit float64, digits int) string {
	return tables.Float(unit*s.Mean, digits) + " ± " + tables.Float(unit*s.SD, digits)
}

// A cardField is one field of the Leaderboard Reporting Standard, with its value for
// the board.
type cardField struct{ name, asks, value string }

// fields returns a table of the fields of the Leaderboard Reporting Standard that
// describe the whole board.
func (c Card) fields() *tables.Table {
	data := fmt.Sprintf("%s, %s", tables.SizeBetween(c.Models, c.Questions, c.LeastTrials, c.maxTrials()), c.dataType())
	if c.SHA256 != "" {
		data += "; SHA-256 " + c.SHA256[:report.ShownDigits]
	}
	list := []cardField{
		{"R1", "shape and hash of the matrix", data},
		{"R2", "simultaneous rank sets", fmt.Sprintf("median width %s of all places; %s could lead",
			tables.Percent(c.Width, 1), tables.Count(c.CouldLead, "model"))},
		{"R3", "undetermined part of the order", openText(c.Order)},
		{"R4", fmt.Sprintf("undetermined part of the order of the %d best models", c.Top.Models), openText(c.Top)},
		{"R5", "share of pairs that are separated", fmt.Sprintf("%s (%d of %d)", tables.Percent(c.share(), 1), c.Card.Separated, c.Pairs)},
		{"R6", "tiers", fmt.Sprintf("%s; the largest group without a separated pair has %s", tables.Count(c.Levels, "tier"),
			tables.Count(c.Widest, "model"))},
		{"R8", "questions on which two models disagree", fmt.Sprintf("%s expected for any two models, %s for two models of the best tenth",
			tables.Float(c.Discordance, 1), tables.Float(c.TopDiscordance, 1))},
		{"R9", "provenance", c.provenance()},
		{"R10", "each asserted comparison", "the CSV below"},
	}
	t := tables.New("Fields of the Leaderboard Reporting Standard, draft 0.2", []tables.Field[cardField]{
		tables.Left("field", func(f cardField) string { return f.name }),
		tables.Left("what it asks", func(f cardField) string { return f.asks }),
		tables.Left("this board", func(f cardField) string { return f.value }),
	}, list)
	t.Notes = []string{fmt.Sprintf("Computed with %s. The reporting standard resamples questions%s. "+
		"Undetermined bits: log2 of the number of orders that agree with all separated pairs.", c.Ranked.Metric,
		wording.If(c.Ranked.Rules.Estimand == posterior.Questions, "; here only the trials are random"))}
	return t
}

// maxTrials returns the largest number of trials of any model on any question if these
// numbers differ. If they are all equal, it returns 0.
func (c Card) maxTrials() int {
	if c.MostTrial == c.LeastTrials {
		return 0
	}
	return c.MostTrial
}

func (c Card) provenance() string {
	if c.Source.Command == "" {
		return "not given"
	}
	return "at the end of this page (without a date, so that the same command writes the same bytes)"
}

// openText formats how much of the order of the models is still undetermined, such as
// "12.3 of 45.0 bits (27.3 %)".
func openText(o standard.Open) string {
	bits := tables.Float(o.Total.Bits, 1) + wording.If(!o.Total.Exact, " ± "+tables.Float(o.Total.SE, 1))
	return fmt.Sprintf("%s of %s bits (%s)", bits, tables.Float(o.Possible, 1), tables.Percent(o.Share(), 1))
}

func (c Card) reliability() string {
	said := fmt.Sprintf("sd: standard deviation, over questions, of the difference between the two models' means by %s. kappa: sd divided by its value for independent models; below 1, both models find the same questions hard. z: z-score of the difference by %s. separated: simultaneous comparison (%s). ",
		c.Metric, c.Ranked.Metric, wording.Together(c.Ranked.Rules.Confidence))
	if math.IsNaN(c.Reliability) {
		return said + "The reliability of kappa between halves of the questions cannot be measured on so few questions."
	}
	return said + fmt.Sprintf("Reliability of kappa between halves of the questions: %s.", tables.Float(c.Reliability, 2))
}
