package input

import (
	"fmt"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/quoted"
	"settle/metrics"
	"settle/results"
)

// Ballots holds the flags that say how to read the answers of attempts and the weights of answers.
type Ballots struct {
	Answers
	WeightBy string `placeholder:"[exp:]COLUMN" group:"results" help:"Weights of attempts, such as a verifier's probability: a column of a table, a field of a NeMo-Skills or lm-eval log, or an array of an NPZ file. exp: the values are logarithms. Default: the column weight."`
}

// Answers holds the flags that say how to compare the answers of attempts.
type Answers struct {
	Same     *string `name:"answers" enum:"exact,math" group:"results" help:"How to compare answers. Default: they are equal if they differ only in case and white space. exact: only identical texts are equal. math: also equal numbers and simple fractions, such as 0.5 and 1/2."`
	NoAnswer *string `enum:"vote" group:"results" help:"Let attempts without an answer vote; all of them count as votes for one additional answer."`
}

// firstGiven returns the name of a flag of Ballots that the command line contains, or "" if there
// is none.
func (b Ballots) firstGiven() string {
	switch {
	case b.Same != nil:
		return "--answers"
	case b.WeightBy != "":
		return "--weight-by"
	case b.NoAnswer != nil:
		return "--no-answer"
	}
	return ""
}

// Options returns the options for reading ballots, the answers of attempts and their weights, that
// the flags select.
func (b Ballots) Options() results.BallotOptions {
	o := results.BallotOptions{Read: true, WeightBy: b.WeightBy, NoAnswerVotes: b.NoAnswer != nil}
	if b.Same != nil {
		o.Answers = *b.Same
	}
	return o
}

// Check returns an error if the flags contradict each other or name no column.
func (b Ballots) Check(columns map[string]string) error {
	if _, named := columns["weight"]; named && b.WeightBy != "" {
		return cli.Usagef("--weight-by and --column weight cannot be used together; remove one")
	}
	if b.WeightBy != "" && b.Options().WeightColumn() == "" {
		return cli.Usagef("--weight-by %s names no column", b.WeightBy)
	}
	return nil
}

// CheckFound returns an error if a flag needs answers or weights that the results do not have.
func (b Ballots) CheckFound(answers, weights bool, files string) error {
	switch {
	case b.WeightBy != "" && !weights:
		return fmt.Errorf("%s: no attempt has a weight in a column, field or array named %s",
			quoted.Path(files), quoted.Text(b.Options().WeightColumn()))
	case (b.Same != nil || b.NoAnswer != nil) && !answers:
		return fmt.Errorf("%s: no attempt has an answer; use logs of Every Eval Ever, Inspect, lm-eval, MathArena, NeMo-Skills, "+
			"OpenCompass or Qwen2.5-Math, which contain answers, or a table with --column answer=NAME", quoted.Path(files))
	}
	return nil
}

// RefuseIdle returns an error if a flag of Ballots is given but no metric in the list counts votes.
func (b Ballots) RefuseIdle(list string) error {
	if given := b.firstGiven(); given != "" && !namesVotes(list) {
		return cli.Usagef("%s requires a metric that counts votes; name one with --metrics", given)
	}
	return nil
}

// Ask sets the flags for reading ballots, which are the answers of attempts and their weights. If
// always is false, the board reads ballots only if a flag or a metric needs them.
func (in *Board) Ask(b Ballots, always bool) { in.ballots, in.votes = b, always }

// ballotOptions returns the options for reading ballots, which are the answers of attempts and
// their weights. The option Read is true if a flag or a metric needs ballots.
func (in Board) ballotOptions() results.BallotOptions {
	_, answers := in.Column["answer"]
	_, weights := in.Column["weight"]
	o := in.ballots.Options()
	o.Read = !in.counts && (in.votes || answers || weights || in.ballots.firstGiven() != "")
	return o
}

// checkBallots returns an error if a flag needs answers or weights that the board does not have.
func (in Board) checkBallots(b *results.Board) error {
	answers := b.Ballots != nil && slices.ContainsFunc(b.Ballots.Names, func(names []string) bool { return names != nil })
	return in.ballots.CheckFound(answers, b.Ballots != nil && b.Ballots.Weight != "", in.Results())
}

// refuseBallots returns an error if a flag of Ballots is given for results that cannot have ballots
// (answers and their weights).
func (in Board) refuseBallots() error {
	switch given := in.ballots.firstGiven(); {
	case given == "":
		return nil
	case in.kind().builtIn():
		return cli.Usagef("%s requires a file, because the built-in results %s have no answers", given, quoted.Path(in.Results()))
	case in.counts:
		return cli.Usagef("%s requires single attempts; remove counts:, which keeps only counts of outcomes", given)
	case in.Schema != "":
		return cli.Usagef("%[1]s requires outcomes, not signals; remove %[1]s or --schema", given)
	}
	return in.ballots.Check(in.Column)
}

// namesVotes reports whether a metric in the list counts votes.
func namesVotes(list string) bool {
	for name := range strings.SplitSeq(list, ",") {
		family, _, _ := strings.Cut(strings.TrimSpace(name), "@")
		if slices.Contains([]string{"maj", "cons", "plurality", "vote", "best"}, family) {
			return true
		}
	}
	return false
}

// noteAnswers adds sentences to the note of the source. The sentences say how the metrics treat the
// answers of attempts.
func (s *Source) noteAnswers(ms []metrics.Metric) {
	b := s.Board.Ballots
	if b == nil {
		return
	}
	for _, m := range ms {
		var said []string
		if byAnswers, ok := m.(metrics.AttemptMetric); ok && byAnswers.CheckAttempts(b) == nil {
			said = byAnswers.Remarks(s.Board.TallyAll())
		} else if k, ok := strings.CutPrefix(m.Name(), "maj@"); ok && b.Answered() {
			said = []string{fmt.Sprintf("%s counts all wrong attempts as votes for the same answer; plurality@%s counts their actual answers.", quoted.Bare(m.Name()), quoted.Bare(k))}
		}
		for _, sentence := range said {
			if !strings.Contains(s.Note, sentence) {
				s.Note = strings.TrimSpace(s.Note + " " + sentence)
			}
		}
	}
}
