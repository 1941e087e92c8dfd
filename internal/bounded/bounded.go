// Package bounded reads input up to a size limit and fails beyond it.
//
// Call [Reader] for a limited reader, or [ReadAll] to read everything. A path can lead
// to an endless device or to a sparse file of any size, so everything that is read into
// memory needs a limit.
//
// The error does not say which input was expected; callers must add this.
package bounded

import (
	"fmt"
	"io"
)

// Limits for input that is read into memory.
const (
	Record = 1 << 20  // bytes of a record: a CSV row, or a line of JSON or of names
	File   = 64 << 20 // bytes of an auxiliary file: gold, coins, styles, names
)

// TooLong is the error for input that exceeds the limit.
type TooLong struct{ Limit int64 } // in bytes

// Error returns a message with the limit.
func (e *TooLong) Error() string { return fmt.Sprintf("more than %d bytes", e.Limit) }

// Reader returns a reader of r that fails with TooLong if r has more than limit bytes.
func Reader(r io.Reader, limit int64) io.Reader { return &reader{r, limit, limit} }

type reader struct {
	r     io.Reader
	left  int64 // number of bytes until the limit
	limit int64
}

func (b *reader) Read(p []byte) (int, error) {
	if b.left < 0 {
		return 0, &TooLong{b.limit}
	}
	// Trying to read one byte beyond the limit shows whether there is more data.
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n - 1, &TooLong{b.limit}
	}
	return n, err
}

// ReadAll returns all data of r, or fails with TooLong if that exceeds limit bytes.
func ReadAll(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(Reader(r, limit))
	if err != nil {
		return nil, err
	}
	return data, nil
}
