package reporter

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/cmd/internal/command/bootstrap"
	"settle/cmd/internal/command/budget"
	"settle/cmd/internal/command/converge"
	"settle/cmd/internal/command/next"
	"settle/cmd/internal/command/rank"
	"settle/cmd/internal/input"
	"settle/internal/lists"
	"settle/metrics"
	"settle/montecarlo"
	"settle/report"
	"settle/report/boardpage"
	"settle/report/standings"
	"settle/results"
	"settle/results/collect"
	"settle/study/posterior"
	"settle/study/questions"
	"settle/study/standard"
)

// A finder computes the results about one board that the page shows in addition to the ranking.
type finder struct {
	*Command
	env   *cli.Env
	found rank.Found
	part  boardpage.Part
}

// part computes all results about one board. If a study fails, the page shows the reason, and the
// other studies continue.
func (c *Command) part(env *cli.Env, found rank.Found, several bool, from *report.Provenance) (boardpage.Part, error) {
	f := &finder{Command: c, env: env, found: found}
	f.part = boardpage.Part{
		First:     env.First(),
		Standings: found.Standings, Absent: map[boardpage.Study]string{}, Top: cli.ValueOr(c.Top, 0),
	}
	for _, s := range []struct {
		study boardpage.Study
		find  func() error
	}{
		{boardpage.Converge, f.converge}, {boardpage.Bootstrap, f.bootstrap}, {boardpage.Plan, f.plan},
		{boardpage.Next, f.next}, {boardpage.Scores, f.scores}, {boardpage.Questions, f.questions},
		{boardpage.Standard, f.standard}, {boardpage.Futures, f.futures},
	} {
		err := s.find()
		if stopped := env.Context.Err(); stopped != nil {
			return f.part, stopped
		}
		if err != nil {
			f.part.Absent[s.study] = f.reason(err)
		}
	}
	if err := f.changes(several); err != nil {
		return f.part, err
	}
	f.commands(several)
	if f.part.Card != nil && from != nil {
		f.part.Card.Source = *from
	}
	return f.part, nil
}

// reason returns the message of a study's error. It removes the names of the results, which the
// page shows anyway.
func (f *finder) reason(err error) string {
	reason := strings.TrimPrefix(err.Error(), f.Results()+": ")
	return strings.TrimSuffix(reason, ".")
}

// commands sets, for each study on the page, the command that prints the same numbers.
func (f *finder) commands(several bool) {
	line := func(command string, without []string, more ...string) string {
		without = append(without, "cost-per-trial", "top")
		if command != "report" {
			without = append(without, "against")
		}
		if several || f.Task != "" {
			task := f.found.Standings.Task
			if without = append(without, "task"); task == "" {
				task = "all"
			}
			if several {
				more = append(more, "--task", task)
			}
		}
		return f.env.Beside(command, without, append(more, "--format", "json")...)
	}
	ranked := []string{"replicates"}
	var metrics []string
	if f.Metrics == "" {
		metrics = []string{"--metrics", names(f.found.Metrics)}
	}
	drawn := []string{"confidence", "estimand", "draws"}
	replicates := []string{"--replicates", fmt.Sprint(f.Replicates)}
	without := append([]string{"replicates"}, drawn...)
	planned, prior := append(without, "metrics"), []string(nil)
	if f.Prior != f.PriorResults() { // a plan cannot weight its prior
		planned, prior = append(planned, "prior"), []string{"--prior", f.PriorResults()}
	}
	f.part.Commands = map[boardpage.Study]string{
		boardpage.Rank:   line("rank", ranked, metrics...),
		boardpage.Versus: line("compare", append(ranked, "metrics", "estimand"), "--metrics", f.found.Metrics[0].Name(), "A", "B"),
		boardpage.Changes: line("compare", append(ranked, "metrics", "estimand", "draws"), "--metrics", f.found.Metrics[0].Name(),
			"--against", f.Against.Against),
		boardpage.Converge:  line("converge", without, replicates...),
		boardpage.Bootstrap: line("bootstrap", append(without, "metrics"), append(replicates, "--metrics", f.replicateMetrics())...),
		boardpage.Plan:      line("budget", planned, prior...),
		boardpage.Next:      line("next", append(without, "metrics", "prior")),
		boardpage.Scores:    line("report", nil),
		boardpage.Questions: line("report", nil),
		boardpage.Standard:  line("report", nil),
	}
	if f.About() == posterior.Population { // compare supports this estimand only for two models
		f.part.Commands[boardpage.Changes] = line("report", nil)
	}
}

// changes computes how the scores changed since older results. If the page has several tasks
// (several is true), the older results can lack some of them.
func (f *finder) changes(several bool) error {
	if f.Against.Against == "" {
		return nil
	}
	in, ranked := f.Board, f.found.Standings
	if several {
		in.Task = cmp.Or(ranked.Task, collect.AllTasks)
	}
	changes, err := f.Against.Changes(f.env, in, f.opened(), f.found.Metrics[0], ranked.Origin, f.Confidence, f.About())
	switch {
	case err == nil:
		f.part.Changes = &changes
	case several && f.env.Context.Err() == nil:
		f.part.Absent[boardpage.Changes] = f.reason(err)
	default:
		return err
	}
	return nil
}

func names(ms []metrics.Metric) string {
	return strings.Join(lists.Each(ms, metrics.Metric.Name), ",")
}

// replicateMetrics returns the names of the metrics that rank the replicates, separated by commas.
func (f *finder) replicateMetrics() string {
	if f.part.Curves == nil {
		return converge.DefaultMetrics
	}
	return strings.Join(lists.Each(f.part.Curves.Curves, func(c montecarlo.Curve) string { return c.Metric }), ",")
}

// opened returns a copy of the source for one study. The study can change the copy without
// affecting other studies.
func (f *finder) opened() *input.Source {
	source := *f.found.Source
	return &source
}

// resampling returns the flags for a study of replicates, which are resampled boards. It fails if
// the board has one trial per question, because it then cannot be resampled.
func (f *finder) resampling() (input.Resampling, error) {
	if max(f.found.Standings.Shape.Trials, f.found.Standings.Shape.Most) < 2 {
		return input.Resampling{}, errOneTrial
	}
	return input.Resampling{Board: f.Board, Scoring: f.Scoring}, nil
}

func (f *finder) converge() error {
	flags, err := f.resampling()
	if err != nil {
		return err
	}
	settling := converge.Settling{Replicates: f.Replicates, Trace: []int{0}}
	f.part.Convergence, err = (&converge.Command{Resampling: flags, Settling: settling}).Find(f.env, f.opened())
	return err
}

func (f *finder) bootstrap() error {
	flags, err := f.resampling()
	if err != nil {
		return err
	}
	c := bootstrap.Command{Resampling: flags, Replicates: f.Replicates, Show: []string{"tau"}, Defaults: converge.DefaultMetrics}
	f.part.Curves, err = c.Find(f.env, f.opened())
	return err
}

func (f *finder) plan() (err error) {
	c := budget.Plan{
		Board: f.Board, Prior: f.PriorResults(), Pairs: "neighbours", Confidence: 0.95, Power: 0.8,
		CostPerTrial: f.CostPerTrial,
	}
	f.part.Budget, err = c.Find(f.env, f.opened())
	return err
}

var (
	errOneModel = fmt.Errorf("comparing models requires at least two models, but there is only one")
	errOneTrial = fmt.Errorf("resampling requires at least two trials per question, but there is only one")
)

func (f *finder) next() (err error) {
	c := next.Command{
		Board: f.Board, Policy: "auto", Calls: input.Calls{Confidence: 0.95},
		Correction: "valid",
	}
	if f.part.Next, err = c.Find(f.env, f.opened()); err == nil {
		f.part.Next.RunsIn = "the CSV below"
	}
	return err
}

// weighted returns the board, the options of its metrics, and the metric avg that uses the weights
// of the board's categories.
func (f *finder) weighted() (*results.Board, metrics.Options, metrics.Estimator, error) {
	source := f.opened()
	options, err := input.Scoring{}.Options(f.env, f.Board, source)
	return source.Board, options, metrics.Avg(options.Weights), err
}

func (f *finder) scores() error {
	board, options, avg, err := f.weighted()
	if err != nil {
		return err
	}
	tally := board.TallyAll()
	s := standings.ScoreParts{
		Task: board.Task, Metric: avg.Name(), Order: f.found.Standings.Rankings[0].Rows,
		Parts: posterior.NewParts(options.Weights, tally),
	}
	s.Attempts = lists.Each(lists.Indices(tally.Models), tally.Outcomes)
	f.part.Scores = &s
	return nil
}

func (f *finder) questions() error {
	board, options, avg, err := f.weighted()
	if err != nil {
		return err
	}
	order := f.found.Standings.Rankings[0].Rows
	if len(order) < 2 {
		return errOneModel
	}
	tally := board.TallyAll()
	q := standings.Questions{
		Name: f.found.Standings.Name, Task: board.Task, Facts: f.found.Standings.Facts, Models: board.Models,
		Questions: board.Questions, Metric: avg.Name(), Ranked: avg.Name(), Order: order, OrderBy: f.found.Standings.Rankings[0].Metric,
		Board: board, Weights: options.Weights,
	}
	if q.All, err = questions.Describe(avg, tally); err != nil {
		return err
	}
	if q.Top, err = questions.Decide(avg, tally, order[0].Index, order[1].Index); err != nil {
		return err
	}
	if without, err := questions.LeaveOneOut(f.env.Context, avg, tally); err == nil {
		q.Without = &without
	}
	if q.Levels, err = metrics.Ordinals(avg, tally); err != nil {
		return err
	}
	q.Leader = slices.Index(q.Levels, slices.Max(q.Levels))
	q.Challenger = order[0].Index
	if q.Challenger == q.Leader {
		q.Challenger = order[1].Index
	}
	for _, row := range order {
		if row.Index == q.Leader {
			continue
		}
		trials, ok := questions.FewestRegraded(options.Weights, tally, q.Leader, row.Index)
		if ok && (q.Regraded == 0 || trials < q.Regraded) {
			q.Regraded, q.Challenger = trials, row.Index
		}
	}
	q.Of = int(tally.Outcomes(q.Leader) + tally.Outcomes(q.Challenger))
	f.part.Questions = &q
	return nil
}

func (f *finder) standard() error {
	board, _, avg, err := f.weighted()
	if err != nil {
		return err
	}
	ranked := f.found.Standings.Rankings[0]
	if len(ranked.Rows) < 2 {
		return errOneModel
	}
	card, err := standard.New(ranked, avg, board.TallyAll(), f.env.Seed)
	if err != nil {
		return err
	}
	sum, err := digest(f.env.Context, board)
	if err != nil {
		return err
	}
	f.part.Card = &standings.Card{Card: card, Task: board.Task, SHA256: sum, Ranked: ranked, Metric: avg.Name()}
	return nil
}

// Numbers of simulations for predicting a board's standard card. A future is a simulated
// continuation of the board with more trials.
const (
	futureDraws  = 20   // maximum number of futures
	futureModels = 6000 // maximum number of models that all futures together rank
	leastFutures = 4    // minimum number of futures, even if they rank more than futureModels models
	largestDraws = 1000 // how often each future draws the largest |z| of all pairs
)

// futures predicts the fields of the board's standard card (a summary of its ranking) for two and
// four times as many trials.
func (f *finder) futures() error {
	if f.part.Card == nil {
		return nil // the page already shows why
	}
	board, options, _, err := f.weighted()
	if err != nil {
		return err
	}
	ranked := f.found.Standings.Rankings[0]
	if ranked.Together == nil {
		return errOneModel
	}
	draws := min(max(futureModels/len(ranked.Rows), leastFutures), futureDraws)
	progress := f.env.Progress("more trials", draws)
	f.part.Card.Futures, err = standard.Futures(f.env.Context, board.TallyAll(), standard.FutureOptions{
		Weights: options.Weights, Metric: f.found.Metrics[0], Rules: ranked.Rules, Method: ranked.Together.Method,
		Largest: largestDraws, Times: []int{2, 4}, Seed: f.env.Seed,
		Options: montecarlo.Options{Replicates: draws, Workers: f.env.Workers, Progress: progress},
	})
	return err
}

// digest returns the SHA-256 of a board written as CSV, or "" if CSV cannot represent the board.
func digest(ctx context.Context, b *results.Board) (string, error) {
	var csv bytes.Buffer
	if err := b.WriteCSV(&csv); err != nil {
		return "", ctx.Err()
	}
	sum := sha256.Sum256(csv.Bytes())
	return hex.EncodeToString(sum[:]), ctx.Err()
}
