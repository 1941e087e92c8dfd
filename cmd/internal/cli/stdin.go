package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"time"
)

// stdin is what the standard input held, known once it has been read to its end.
type stdin struct {
	ctx   context.Context
	known chan string // nil where it is a file that can be read again
}

// watchStdin has the standard input watched by whoever reads it from now on. A
// regular file is not: it can be read again.
func watchStdin(ctx context.Context, end context.CancelCauseFunc) *stdin {
	s := &stdin{ctx: ctx}
	if info, err := os.Stdin.Stat(); err != nil || info.Mode().IsRegular() {
		return s
	}
	from, to, err := os.Pipe()
	if err != nil {
		return s
	}
	s.known = make(chan string, 1)
	whole := os.Stdin
	os.Stdin = from
	watch(end, func() {
		digest := sha256.New()
		if _, err := io.Copy(io.MultiWriter(digest, to), whole); err == nil {
			s.known <- hex.EncodeToString(digest.Sum(nil))
		}
		_ = to.Close()
	})
	return s
}

// sum is the SHA-256 of what was read, "" if it was not read to its end.
func (s *stdin) sum() string {
	if s == nil {
		return ""
	}
	if s.known == nil {
		info, err := os.Stdin.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return ""
		}
		sum, _ := sumOf(s.ctx, io.NewSectionReader(os.Stdin, 0, info.Size()))
		return sum
	}
	const moment = time.Second // for the end, which has been read, to be noted
	select {
	case sum := <-s.known:
		s.known <- sum // for whoever asks next
		return sum
	case <-time.After(moment):
		return ""
	}
}
