package checks

// Check is one published number or statement beside what was obtained.
type Check struct {
	Experiment string `json:"experiment"`
	Check      string `json:"check"` // what is compared
	Ground
	Outcome
	Source string `json:"source"` // where it is published: "paper, Fig. 3"
	Note   string `json:"note"`

	// Group, if not empty, names what checks beside each other are together, such as all
	// ranks of a benchmark: a reader sees those that hold as one.
	Group string `json:"group"`

	// Finding, if not empty, says in a sentence what a reader learns if the check differs.
	// Checks of one finding, also of several experiments, count once.
	Finding string `json:"finding"`
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

// Finds returns the check with its finding.
func (c Check) Finds(finding string) Check {
	c.Finding = finding
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

// Verdict is what a check or a claim comes to.
type Verdict string

// The verdicts.
const (
	Holds     Verdict = "holds"
	Partly    Verdict = "holds in part"
	Differs   Verdict = "differs"
	NeedsData Verdict = "needs the paper's data"
)

// Verdicts returns all verdicts.
func Verdicts() []Verdict { return []Verdict{Holds, Partly, Differs, NeedsData} }

// Judged returns checks of one experiment, ready to be shown: they bear its name, and
// those that only real results can decide are not decided.
func Judged(experiment string, checks []Check) []Check {
	for i := range checks {
		checks[i].Experiment = experiment
		if checks[i].Kind == Data {
			checks[i].Outcome = Undecided(checks[i].Outcome)
		}
	}
	return checks
}
