package results

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"settle/internal/bounded"
	"settle/internal/quoted"
	"settle/internal/reason"
)

// ReadOptions selects what is read from a file, and how.
type ReadOptions struct {
	// Task is the name of the task to read. It can be empty if the file holds a single
	// task.
	Task string

	// OrUnnamed accepts a CSV or JSONL file that names no task even if Task is set. Use it
	// for files that accompany a board but can have been made without its task.
	OrUnnamed bool

	// Columns gives the names that the file uses for columns (CSV) or keys (JSONL), by the
	// standard name, as in {"outcome": "is_correct"}; see CheckColumns. If the name for
	// "trial" is empty, the rows of each model and question are numbered in order.
	Columns map[string]string

	// Model is the model of all attempts in a CSV or JSONL file that names no models.
	// Without Model such files are rejected.
	Model string

	// Ballots controls whether answers and weights of attempts are read, and how.
	Ballots BallotOptions

	// Policy selects how the attempts in a file become a board.
	Policy Policy

	// Counts keeps only the counts of outcomes by model and question, not their order; see
	// Board.Counted. An NPZ file is then counted while it is read. It can therefore be
	// larger than memory, but it must be complete. Other formats are read into memory
	// first.
	Counts bool

	// MaxBytes limits, approximately, the memory in bytes that reading takes. 0 means no
	// limit besides the limits that always apply. If reading needs more, it fails with
	// TooLarge. For NPZ it fails before it reads the cells, because the file declares
	// their number. For other formats it fails when it reaches the limit.
	MaxBytes int64
}

// Limits on the sizes in a file. They prevent a small file that claims an absurd size,
// or unpacks to an absurd size, from exhausting memory. Real boards stay far below
// these limits. A record has at most bounded.Record bytes, and the blank space between
// two records too.
const (
	maxCells     = 1<<31 - 1 | math.MaxInt>>23 // cells of a board, one byte each; 2^40 - 1 where int has 64 bits
	maxRows      = 1<<31 - 1                   // rows of CSV and JSONL, 16 bytes each
	maxUnnamed   = 1 << 16                     // models of an NPZ file without model names
	maxNames     = 1 << 22                     // models or questions of an NPZ file, named or not
	maxNameBytes = 1 << 30                     // bytes of all names together
	maxBuffered  = 1 << 30                     // bytes of an NPZ file that is not read from disk
)

// Read reads the board of one task from a file, or from standard input if path is "-".
// It detects the format from the content, never from the file name. Any format can be
// compressed with gzip:
//
//   - NPZ, as numpy.savez writes it. Every 3-D array of integers or booleans, in any
//     byte or memory order, is a task. Its axes are (models, questions, trials) and its
//     key is the task name. If no array is 3-D, every 2-D array of integers or booleans
//     is a task of one model, named by its key, with axes (questions, trials). The 1-D
//     text arrays "models" and "questions" are labels. They must fit the only task or
//     at least one of several tasks, and are used for the tasks that they fit. Without
//     labels the names are model1, question1 and so on. All other entries are ignored,
//     but a damaged array is an error because it could have been a task.
//   - CSV with a header: model, question and optionally task, in any order among other
//     columns. The rest has one of three shapes. With one attempt per row, the columns
//     are trial and outcome. With all attempts of a model at a question in one row,
//     they are the numbers correct and trials, or count_0, count_1, …, one per
//     category. Columns can have the names that other tools use: see
//     Attempts.ColumnsNote. Without a trial column, the rows of each model and question
//     are numbered from 1, in order.
//   - JSONL, one object per line with the same keys. Model, question and task are
//     strings or integers; numbers are numbers.
//   - A page of settle report, which embeds its boards.
//
// In CSV and JSONL, models and questions keep the order of their first appearance.
// Trials are integer labels, which can start anywhere and have gaps; in sorted order
// they are the board's trials 0..N-1.
//
// An outcome is an integer 0..255 (1.0 counts as 1), a boolean, or a word for correct
// or wrong, in upper or lower case. The words are correct and incorrect, C and I, pass
// and fail, true and false, or yes and no. One file must not mix these pairs. An
// outcome can also be a fraction or, with Policy.Scores, any number. The board's top
// category is the highest outcome found, or 1 if that is 0.
//
// An attempt with an empty outcome was made but failed. An attempt was never made if it
// has no row, if its outcome is null in JSON, or if it is −1 in NPZ. The Policy decides
// how attempts of both kinds count. An attempt that is listed twice is an error. In CSV
// and JSONL, two models whose names differ only in case or separators are an error.
//
// Errors fit one line and start with the file name and, where known, the line. If the
// file cannot be opened, the error wraps the one from package os, so that
// errors.Is(err, fs.ErrNotExist) works.
func Read(path string, opt ReadOptions) (*Board, error) {
	b, _, err := ReadBoard(path, opt)
	return b, err
}

// ReadBoard reads a board as Read does, and also describes which attempts of the file
// are on the board.
func ReadBoard(path string, opt ReadOptions) (*Board, *Kept, error) {
	data, err := openResults(path, opt)
	if err != nil {
		return nil, nil, err
	}
	defer data.Close()
	return data.board()
}

// ReadAttempts reads the attempts in a file of any format that Read accepts. It returns
// the attempts of every task, in the order of the file, or only of opt.Task. Outcomes
// can be any numbers and are not changed. The Policy is ignored.
func ReadAttempts(path string, opt ReadOptions) ([]*Attempts, error) {
	data, err := openResults(path, opt)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	return data.attempts()
}

// A resultsFile is an open file of results: NPZ or text.
type resultsFile struct {
	name string // in messages
	opt  ReadOptions

	npz   *npzFile      // nil for text
	text  *bufio.Reader // used if npz is nil
	jsonl bool
	page  bool // a page of settle report

	io.Closer // closes the file; can be nil
}

// Close closes the file, if there is one.
func (f *resultsFile) Close() error {
	if f.Closer == nil {
		return nil
	}
	return f.Closer.Close()
}

// openResults opens a file, or standard input if path is "-".
func openResults(path string, opt ReadOptions) (*resultsFile, error) {
	if path == "-" {
		return newResults(os.Stdin, "stdin", opt)
	}
	f, err := reason.Open(path)
	if err != nil {
		return nil, err
	}
	// The zip format needs random access, which only a regular file offers.
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		magic := make([]byte, len(zipMagic))
		if n, _ := f.ReadAt(magic, 0); isZip(magic[:n]) {
			name := quoted.Path(path)
			npz := &npzFile{name: name, opt: opt, from: f, size: info.Size()}
			return &resultsFile{name: name, opt: opt, npz: npz, Closer: f}, nil
		}
	}
	data, err := newResults(f, path, opt)
	if err != nil {
		f.Close()
		return nil, err
	}
	data.Closer = f
	return data, nil
}

// newResults detects the format of the data in r. It holds NPZ data in memory.
func newResults(r io.Reader, name string, opt ReadOptions) (*resultsFile, error) {
	name = quoted.Path(name)
	in, format, err := unpack(r, name)
	if err != nil {
		return nil, err
	}
	f := &resultsFile{name: name, opt: opt, text: in, jsonl: format == formatJSONL, page: format == formatPage}
	if format != formatNPZ {
		return f, nil
	}
	data, err := buffer(in, opt.MaxBytes)
	if err != nil {
		return nil, f.named(err)
	}
	f.npz = &npzFile{name: name, opt: opt, from: data, size: data.size, held: data.size}
	return f, nil
}

// named prefixes a non-nil error with the name of the file.
func (f *resultsFile) named(err error) error { return withPrefix(f.name, err) }

// withPrefix prefixes a non-nil error with a name.
func withPrefix(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

// board reads the board of one task.
func (f *resultsFile) board() (*Board, *Kept, error) {
	if f.npz != nil {
		b, kept, err := f.npz.board()
		return b, kept, f.named(err)
	}
	read := f.table
	if f.page {
		read = f.pageAttempts
	}
	attempts, err := read(true)
	if err != nil {
		return nil, nil, err
	}
	return attempts[0].Board(f.opt.Policy)
}

// attempts reads the attempts of all tasks, or of the requested one.
func (f *resultsFile) attempts() ([]*Attempts, error) {
	if f.npz != nil {
		attempts, err := f.npz.attempts()
		return attempts, f.named(err)
	}
	read := f.table
	if f.page {
		read = f.pageAttempts
	}
	attempts, err := read(false)
	if err != nil {
		return nil, err
	}
	return attempts, check(attempts)
}

// table reads the attempts of a text table. If board is true, they will become a board.
func (f *resultsFile) table(board bool) ([]*Attempts, error) {
	t := newOutcomeTable(f.name, f.opt, board)
	return t.gather(t.layout, f.rows)
}

// rows passes the rows of the text to a sink.
func (f *resultsFile) rows(columnsOf layout, to sink) error {
	if f.jsonl {
		return readJSONL(f.text, f.name, columnsOf, to)
	}
	return readCSV(f.text, f.name, columnsOf, to)
}

// check calls Check on the attempts of each task.
func check(tasks []*Attempts) error {
	for _, a := range tasks {
		if err := a.Check(); err != nil {
			return err
		}
	}
	return nil
}

// unpack returns the data without gzip and byte order mark, and its format.
func unpack(r io.Reader, name string) (*bufio.Reader, format, error) {
	in := bufio.NewReader(errorReader{r, reason.Of})
	if magic, _ := in.Peek(len(gzipMagic)); string(magic) == gzipMagic {
		unpacked, err := newGunzip(in)
		if err != nil {
			return nil, 0, withPrefix(name, err)
		}
		in = bufio.NewReader(unpacked)
	}
	in, format, err := sniff(in)
	return in, format, withPrefix(name, err)
}

type format int

const (
	formatCSV format = iota
	formatJSONL
	formatNPZ
	formatPage
)

const (
	gzipMagic     = "\x1f\x8b"
	zstdMagic     = "\x28\xb5\x2f\xfd"
	zipMagic      = "PK\x03\x04"
	emptyZipMagic = "PK\x05\x06"
	npyMagic      = "\x93NUMPY"
	lfsMagic      = "version https://git-lfs.github.com/spec/"
	byteOrderMark = "\xef\xbb\xbf"
)

func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte(zipMagic)) || bytes.HasPrefix(head, []byte(emptyZipMagic))
}

// sniff returns the format of the data and a reader of the data without its byte order
// mark. For formats that resemble a known format, it returns an error that names them,
// because errors from reading them as CSV would be misleading.
func sniff(in *bufio.Reader) (*bufio.Reader, format, error) {
	head, err := in.Peek(512)
	if err != nil && err != io.EOF {
		return nil, 0, err
	}
	starts := func(magic string) bool { return bytes.HasPrefix(head, []byte(magic)) }
	switch {
	case isZip(head):
		return in, formatNPZ, nil
	case starts(gzipMagic):
		return nil, 0, errors.New("is compressed with gzip twice")
	case starts(zstdMagic):
		return nil, 0, errors.New("is compressed with zstd and not a known log format; decompress it or compress it with gzip")
	case starts(lfsMagic):
		return nil, 0, errors.New("is a git-lfs pointer, not the file itself; fetch the file with git lfs pull")
	case starts(npyMagic):
		return nil, 0, errors.New("is a single NPY array; save it with numpy.savez")
	case starts("\xff\xfe\x00\x00"), starts("\x00\x00\xfe\xff"):
		return nil, 0, errors.New("is UTF-32; save it as UTF-8")
	case starts("\xff\xfe"), starts("\xfe\xff"):
		return nil, 0, errors.New("is UTF-16; save it as UTF-8")
	case starts(byteOrderMark):
		in.Discard(len(byteOrderMark)) // the bytes were peeked, so this cannot fail
	}
	in, text, err := beginOfText(in)
	switch {
	case err == io.EOF:
		return nil, 0, errors.New("is empty")
	case err != nil:
		return nil, 0, err
	case text[0] == '{':
		return in, formatJSONL, nil
	case text[0] == '<' && !bytes.HasPrefix(text, []byte("</")): // only a name in CSV begins with an end tag
		return in, formatPage, nil
	case text[0] == '[':
		return nil, 0, errors.New("is a JSON array; write one object per line (JSON lines)")
	}
	return in, formatCSV, nil
}

// beginOfText returns the beginning of the data after blanks, at least one byte, and a
// reader that still returns all of the data.
func beginOfText(in *bufio.Reader) (*bufio.Reader, []byte, error) {
	for size := 512; ; size *= 2 {
		if size > in.Size() { // rare: few files begin with so many blanks
			in = bufio.NewReaderSize(in, bounded.Record)
		}
		head, err := in.Peek(size)
		if text := bytes.TrimLeft(head, blanks); len(text) > 0 {
			return in, text, nil
		}
		if err == nil && size >= bounded.Record {
			err = errBlank
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

const blanks = " \t\r\n"

var errBlank = fmt.Errorf("%d blank bytes without a record", bounded.Record)

// An errorReader rewords the errors of a reader.
type errorReader struct {
	io.Reader
	words func(error) error
}

func (r errorReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	return n, r.words(err)
}
