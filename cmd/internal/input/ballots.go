package input

import (
	"fmt"
	"slices"
	"strings"

	"settle/cmd/internal/cli"
	"settle/internal/quoted"
	"settle/results"
)

// Ballots is the flags that say what attempts answered, and what the answers weigh.
type Ballots struct {
	Answers
	WeightBy string `placeholder:"[exp:]COLUMN" group:"results" help:"The column of a table, the field of a log of NeMo-Skills or lm-eval, or the array of an NPZ file that holds weights of attempts, such as a verifier's probability; exp: takes logarithms. Default: the column weight."`
}

// Answers is the flags that say what attempts answered.
type Answers struct {
	Same     *string `name:"answers" enum:"exact,math" group:"results" help:"Which answers to a question are the same: identical texts alone; or numbers and simple fractions of equal value, too, as 0.5 and 1/2. Default: those that differ in case and white space alone."`
	NoAnswer *string `enum:"vote" group:"results" help:"Attempts without an answer vote, too: for one answer of their own."`
}

// given returns the first of the flags that is given, "" for none.
func (b Ballots) given() string {
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

// Options returns how ballots are read.
func (b Ballots) Options() results.BallotOptions {
	o := results.BallotOptions{Read: true, WeightBy: b.WeightBy, NoAnswerVotes: b.NoAnswer != nil}
	if b.Same != nil {
		o.Answers = *b.Same
	}
	return o
}

// Check refuses flags that contradict others.
func (b Ballots) Check(columns map[string]string) error {
	if _, named := columns["weight"]; named && b.WeightBy != "" {
		return cli.Usagef("--weight-by and --column weight exclude each other; remove one")
	}
	if b.WeightBy != "" && b.Options().WeightColumn() == "" {
		return cli.Usagef("--weight-by %s names no column", b.WeightBy)
	}
	return nil
}

// CheckFound fails if a flag asks for answers or weights and there are none.
func (b Ballots) CheckFound(answers, weights bool, files string) error {
	switch {
	case b.WeightBy != "" && !weights:
		return fmt.Errorf("%s: no attempt has a weight: no column, field or array %s holds numbers",
			quoted.Path(files), quoted.Text(b.Options().WeightColumn()))
	case (b.Same != nil || b.NoAnswer != nil) && !answers:
		return fmt.Errorf("%s: no attempt has an answer; a table names the column with --column answer=NAME, and of logs those of "+
			"Every Eval Ever, Inspect, lm-eval, MathArena, NeMo-Skills, OpenCompass and Qwen2.5-Math hold answers", quoted.Path(files))
	}
	return nil
}

// RefuseIdle refuses the flags beside metrics of which none counts votes.
func (b Ballots) RefuseIdle(list string) error {
	if given := b.given(); given != "" && !namesVotes(list) {
		return cli.Usagef("%s requires a metric that counts votes; name one with --metrics", given)
	}
	return nil
}

// Ask makes the board read what attempts answered, by the flags: always, or if one is given.
func (in *Board) Ask(b Ballots, always bool) { in.ballots, in.votes = b, always }

// ballotOptions returns whether and how ballots are read: by a flag, or for a metric that counts
// votes.
func (in Board) ballotOptions() results.BallotOptions {
	_, answers := in.Column["answer"]
	_, weights := in.Column["weight"]
	o := in.ballots.Options()
	o.Read = !in.counts && (in.votes || answers || weights || in.ballots.given() != "")
	return o
}

// checkBallots fails if flags ask for answers or weights that the board lacks.
func (in Board) checkBallots(b *results.Board) error {
	answers := b.Ballots != nil && slices.ContainsFunc(b.Ballots.Names, func(names []string) bool { return names != nil })
	return in.ballots.CheckFound(answers, b.Ballots != nil && b.Ballots.Weight != "", in.Results())
}

// refuseBallots refuses flags on ballots where the results hold none.
func (in Board) refuseBallots() error {
	switch given := in.ballots.given(); {
	case given == "":
		return nil
	case in.kind().builtIn():
		return cli.Usagef("%s is for files: %s has no answers", given, quoted.Path(in.Results()))
	case in.counts:
		return cli.Usagef("%s needs attempts: counts: keeps how often each outcome occurs", given)
	case in.Schema != "":
		return cli.Usagef("%s is for outcomes: signals have no answers", given)
	}
	return in.ballots.Check(in.Column)
}

// namesVotes reports whether a list of metrics names one that counts votes.
func namesVotes(list string) bool {
	for name := range strings.SplitSeq(list, ",") {
		family, _, _ := strings.Cut(strings.TrimSpace(name), "@")
		if slices.Contains([]string{"maj", "cons", "plurality", "vote", "best"}, family) {
			return true
		}
	}
	return false
}
