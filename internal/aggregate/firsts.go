package aggregate

import "settle/internal/wire"

// Firsts holds, for each kind of replicate, the lowest index of a replicate of that
// kind, or −1 if there is none.
type Firsts []int

// NewFirsts returns a Firsts for the given number of kinds of replicates. It contains
// no replicate yet.
func NewFirsts(kinds int) Firsts {
	f := make(Firsts, kinds)
	f.Reset()
	return f
}

// Add records that the replicate with the given index is of the given kind.
func (f Firsts) Add(kind, replicate int) { f[kind] = int(min(uint(f[kind]), uint(replicate))) }

// Reset removes all replicates.
func (f Firsts) Reset() {
	for kind := range f {
		f[kind] = -1
	}
}

// MergePart adds the replicates of another Firsts.
func (f Firsts) MergePart(from any) {
	for kind, replicate := range *from.(*Firsts) {
		f.Add(kind, replicate)
	}
}

// Code writes f to the stream of c, or reads it, depending on the direction of c.
func (f Firsts) Code(c *wire.Coder) { c.Ints(f) }
