package checks

// A Check compares one published number or statement with the obtained result.
type Check struct {
	Experiment string `json:"experiment"`
	Check      string `json:"check"` // name of the compared quantity
	Ground
	Outcome
	Source string `json:"source"` // place of publication, as in "paper, Fig. 3"
	Note   string `json:"note"`

	// Group, if not empty, names a set of adjacent checks, such as all ranks of a
	// benchmark. Tables for readers show all checks of a group that hold as one row.
	Group string `json:"group"`

	// Finding, if not empty, is a sentence that states the lesson if the check differs.
	// Checks with the same finding count once, even across experiments.
	Finding string `json:"finding"`
}

// New returns a check with the given name. g states whether the check is evidence, and
// o holds the published value, the obtained value and the verdict.
func New(check, source string, g Ground, o Outcome, note string) Check {
	return Check{Check: check, Ground: g, Outcome: o, Source: source, Note: note}
}

// In returns the check as a member of the group with the given name. Tables show the
// checks of a group together.
func (c Check) In(group string) Check {
	c.Group = group
	return c
}

// Finds returns the check with a finding, which is a sentence that states the lesson if
// the check differs.
func (c Check) Finds(finding string) Check {
	c.Finding = finding
	return c
}

// A Kind states whether a comparison counts as evidence for or against the paper.
type Kind string

// The kinds of comparisons.
const (
	Test         Kind = "test"         // a test, whose result could have been different
	Fitted       Kind = "fitted"       // a comparison with data that were made to match the published value
	Construction Kind = "construction" // a comparison whose result could not have been different
	Data         Kind = "data"         // a test that needs real results, which Settle does not contain
)

// Kinds returns all kinds, the strongest evidence first.
func Kinds() []Kind { return []Kind{Test, Fitted, Construction, Data} }

// Ground states the kind of a check and, in one sentence, the reason for this kind.
type Ground struct {
	Kind Kind   `json:"kind"`
	Why  string `json:"why"`
}

// Because returns the Ground that states kind k with the given reason.
func (k Kind) Because(reason string) Ground { return Ground{k, reason} }

// Verdict is the result of judging a check or a claim.
type Verdict string

// The possible verdicts on checks and claims.
const (
	Holds     Verdict = "holds"
	Partly    Verdict = "holds in part"
	Differs   Verdict = "differs"
	NeedsData Verdict = "needs the paper's data"
)

// Verdicts returns all verdicts.
func Verdicts() []Verdict { return []Verdict{Holds, Partly, Differs, NeedsData} }

// Judged returns the checks with the field Experiment set. It marks checks of kind Data
// as undecided, since only the models' real results can decide them.
func Judged(experiment string, checks []Check) []Check {
	for i := range checks {
		checks[i].Experiment = experiment
		if checks[i].Kind == Data {
			checks[i].Outcome = Undecided(checks[i].Outcome)
		}
	}
	return checks
}
