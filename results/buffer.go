package results

import (
	"errors"
	"fmt"
	"io"
)

// buffered is data of any length that can be read at any place. It is held in
// pieces, so that it need never be copied to a larger place.
type buffered struct {
	pieces [][]byte // all of pieceSize but the last
	size   int64
}

const pieceSize = 1 << 16

// buffer reads all of r, or fails beyond maxBuffered bytes, or maxBytes if that
// is not 0.
func buffer(r io.Reader, maxBytes int64) (*buffered, error) {
	b := &buffered{}
	for {
		piece := make([]byte, pieceSize)
		n, err := io.ReadFull(r, piece)
		b.pieces = append(b.pieces, piece[:n])
		b.size += int64(n)
		switch {
		case b.size > maxBuffered:
			return nil, fmt.Errorf("more than %d bytes of NPZ data; save it to a file, without gzip", maxBuffered)
		case maxBytes > 0 && b.size > maxBytes:
			return nil, &TooLarge{Needs: b.size, Allows: maxBytes}
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return b, nil
		case err != nil:
			return nil, err
		}
	}
}

// ReadAt is io.ReaderAt. A damaged zip file may ask for what is before its
// beginning.
func (b *buffered) ReadAt(p []byte, at int64) (n int, err error) {
	if at < 0 {
		return 0, errors.New("before the beginning of the file")
	}
	for n < len(p) && at < b.size {
		copied := copy(p[n:], b.pieces[at/pieceSize][at%pieceSize:])
		n += copied
		at += int64(copied)
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}
