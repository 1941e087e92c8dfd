package logs

// Published is a number that a tool computed from the attempts in a log, together with
// the rule for recomputing it.
type Published struct {
	Name  string  // the name that the tool uses, such as "accuracy" or "pass@5"
	Value float64 // as the tool wrote it: a share, or a percentage if Scale is 100
	Scale float64 // factor that turns the recomputed number into Value; 0 means 1
	Rule  Rule
	K     int     // k of PassAtK, PassHatK and GPassAtK; for other rules, only the first K trials count, or all if 0
	T     float64 // for GPassAtK, the share of K trials that must be right; for NormalBound, a normal quantile

	// Reduce selects how the trials of a question become one value, before Mean or StdErr
	// is computed over questions. The zero value of Reduce takes the mean of the trials.
	Reduce Reduce

	// Decimals is the number of decimals to which the tool rounds. It is 0 if the tool does
	// not round.
	Decimals int

	// Zeros is true if attempts without an outcome count as 0.
	Zeros bool

	// Printed is true for a number that the tool prints but does not write to a file. Value
	// is then NaN.
	Printed bool

	// Why is the reason why a number with RuleUnknown cannot be recomputed.
	Why string

	// Joint is true for a number that covers all logs of this model and task together.
	// NeMo-Skills publishes such numbers, because it writes one file per seed.
	Joint bool

	// Among is the set of questions that the number covers. It is nil for all questions.
	Among map[string]bool

	// ByQuestion holds, for each question, the value from which the tool computed the
	// number. It is nil if the tool does not state these values.
	ByQuestion map[string]float64
}

// A Rule is the formula by which a tool computed a published number. Package
// study/audit applies it, in recompute.go.
type Rule int

// Formulas of published numbers. They ignore attempts without an outcome unless
// Published.Zeros is set.
const (
	RuleUnknown       Rule = iota
	Mean                   // mean of the questions' reduced values
	StdErr                 // standard error of Mean: the standard deviation over questions, divided by √(number of questions)
	PassAtK                // mean over questions of 1 − C(n−c, k)/C(n, k), which is 1 if n − c < k
	PassHatK               // mean over questions of C(c, k)/C(n, k)
	MeanAttempts           // mean over all attempts, regardless of their questions
	Deviation              // standard deviation of the questions' reduced values
	Variance               // variance of the questions' reduced values
	GPassAtK               // mean over questions of the probability that at least max(1, ⌈T·K⌉) of K trials are right
	DeviationOfTrials      // standard deviation, between the first K trials, of the mean over questions
	StdErrOfTrials         // DeviationOfTrials divided by √K
	NormalBound            // Mean plus T times StdErr
	MeanDeviation          // mean over questions of the standard deviation between the first K trials
)

// Reduce says how the trials of one question become one value.
type Reduce struct {
	By ReduceBy
	K  int // k of ByPassAtK and ByAtLeastK
}

// ReduceBy is a method of turning the trials of a question into one value.
type ReduceBy int

// Methods of turning the trials of a question into one value.
const (
	ByMean ReduceBy = iota
	ByMode
	ByMedian
	ByMax
	ByPassAtK  // 1 − C(n−c, k)/C(n, k); the c trials with a value of at least 1 are right
	ByAtLeastK // 1 if at least k trials have a value of at least 1, else 0
)

// Whole holds the numbers of attempts and questions that a tool states. They are
// compared with the attempts that the tool's log lists. A number of 0 is unknown.
type Whole struct {
	Attempts  int // attempts made
	Questions int // questions from which the published numbers were computed
	Rows      int // attempts in the file, including those of other verdicts
}
