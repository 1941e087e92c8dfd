package logs

// Published is a number that a tool computed from the attempts in a log, with the rule
// to recompute it.
type Published struct {
	Name  string  // the tool's name for it, such as "accuracy" or "pass@5"
	Value float64 // as written by the tool: a share, or percent if Scale is 100
	Scale float64 // factor for the recomputed number; 0 counts as 1
	Rule  Rule
	K     int     // k of PassAtK, PassHatK and GPassAtK; for other rules only the first K trials count, 0 for all
	T     float64 // for GPassAtK, the share of K trials that must be right; for NormalBound, a quantile

	// Reduce selects how the trials of a question become one value before Mean or
	// StdErr are taken over questions. The zero value is the mean.
	Reduce Reduce

	// Decimals is the number of decimals that the tool rounds to, or 0 if it does not
	// round.
	Decimals int

	// Zeros counts attempts without an outcome as 0.
	Zeros bool

	// Printed marks a number that the tool prints but does not write to a file. Its Value
	// is NaN.
	Printed bool

	// Why says why a number with RuleUnknown cannot be recomputed.
	Why string

	// Joint marks a number that covers all logs of this model and task together.
	// NeMo-Skills publishes such numbers, because it writes one file per seed.
	Joint bool

	// Among holds the questions that the number covers, nil for all.
	Among map[string]bool

	// ByQuestion holds the reduced value of each question from which the tool computed the
	// number. It is nil if the tool does not state these values.
	ByQuestion map[string]float64
}

// A Rule is the formula of a published number. Package study/audit recomputes it, in
// recompute.go.
type Rule int

// Rules for published numbers. They ignore attempts without an outcome unless Zeros is
// set.
const (
	RuleUnknown       Rule = iota
	Mean                   // mean over questions of the reduced value
	StdErr                 // standard error of Mean: the standard deviation over the root of the number of questions
	PassAtK                // mean over questions of 1 − C(n−c, k)/C(n, k), which is 1 if n − c < k
	PassHatK               // mean over questions of C(c, k)/C(n, k)
	MeanAttempts           // mean over attempts, whatever their question
	Deviation              // standard deviation over questions
	Variance               // variance over questions
	GPassAtK               // mean over questions of the probability that at least max(1, ⌈T·K⌉) of K trials are right
	DeviationOfTrials      // standard deviation, over the first K trials, of the mean over questions
	StdErrOfTrials         // DeviationOfTrials over √K
	NormalBound            // Mean plus T times StdErr
	MeanDeviation          // mean over questions of the standard deviation over the first K trials
)

// Reduce describes how the trials of one question become one value.
type Reduce struct {
	By ReduceBy
	K  int // k of ByPassAtK and ByAtLeastK
}

// ReduceBy is a way to reduce trials to one value.
type ReduceBy int

// Ways to reduce the trials of a question to one value.
const (
	ByMean ReduceBy = iota
	ByMode
	ByMedian
	ByMax
	ByPassAtK  // 1 − C(n−c, k)/C(n, k); the c trials with a value of at least 1 are right
	ByAtLeastK // 1 if at least k trials have a value of at least 1, else 0
)

// Whole holds the numbers of attempts and questions that a tool states, to compare with
// what a log lists. 0 means unknown.
type Whole struct {
	Attempts  int // attempts made
	Questions int // questions from which the published numbers were computed
	Rows      int // attempts in the file, including those of other verdicts
}
