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

// A Part holds the sums that a run computed over some of its replicates.
type Part struct {
	Version   string   `json:"version"`         // version of the program that wrote the part, preceded by the versions that computed sums that it reused
	Processor string   `json:"processor"`       // kind of processor on which the samples were taken, by its name in Go
	Command   []string `json:"command"`         // words of the command for all replicates
	Shard     *Shard   `json:"shard,omitempty"` // the requested shard; nil for a checkpoint
	Plan      Plan     `json:"plan"`
	Folds     []Fold   `json:"folds"`
}

// A Fold holds sums of one computation over replicates, for some of its replicates. A
// run can have several such computations; Name says which it is.
type Fold struct {
	Name       string   `json:"name"`
	Replicates int      `json:"replicates"`        // number of all replicates
	Ranges     Ranges   `json:"ranges"`            // replicates in the sums
	Size       int      `json:"size"`              // size of the sums in bytes
	Samples    []Sample `json:"samples,omitempty"` // none if a replicate takes too long

	sums []byte
}

// fold returns the part's fold with the given name, or nil if there is none.
func (p *Part) fold(name string) *Fold {
	at := slices.IndexFunc(p.Folds, func(f Fold) bool { return f.Name == name })
	if at < 0 {
		return nil
	}
	return &p.Folds[at]
}

// span returns the range from the first to the last replicate of the sums.
func (f Fold) span() Range {
	if len(f.Ranges) == 0 {
		return Range{}
	}
	return Range{f.Ranges[0].From, f.Ranges[len(f.Ranges)-1].To}
}

// The file of a part consists of four pieces: a line that names the format, a line of
// JSON that encodes the Part, the sums of its folds in order, and the SHA-256 of
// everything before. The sums are compressed by zstd.
const (
	format      = "settle-part"
	formatNow   = 3 // changes also if the bytes of any sums change
	digestBytes = sha256.Size
)

// Limits on the size of a part in bytes, so that a foreign file cannot make Settle use
// too much memory. A Linux command line has at most 2 MiB, and a plan contains one
// digest for each file on the command line.
const (
	mostHeader int   = 1 << 24
	mostSums   int64 = 1 << 36 // limit for the sums of all folds
)

// Extension is the file name extension of parts.
const Extension = "." + format

// header returns the JSON that encodes the part without its sums.
func (p *Part) header() ([]byte, error) {
	header, err := json.Marshal(p)
	if err == nil && len(header) > mostHeader {
		err = fmt.Errorf("the command and its plan take %d bytes, more than the limit of %d; name fewer files: use a folder or a pattern",
			len(header), mostHeader)
	}
	return header, err
}

// file returns the content of the part's file. Equal parts give equal bytes.
func (p *Part) file() ([]byte, error) {
	header, err := p.header()
	if err != nil {
		return nil, err
	}
	var all []byte
	if len(p.Folds) == 1 { // this common case avoids a copy, because sums can be large
		all = p.Folds[0].sums
	} else {
		for _, f := range p.Folds {
			all = append(all, f.sums...)
		}
	}
	file := make([]byte, 0, len(header)+len(all)/2+digestBytes+64)
	file = fmt.Appendf(file, "%s %d\n%s\n", format, formatNow, header)
	file = encoder().EncodeAll(all, file)
	digest := sha256.Sum256(file)
	return append(file, digest[:]...), nil
}

// encoder returns the zstd encoder. Higher compression levels would take twice the time
// and save 2 %.
var encoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		panic(err) // the options are constant
	}
	return e
})

// Write writes the part to a file, which appears completely or not at all.
func (p *Part) Write(path string) error {
	file, err := p.file()
	if err != nil {
		return err
	}
	return atomicfile.Write(path, file)
}

// MayReplace returns nil if the part of a share can be written to path. Otherwise it
// returns an error with the reason. An existing part can be replaced only if it is
// damaged, or if it belongs to the same shard of the same command.
func (s *Share) MayReplace(path string) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("exists, but cannot be examined: %w", reason.Of(err))
	case info.IsDir():
		return errors.New("exists and is not a file")
	case !info.Mode().IsRegular():
		return nil // it is written to, not replaced
	case info.Size() == 0:
		return nil
	}
	old, err := read(path, false)
	switch {
	case errors.Is(err, errBlank) && filepath.Ext(path) != Extension:
		return fmt.Errorf("exists and %w", errNoPart)
	case errors.Is(err, errDamaged):
		return nil
	case err != nil:
		return fmt.Errorf("exists and %w", err)
	case old.Shard == nil || *old.Shard != s.Shard || old.Plan.Difference(s.Plan) != "" || !slices.Equal(old.Command, s.Command):
		return errors.New("exists and is the part of another run or shard")
	}
	return nil
}

// Errors for a file that is damaged or was never a part.
var (
	errDamaged = errors.New("is damaged or cut short: its checksum does not match")
	errEmpty   = errors.New("is empty")
	errNoPart  = errors.New("is not a part file of settle")
)

// errBlank wraps errDamaged. It is the error for a file that is so damaged that it is
// unclear whether it was a part.
var errBlank = fmt.Errorf("%w", errDamaged)

// blank reports whether a file may be a part that was cut short in its first word, or
// whose bytes were lost when the machine stopped.
func blank(file []byte) bool {
	return strings.HasPrefix(format+" ", string(file[:min(len(file), len(format)+2)])) ||
		len(bytes.Trim(file[:min(len(file), 64)], "\x00")) == 0
}

// firstLine returns the first line of a part (file of sums), given the beginning of the
// file. It returns an error if the file is no part, or a part of another format.
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
		return nil, fmt.Errorf("is a part of the older format %d, but this settle reads format %d; run its command again",
			version, formatNow)
	case version > formatNow:
		return nil, fmt.Errorf("is a part of the newer format %d, but this settle reads format %d; "+
			"use the version that wrote it or a newer one", version, formatNow)
	}
	return start[:len(line)+1], nil
}

// readPart reads and checks the file of a part from r, where size is the file's length.
// It reads the sums only if withSums is true. It stops as soon as the file cannot be a
// part, and keeps only the header and the sums in memory.
func readPart(r io.Reader, size int64, withSums bool) (*Part, error) {
	const begins = 64 // enough bytes for the first line
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
		wrong = errors.New("is a part with an unreadable header")
	} else if wrong = p.check(); wrong == nil && size > int64(len(first)+len(about))+p.maxFileSize() {
		return nil, errDamaged
	} else if wrong == nil && withSums {
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

// size returns the number of bytes that the sums of all folds take.
func (p *Part) size() (size int64) {
	for _, f := range p.Folds {
		size += int64(f.Size)
	}
	return size
}

// maxFileSize returns the largest number of bytes that the sums and the checksum can
// take in a file. Incompressible data grows by less than 1 %.
func (p *Part) maxFileSize() int64 { return p.size() + p.size()/100 + 1<<10 }

// check returns an error if the header of the part contains impossible values.
func (p *Part) check() error {
	total := int64(0)
	for _, f := range p.Folds {
		for i, r := range f.Ranges {
			if r.From < 0 || r.Len() == 0 || r.To > f.Replicates || i > 0 && r.From < f.Ranges[i-1].To {
				return fmt.Errorf("is a part with impossible replicates %d–%d of %d", r.From, r.To-1, f.Replicates)
			}
		}
		if f.Size < 0 || int64(f.Size) > mostSums-total {
			return fmt.Errorf("is a part whose sums take more than %d bytes", mostSums)
		}
		total += int64(f.Size)
	}
	if len(p.Command) == 0 || p.Shard != nil && !p.Shard.valid() {
		return errors.New("is a part without a valid command or shard")
	}
	return nil
}

func (s Shard) valid() bool { return s.I >= 1 && s.I <= s.N && s.N <= MostShards }

// fill decompresses the sums of all folds and stores them in the part.
func (p *Part) fill(compressed io.Reader) error {
	expand, err := zstd.NewReader(compressed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return err
	}
	defer expand.Close()
	sums, err := io.ReadAll(io.LimitReader(expand, p.size()+1))
	if err != nil || int64(len(sums)) != p.size() {
		return errors.New("is a part whose sums do not have the stated size")
	}
	for i := range p.Folds {
		p.Folds[i].sums, sums = sums[:p.Folds[i].Size], sums[p.Folds[i].Size:]
	}
	return nil
}

// ReadPart decodes a part from the content of its file.
func ReadPart(file []byte) (*Part, error) {
	return readPart(bytes.NewReader(file), int64(len(file)), true)
}

// read reads the part at a path, with its sums if withSums is true. It opens only regular
// files, because reading any other file might not end.
func read(path string, withSums bool) (*Part, error) {
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
	return readPart(file, info.Size(), withSums)
}
