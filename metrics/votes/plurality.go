package votes

import (
	"math"
	"slices"
)

// plurality chooses the answer with the most votes.
type plurality struct {
	first bool // a tie goes to the answer that comes first; otherwise it is shared
}

func (p plurality) needs() requirements {
	return requirements{answers: true, order: p.first, counts: true}
}

// Limits of the number of subsets. Beyond them, subsets are drawn at random instead of
// being counted.
const (
	mostK    = 128
	mostWays = 1e300
)

func (p plurality) mean(s *scratch, k int) float64 {
	if k > mostK || s.n > len(s.pascal) && binomial(s.n, k) > mostWays {
		return weightedVote{alike: true, first: p.first}.mean(s, k)
	}
	s.count()
	s.pascal = pascal(s.pascal, s.n, k)
	all := s.pascal[s.n][k]
	if p.first {
		return p.sumByFirstVote(s, k) * (s.unit / all)
	}
	s.urns = s.urns[:0]
	for i := range s.votes {
		v := &s.votes[i]
		s.urns = append(s.urns, urn{s.ways(v.count, k), s.ways(s.n-v.count, k), v.mean()})
	}
	return s.counting.sum(k, s.urns, s.ways(s.silent, k), s.unit/all)
}

// ways returns the number of ways to choose j of n attempts, for each j up to the
// smaller of n and k.
func (s *scratch) ways(n, k int) []float64 { return s.pascal[n][:min(n, k)+1] }

func (p plurality) whole(s *scratch) float64 {
	s.count()
	best, sum, tied := 0, 0.0, 0.0
	for i := range s.votes { // answers are in the order in which they first appear
		v := &s.votes[i]
		if v.count > best {
			best, sum, tied = v.count, 0, 0
		}
		if v.count == best && !(p.first && tied > 0) {
			sum += v.mean()
			tied++
		}
	}
	if tied == 0 {
		return 0
	}
	return sum / tied * s.unit
}

// sumByFirstVote returns the sum of the winner's worth over all subsets of k attempts.
// Among several answers with the most votes, the one that comes first wins. The sum is
// over all winners, over the attempt i with the winner's first vote, and over the
// winner's number of votes. Another answer can have as many votes as the winner only if
// all its votes come after i.
func (p plurality) sumByFirstVote(s *scratch, k int) float64 {
	var sum float64
	cancels := slices.Min(s.worth) < 0 // votes whose worths add up to 0 can then be nonzero
	for a := range s.votes {
		winner := &s.votes[a]
		if winner.worth == 0 && !cancels {
			continue
		}
		left := winner.count // votes for the winner after i
		for i, answer := range s.answers {
			if answer != winner.answer {
				continue
			}
			left--
			here, after := s.worth[s.outcomes[i]], s.worthAfter(i, answer)
			for level := 1; level <= min(k, left+1); level++ {
				worth := here
				if level > 1 && after != float64(left)*here { // graded inconsistently
					worth = (here + float64(float64(level-1)*after/float64(left))) / float64(level)
				}
				ways := s.pascal[left][level-1] * s.otherWays(a, i, k-level, level)
				sum += float64(ways * worth)
			}
		}
	}
	return sum
}

// otherWays returns the number of ways to choose k attempts in addition to the winner's
// votes, such that answer a is the winner. The level is the winner's number of votes,
// and attempt i is the first of these votes. Every other answer gets fewer votes than
// the winner, or as many but only from attempts after i.
func (s *scratch) otherWays(a, i, k, level int) float64 {
	p := zeros(s.besides, k+1)
	s.besides = p
	copy(p, s.ways(s.silent, k))
	for b := range s.votes {
		if b == a {
			continue
		}
		of := s.ways(s.votes[b].count, k)
		later := 0
		for j := i + 1; j < s.n; j++ {
			later += boolean(s.answers[j] == s.votes[b].answer)
		}
		for j := k; j >= 0; j-- {
			sum := coefficient(p, of, j, level)
			if j >= level && later >= level {
				sum += float64(s.pascal[later][level] * p[j-level])
			}
			p[j] = sum
		}
	}
	return p[k]
}

// truth returns the expected worth of the answer that k attempts choose by vote, where
// the right answer is worth 1 and all others 0. An attempt is right with the given
// probability. If it is not right, it gives wrong answer j with probability wrong[j].
// With the remaining probability, the attempt gives no answer.
func (plurality) truth(s *scratch, k int, right float64, wrong []float64, _ [2][]float64) float64 {
	chances, silent := append(s.values[:0], right), 1-right
	for _, w := range wrong {
		chance := float64((1 - right) * w)
		chances, silent = append(chances, chance), silent-chance
	}
	s.values = chances
	if k == infiniteK {
		most := slices.Max(chances)
		if right < most || most == 0 {
			return 0
		}
		tied := 0
		for _, c := range chances {
			tied += boolean(c == most)
		}
		return 1 / float64(tied)
	}
	s.urns = s.urns[:0]
	for i, c := range chances {
		s.urns = append(s.urns, urn{poisson(float64(k)*c, k), poisson(float64(float64(k)*(1-c)), k), float64(boolean(i == 0))})
	}
	return s.counting.sum(k, s.urns, poisson(float64(k)*max(silent, 0), k), 1) / poisson(float64(k), k)[k]
}

// poisson returns the probabilities of 0..k for a Poisson variable with the given mean.
// Independent Poisson variables are multinomial if their sum is known to be k.
func poisson(mean float64, k int) []float64 {
	list := make([]float64, k+1)
	list[0] = math.Exp(-mean)
	for j := 1; j <= k; j++ {
		list[j] = list[j-1] * mean / float64(j)
	}
	return list
}

// pascal returns rows 0..n of Pascal's triangle, each up to the k-th binomial
// coefficient. It extends the given rows.
func pascal(rows [][]float64, n, k int) [][]float64 {
	if len(rows) > 0 && len(rows[len(rows)-1]) < min(len(rows)-1, k)+1 { // rows of another k
		rows = nil
	}
	for c := len(rows); c <= n; c++ {
		row := make([]float64, min(c, k)+1)
		row[0] = 1
		for j := 1; j < len(row); j++ {
			row[j] = rows[c-1][j-1]
			if j < c {
				row[j] += rows[c-1][j]
			}
		}
		rows = append(rows, row)
	}
	return rows
}
