package logs

// Published is a number that a tool made of the attempts in a log, and how to
// make it again.
type Published struct {
	Name  string  // as the tool calls it, such as "accuracy" or "pass@5"
	Value float64 // as the tool writes it: a share, or percent where Scale is 100
	Scale float64 // what the recomputed number is multiplied by; 0 counts as 1
	Rule  Rule
	K     int     // of PassAtK, PassHatK and GPassAtK; elsewhere the first K trials count, 0 for all
	T     float64 // of GPassAtK: which share of K trials must be right; of NormalBound: a quantile

	// Reduce says what becomes of the trials of a question before Mean or StdErr
	// are taken over questions; the zero value is their mean.
	Reduce Reduce

	// Decimals are those that the tool rounds to, 0 if it does not round.
	Decimals int

	// Zeros says that attempts without an outcome count as 0.
	Zeros bool

	// Printed says that the tool prints the number and writes it nowhere, so that
	// Value is NaN.
	Printed bool

	// Why says of RuleUnknown what keeps the number from being recomputed.
	Why string

	// Joint says that the number is of all logs of this model and task together,
	// as NeMo-Skills' are, whose seeds have files of their own.
	Joint bool

	// Among are the questions that it is made of, nil for all.
	Among map[string]bool

	// ByQuestion is what the tool says of single questions: the reduced value of
	// each, on which the number rests. It may be nil.
	ByQuestion map[string]float64
}

// Rule is how a published number is made of outcomes. Package study/audit makes it again, in
// recompute.go.
type Rule int

// The rules. Attempts without an outcome are left out of each, unless Zeros says otherwise.
const (
	RuleUnknown       Rule = iota
	Mean                   // over questions, of each one's reduced value
	StdErr                 // of that mean: the standard deviation over the root of the number of questions
	PassAtK                // the mean over questions of 1 − C(n−c, k)/C(n, k), 1 where n − c < k
	PassHatK               // the mean over questions of C(c, k)/C(n, k)
	MeanAttempts           // over attempts, whatever their question
	Deviation              // the standard deviation over questions
	Variance               // over questions
	GPassAtK               // the mean over questions of the chance that ⌈T·K⌉ or more of K trials are right, at least one
	DeviationOfTrials      // the standard deviation, over the first K trials, of the mean over questions of each
	StdErrOfTrials         // that over √K
	NormalBound            // the Mean plus T times the StdErr
	MeanDeviation          // the mean over questions of the standard deviation over the first K trials
)

// Reduce is what becomes of the trials of one question.
type Reduce struct {
	By ReduceBy
	K  int // of ByPassAtK and ByAtLeastK
}

// ReduceBy names a way to reduce.
type ReduceBy int

// The ways to reduce the trials of a question to one value.
const (
	ByMean ReduceBy = iota
	ByMode
	ByMedian
	ByMax
	ByPassAtK  // 1 − C(n−c, k)/C(n, k), where the c trials of value 1 or more are right
	ByAtLeastK // 1 if k trials or more have a value of 1 or more
)

// Whole is what a tool says of how much it did, to be held against what a log
// lists; 0 where it does not say.
type Whole struct {
	Attempts  int // that were made
	Questions int // that the published numbers are made of
	Rows      int // attempts that the file lists, also those of verdicts that were not taken
}
