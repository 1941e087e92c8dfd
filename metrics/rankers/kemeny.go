package rankers

import "fmt"

// mostInCycle is the largest number of models in a cycle for which all best orders are
// searched. A search over 18 models takes a few hundredths of a second.
const mostInCycle = 18

// CycleError is returned when a cycle of models that beat each other is too large to
// search.
type CycleError struct {
	Models int // number of models that can all be reached from each other by majorities and ties
}

// Error returns a message that states the number of models and a remedy.
func (e *CycleError) Error() string {
	return fmt.Sprintf("%d models beat each other in cycles, but the search for the best order allows at most %d; rank by schulze or remove models", e.Models, mostInCycle)
}

// kemeny is the rule of Kemeny (1959) and Young (1988). Each question votes, for each
// pair of models, for the better one; a tie votes for neither. The best orders of the
// models agree with the most votes. If there are several, one model counts as above
// another only if it is above it in all of them. Scores are levels of this relation: L
// for models with no model above them, L − 1 for models with only such models above
// them, and so on.
//
// If majorities have no cycle, the best orders are all orders that agree with them.
// Otherwise the models are cut into blocks such that all models of one block beat all
// models of the next. The best orders then keep the order of the blocks and are best
// within each block. Within a block, every model can be reached from every other by
// majorities and ties. There, all sets that can come first are searched (Held and Karp
// 1962). A block of more than 18 models with a cycle gives a CycleError. (Smaller
// blocks, connected by majorities alone, cannot be searched separately, because ties
// between them can make their order depend on the orders within them.)
//
// The number of refused boards among 100 was measured for several sizes, with normal
// abilities and difficulties and 4 to 16 trials. It was 0 for 20 models on 30 questions
// and for 50 models on 500. It was 4 to 9 for 30 models on 30 questions, 1 to 5 for 50
// models on 120, and more than 80 for 50 models on 30.
//
// Two models that have no question in common have no majority. A board is refused if
// some model has no question in common with any other.
type kemeny struct {
	votes  votes
	forced relation // pairs of models that have the same order in all best orders
	levels []int
	order  []int // models; the models that beat more others come first
	beaten []int // by model: number of models that it beats minus number of models that beat it

	inside relation // majorities within a block
	search search
}

func newKemeny() method { return &kemeny{} }

func (m *kemeny) rank(b *board, scores []float64, keys []uint64) error {
	m.votes.take(b)
	if err := m.votes.checkMet(); err != nil {
		return err
	}
	if err := m.force(); err != nil {
		return err
	}
	scoreLevels(m.levels, scores, keys)
	return nil
}

// force computes the relation between models that all best orders share, and the level
// of each model in this relation. It stores a relation whose transitive closure is part
// of every best order.
func (m *kemeny) force() error {
	if len(m.levels) != m.votes.models {
		m.levels, m.beaten = make([]int, m.votes.models), make([]int, m.votes.models)
		m.order = make([]int, 0, m.votes.models)
	}
	m.forced.clear(m.votes.models)
	for i := range m.votes.models {
		for j := range m.votes.models {
			if m.votes.margin(i, j) > 0 {
				m.forced.add(i, j)
			}
		}
	}
	if m.forced.levels(m.levels) == m.votes.models {
		return nil
	}
	if err := m.resolveBlocks(); err != nil {
		return err
	}
	m.forced.levels(m.levels)
	return nil
}

// resolveBlocks cuts the models into blocks and resolves each block. Models come in
// descending order of their number in beaten: how many models a model beats, minus how
// many models beat it. The first k models all beat the other L − k models if and only
// if their numbers in beaten add up to k·(L − k), because comparisons among the k
// models add up to 0.
func (m *kemeny) resolveBlocks() error {
	m.order = m.order[:0]
	for i := range m.votes.models {
		m.beaten[i] = m.votes.netVictories(i)
		at := len(m.order)
		m.order = append(m.order, i)
		for ; at > 0 && m.beaten[m.order[at-1]] < m.beaten[i]; at-- {
			m.order[at] = m.order[at-1]
		}
		m.order[at] = i
	}
	from, sum := 0, 0
	for place, i := range m.order {
		sum += m.beaten[i]
		if k := place + 1; sum == k*(m.votes.models-k) {
			if err := m.resolve(m.order[from:k]); err != nil {
				return err
			}
			from = k
		}
	}
	return nil
}

// resolve handles a block of models whose majorities form a cycle. It replaces these
// majorities with the relation that all best orders of the block share.
func (m *kemeny) resolve(block []int) error {
	m.inside.clear(len(block))
	for at, i := range block {
		for other, j := range block {
			if m.votes.margin(i, j) > 0 {
				m.inside.add(at, other)
			}
		}
	}
	if m.inside.levels(m.levels[:len(block)]) == len(block) {
		return nil
	}
	if len(block) > mostInCycle {
		return &CycleError{len(block)}
	}
	m.search.run(&m.votes, block)
	for at, i := range block {
		for other, j := range block {
			m.forced.remove(i, j)
			if at != other && !m.search.mayPrecede(other, at) {
				m.forced.add(i, j)
			}
		}
	}
	return nil
}

// search determines, for each two of a few models, whether one can come before the
// other in a best order. A best order agrees with the most votes. The search visits all
// sets of models with which an order can begin.
type search struct {
	size   int
	best   []int64 // by set: the most votes, minus votes against, of any order that begins with the set
	onBest []bool  // by set: whether a best order begins with it

	// gains holds, by model and set, the votes gained if the model comes before the set.
	// The first table is for sets within the first half of the models, and the second for
	// sets within the second half.
	gains [2][][]int64

	precede [mostInCycle]uint // by model: the models that it can precede
}

// mayPrecede reports whether model i comes before model j in at least one best order.
func (s *search) mayPrecede(i, j int) bool { return s.precede[i]>>j&1 != 0 }

func (s *search) run(v *votes, block []int) {
	s.size = len(block)
	s.addGains(v, block)
	if sets := 1 << s.size; len(s.best) < sets {
		s.best, s.onBest = make([]int64, sets), make([]bool, sets)
	}
	s.findBest()
	s.findPrecedence()
}

// addGains computes s.gains. For each model and each set of models within one half of
// the block, it holds the votes that an order gains by putting the model before the
// whole set.
func (s *search) addGains(v *votes, block []int) {
	low := s.size / 2
	for half, models := range [2][]int{block[:low], block[low:]} {
		if sets := 1 << len(models); len(s.gains[half]) == 0 || len(s.gains[half][0]) < sets {
			s.gains[half] = make([][]int64, mostInCycle)
			for i := range s.gains[half] {
				s.gains[half][i] = make([]int64, sets)
			}
		}
		for at, i := range block {
			gains := s.gains[half][at]
			for other, j := range models {
				margin := v.margin(i, j)
				for set := range 1 << other {
					gains[1<<other|set] = gains[set] + margin
				}
			}
		}
	}
}

// gain returns the votes for a model minus the votes against it, in comparisons with
// all models of the set others. An order that puts the model before these models gains
// this number.
func (s *search) gain(model int, others uint) int64 {
	low := s.size / 2
	return s.gains[0][model][others&(1<<low-1)] + s.gains[1][model][others>>low]
}

// findBest computes, for each set of models, the most votes that an order can gain by
// beginning with these models. A set is a number with one bit per model. Sets with one
// model less have smaller numbers, so their results are already known.
func (s *search) findBest() {
	all := uint(1)<<s.size - 1
	best := s.best[:all+1]
	for set := range best[1:] {
		best[set+1] = -1 << 62
	}
	for set, so := range best[:all] {
		rest := all &^ uint(set)
		for model := range s.size {
			if bit := uint(1) << model; rest&bit != 0 {
				next := &best[uint(set)|bit]
				*next = max(*next, so+s.gain(model, rest))
			}
		}
	}
}

// findPrecedence finds, for each model, the models that it precedes in at least one
// best order. It visits the sets of models with which a best order can begin, from the
// set of all models downwards. A model can precede another if one of these sets
// contains the first model and not the second.
func (s *search) findPrecedence() {
	all := uint(1)<<s.size - 1
	clear(s.onBest[:all+1])
	clear(s.precede[:])
	s.onBest[all] = true
	for set := all; set > 0; set-- {
		if !s.onBest[set] {
			continue
		}
		for model := range s.size {
			bit := uint(1) << model
			if set&bit == 0 {
				continue
			}
			s.precede[model] |= all &^ set
			without := set &^ bit
			if s.best[without]+s.gain(model, all&^without) == s.best[set] {
				s.onBest[without] = true
			}
		}
	}
}
