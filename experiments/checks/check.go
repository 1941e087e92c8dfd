package checks

// Check is one published number or statement beside what was obtained.
type Check struct {
	Experiment string `json:"experiment"`
	Check      string `json:"check"` // what is compared
	Ground
	Outcome
	Source string `json:"source"` // where it is published: "paper, Fig. 3"
	Note   string `json:"note"`

	// Group, if not empty, is what many checks beside each other are together,
	// such as all ranks of a benchmark: a reader sees those that agree as one.
	Group string `json:"group"`
}

// New returns a check of what a source says.
func New(check, source string, g Ground, o Outcome, note string) Check {
	return Check{Check: check, Ground: g, Outcome: o, Source: source, Note: note}
}

// In returns the check as one of a group.
func (c Check) In(group string) Check {
	c.Group = group
	return c
}

// Kind is what a comparison is worth.
type Kind string

// The kinds of comparisons.
const (
	Test         Kind = "test"         // it could have come out otherwise
	Fitted       Kind = "fitted"       // what was measured was made to match it
	Construction Kind = "construction" // it cannot come out otherwise
	Data         Kind = "data"         // a test on real results, which are not at hand
)

// Kinds returns all kinds, what counts most first.
func Kinds() []Kind { return []Kind{Test, Fitted, Construction, Data} }

// Ground is why checks are of their kind, in one sentence.
type Ground struct {
	Kind Kind   `json:"kind"`
	Why  string `json:"why"`
}

// Because returns the ground of checks of a kind.
func (k Kind) Because(why string) Ground { return Ground{k, why} }

// Verdict is what a check comes to.
type Verdict string

// The verdicts.
const (
	Agrees  Verdict = "agrees"
	Differs Verdict = "differs"
	Unknown Verdict = "cannot be known"
)

// Verdicts returns all verdicts.
func Verdicts() []Verdict { return []Verdict{Agrees, Differs, Unknown} }

// Judged returns checks of one experiment, ready to be shown: they bear its name,
// and those that only real results could decide are not decided.
func Judged(experiment string, checks []Check) []Check {
	for i := range checks {
		checks[i].Experiment = experiment
		if checks[i].Kind == Data {
			checks[i].Verdict = Unknown
		}
	}
	return checks
}
