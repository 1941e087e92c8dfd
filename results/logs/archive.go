package logs

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"settle/internal/quoted"
	"settle/internal/reason"
)

// zipZstd is the zip compression method that newer versions of Inspect use.
const zipZstd = 93

// An archive is a zip file that is open for reading.
type archive struct {
	in      *os.File
	members map[string]*zip.File // by name; the last of several with the same name; without the full samples
	samples []*zip.File
}

func (a *archive) close() { a.in.Close() }

// openZip opens the file as a zip file and reads its directory. It fails unless the
// file is an Inspect log.
func (f *file) openZip() error {
	in, err := os.Open(f.path)
	if err != nil {
		return reason.Of(err)
	}
	a, err := readDirectory(in, f.size)
	if err != nil {
		in.Close()
		return err
	}
	f.zip = a
	return nil
}

func readDirectory(in *os.File, size int64) (*archive, error) {
	z, err := zip.NewReader(in, size)
	if err != nil {
		return nil, fmt.Errorf("the zip data is truncated or damaged: %s", quoted.Message(err))
	}
	z.RegisterDecompressor(zipZstd, func(r io.Reader) io.ReadCloser {
		d, err := unzstd(r)
		if err != nil {
			return failingReader{err}
		}
		return d
	})
	a := &archive{in: in, members: make(map[string]*zip.File)}
	for _, member := range z.File {
		if strings.HasPrefix(member.Name, "samples/") {
			a.samples = append(a.samples, member)
		} else {
			a.members[member.Name] = member
		}
	}
	if a.members["header.json"] == nil && a.members[journalStart] == nil {
		return nil, ErrNotALog
	}
	for _, member := range z.File {
		if leadsUp(member.Name) {
			return nil, fmt.Errorf("the zip file has a member named %s, which no evaluation tool writes", quoted.Text(member.Name))
		}
	}
	return a, nil
}

// takeSamples makes the files with the full samples available as members of the
// archive. It returns the names of these files in order.
func (a *archive) takeSamples() []string {
	var names []string
	for _, member := range a.samples {
		if a.members[member.Name] == nil {
			names = append(names, member.Name)
		}
		a.members[member.Name] = member
	}
	return names
}

// leadsUp reports whether a name in a zip file contains "..". Unpacking such a name
// could write outside of the target folder.
func leadsUp(name string) bool {
	for part := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '/' || r == '\\' }) {
		if part == ".." {
			return true
		}
	}
	return false
}

// failingReader is a reader that returns only an error. It stands in for a decompressor
// that cannot be made.
type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }
func (f failingReader) Close() error             { return nil }

// json opens a member of the zip file as JSON. The caller must close the result.
func (a *archive) json(name string, mayGoOn func() error) (*text, error) {
	member := a.members[name]
	if member == nil {
		return nil, fmt.Errorf("the zip file has no %s", name)
	}
	if member.Flags&1 != 0 {
		return nil, fmt.Errorf("%s is encrypted", name)
	}
	r, err := member.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return nil, fmt.Errorf("%s uses the unknown compression method %d", name, member.Method)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the zip data is damaged: %s", name, quoted.Message(err))
	}
	return newText(&unpackingReader{r: r, packed: int64(member.CompressedSize64)}, mayGoOn), nil
}
