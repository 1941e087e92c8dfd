package results

import (
	"errors"
	"fmt"
	"io"
)

// bufferedData holds data of any length for random access. It stores the data in
// pieces, so that growing never copies any data.
type bufferedData struct {
	pieces [][]byte // all but the last have pieceSize bytes
	size   int64
}

const pieceSize = 1 << 16

// buffer reads all of r into memory. It fails for more than maxBuffered bytes, or for
// more than maxBytes if that is not 0.
func buffer(r io.Reader, maxBytes int64) (*bufferedData, error) {
	b := &bufferedData{}
	for {
		piece := make([]byte, pieceSize)
		n, err := io.ReadFull(r, piece)
		b.pieces = append(b.pieces, piece[:n])
		b.size += int64(n)
		switch {
		case b.size > maxBuffered:
			return nil, fmt.Errorf("more than %d bytes of NPZ data; save the data to a file, without gzip", maxBuffered)
		case maxBytes > 0 && b.size > maxBytes:
			return nil, &TooLarge{Needs: b.size, Allows: maxBytes}
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return b, nil
		case err != nil:
			return nil, err
		}
	}
}

// ReadAt implements io.ReaderAt. A damaged zip file can lead to negative offsets, for
// which it returns an error.
func (b *bufferedData) ReadAt(p []byte, at int64) (n int, err error) {
	if at < 0 {
		return 0, errors.New("offset before the start of the file")
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
