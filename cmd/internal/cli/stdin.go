package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"time"
)

// stdin holds the digest of standard input, which is known after all input has been read.
type stdin struct {
	ctx   context.Context
	known chan string // nil if standard input is a file that can be read again
}

// watchStdin replaces os.Stdin with a pipe that passes on standard input. It computes a digest of
// everything that is read. It does not replace a regular file, because that can be read again.
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

// sum returns the SHA-256 of standard input, or "" if it was not read to its end.
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
	const moment = time.Second // time that the goroutine has to record the end of input
	select {
	case sum := <-s.known:
		s.known <- sum // for the next call
		return sum
	case <-time.After(moment):
		return ""
	}
}
