package results

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// A gunzip decompresses gzip data, which can have several members. Its errors
// distinguish other data after the last member from a truncated member, which
// gzip.Reader does not.
type gunzip struct {
	packed *bufio.Reader
	member *gzip.Reader
}

func newGunzip(packed *bufio.Reader) (*gunzip, error) {
	member, err := gzip.NewReader(packed)
	if err != nil {
		return nil, gzipError(err)
	}
	member.Multistream(false)
	return &gunzip{packed, member}, nil
}

func (g *gunzip) Read(p []byte) (int, error) {
	for {
		n, err := g.member.Read(p)
		if err != io.EOF {
			return n, gzipError(err)
		}
		if err := g.next(); n > 0 || err != nil {
			return n, err
		}
	}
}

// next moves to the next member of the gzip data. It returns io.EOF after the last one.
func (g *gunzip) next() error {
	switch magic, err := g.packed.Peek(len(gzipMagic)); {
	case len(magic) == 0:
		return err
	case string(magic) != gzipMagic:
		return errors.New("unexpected data after the end of the gzip data")
	}
	if err := g.member.Reset(g.packed); err != nil {
		return gzipError(err)
	}
	g.member.Multistream(false)
	return nil
}

// gzipError rewords a decompression error for users.
func gzipError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return fmt.Errorf("the gzip data is truncated: %w", io.ErrUnexpectedEOF)
	default:
		return fmt.Errorf("the gzip data is damaged: %w", err)
	}
}
