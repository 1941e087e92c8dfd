package results

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"settle/internal/bounded"
	"settle/internal/quoted"
	"settle/internal/reason"
)

// ReadOptions selects the data that is read from a file and how it is interpreted.
type ReadOptions struct {
	// Task is the name of the task to read. It can be empty if the file holds a single
	// task.
	Task string

	// OrUnnamed accepts a CSV or JSONL file that names no task, even if Task is set. Use it
	// for files that accompany a board but can lack its task name.
	OrUnnamed bool

	// Columns maps standard column names to the names that the file uses for its columns
	// (CSV) or keys (JSONL), as in {"outcome": "is_correct"}; see CheckColumns. If "trial"
	// maps to "", the rows of each model and question are numbered in order.
	Columns map[string]string

	// Model is the name of the only model in a CSV or JSONL file without a model column. If
	// Model is empty, such files are rejected.
	Model string

	// Ballots controls whether and how the answers and weights of attempts are read.
	Ballots BallotOptions

	// Policy selects how the attempts in a file become a board.
	Policy Policy

	// Counts keeps only the counts of outcomes by model and question, without their order;
	// see Board.Counted. NPZ files are then counted while they are read, so they can be
	// larger than memory but must be complete. Other formats are first read into memory.
	Counts bool

	// MaxBytes limits the memory for reading, in bytes and approximately. If it is 0, only
	// the general limits apply. Reading fails with TooLarge if it needs more. For NPZ
	// files, it fails before it reads the cells, because such files declare their size.
	MaxBytes int64
}

// Limits on the sizes in a file. They protect memory against a small file that claims
// an absurd size or becomes absurdly large when it is unpacked. Real boards stay far
// below these limits. A record, or the blank space between two records, has at most
// bounded.Record bytes.
const (
	maxCells     = 1<<31 - 1 | math.MaxInt>>23 // cells of a board, one byte each; 2^40 − 1 if int has 64 bits
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
//     is a task with axes (questions, trials) and one model, named by the key. The 1-D
//     text arrays "models" and "questions" hold the names. They must fit at least one
//     task, and are used for all tasks that they fit. Other tasks have the names model1,
//     question1 and so on. All other entries are ignored, but a damaged array is an
//     error because it could have been a task.
//   - CSV with a header. It has the columns model, question and optionally task, in any
//     order among other columns. The outcomes have one of three forms. With one attempt
//     per row, the columns are trial and outcome. With all attempts by a model at a
//     question in one row, they are correct and trials, or one count per category:
//     count_0, count_1, …. Columns can have the names that other tools use: see
//     Attempts.ColumnsNote. Without a trial column, the rows of each model and question
//     are numbered from 1, in order.
//   - JSONL, one object per line with the same keys. Model, question and task are
//     strings or integers. Trial labels and counts are numbers.
//   - A page of settle report, which embeds its boards.
//
// In CSV and JSONL, models and questions keep the order of their first appearance.
// Trials have integer labels, which can start at any number and have gaps. Sorted, they
// become the board's trials 0..N-1.
//
// An outcome is an integer 0..255 (1.0 counts as 1), a boolean, or a word for correct
// or wrong, in upper or lower case. The words are correct or right and incorrect or
// wrong, C and I, pass or passed and fail or failed, true and false, yes and no, success
// and failure, or resolved and unresolved. One file must not mix these kinds. An outcome
// can also be a fraction or, with Policy.Scores, any number. The board's top category is
// the highest outcome found, or 1 if that is 0.
//
// An attempt with an empty outcome was made but failed. An attempt was never made if it
// has no row, if its outcome is null in JSON, or if it is −1 in NPZ. The Policy decides
// how both kinds of attempts count. An attempt that is listed twice is an error. In CSV
// and JSONL, two models whose names differ only in case or separators are an error.
//
// Errors fit on one line and start with the file name and, where known, the line. If
// the file cannot be opened, the error wraps that of package os, so that errors.Is(err,
// fs.ErrNotExist) works.
func Read(path string, opt ReadOptions) (*Board, error) {
	b, _, err := ReadBoard(path, opt)
	return b, err
}

// ReadBoard reads a board as Read does. It also describes which attempts in the file
// are on the board.
func ReadBoard(path string, opt ReadOptions) (*Board, *Kept, error) {
	data, err := openResults(path, opt)
	if err != nil {
		return nil, nil, err
	}
	defer data.Close()
	return data.board()
}

// ReadAttempts reads the attempts at every task in a file, or only at opt.Task, in any
// format that Read accepts. Attempts stay in the order of the file. Outcomes can be any
// numbers and are not changed. The Policy is ignored.
func ReadAttempts(path string, opt ReadOptions) ([]*Attempts, error) {
	data, err := openResults(path, opt)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	return data.attempts()
}

// A resultsFile is a file of results that is open for reading.
type resultsFile struct {
	name string // name in error messages
	opt  ReadOptions

	npz   *npzFile      // nil for text
	text  *bufio.Reader // used if npz is nil
	jsonl bool
	page  bool // the text is a page of settle report

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
	// Reading a zip file needs random access, which only a regular file offers.
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

// newResults detects the format of the data in r. It reads NPZ data into memory.
func newResults(r io.Reader, name string, opt ReadOptions) (*resultsFile, error) {
	name = quoted.Path(name)
	in, format, err := unpack(r, name)
	if err != nil {
		return nil, err
	}
	if kind := filepath.Ext(name); format == formatCSV && (kind == ".npz" || kind == ".parquet") {
		return nil, fmt.Errorf("%s: is not a valid %s file; fetch it again, or rename it if it is a table", name, kind)
	}
	f := &resultsFile{name: name, opt: opt, text: in, jsonl: format == formatJSONL, page: format == formatPage}
	if format != formatNPZ {
		return f, nil
	}
	data, err := buffer(in, opt.MaxBytes)
	if err != nil {
		return nil, f.addFileName(err)
	}
	f.npz = &npzFile{name: name, opt: opt, from: data, size: data.size, held: data.size}
	return f, nil
}

// addFileName prefixes a non-nil error with the file name.
func (f *resultsFile) addFileName(err error) error { return addPrefix(f.name, err) }

// addPrefix prefixes a non-nil error with a name.
func addPrefix(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

// board makes a board of one task in the file.
func (f *resultsFile) board() (*Board, *Kept, error) {
	if f.npz != nil {
		b, kept, err := f.npz.board()
		return b, kept, f.addFileName(err)
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

// attempts reads the attempts at all tasks in the file, or only at the requested task.
func (f *resultsFile) attempts() ([]*Attempts, error) {
	if f.npz != nil {
		attempts, err := f.npz.attempts()
		return attempts, f.addFileName(err)
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

// table reads the attempts in a text table. The argument says whether they will become
// a board.
func (f *resultsFile) table(board bool) ([]*Attempts, error) {
	t := newOutcomeTable(f.name, f.opt, board)
	return t.gather(t.layout, f.rows)
}

// rows passes the rows of a CSV or JSONL file to a sink.
func (f *resultsFile) rows(columnsOf layout, to sink) error {
	if f.jsonl {
		return readJSONL(f.text, f.name, columnsOf, to)
	}
	return readCSV(f.text, f.name, columnsOf, to)
}

// check calls Check for each task and returns the first error.
func check(tasks []*Attempts) error {
	for _, a := range tasks {
		if err := a.Check(); err != nil {
			return err
		}
	}
	return nil
}

// unpack removes gzip compression and a byte order mark from the data and detects its
// format.
func unpack(r io.Reader, name string) (*bufio.Reader, format, error) {
	in := bufio.NewReader(errorReader{r, reason.Of})
	if magic, _ := in.Peek(len(gzipMagic)); string(magic) == gzipMagic {
		unpacked, err := newGunzip(in)
		if err != nil {
			return nil, 0, addPrefix(name, err)
		}
		in = bufio.NewReader(unpacked)
	}
	in, format, err := sniff(in)
	return in, format, addPrefix(name, err)
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

// sniff detects the format of the data and skips a byte order mark. For data that it
// cannot read but recognises, such as zstd or UTF-16, it returns an error that names
// the format.
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

// beginOfText returns the beginning of the data without leading blanks: at least one
// byte. The returned reader still yields all of the data, including the blanks.
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

// An errorReader is a reader that rewords the errors of another reader.
type errorReader struct {
	io.Reader
	words func(error) error
}

func (r errorReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	return n, r.words(err)
}
