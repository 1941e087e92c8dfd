// Package bounded reads what should be small, and refuses what is not.
//
// Begin with [Reader].
//
// It believes that whoever reads a file into memory must say how much of it is
// enough: a path may lead to a device without an end, or to a sparse file of
// any size. It leaves to its callers to say what they expected in its place.
package bounded

import (
	"fmt"
	"io"
)

// The limits of all that is read into memory whole.
const (
	Record = 1 << 20  // bytes of a record: a row of CSV, a line of JSON or of names
	File   = 64 << 20 // bytes of a file beside the results: gold, coins, styles, names
)

// TooLong is the error of reading more than the limit.
type TooLong struct{ Limit int64 } // in bytes

// Error names the limit.
func (e *TooLong) Error() string { return fmt.Sprintf("more than %d bytes", e.Limit) }

// Reader reads from r, and fails with TooLong where r has more than limit bytes.
func Reader(r io.Reader, limit int64) io.Reader { return &reader{r, limit, limit} }

type reader struct {
	r     io.Reader
	left  int64 // bytes until the limit
	limit int64
}

func (b *reader) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, &TooLong{b.limit}
	}
	// One byte more than is allowed tells whether there is more.
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, &TooLong{b.limit}
	}
	return n, err
}

// ReadAll returns all that r has, or fails with TooLong beyond limit bytes.
func ReadAll(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(Reader(r, limit))
	if err != nil {
		return nil, err
	}
	return data, nil
}
