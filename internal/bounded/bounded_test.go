package bounded_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"settle/internal/bounded"
)

// zeros is what /dev/zero gives.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// As many bytes as are allowed come through, however they are read, and no more.
func TestReadAll(t *testing.T) {
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"whole": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader, "with its error": iotest.DataErrReader,
	} {
		if data, err := bounded.ReadAll(wrap(strings.NewReader("12345")), 5); err != nil || string(data) != "12345" {
			t.Errorf("%s: 5 bytes of at most 5: %q, %v", name, data, err)
		}
		data, err := bounded.ReadAll(wrap(strings.NewReader("123456")), 5)
		if tooLong, ok := errors.AsType[*bounded.TooLong](err); !ok || tooLong.Limit != 5 || err.Error() != "more than 5 bytes" || data != nil {
			t.Errorf("%s: 6 bytes of at most 5: %q, %v", name, data, err)
		}
	}
	gone := errors.New("disk gone")
	if _, err := bounded.ReadAll(iotest.ErrReader(gone), 5); err != gone {
		t.Errorf("a reader that fails: %v", err)
	}
}

// After the limit a reader stays ended, and what it read before is exact.
func TestReader(t *testing.T) {
	r := bounded.Reader(zeros{}, 1000)
	if n, err := io.Copy(io.Discard, r); n != 1000 || err == nil {
		t.Errorf("%d bytes of at most 1000: %v", n, err)
	}
	if n, err := r.Read(make([]byte, 10)); n != 0 || err == nil {
		t.Errorf("%d bytes behind the limit: %v", n, err)
	}
}

// Little is allocated for what does not end.
func TestReadAllStops(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := bounded.ReadAll(zeros{}, bounded.Record); err == nil {
		t.Error("no error")
	}
	runtime.ReadMemStats(&after)
	// io.ReadAll grows by a quarter at a time: all its buffers together are
	// five times the last.
	if got := after.TotalAlloc - before.TotalAlloc; got > 8*bounded.Record {
		t.Errorf("%d bytes were allocated for at most %d", got, bounded.Record)
	}
}
