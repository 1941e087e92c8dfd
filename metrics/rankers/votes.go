package rankers

import (
	"errors"
	"math/bits"
)

// votes holds the votes of a board's questions for each pair of models. A question
// votes for the model whose trials have the larger mean worth on it. It votes for
// neither if the means are equal, or if one of the two models never met it.
type votes struct {
	models int
	wins   []int64 // votes for i against j, at i·L + j
	met    []int64 // questions that both met, at i·L + j

	packed []uint64 // the worths of one model after another, with several worths per word
}

// take counts the votes of a board's questions for each pair of models.
func (v *votes) take(b *board) {
	if v.models != b.models {
		v.models = b.models
		v.wins, v.met = make([]int64, v.models*v.models), make([]int64, v.models*v.models)
	}
	if b.equal == 0 {
		v.takeUnequal(b)
		return
	}
	for i := range v.met {
		v.met[i] = int64(b.questions)
	}
	low, width := b.widthOfWorth()
	if width > 32 {
		v.takeWide(b)
		return
	}
	v.takePacked(b, low, width)
}

// widthOfWorth returns low, the smallest worth on the board, and the number of bits
// that hold any worth minus low, plus one spare bit. A worth is the sum of the weights
// of a model's outcomes on a question. The width is 64 if worths are near the limits of
// an int64.
func (b *board) widthOfWorth() (low int64, width int) {
	low, high := b.worth[0], b.worth[0]
	for _, worth := range b.worth {
		low, high = min(low, worth), max(high, worth)
	}
	if low < -1<<62 || high > 1<<62 {
		return low, 64
	}
	return low, bits.Len64(uint64(high-low)) + 1
}

// takePacked counts the votes of several questions at once. It packs a model's worths
// on several questions, minus low, into the fields of one word. One subtraction of
// words then compares two models in all fields. The highest bit of each field is set
// before the subtraction. It is still set afterwards if the first model's worth is at
// least as large.
func (v *votes) takePacked(b *board, low int64, width int) {
	fields := 64 / width
	words := (b.questions + fields - 1) / fields
	if len(v.packed) < words*v.models {
		v.packed = make([]uint64, words*v.models)
	}
	var guards uint64
	for range fields {
		guards = guards<<width | 1<<(width-1)
	}
	for model := range v.models {
		pack(v.packed[model*words:][:words], b.worth[model*b.questions:][:b.questions], low, width)
	}
	all := int64(words * fields) // fields beyond the questions are equal
	for i := range v.models {
		a := v.packed[i*words:][:words]
		for j := range i {
			notLess, notMore := 0, 0
			for k, y := range v.packed[j*words:][:words] {
				x := a[k]
				notLess += bits.OnesCount64(((x | guards) - y) & guards)
				notMore += bits.OnesCount64(((y | guards) - x) & guards)
			}
			v.wins[i*v.models+j] = all - int64(notMore)
			v.wins[j*v.models+i] = all - int64(notLess)
		}
	}
}

// pack stores numbers in bit fields, as many in each word as fit. Each field is width
// bits wide and holds a number minus low.
func pack(words []uint64, numbers []int64, low int64, width int) {
	fields := 64 / width
	for k := range words {
		some := numbers[k*fields : min((k+1)*fields, len(numbers))]
		var word uint64
		for _, x := range some {
			word = word<<width | uint64(x-low)
		}
		words[k] = word
	}
}

// takeWide counts the votes by comparing one question after another.
func (v *votes) takeWide(b *board) {
	clear(v.wins)
	for i := range v.models {
		for j := range i {
			for q := range b.questions {
				v.count(i, j, b.compare(i, j, q))
			}
		}
	}
}

// takeUnequal counts the votes of an unequal board. For each pair of models it ignores
// questions that one of the two never met.
func (v *votes) takeUnequal(b *board) {
	clear(v.wins)
	clear(v.met)
	for i := range v.models {
		for j := range i {
			for q := range b.questions {
				if b.met(i, q) && b.met(j, q) {
					v.met[i*v.models+j]++
					v.count(i, j, b.compare(i, j, q))
				}
			}
			v.met[j*v.models+i] = v.met[i*v.models+j]
		}
	}
}

// count counts the vote of one question on models i and j. The vote is 1 if model i is
// better, and −1 if it is worse.
func (v *votes) count(i, j, vote int) {
	switch vote {
	case 1:
		v.wins[i*v.models+j]++
	case -1:
		v.wins[j*v.models+i]++
	}
}

// margin returns the number of votes for model i minus the number of votes for model j.
func (v *votes) margin(i, j int) int64 { return v.wins[i*v.models+j] - v.wins[j*v.models+i] }

var errAlone = errors.New("a model that shares no question with any other model cannot be compared")

// checkMet returns an error if a model has no question in common with any other.
// Methods that rank models by their defeats need this check, because two models without
// a common question do not beat each other.
func (v *votes) checkMet() error {
	for i := range v.models {
		var met int64
		for j, both := range v.met[i*v.models:][:v.models] {
			if j != i {
				met += both
			}
		}
		if met == 0 && v.models > 1 {
			return errAlone
		}
	}
	return nil
}
