package shards

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"settle/internal/atomicfile"
	"settle/internal/reason"
)

// A Part holds what a run found of some replicates.
type Part struct {
	Version   string   `json:"version"`         // of the program that wrote it, behind others whose sums it had used
	Processor string   `json:"processor"`       // the kind of it, by Go's name, on which the samples were taken
	Command   []string `json:"command"`         // the words that ask for all replicates
	Shard     *Shard   `json:"shard,omitempty"` // what the run was asked for; nil of a checkpoint
	Plan      Plan     `json:"plan"`
	Folds     []Fold   `json:"folds"`
}

// A Fold holds the sums over some replicates of one fold of the plan.
type Fold struct {
	Name       string   `json:"name"`
	Replicates int      `json:"replicates"`        // that there are in all
	Ranges     Ranges   `json:"ranges"`            // that are in the sums
	Size       int      `json:"size"`              // of the sums, in bytes
	Samples    []Sample `json:"samples,omitempty"` // none where a replicate takes too long

	sums []byte
}

// fold returns the fold of a name, nil if there is none.
func (p *Part) fold(name string) *Fold {
	at := slices.IndexFunc(p.Folds, func(f Fold) bool { return f.Name == name })
	if at < 0 {
		return nil
	}
	return &p.Folds[at]
}

// span returns the range from the first replicate of the sums to the last.
func (f Fold) span() Range {
	if len(f.Ranges) == 0 {
		return Range{}
	}
	return Range{f.Ranges[0].From, f.Ranges[len(f.Ranges)-1].To}
}

// The file of a part is a line that names the format, a line of JSON that is the Part, the
// sums of its folds one behind the other, compressed by zstd, and the SHA-256 of all that.
const (
	format      = "settle-part"
	formatNow   = 3 // changes with the bytes of any sums, too
	digestBytes = sha256.Size
)

// What a part may be at most, in bytes, so that a file that is no part of ours asks for no
// more. A command line of Linux has 2 MiB at most, and a plan a digest for each file in it.
const (
	mostHeader int   = 1 << 24
	mostSums   int64 = 1 << 36 // of all folds
)

// Extension ends the names of parts.
const Extension = "." + format

// header returns what the part says of itself.
func (p *Part) header() ([]byte, error) {
	header, err := json.Marshal(p)
	if err == nil && len(header) > mostHeader {
		err = fmt.Errorf("the command and its plan take %d bytes, and %d are the most for a part: name fewer files, by a folder or a pattern",
			len(header), mostHeader)
	}
	return header, err
}

// file returns the content of the part's file. Equal parts have equal bytes.
func (p *Part) file() ([]byte, error) {
	header, err := p.header()
	if err != nil {
		return nil, err
	}
	var all []byte
	if len(p.Folds) == 1 { // may be large, and is so often
		all = p.Folds[0].sums
	} else {
		for _, f := range p.Folds {
			all = append(all, f.sums...)
		}
	}
	file := make([]byte, 0, len(header)+len(all)/2+digestBytes+64)
	file = fmt.Appendf(file, "%s %d\n%s\n", format, formatNow, header)
	file = squeeze().EncodeAll(all, file)
	digest := sha256.Sum256(file)
	return append(file, digest[:]...), nil
}

// squeeze compresses. More than the least effort takes twice the time for 2 % less.
var squeeze = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		panic(err) // of options that are constant
	}
	return e
})

// Write writes a file that appears whole or not at all.
func (p *Part) Write(path string) error {
	file, err := p.file()
	if err != nil {
		return err
	}
	return atomicfile.Write(path, file)
}

// MayReplace returns why the part of a share must not replace the file of its name: only a
// part of the same shard of the same command can be replaced, or a damaged one.
func (s *Share) MayReplace(path string) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("is there, and cannot be looked at: %w", reason.Of(err))
	case info.IsDir():
		return errors.New("is there, and no file")
	case !info.Mode().IsRegular():
		return nil // it is written to, and not replaced
	case info.Size() == 0:
		return nil
	}
	old, err := read(path, false)
	switch {
	case errors.Is(err, errBlank) && filepath.Ext(path) != Extension:
		return fmt.Errorf("is there, and %w", errNoPart)
	case errors.Is(err, errDamaged):
		return nil
	case err != nil:
		return fmt.Errorf("is there, and %w", err)
	case old.Shard == nil || *old.Shard != s.Shard || old.Plan.Difference(s.Plan) != "" || !slices.Equal(old.Command, s.Command):
		return errors.New("is there, and the part of another run or shard")
	}
	return nil
}

// Errors of a file that is not as it was written, or was never a part.
var (
	errDamaged = errors.New("is damaged or cut short: its checksum does not fit")
	errEmpty   = errors.New("is empty")
	errNoPart  = errors.New("is no part of settle")
)

// errBlank is errDamaged of a file in which nothing tells that it was a part.
var errBlank = fmt.Errorf("%w", errDamaged)

// blank reports whether the writing of a file may have been cut short in its first word, or
// the machine may have lost its bytes when it stopped.
func blank(file []byte) bool {
	return strings.HasPrefix(format+" ", string(file[:min(len(file), len(format)+2)])) ||
		len(bytes.Trim(file[:min(len(file), 64)], "\x00")) == 0
}

// firstLine returns the line that begins a part, checked, from the beginning of its file.
func firstLine(start []byte) ([]byte, error) {
	line, _, found := bytes.Cut(start, []byte{'\n'})
	name, text, _ := strings.Cut(string(line), " ")
	version, err := strconv.Atoi(text)
	switch {
	case len(start) == 0:
		return nil, errEmpty
	case blank(start):
		return nil, errBlank
	case name != format || err != nil:
		return nil, errNoPart
	case !found:
		return nil, errDamaged
	case version < formatNow:
		return nil, fmt.Errorf("is a part of format %d, of an older version: this settle reads format %d; run its command again",
			version, formatNow)
	case version > formatNow:
		return nil, fmt.Errorf("is a part of format %d, which this settle cannot read: it reads format %d; "+
			"use the version that wrote it, or a newer one", version, formatNow)
	}
	return start[:len(line)+1], nil
}

// readPart reads the file of a part, of so many bytes, and checks it; without the sums, if
// they are not wanted. It stops reading as soon as it knows that the file is no part, and keeps
// nothing in memory but the header and the sums.
func readPart(r io.Reader, size int64, wanted bool) (*Part, error) {
	const begins = 64 // bytes that hold the first line
	file := bufio.NewReader(r)
	start, err := file.Peek(begins)
	if err != nil && err != io.EOF {
		return nil, err
	}
	first, err := firstLine(start)
	if err != nil {
		return nil, err
	}
	digest := sha256.New()
	body := bufio.NewReader(io.TeeReader(io.LimitReader(file, size-digestBytes), digest))
	if _, err := body.Discard(len(first)); err != nil {
		return nil, errDamaged
	}
	var about []byte
	for err = bufio.ErrBufferFull; err == bufio.ErrBufferFull && len(about) <= mostHeader; {
		var piece []byte
		piece, err = body.ReadSlice('\n')
		about = append(about, piece...)
	}
	if err != nil {
		return nil, errDamaged
	}
	p := new(Part)
	var wrong error
	if json.Unmarshal(about, p) != nil {
		wrong = errors.New("is a part whose header cannot be read")
	} else if wrong = p.check(); wrong == nil && size > int64(len(first)+len(about))+p.most() {
		return nil, errDamaged
	} else if wrong == nil && wanted {
		wrong = p.fill(body)
	}
	if _, err := io.Copy(io.Discard, body); err != nil {
		return nil, err
	}
	written := make([]byte, digestBytes)
	if _, err := io.ReadFull(file, written); err != nil || !bytes.Equal(written, digest.Sum(nil)) {
		return nil, errDamaged
	}
	return p, wrong
}

// size returns the number of bytes of the sums of all folds.
func (p *Part) size() (size int64) {
	for _, f := range p.Folds {
		size += int64(f.Size)
	}
	return size
}

// most returns the most bytes that the sums can take in a file, with the checksum: what cannot
// be compressed grows by less than a hundredth.
func (p *Part) most() int64 { return p.size() + p.size()/100 + 1<<10 }

// check refuses what no part says of itself.
func (p *Part) check() error {
	total := int64(0)
	for _, f := range p.Folds {
		for i, r := range f.Ranges {
			if r.From < 0 || r.Len() == 0 || r.To > f.Replicates || i > 0 && r.From < f.Ranges[i-1].To {
				return fmt.Errorf("is a part with replicates %d–%d of %d", r.From, r.To-1, f.Replicates)
			}
		}
		if f.Size < 0 || int64(f.Size) > mostSums-total {
			return fmt.Errorf("is a part of more than %d bytes", mostSums)
		}
		total += int64(f.Size)
	}
	if len(p.Command) == 0 || p.Shard != nil && !p.Shard.valid() {
		return errors.New("is a part that does not say of what")
	}
	return nil
}

func (s Shard) valid() bool { return s.I >= 1 && s.I <= s.N && s.N <= MostShards }

// fill expands the sums of the folds.
func (p *Part) fill(compressed io.Reader) error {
	expand, err := zstd.NewReader(compressed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return err
	}
	defer expand.Close()
	sums, err := io.ReadAll(io.LimitReader(expand, p.size()+1))
	if err != nil || int64(len(sums)) != p.size() {
		return errors.New("is a part whose sums are not as long as it says")
	}
	for i := range p.Folds {
		p.Folds[i].sums, sums = sums[:p.Folds[i].Size], sums[p.Folds[i].Size:]
	}
	return nil
}

// ReadPart reads the file of a part.
func ReadPart(file []byte) (*Part, error) {
	return readPart(bytes.NewReader(file), int64(len(file)), true)
}

// read reads the file at a path, with its sums if they are wanted. What is no regular file
// is not opened: it may have no end.
func read(path string, wanted bool) (*Part, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, errNoPart
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return readPart(file, info.Size(), wanted)
}
