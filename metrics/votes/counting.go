package votes

import "slices"

// An urn holds, for one answer and each j, the number of ways to choose j attempts that
// give the answer and the number of ways to choose j attempts that do not. It also
// holds the worth of the answer.
type urn struct {
	of    []float64 // by j = 0..k: the number of ways to have j votes for the answer
	rest  []float64 // by j: the number of ways to choose j of all other attempts
	worth float64   // the worth of the answer
}

// counting counts in how many ways k attempts can be chosen such that an answer wins.
type counting struct {
	// ways counts, at t·width + k − j, the ways in which the answers added so far get j
	// votes together. In these ways, t of the answers have the same number of votes as the
	// winner, and the others have fewer. Zeros follow.
	ways  []float64
	width int
}

// sum adds up the mean worth of the winning answers over all ways to choose k attempts,
// and returns this sum multiplied by factor. There is one urn for each answer.
// silent[j] is the number of ways to choose j of the attempts that do not vote. Sums of
// whole numbers are exact.
func (c *counting) sum(k int, urns []urn, silent []float64, factor float64) float64 {
	var sum float64
	for i := range urns {
		u := &urns[i]
		if u.worth == 0 {
			continue
		}
		wins := float64(factor * majority(k, u))
		for level := 1; 2*level <= k && level < len(u.of); level++ {
			if maxAttempts(urns, silent, level) >= k {
				wins += float64(u.of[level] * c.countWithLevel(urns, i, silent, k-level, level, factor))
			}
		}
		sum += float64(wins * u.worth)
	}
	return sum
}

// majority returns the number of ways to choose k attempts such that more than half of
// them give the answer of u.
func majority(k int, u *urn) float64 {
	var ways float64
	for j := k/2 + 1; j < len(u.of); j++ {
		if k-j < len(u.rest) {
			ways += float64(u.of[j] * u.rest[k-j])
		}
	}
	return ways
}

// maxAttempts returns the largest number of attempts that can be chosen if the number
// of votes for each answer is limited to level. All attempts that do not vote can be
// among these attempts.
func maxAttempts(urns []urn, silent []float64, level int) int {
	sum := len(silent) - 1
	for i := range urns {
		sum += min(level, len(urns[i].of)-1)
	}
	return sum
}

// countWithLevel counts the ways to choose k attempts in addition to the winner's
// votes, such that no other answer gets more votes than the winner. The level is the
// winner's number of votes. If t answers have this number, including the winner, a way
// counts as 1/t. silent[j] is the number of ways to choose j of the attempts that do
// not vote. The result is multiplied by the factor.
func (c *counting) countWithLevel(urns []urn, winner int, silent []float64, k, level int, factor float64) float64 {
	ties := k / level
	c.width = k + level
	c.ways = zeros(c.ways, (ties+1)*c.width)
	reach := min(len(silent)-1, k)
	for j := range reach + 1 {
		c.ways[k-j] = silent[j]
	}
	tied := 0 // the largest number of answers at the level so far
	last := len(urns) - 1
	if last == winner {
		last--
	}
	for i := range urns[:last+1] {
		if i == winner {
			continue
		}
		of := urns[i].of
		reach = min(reach+min(level, len(of)-1), k)
		if level < len(of) {
			tied = min(tied+1, ties)
		}
		for t := tied; t >= 0; t-- {
			least := t * level
			if i == last { // only sums of k remain to be computed
				least = k
			}
			c.add(of, t, level, k-reach, k-least)
		}
	}
	var sum float64
	for t := range tied + 1 {
		sum += float64(c.ways[t*c.width] * (factor / float64(t+1)))
	}
	return sum
}

// add includes one more answer in c.ways. It updates the entries for which t answers
// have as many votes as the winner, the number level. of[i] is the number of ways in
// which the new answer gets i votes. Entry x counts the ways with k − x votes in total;
// add updates the entries x = from..to.
func (c *counting) add(of []float64, t, level, from, to int) {
	p := c.ways[t*c.width : (t+1)*c.width]
	fewer := of[:min(level, len(of))]
	var before []float64 // ways with one tied answer less
	atLevel := 0.0
	if t > 0 && level < len(of) {
		before, atLevel = c.ways[(t-1)*c.width+level:t*c.width], of[level]
	}
	for x := from; x <= to; x++ {
		q := p[x:]
		q = q[:len(fewer)]
		var sum float64
		for i, ways := range fewer {
			sum += float64(ways * q[i])
		}
		if x < len(before) {
			sum += float64(atLevel * before[x])
		}
		p[x] = sum
	}
}

func zeros(list []float64, n int) []float64 {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

// coefficient returns the coefficient of x^j in the product of two polynomials. The
// coefficient of x^i in the first polynomial is p[i]. In the second it is of[i] for i <
// level, the number of ways in which an answer gets i votes, and 0 otherwise.
func coefficient(p, of []float64, j, level int) float64 {
	var sum float64
	for i := 0; i < min(level, len(of), j+1); i++ {
		sum += float64(of[i] * p[j-i])
	}
	return sum
}

func boolean(is bool) int {
	if is {
		return 1
	}
	return 0
}
