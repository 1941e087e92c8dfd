package results

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/big"
	"regexp"
	"strings"
	"unicode/utf8"

	"settle/internal/quoted"
)

// BallotOptions controls whether the answers and weights of attempts are read, and how
// answers are compared.
type BallotOptions struct {
	Read bool // look for answers and weights

	// Answers selects which answers to a question are equal. With "", answers are equal if
	// they differ only in case and white space. With AnswersExact, only identical texts
	// are equal. With AnswersMath, numbers and simple fractions are also equal if they
	// have the same value.
	Answers string

	// WeightBy names the column that holds the weights. "exp:COLUMN" names a column that
	// holds their logarithms. "" selects the column named weight.
	WeightBy string

	// NoAnswerVotes replaces each missing answer with NoAnswer if the task has any answers.
	NoAnswerVotes bool
}

// Values that BallotOptions.Answers can have besides "".
const (
	AnswersExact = "exact"
	AnswersMath  = "math"
)

// NoAnswer is the answer that attempts without an answer get if
// BallotOptions.NoAnswerVotes is set.
const NoAnswer = "no answer"

// A Ballot holds the answer of an attempt and its weight.
type Ballot struct {
	Answer string  // "" for none
	Weight float64 // at least 0, NaN for none
}

// NoBallot is a Ballot without an answer and without a weight.
var NoBallot = Ballot{Weight: math.NaN()}

// expMark is the prefix of WeightBy for a column that holds logarithms of weights.
const expMark = "exp:"

// weightColumn returns the name of the column of weights in a file, and whether the
// options set that name explicitly.
func (o ReadOptions) weightColumn() (name string, named bool) {
	if o.Ballots.WeightBy != "" {
		return o.Ballots.WeightColumn(), true
	}
	_, named = o.Columns[weightColumn]
	return o.column(weightColumn), named
}

// WeightColumn returns the column name in WeightBy, without the prefix "exp:". It
// returns "" if WeightBy is empty.
func (o BallotOptions) WeightColumn() string { return strings.TrimPrefix(o.WeightBy, expMark) }

// ParseWeight converts the number x to a weight. If WeightBy says that the column holds
// logarithms, the weight is e^x; otherwise it is x. NaN means no weight. ParseWeight
// fails if the weight is negative or infinite. Its errors contain the given name of the
// column.
func (o BallotOptions) ParseWeight(column string, x float64) (float64, error) {
	switch logs := strings.HasPrefix(o.WeightBy, expMark); {
	case math.IsInf(x, 0), logs && math.IsInf(math.Exp(x), 0):
		return 0, fmt.Errorf("%s %v is not finite", quoted.Bare(column), x)
	case logs:
		return math.Exp(x), nil
	case x < 0 && o.WeightBy == "":
		return 0, fmt.Errorf("%s %v is negative; use --weight-by %s%[1]s (rank, import) if it is a logarithm, or --column weight= to ignore it",
			quoted.Bare(column), x, expMark)
	case x < 0:
		return 0, fmt.Errorf("%s %v is negative; use --weight-by %s%s if it is a logarithm",
			quoted.Bare(column), x, expMark, quoted.Bare(column))
	}
	return x, nil
}

// key returns a text that is the same for all answers that count as equal.
func (o BallotOptions) key(answer string) string {
	if o.Answers == AnswersExact {
		return "'" + answer
	}
	if o.Answers == AnswersMath {
		if x, ok := parseFraction(answer); ok {
			return "=" + x.RatString()
		}
	}
	return "'" + strings.Join(strings.Fields(strings.ToLower(answer)), " ")
}

// Syntax of a number in an answer. A number has at most 100 characters and an exponent
// of at most three digits, because comparing larger numbers takes a long time.
const (
	longestNumber = 100
	decimal       = `((?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]*)?(?:[eE][-+]?[0-9]{1,3})?|\.[0-9]+)`
	signed        = `([-+]?)\s*` + decimal
)

var (
	plainFraction = regexp.MustCompile(`^` + signed + `(?:\s*/\s*` + signed + `)?$`)
	texFraction   = regexp.MustCompile(`^([-+]?)\s*\\[dt]?frac\s*\{\s*` + signed + `\s*\}\s*\{\s*` + signed + `\s*\}$`)
)

// parseFraction reads a decimal number or a fraction of two decimal numbers, in plain
// or TeX notation.
func parseFraction(text string) (*big.Rat, bool) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "−", "-"))
	if inner, ok := strings.CutPrefix(text, "$"); ok && strings.HasSuffix(inner, "$") {
		text = strings.TrimSpace(strings.TrimSuffix(inner, "$"))
	}
	if len(text) > longestNumber {
		return nil, false
	}
	sign, parts := "", plainFraction.FindStringSubmatch(text)
	if parts == nil {
		if parts = texFraction.FindStringSubmatch(text); parts == nil {
			return nil, false
		}
		sign, parts = parts[1], parts[1:]
	}
	x, ok := parseSigned(parts[1], parts[2])
	if ok && parts[4] != "" {
		var below *big.Rat
		if below, ok = parseSigned(parts[3], parts[4]); !ok || below.Sign() == 0 {
			return nil, false
		}
		x.Quo(x, below)
	}
	if sign == "-" {
		x.Neg(x)
	}
	return x, ok
}

func parseSigned(sign, decimal string) (*big.Rat, bool) {
	return new(big.Rat).SetString(sign + strings.ReplaceAll(decimal, ",", ""))
}

// ballotRows holds the answers and weights of the attempts, by row.
type ballotRows struct {
	ids     map[answerKey]uint32
	names   []string  // different answers, each as first spelled, by ID − 1
	answers []uint32  // IDs by row, 0 for none; can be shorter than the rows
	weights []float64 // by row, NaN for none; can be shorter than the rows; nil if there are none
	bytes   int64     // approximate memory of the names, in bytes
}

type answerKey struct {
	question uint32
	key      string
}

// KeepBallots sets which answers count as equal, how the weights are named, and whether
// a missing answer becomes NoAnswer. Call it before AddBallot.
func (a *Attempts) KeepBallots(o BallotOptions) { a.want.Ballots = o }

// BallotOptions returns the options by which answers are compared and weights are
// named.
func (a *Attempts) BallotOptions() BallotOptions { return a.want.Ballots }

// AddBallot adds an attempt, as Add does, together with its answer and weight. If the
// attempt has no outcome, the answer and the weight are ignored. The weight is stored
// unchanged.
func (a *Attempts) AddBallot(model, question string, trial int64, outcome float64, b Ballot) {
	n := a.rows.n
	a.Add(model, question, trial, outcome)
	if a.rows.n == n {
		return
	}
	if err := a.addBallot(b); err != nil && a.wrong == nil {
		a.wrong = err
	}
}

// addBallot stores the answer and the weight of the attempt that was added last. It
// does nothing if that attempt has no outcome.
func (a *Attempts) addBallot(b Ballot) error {
	row := a.rows.n - 1
	r := a.rows.recordAt(row)
	if r.code == failedCode {
		return nil
	}
	if !utf8.ValidString(b.Answer) {
		return fmt.Errorf("answer %s is not UTF-8", quoted.Text(b.Answer))
	}
	if b.Weight < 0 || math.IsInf(b.Weight, 0) {
		return fmt.Errorf("weight %v is not a finite number of at least 0", b.Weight)
	}
	rows := &a.ballots
	if id := a.answerID(r.question, b.Answer); id > 0 {
		rows.answers = append(pad(rows.answers, row, 0), id)
	}
	if !math.IsNaN(b.Weight) {
		rows.weights = append(pad(rows.weights, row, math.NaN()), b.Weight)
	}
	return nil
}

// pad extends a list to n elements. Each new element is a copy of filler.
func pad[T any](list []T, n int, filler T) []T {
	for len(list) < n {
		list = append(list, filler)
	}
	return list
}

// answerID returns the ID of an answer to the question, or 0 if the answer is blank.
func (a *Attempts) answerID(question uint32, answer string) uint32 {
	rows := &a.ballots
	answer = strings.ReplaceAll(answer, "\r\n", "\n") // as CSV readers do
	if strings.TrimSpace(answer) == "" {
		return 0
	}
	at := answerKey{question, a.want.Ballots.key(answer)}
	id, known := rows.ids[at]
	if !known {
		if a.want.Ballots.Answers != AnswersExact {
			answer = strings.TrimSpace(answer)
		}
		answer = strings.Clone(answer)
		rows.names = append(rows.names, answer)
		rows.bytes += int64(len(answer)+len(at.key)) + perName
		if rows.ids == nil {
			rows.ids = map[answerKey]uint32{}
		}
		id = uint32(len(rows.names))
		rows.ids[at] = id
	}
	return id
}

// nameBytes returns the approximate memory, in bytes, of the names and answers.
func (a *Attempts) nameBytes() int64 { return a.index.nameBytes() + a.ballots.bytes }

// HasBallots reports whether any attempt has an answer, and whether any has a weight.
func (a *Attempts) HasBallots() (answers, weights bool) {
	return a.ballots.names != nil, a.ballots.weights != nil
}

// Ballots iterates over the attempts in the order of All, each with its answer and
// weight.
func (a *Attempts) Ballots() iter.Seq2[Attempt, Ballot] {
	return func(yield func(Attempt, Ballot) bool) {
		row := 0 // with ballots, every attempt has its own row
		for attempt := range a.All() {
			if !yield(attempt, a.ballot(row)) {
				return
			}
			row++
		}
	}
}

// ballot returns the answer and the weight of the attempt in a row. A row that holds a
// count of trials has neither.
func (a *Attempts) ballot(row int) Ballot {
	b := Ballot{Weight: a.ballots.weight(row)}
	switch id := a.ballots.answer(row); {
	case id > 0:
		b.Answer = a.ballots.names[id-1]
	case a.want.Ballots.NoAnswerVotes && a.ballots.names != nil && a.rows.recordAt(row).code != failedCode:
		b.Answer = NoAnswer
	}
	return b
}

func (b *ballotRows) answer(row int) uint32 {
	if row < len(b.answers) {
		return b.answers[row]
	}
	return 0
}

func (b *ballotRows) weight(row int) float64 {
	if row < len(b.weights) {
		return b.weights[row]
	}
	return math.NaN()
}

// castID returns the ID of the answer in a row, for use on a board. It returns 0 if the
// row has no answer. If NoAnswerVotes is set and other rows have answers, it returns
// the ID of NoAnswer instead of 0.
func (a *Attempts) castID(row int) uint32 {
	id := a.ballots.answer(row)
	if id == 0 && a.want.Ballots.NoAnswerVotes && a.ballots.names != nil {
		return a.answerID(a.rows.recordAt(row).question, NoAnswer)
	}
	return id
}

// addBallots makes room on a board for answers and weights if any attempt has an answer
// or a weight.
func (a *Attempts) addBallots(b *Board) {
	answers, weights := a.HasBallots()
	if !answers && !weights {
		return
	}
	name := ""
	if weights {
		name = cmp.Or(a.want.Ballots.WeightBy, weightColumn)
	}
	b.AddBallots(nil, name)
}

// numberAnswers replaces the ID of each answer by a number within its question. The
// answer with ID i is names[i − 1].
func (b *Board) numberAnswers(names []string) {
	if b.Ballots == nil {
		return
	}
	b.Ballots.Names = make([][]string, len(b.Questions))
	numbers := make([]uint32, len(names)+1) // by ID; each ID belongs to one question
	for q := range b.Questions {
		for m := range b.Models {
			answers := b.Answers(m, q)
			for i, id := range answers {
				if id > 0 && numbers[id] == 0 {
					b.Ballots.Names[q] = append(b.Ballots.Names[q], names[id-1])
					numbers[id] = uint32(len(b.Ballots.Names[q]))
				}
				answers[i] = numbers[id]
			}
		}
	}
}

// ballot returns the answer and the weight in the given cell, which belongs to the
// given question.
func (b *Ballots) ballot(question, cell int) Ballot {
	ballot := NoBallot
	if number := b.answers[cell]; number > 0 {
		ballot.Answer = b.Names[question][number-1]
	}
	if b.weights != nil {
		ballot.Weight = b.weights[cell]
	}
	return ballot
}
