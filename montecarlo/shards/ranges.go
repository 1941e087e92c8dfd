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

// String returns the first and the last replicate of the range, such as "3–7".
func (r Range) String() string {
	if r.Len() == 1 {
		return fmt.Sprint(r.From)
	}
	return fmt.Sprintf("%d–%d", r.From, r.To-1)
}

// within reports whether the range r is inside another range.
func (r Range) within(other Range) bool { return r.From >= other.From && r.To <= other.To }

// Ranges holds ranges of replicates that do not overlap, in ascending order.
type Ranges []Range

// Len returns the total number of replicates in all ranges.
func (rs Ranges) Len() int {
	n := 0
	for _, r := range rs {
		n += r.Len()
	}
	return n
}

// replicate returns the replicate at index i, counted from 0, of all replicates in the
// ranges, in ascending order.
func (rs Ranges) replicate(i int) int {
	for _, r := range rs {
		if i < r.Len() {
			return r.From + i
		}
		i -= r.Len()
	}
	panic("shards: the ranges hold too few replicates")
}

// String returns the ranges as text, such as "0–4, 7", or "none".
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

// Take removes at most the given number of replicates from the beginning of the first
// range, and returns them. There must be at least one range.
func (rs *Ranges) Take(most int) Range {
	first := &(*rs)[0]
	taken := Range{first.From, min(first.From+most, first.To)}
	if first.From = taken.To; first.Len() == 0 {
		*rs = (*rs)[1:]
	}
	return taken
}

// within reports whether all replicates of rs are also in the other ranges.
func (rs Ranges) within(others Ranges) bool {
	return !slices.ContainsFunc(rs, func(r Range) bool { return len(r.Without(others)) > 0 })
}

// intersects reports whether rs and the other ranges have a replicate in common.
func (rs Ranges) intersects(others Ranges) bool {
	return slices.ContainsFunc(rs, func(r Range) bool { return r.Without(others).Len() < r.Len() })
}

// Without returns the replicates of r that are in none of the given ranges, which can
// be in any order.
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

// A Shard is share number I of N equal shares of the replicates, where I counts from 1.
// The zero Shard means all replicates.
type Shard struct {
	I int `json:"i"`
	N int `json:"n"`
}

// MostShards is the largest number of shards.
const MostShards = 1_000_000

// All reports whether s is the zero Shard, which means all replicates.
func (s Shard) All() bool { return s.N == 0 }

// String returns the shard as I/N, the form used on a command line.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.I, s.N) }

// Of returns the shard's range of replicates, given the number of all replicates. The
// sizes of shards differ by at most one.
func (s Shard) Of(replicates int) Range {
	if s.All() {
		return Range{0, replicates}
	}
	whole, rest := replicates/s.N, replicates%s.N
	at := func(i int) int { return i*whole + min(i, rest) }
	return Range{at(s.I - 1), at(s.I)}
}

// shardsContaining divides the replicates into s.N shards, and returns the shards that
// contain at least one of the given replicates. replicates is the number of all
// replicates.
func (s Shard) shardsContaining(some Ranges, replicates int) []Shard {
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

// With divides the replicates into s.N shards, and returns the shard that contains the
// given replicate. replicates is the number of all replicates.
func (s Shard) With(replicate, replicates int) Shard {
	whole, rest := replicates/s.N, replicates%s.N
	if longer := rest * (whole + 1); replicate >= longer { // after the shards with one replicate more
		return Shard{rest + (replicate-longer)/whole + 1, s.N}
	}
	return Shard{replicate/(whole+1) + 1, s.N}
}
