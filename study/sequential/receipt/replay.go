package receipt

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/study/posterior"
	"settle/study/sequential"
	"settle/study/standings"
)

// A Log provides the outcomes of a model at a question, in trial order. Models and questions
// are given by their indices in the settings.
type Log interface {
	Row(model, question int) []uint8
}

// A Seen holds the data that a look at the results used, and what was computed from it.
type Seen struct {
	Look
	Board     *results.Board // the trials that it saw
	Metric    metrics.Estimator
	Step      sequential.Step
	Separated *posterior.Together // nil if nothing is compared
	Next      *sequential.Next
}

// A Replay goes through the looks of a plan, using the outcomes of a log. It can verify recorded
// looks and add new ones.
type Replay struct {
	Plan *Plan
	Last *Seen // the last look recomputed or added; nil before the first

	log     Log
	workers int
	counts  []int // granted trials, by model, then question
	asked   int   // attempts that the plan asked for before the next look
	decided [][2]int
	passed  int // number of looks replayed
}

// NewReplay returns a replay that has not gone through any look yet. The replay uses the given
// number of goroutines.
func NewReplay(p *Plan, log Log, workers int) *Replay {
	r := &Replay{Plan: p, log: log, workers: workers, counts: p.Settings.firstTrials()}
	for _, n := range r.counts {
		r.asked += n
	}
	return r
}

// Rest returns the runs that the next look waits for and that are not in the log yet. missing is
// the number of attempts in these runs. asked is the number of attempts that the plan requested
// between the previous look and the next look, including attempts already in the log.
func (r *Replay) Rest() (rest []sequential.Run, missing, asked int) {
	questions := len(r.Plan.Settings.Questions)
	for i, granted := range r.counts {
		if lack := granted - len(r.log.Row(i/questions, i%questions)); lack > 0 {
			rest = append(rest, sequential.Run{Model: i / questions, Question: i % questions, Trials: lack})
			missing += lack
		}
	}
	return rest, missing, r.asked
}

// Continue verifies the recorded looks and adds new ones. It checks that the log still contains
// the outcomes that each recorded look saw, and recomputes only the last recorded look. Then it
// adds looks until the log lacks an attempt that the next look waits for, or the plan stops. It
// calls record with each added look. It fails with Unconfirmed if a recorded look does not follow
// from the log.
func (r *Replay) Continue(ctx context.Context, record func(*Seen) error) error {
	for r.passed < len(r.Plan.Looks) {
		if err := r.confirm(ctx, r.passed == len(r.Plan.Looks)-1); err != nil {
			return err
		}
	}
	for r.Plan.Stopped() == "" {
		if _, missing, _ := r.Rest(); missing > 0 {
			return nil
		}
		seen, err := r.look(ctx)
		if err != nil {
			return err
		}
		r.Plan.Looks = append(r.Plan.Looks, seen.Look)
		if err := record(seen); err != nil {
			r.Plan.Looks = r.Plan.Looks[:r.passed]
			return err
		}
		r.Last = seen
		r.pass()
	}
	return nil
}

// Unconfirmed is returned when a recorded look does not follow from the results. Look is 0 if
// the results do not fit the plan at all.
type Unconfirmed struct {
	Look  int
	cause string
}

// Error returns a message that names the look and says how it differs from the results.
func (u *Unconfirmed) Error() string {
	if u.Look == 0 {
		return u.cause
	}
	return fmt.Sprintf("look %d %s", u.Look, u.cause)
}

// Verify recomputes all recorded looks. It fails with Unconfirmed at the first look that does
// not follow from the log.
func (r *Replay) Verify(ctx context.Context) error {
	for r.passed < len(r.Plan.Looks) {
		if err := r.confirm(ctx, true); err != nil {
			return err
		}
	}
	return nil
}

// confirm checks that the log still contains the outcomes that the next recorded look saw. If
// whole is true, it also recomputes that look and compares the results.
func (r *Replay) confirm(ctx context.Context, whole bool) error {
	recorded := r.Plan.Looks[r.passed]
	if err := r.confirmOutcomes(recorded); err != nil {
		return err
	}
	if whole {
		seen, err := r.look(ctx)
		if err != nil {
			return err
		}
		if what := recorded.differingField(seen.Look); what != "" {
			return &Unconfirmed{recorded.Look, "does not follow from the results: its " + what + " differ; start a new plan"}
		}
		r.Last = seen
	}
	r.pass()
	return nil
}

// confirmOutcomes returns an error if the log does not contain the outcomes that a recorded look
// saw.
func (r *Replay) confirmOutcomes(recorded Look) error {
	if rest, missing, _ := r.Rest(); missing > 0 {
		return &Unconfirmed{recorded.Look, fmt.Sprintf("saw %s of %s that the results lack; restore them, or start a new plan",
			tables.Count(missing, "outcome"), quoted.Text(r.Plan.Settings.Models[rest[0].Model]))}
	}
	all, byModel := r.digests()
	if all == recorded.Outcomes {
		return nil
	}
	whose := "some model"
	for model, name := range r.Plan.Settings.Models {
		if model < len(recorded.ByModel) && recorded.ByModel[model] != byModel[model] {
			whose = quoted.Text(name)
			break
		}
	}
	return &Unconfirmed{recorded.Look, "saw outcomes of " + whose + " that differ from the results; restore them, or start a new plan"}
}

// pass moves the replay past the next recorded look: it adds the look's decisions and the trials
// that the look requested.
func (r *Replay) pass() {
	s, l, at := &r.Plan.Settings, r.Plan.Looks[r.passed], r.Plan.Settings.places()
	for _, pair := range l.Decided {
		r.decided = append(r.decided, [2]int{at[pair[0]], at[pair[1]]})
	}
	step, _ := s.Step() // already checked
	r.asked = 0
	for _, ask := range l.Ask {
		from := at[ask.Model] * len(s.Questions)
		have := r.counts[from : from+len(s.Questions)]
		for question, more := range step.Share(have, len(s.Models), ask.Attempts) {
			have[question] += more
			r.asked += more
		}
	}
	r.passed++
}

// look computes the next look from the trials that the plan has granted so far. The log must
// contain all of these trials.
func (r *Replay) look(ctx context.Context) (*Seen, error) {
	s := &r.Plan.Settings
	seen := &Seen{}
	var err error
	if seen.Step, err = s.Step(); err != nil {
		return nil, err
	}
	if seen.Metric, seen.Step.Sampled, err = s.metric(); err != nil {
		return nil, err
	}
	if seen.Board, err = r.grantedBoard(); err != nil {
		return nil, err
	}
	seen.Step.Decided = r.decided
	if seen.Separated, err = Separate(ctx, seen.Board, seen.Metric, s.Confidence, s.Seed,
		montecarlo.Options{Replicates: s.Critical.Draws, Workers: r.workers}); err != nil {
		return nil, err
	}
	if seen.Separated != nil {
		seen.Step.Critical = seen.Separated.Critical
	}
	if seen.Next, err = sequential.Plan(seen.Board, seen.Metric, seen.Step); err != nil {
		return nil, err
	}
	seen.Look = r.entry(seen.Next)
	return seen, nil
}

// Separate finds the pairs of models on a board that are separated at simultaneous confidence, in
// the same way as the command rank. It returns nil if there are no pairs, or if no question was
// attempted by all models.
func Separate(
	ctx context.Context, b *results.Board, m metrics.Metric, confidence float64, seed uint64, o montecarlo.Options,
) (*posterior.Together, error) {
	if _, _, none := b.MetByAll(); none != nil || len(b.Models) < 2 {
		return nil, nil
	}
	s, err := standings.Separate(ctx, b, m, confidence, seed, o)
	if err != nil {
		return nil, err
	}
	return s.Together, nil
}

// grantedBoard returns a board with only the trials that the plan has granted so far.
func (r *Replay) grantedBoard() (*results.Board, error) {
	s := &r.Plan.Settings
	b, err := results.NewUnequalBoard(s.Models, s.Questions, r.counts, s.topCategory())
	if err != nil {
		return nil, err
	}
	for i := range r.counts {
		model, question := i/len(s.Questions), i%len(s.Questions)
		copy(b.Row(model, question), r.log.Row(model, question))
	}
	return b, nil
}

// entry returns the record that the plan keeps of a look, made from the look's result n.
func (r *Replay) entry(n *sequential.Next) Look {
	s, chain := &r.Plan.Settings, r.Plan.Chain
	l := Look{Look: r.passed + 1, Decided: [][2]string{}, Ask: []Ask{}, Stop: n.Stop.String()}
	l.Outcomes, l.ByModel = r.digests()
	for _, pair := range n.Decisions {
		l.Decided = append(l.Decided, [2]string{s.Models[pair[0]], s.Models[pair[1]]})
	}
	for _, run := range n.Runs { // sorted by model
		if last := len(l.Ask) - 1; last < 0 || l.Ask[last].Model != s.Models[run.Model] {
			l.Ask = append(l.Ask, Ask{Model: s.Models[run.Model]})
		}
		l.Ask[len(l.Ask)-1].Attempts += run.Trials
	}
	if r.passed > 0 {
		chain = r.Plan.Looks[r.passed-1].Chain
	}
	l.Chain = l.chainDigest(chain)
	return l
}

// digests returns a digest of the outcomes of all granted trials. byModel holds, for each model,
// the first 32 bits of a digest of that model's outcomes.
func (r *Replay) digests() (all string, byModel []string) {
	questions, whole := len(r.Plan.Settings.Questions), sha256.New()
	for model := range r.Plan.Settings.Models {
		of := sha256.New()
		for question := range questions {
			granted := r.counts[model*questions+question]
			fmt.Fprintf(of, "%d:", granted)
			of.Write(r.log.Row(model, question)[:granted])
		}
		sum := of.Sum(nil)
		whole.Write(sum)
		byModel = append(byModel, hex.EncodeToString(sum[:4]))
	}
	return hex.EncodeToString(whole.Sum(nil)), byModel
}

// An arrangedBoard is a board whose models and questions are accessed by their indices in a plan.
type arrangedBoard struct {
	board             *results.Board
	models, questions []int
}

func (a arrangedBoard) Row(model, question int) []uint8 {
	return a.board.Row(a.models[model], a.questions[question])
}

// On returns the outcomes of a board as a log for a plan with these settings. It fails with
// Unconfirmed if the board's models or questions differ from those of the settings, or if a
// category on the board has no weight.
func (s *Settings) On(b *results.Board) (Log, error) {
	if b.Top() > s.topCategory() {
		return nil, unplanned("the results have category %d, but the plan has weights only up to %d; start a new plan", b.Top(), s.topCategory())
	}
	models, err := places("model", s.Models, b.Models)
	if err != nil {
		return nil, err
	}
	questions, err := places("question", s.Questions, b.Questions)
	if err != nil {
		return nil, err
	}
	return arrangedBoard{b, models, questions}, nil
}

func unplanned(format string, args ...any) error {
	return &Unconfirmed{cause: fmt.Sprintf(format, args...)}
}

// places returns, for each planned name, the index of the same name among the found ones. It
// fails with Unconfirmed if the two lists do not contain the same names. In messages, the kind
// says what the names are, such as "model".
func places(kind string, planned, found []string) ([]int, error) {
	at := make(map[string]int, len(found))
	for i, name := range found {
		at[name] = i
	}
	list := make([]int, len(planned))
	for i, name := range planned {
		place, ok := at[name]
		if !ok {
			return nil, unplanned("the results lack the planned %s %s; pass all results of the plan", kind, quoted.Text(name))
		}
		list[i] = place
		delete(at, name)
	}
	for _, name := range found {
		if _, extra := at[name]; extra {
			return nil, unplanned("the %s %s is not in the plan; remove it, or start a new plan", kind, quoted.Text(name))
		}
	}
	return list, nil
}
