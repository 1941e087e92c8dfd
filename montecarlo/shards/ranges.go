package shards

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Range holds the replicates From..To−1.
type Range struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// Len returns the number of replicates in the range.
func (r Range) Len() int { return max(0, r.To-r.From) }

// String names the first and the last replicate.
func (r Range) String() string {
	if r.Len() == 1 {
		return fmt.Sprint(r.From)
	}
	return fmt.Sprintf("%d–%d", r.From, r.To-1)
}

// within reports whether all of the range is in another.
func (r Range) within(other Range) bool { return r.From >= other.From && r.To <= other.To }

// Ranges hold replicates: they ascend and have nothing in common.
type Ranges []Range

// Len returns the number of replicates in all ranges.
func (rs Ranges) Len() int {
	n := 0
	for _, r := range rs {
		n += r.Len()
	}
	return n
}

// at returns the i-th of the replicates, from 0.
func (rs Ranges) at(i int) int {
	for _, r := range rs {
		if i < r.Len() {
			return r.From + i
		}
		i -= r.Len()
	}
	panic("shards: fewer replicates than asked for")
}

// String lists the ranges.
func (rs Ranges) String() string {
	if len(rs) == 0 {
		return "none"
	}
	texts := make([]string, len(rs))
	for i, r := range rs {
		texts[i] = r.String()
	}
	return strings.Join(texts, ", ")
}

// Take removes at most so many replicates from the beginning of the first range, which must
// be there, and returns them.
func (rs *Ranges) Take(most int) Range {
	first := &(*rs)[0]
	taken := Range{first.From, min(first.From+most, first.To)}
	if first.From = taken.To; first.Len() == 0 {
		*rs = (*rs)[1:]
	}
	return taken
}

// within reports whether all of the ranges are in others.
func (rs Ranges) within(others Ranges) bool {
	return !slices.ContainsFunc(rs, func(r Range) bool { return len(r.Without(others)) > 0 })
}

// meet reports whether the ranges have a replicate in common with others.
func (rs Ranges) meet(others Ranges) bool {
	return slices.ContainsFunc(rs, func(r Range) bool { return r.Without(others).Len() < r.Len() })
}

// Without returns the replicates of a range that are in none of some others, which can be in
// any order.
func (r Range) Without(others []Range) Ranges {
	var left Ranges
	from := r.From
	for _, other := range slices.SortedFunc(slices.Values(others), func(a, b Range) int { return cmp.Compare(a.From, b.From) }) {
		if other.From > from {
			left = append(left, Range{from, min(other.From, r.To)})
		}
		if from = max(from, other.To); from >= r.To {
			break
		}
	}
	if from < r.To {
		left = append(left, Range{from, r.To})
	}
	return slices.DeleteFunc(left, func(r Range) bool { return r.Len() == 0 })
}

// A Shard is the I-th of N shares of equal size, from 1. The zero Shard is the whole.
type Shard struct {
	I int `json:"i"`
	N int `json:"n"`
}

// MostShards bounds into how many shards replicates can be shared out.
const MostShards = 1_000_000

// All reports whether the shard is the whole.
func (s Shard) All() bool { return s.N == 0 }

// String returns I/N, as a command line has it.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.I, s.N) }

// Of returns the shard's range of so many replicates. No shard has two more than another.
func (s Shard) Of(replicates int) Range {
	if s.All() {
		return Range{0, replicates}
	}
	whole, rest := replicates/s.N, replicates%s.N
	at := func(i int) int { return i*whole + min(i, rest) }
	return Range{at(s.I - 1), at(s.I)}
}

// holding returns the shards of N that hold some of so many replicates.
func (s Shard) holding(some Ranges, replicates int) []Shard {
	var list []Shard
	for _, r := range some {
		for at := r.From; at < r.To; {
			shard := s.With(at, replicates)
			list = append(list, shard)
			at = shard.Of(replicates).To
		}
	}
	return slices.Compact(list)
}

// With returns the shard of N that holds a replicate of so many.
func (s Shard) With(replicate, replicates int) Shard {
	whole, rest := replicates/s.N, replicates%s.N
	if longer := rest * (whole + 1); replicate >= longer { // behind the shards of one more
		return Shard{rest + (replicate-longer)/whole + 1, s.N}
	}
	return Shard{replicate/(whole+1) + 1, s.N}
}
