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

// ReadOptions says what to read of a file.
type ReadOptions struct {
	// Task is the name of the task to read. It may stay empty for a file
	// that holds one task.
	Task string

	// OrUnnamed also takes a CSV or JSONL file that names no task at all, where
	// Task asks for one: for what is read beside a board and need not be made
	// for its task.
	OrUnnamed bool

	// Columns are other names of columns of CSV and keys of JSON lines, by the names
	// that these have here, as in {"outcome": "is_correct"}; see CheckColumns. An empty
	// name for "trial" numbers the rows of a model and question in order.
	Columns map[string]string

	// Model is the model of all attempts in a file of CSV or JSONL that names no
	// models. Without Model such files are refused.
	Model string

	// Ballots says whether answers and weights of attempts are read, and how.
	Ballots BallotOptions

	// Policy says how the attempts in a file become a board.
	Policy Policy

	// Counts keeps how often each outcome occurs, of every model and question, and not
	// in which order: an NPZ file is counted as it is read, and may be larger than the
	// memory. It must be complete. See Board.Counted. What is not NPZ is read whole.
	Counts bool

	// MaxBytes is how much memory reading may take, in bytes, about; 0 for no
	// limit but those that always hold. What needs more fails with TooLarge: an
	// NPZ file before its cells are read, since it says how many they are, and
	// others when so much has been read.
	MaxBytes int64
}

// What a file may ask for before it is refused. The limits keep a small file
// that claims, or unpacks to, an absurd size from exhausting the memory; real
// boards stay far below them. A record, and what is blank between two, has at
// most bounded.Record bytes.
const (
	maxCells     = 1<<31 - 1 | math.MaxInt>>23 // cells of a board, one byte each: where integers have 64 bits, 2^40 - 1
	maxRows      = 1<<31 - 1                   // of CSV and JSONL, 16 bytes each
	maxUnnamed   = 1 << 16                     // models of an NPZ file that does not name them
	maxNames     = 1 << 22                     // models or questions of an NPZ file, which need not name them
	maxNameBytes = 1 << 30                     // bytes of all names together
	maxBuffered  = 1 << 30                     // bytes of an NPZ file that does not come from disk
)

// Read reads the board of one task from a file, or from standard input if
// the path is "-". The format is recognised by content, never by the name's
// ending, and any format may be compressed with gzip:
//
//   - NPZ, as numpy.savez writes it. Every 3-D array of integers or booleans,
//     in any byte or memory order, is a task with the axes (models, questions,
//     trials) and its key as name. If no array is 3-D, every 2-D one of
//     integers or booleans is a task of one model, named by its key, with the
//     axes (questions, trials). The arrays "models" and "questions" are labels,
//     1-D and of text: they must fit the only task, or one of several, and are
//     used for those that they fit. Without labels the names are model1,
//     question1 and so on. All other entries are left alone, but an array that
//     is damaged is an error, since nobody knows what it was.
//   - CSV with a header: model, question and optionally task, in any order among
//     other columns, and one of three shapes. An attempt a row has trial and
//     outcome; all attempts of a model at a question a row have correct and
//     trials, two numbers, or count_0, count_1, …, one for each category. Columns may
//     have the names that other tools use: see Attempts.ColumnsNote. Without a column of
//     trials the rows of a model and question are numbered from 1, in order.
//   - JSONL, one object a line with the same keys; model, question and task
//     are strings or integers, numbers are numbers.
//   - A page of settle report, which holds its boards.
//
// In CSV and JSONL models and questions keep the order of their first
// appearance. Trials are integer labels with any start and any gaps; sorted,
// they are the board's trials 0..N-1.
//
// An outcome is an integer 0..255 (1.0 counts as 1), a boolean, or a word for
// correct or wrong, in capitals or not: correct and incorrect, C and I, pass and
// fail, true and false, yes and no, all of one kind; or fractions; or, by Policy.Scores, any
// number. The board's top category is the highest outcome found, or 1 if that is 0.
//
// An attempt whose outcome is empty was made and failed. One was never made if
// there is no row of it, if its outcome is null in JSON, or −1 in NPZ. What becomes
// of these, Policy says. No attempt may be there twice. In CSV and JSONL, models
// that differ in capitals and the marks between words alone are an error.
//
// Errors fit one line and start with the file's name and, where there is one,
// the line. If the file cannot be opened the error wraps that of package os,
// so that errors.Is(err, fs.ErrNotExist) works.
func Read(path string, opt ReadOptions) (*Board, error) {
	b, _, err := ReadBoard(path, opt)
	return b, err
}

// ReadBoard is Read, and says what of the attempts in the file is on the board.
func ReadBoard(path string, opt ReadOptions) (*Board, *Kept, error) {
	data, err := openResults(path, opt)
	if err != nil {
		return nil, nil, err
	}
	defer data.Close()
	return data.board()
}

// ReadAttempts reads the attempts in a file of the formats of Read: those of each
// task, in the order of the file, or of opt.Task alone. Outcomes may be any numbers,
// as they stand. The Policy does not matter.
func ReadAttempts(path string, opt ReadOptions) ([]*Attempts, error) {
	data, err := openResults(path, opt)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	return data.attempts()
}

// resultsFile is a file of results that is to be read: an NPZ file, or text.
type resultsFile struct {
	name string // in messages
	opt  ReadOptions

	npz   *npzFile      // nil if it is text
	text  *bufio.Reader // if that is nil
	jsonl bool
	page  bool // of settle report

	io.Closer // of the file, or nil
}

// Close closes the file, if there is one.
func (f *resultsFile) Close() error {
	if f.Closer == nil {
		return nil
	}
	return f.Closer.Close()
}

// openResults opens a file, or standard input.
func openResults(path string, opt ReadOptions) (*resultsFile, error) {
	if path == "-" {
		return newResults(os.Stdin, "stdin", opt)
	}
	f, err := reason.Open(path)
	if err != nil {
		return nil, err
	}
	// Only a regular file can be read at any place, as the zip format needs.
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

// newResults recognises the format of data. It holds NPZ data in memory.
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

// named puts the name of the file before an error, if there is one.
func (f *resultsFile) named(err error) error { return under(f.name, err) }

// under puts a name before an error, if there is one.
func under(name string, err error) error {
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

// attempts reads the attempts of all tasks, or of one.
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

// table reads the attempts of a table, which is to become a board or not.
func (f *resultsFile) table(board bool) ([]*Attempts, error) {
	t := newOutcomeTable(f.name, f.opt, board)
	return t.gather(t.layout, f.rows)
}

// rows reads the rows of text.
func (f *resultsFile) rows(columnsOf layout, to sink) error {
	if f.jsonl {
		return readJSONL(f.text, f.name, columnsOf, to)
	}
	return readCSV(f.text, f.name, columnsOf, to)
}

// check is Check for the attempts at several tasks.
func check(tasks []*Attempts) error {
	for _, a := range tasks {
		if err := a.Check(); err != nil {
			return err
		}
	}
	return nil
}

// unpack returns the data, without gzip and byte order mark, and its format.
func unpack(r io.Reader, name string) (*bufio.Reader, format, error) {
	in := bufio.NewReader(errorReader{r, reason.Of})
	if magic, _ := in.Peek(len(gzipMagic)); string(magic) == gzipMagic {
		unpacked, err := newGunzip(in)
		if err != nil {
			return nil, 0, under(name, err)
		}
		in = bufio.NewReader(unpacked)
	}
	in, format, err := sniff(in)
	return in, format, under(name, err)
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

// sniff tells the format of what comes next, and returns a reader of it that
// lacks no more than a byte order mark. Formats that are close to the known
// ones are refused by name, since as CSV they would only give riddles.
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
		return nil, 0, errors.New("is packed by zstd, and no log of a known format: unpack it, or pack it with gzip")
	case starts(lfsMagic):
		return nil, 0, errors.New("is a git-lfs pointer, not the file that it stands for: fetch that with git lfs pull")
	case starts(npyMagic):
		return nil, 0, errors.New("is a lone NPY array; save it with numpy.savez")
	case starts("\xff\xfe\x00\x00"), starts("\x00\x00\xfe\xff"):
		return nil, 0, errors.New("is UTF-32; save it as UTF-8")
	case starts("\xff\xfe"), starts("\xfe\xff"):
		return nil, 0, errors.New("is UTF-16; save it as UTF-8")
	case starts(byteOrderMark):
		in.Discard(len(byteOrderMark)) // peeked at, so it cannot fail
	}
	in, first, err := firstOfText(in)
	switch {
	case err == io.EOF:
		return nil, 0, errors.New("is empty")
	case err != nil:
		return nil, 0, err
	case first == '{':
		return in, formatJSONL, nil
	case first == '<':
		return in, formatPage, nil
	case first == '[':
		return nil, 0, errors.New("is a JSON array; results are JSON lines, one object a line")
	}
	return in, formatCSV, nil
}

// firstOfText returns the first character that is not blank, and a reader of
// all that it was given.
func firstOfText(in *bufio.Reader) (*bufio.Reader, byte, error) {
	for size := 512; ; size *= 2 {
		if size > in.Size() { // few files begin with so many blanks
			in = bufio.NewReaderSize(in, bounded.Record)
		}
		head, err := in.Peek(size)
		if text := bytes.TrimLeft(head, blanks); len(text) > 0 {
			return in, text[0], nil
		}
		if err == nil && size >= bounded.Record {
			err = errBlank
		}
		if err != nil {
			return nil, 0, err
		}
	}
}

const blanks = " \t\r\n"

var errBlank = fmt.Errorf("%d blank bytes, and no record", bounded.Record)

// errorReader is a reader whose errors are put in other words.
type errorReader struct {
	io.Reader
	words func(error) error
}

func (r errorReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	return n, r.words(err)
}
