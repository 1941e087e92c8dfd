package aggregate

import "settle/internal/wire"

// Firsts are the lowest indices of the replicates of some kinds, −1 where there are none.
type Firsts []int

// NewFirsts returns the indices for so many kinds.
func NewFirsts(kinds int) Firsts {
	f := make(Firsts, kinds)
	f.Reset()
	return f
}

// Add notes a replicate of a kind.
func (f Firsts) Add(kind, replicate int) { f[kind] = int(min(uint(f[kind]), uint(replicate))) }

// Reset forgets all replicates.
func (f Firsts) Reset() {
	for kind := range f {
		f[kind] = -1
	}
}

// MergePart adds the replicates of others.
func (f Firsts) MergePart(from any) {
	for kind, replicate := range *from.(*Firsts) {
		f.Add(kind, replicate)
	}
}

// Code writes or reads the indices.
func (f Firsts) Code(c *wire.Coder) { c.Ints(f) }
