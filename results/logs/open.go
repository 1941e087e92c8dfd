package logs

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"settle/internal/reason"

	"github.com/klauspost/compress/zstd"
)

// First bytes of files that are not plain JSON text.
const (
	zipMagic     = "PK\x03\x04"
	emptyZip     = "PK\x05\x06"
	zstdMagic    = "\x28\xb5\x2f\xfd"
	gzipMagic    = "\x1f\x8b"
	lfsMagic     = "version https://git-lfs.github.com/spec/"
	byteOrder    = "\xef\xbb\xbf"
	longestMagic = len(lfsMagic)
)

// Limits on data after decompression. Data larger than alwaysAllowed can be at most
// mostRatio times as large as its compressed form. The text of real logs shrinks to a
// fiftieth of its size at best.
const (
	mostRatio     = 200
	alwaysAllowed = 64 << 20 // bytes
)

// maxWindow limits how far back compressed zstd data can refer, in bytes. It is the
// default of the zstd tool.
const maxWindow = 128 << 20

// A file is a log that is opened for reading, possibly more than once.
type file struct {
	path string
	size int64
	head []byte // first bytes of the file
	zip  *archive

	weightBy string // the requested weight field, or ""

	mayGoOn func() error // returns an error if reading takes too much memory
}

// open opens a file and reads its first bytes. It rejects folders, pipes and devices,
// because they cannot be logs.
func open(path string) (*file, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, reason.Of(err)
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotALog
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, reason.Of(err)
	}
	defer in.Close()
	head := make([]byte, longestMagic)
	n, err := io.ReadFull(in, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, reason.Of(err)
	}
	f := &file{path: path, size: info.Size(), head: head[:n]}
	if f.starts(lfsMagic) {
		return nil, errors.New("is a git-lfs pointer, not the file itself; fetch the file with git lfs pull")
	}
	if f.starts(zipMagic) || f.starts(emptyZip) {
		return f, f.openZip()
	}
	return f, nil
}

func (f *file) starts(magic string) bool { return bytes.HasPrefix(f.head, []byte(magic)) }

func (f *file) close() {
	if f.zip != nil {
		f.zip.close()
	}
}

// dir returns the folder in which the file is.
func (f *file) dir() string { return filepath.Dir(f.path) }

// match matches a pattern with the file's name and returns the texts of the pattern's
// groups. All texts are "" if the pattern does not match.
func (f *file) match(name *regexp.Regexp) []string {
	if match := name.FindStringSubmatch(filepath.Base(f.path)); match != nil {
		return match[1:]
	}
	return make([]string, name.NumSubexp())
}

// folder returns the name of the folder n levels above the file. It returns "" if the
// path does not contain that folder.
func (f *file) folder(n int) string { return folderName(f.path, n) }

func folderName(path string, n int) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	for range n {
		path = filepath.Dir(path)
	}
	if name := filepath.Base(path); name != "." && name != string(filepath.Separator) {
		return name
	}
	return ""
}

// parentFolder returns the path of the folder n levels above the file.
func (f *file) parentFolder(n int) string {
	path := f.path
	for range n {
		if dir := filepath.Dir(path); dir != "." || filepath.Base(path) != "." {
			path = dir
			continue
		}
		return filepath.Join(path, "..")
	}
	return path
}

// json opens the file as JSON, after decompression. The caller must close the result.
func (f *file) json() (*text, error) {
	in, err := os.Open(f.path)
	if err != nil {
		return nil, reason.Of(err)
	}
	unpacked, err := f.unpack(in)
	if err != nil {
		in.Close()
		return nil, err
	}
	return newText(unpacked, f.mayGoOn), nil
}

// unpack returns the content of a file after decompression, if it is compressed with
// zstd or gzip.
func (f *file) unpack(in *os.File) (io.ReadCloser, error) {
	u := &unpackingReader{packed: f.size, in: in}
	var err error
	switch {
	case f.starts(zstdMagic):
		u.by = "zstd"
		u.r, err = unzstd(in)
	case f.starts(gzipMagic):
		u.by = "gzip"
		u.r, err = gzip.NewReader(bufio.NewReader(in))
	case f.starts(byteOrder):
		_, err := in.Seek(int64(len(byteOrder)), io.SeekStart)
		return in, err
	default:
		return in, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the %s data is damaged: %w", u.by, err)
	}
	return u, nil
}

// unzstd returns a reader that decompresses zstd data.
func unzstd(r io.Reader) (io.ReadCloser, error) {
	d, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

// unpackingReader is a reader of decompressed data. It fails if the data expands too
// much.
type unpackingReader struct {
	by     string // "gzip" or "zstd"; "" for a member of a zip file
	r      io.ReadCloser
	packed int64
	out    int64
	in     io.Closer // the file, to be closed; can be nil
	failed error     // the error of decompression, or nil
}

func (u *unpackingReader) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	u.out += int64(n)
	switch {
	case u.out > alwaysAllowed && u.out/mostRatio > u.packed:
		u.failed = &bomb{u.packed, u.out}
		return 0, u.failed
	case err != nil && err != io.EOF && u.by != "":
		u.failed = fmt.Errorf("the %s data is truncated or damaged: %w", u.by, err)
	}
	return n, err
}

// Close closes the reader and the underlying file.
func (u *unpackingReader) Close() error {
	err := u.r.Close()
	if u.in != nil {
		err = errors.Join(err, u.in.Close())
	}
	return err
}

// A bomb is the error for compressed data that would fill the memory or take too long
// to read.
type bomb struct{ packed, out int64 }

func (b *bomb) Error() string {
	return fmt.Sprintf("%d compressed bytes expand to more than %d; real logs are less repetitive, so reading stops", b.packed, b.out)
}
