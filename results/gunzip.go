package results

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// gunzip unpacks gzip data: one member or several behind each other. Unlike a
// gzip.Reader it tells what follows them from one that is cut short.
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

// next goes on to the next member. It returns io.EOF after the last.
func (g *gunzip) next() error {
	switch magic, err := g.packed.Peek(len(gzipMagic)); {
	case len(magic) == 0:
		return err
	case string(magic) != gzipMagic:
		return errors.New("something follows the end of the gzip data")
	}
	if err := g.member.Reset(g.packed); err != nil {
		return gzipError(err)
	}
	g.member.Multistream(false)
	return nil
}

// gzipError says that an error comes from unpacking.
func gzipError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return fmt.Errorf("the gzip data is cut short: %w", io.ErrUnexpectedEOF)
	default:
		return fmt.Errorf("the gzip data is damaged: %w", err)
	}
}
