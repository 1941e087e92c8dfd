package collect

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"settle/internal/bounded"
	"settle/internal/quoted"
	"settle/results"
	"settle/results/logs"
)

// parquetMagic is the text at the beginning and at the end of every Parquet file.
const parquetMagic = "PAR1"

// isParquet reports whether a file is a Parquet file, judging by its first bytes.
func isParquet(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, len(parquetMagic))
	_, err = io.ReadFull(file, head)
	return err == nil && string(head) == parquetMagic
}

// A parquetFile is a Parquet file that is read as a table. Its columns are the Parquet
// columns with one value per row. A column in a group is named by its path, joined by
// dots.
type parquetFile struct {
	name    string // file name for messages
	file    *parquet.File
	columns []*parquet.Column // all columns of values, including lists
	names   []string
}

// withParquet opens a Parquet file and calls use with it. Some damaged files make the
// Parquet library panic; withParquet returns such a panic as an error.
func withParquet(path string, use func(*parquetFile) error) (err error) {
	name := quoted.Path(path)
	in, err := os.Open(path)
	if err != nil {
		return pathError(path, err)
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return pathError(path, err)
	}
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("%s: the Parquet file is damaged: %s", name, quoted.Message(fmt.Errorf("%v", panicked)))
		}
	}()
	if err := checkFooter(in, info.Size()); err != nil {
		return fmt.Errorf("%s: the Parquet file is damaged: %w", name, err)
	}
	file, err := parquet.OpenFile(in, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return fmt.Errorf("%s: the Parquet file is damaged: %s", name, quoted.Message(err))
	}
	p := &parquetFile{name: name, file: file}
	p.find(file.Root())
	return use(p)
}

// checkFooter fails if the file claims a footer that is larger than the file. The
// library would allocate as much memory as the footer claims.
func checkFooter(in io.ReaderAt, size int64) error {
	const tail = 4 + len(parquetMagic) // the size of the footer is in the four bytes before the last four
	var end [tail]byte
	if _, err := in.ReadAt(end[:], size-int64(tail)); err != nil || size < int64(2*tail) {
		return errors.New("it is truncated")
	}
	if footer := int64(binary.LittleEndian.Uint32(end[:4])); footer > size-int64(tail) || footer > bounded.File {
		return fmt.Errorf("the footer has an impossible size of %d bytes", footer)
	}
	return nil
}

// find collects the columns that hold values.
func (p *parquetFile) find(c *parquet.Column) {
	if c.Leaf() {
		p.columns = append(p.columns, c)
		p.names = append(p.names, strings.Join(c.Path(), "."))
		return
	}
	for _, inner := range c.Columns() {
		p.find(inner)
	}
}

// Columns returns the names of the table's columns.
func (p *parquetFile) Columns() []string { return p.names }

// Each calls row(number, fields) for every row. It passes the number of the row, from
// 1, and the values in the columns with the given indexes. It reads only these columns.
func (p *parquetFile) Each(at []int, row func(number int, fields []results.Field) error) error {
	readers := make([]*columnReader, len(at))
	for i, column := range at {
		if column < 0 {
			continue
		}
		r, err := newColumnReader(p.columns[column], p.names[column])
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		readers[i] = r
	}
	fields := make([]results.Field, len(at))
	return p.rows(readers, func(number, i int) error {
		for c, r := range readers {
			if r != nil {
				fields[c] = r.field(i)
			}
		}
		return row(number, fields)
	})
}

// rows reads all rows in batches and calls row(number, i) for every row. It passes the
// number of the row in the file, from 1, and the index i of the row in the present
// batch. All readers then hold the values of this batch. An element of readers can be
// nil.
func (p *parquetFile) rows(readers []*columnReader, row func(number, i int) error) error {
	readers = slices.DeleteFunc(slices.Clone(readers), func(r *columnReader) bool { return r == nil })
	number := 0
	for _, group := range p.file.RowGroups() {
		err := p.rowsOf(group, readers, func(i int) error {
			number++
			return row(number, i)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// rowsOf implements rows for one row group of the file.
func (p *parquetFile) rowsOf(group parquet.RowGroup, readers []*columnReader, row func(i int) error) error {
	for _, r := range readers {
		r.values = parquet.NewColumnChunkValueReader(group.ColumnChunks()[r.column.Index()])
		defer r.values.Close()
	}
	for left := group.NumRows(); left > 0; {
		n := int(min(left, rowsAtOnce))
		for _, r := range readers {
			if err := r.fill(n); err != nil {
				return fmt.Errorf("%s: column %s: %s", p.name, quoted.Text(r.name), quoted.Message(err))
			}
		}
		for i := range n {
			if err := row(i); err != nil {
				return err
			}
		}
		left -= int64(n)
	}
	return nil
}

// rowsAtOnce is the number of rows that are read from one column before the next column
// is read.
const rowsAtOnce = 4096

// A columnReader reads a column in batches of rows.
type columnReader struct {
	column *parquet.Column
	name   string
	append func(text []byte, v parquet.Value) []byte
	values parquet.ColumnChunkValueReader
	buffer []parquet.Value

	texts []byte // texts in the last batch, concatenated
	ends  []int
	nulls []bool
}

// newColumnReader returns a reader of a column. It fails unless the column has one
// value per row, of a type that can hold names, numbers or booleans.
func newColumnReader(c *parquet.Column, name string) (*columnReader, error) {
	if c.MaxRepetitionLevel() > 0 {
		return nil, fmt.Errorf("column %s holds lists, not one value per row", quoted.Text(name))
	}
	// With damaged LZ4 data, the library allocates memory without limit.
	if codec := c.Compression(); codec != nil && codec.CompressionCodec() == format.Lz4Raw {
		return nil, fmt.Errorf("column %s is compressed with LZ4; use another compression, such as zstd", quoted.Text(name))
	}
	appendText, err := appender(c.Type())
	if err != nil {
		return nil, fmt.Errorf("column %s %w", quoted.Text(name), err)
	}
	return &columnReader{
		column: c, name: name, append: appendText, buffer: make([]parquet.Value, rowsAtOnce),
		ends: make([]int, rowsAtOnce), nulls: make([]bool, rowsAtOnce),
	}, nil
}

// fill reads the next batch of n rows.
func (r *columnReader) fill(n int) error {
	r.texts = r.texts[:0]
	for row := 0; row < n; {
		read, err := r.values.ReadValues(r.buffer[:n-row])
		// The values are valid until the next call.
		for _, v := range r.buffer[:read] {
			if r.nulls[row] = v.IsNull(); !r.nulls[row] {
				r.texts = r.append(r.texts, v)
			}
			r.ends[row] = len(r.texts)
			row++
		}
		switch {
		case row == n:
			return nil
		case err == nil && read > 0:
		case err == nil || errors.Is(err, io.EOF):
			return errors.New("has fewer values than the file has rows")
		default:
			return err
		}
	}
	return nil
}

// field returns the value of the column in row i of the batch.
func (r *columnReader) field(i int) results.Field {
	if r.nulls[i] {
		return results.NullField()
	}
	return results.TextField(r.text(i))
}

// text returns the text of the column in row i of the batch.
func (r *columnReader) text(i int) []byte {
	from := 0
	if i > 0 {
		from = r.ends[i-1]
	}
	return r.texts[from:r.ends[i]]
}

// appender returns a function that appends a value of a Parquet type as text.
func appender(t parquet.Type) (func(text []byte, v parquet.Value) []byte, error) {
	unsigned := false
	if logical := t.LogicalType(); logical != nil && logical.Value != nil {
		switch value := logical.Value.(type) {
		case *format.StringType, *format.EnumType, *format.NullType:
		case *format.IntType:
			unsigned = !value.IsSigned
		default:
			return nil, fmt.Errorf("holds values of type %s, which are neither names nor numbers", t)
		}
	} else if old := t.ConvertedType(); old != nil {
		switch *old {
		case deprecated.UTF8, deprecated.Enum, deprecated.Int8, deprecated.Int16, deprecated.Int32, deprecated.Int64:
		case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
			unsigned = true
		default:
			return nil, fmt.Errorf("holds values of type %s, which are neither names nor numbers", t)
		}
	}
	switch t.Kind() {
	case parquet.Boolean:
		return func(text []byte, v parquet.Value) []byte { return strconv.AppendBool(text, v.Boolean()) }, nil
	case parquet.Int32:
		if unsigned {
			return func(text []byte, v parquet.Value) []byte { return strconv.AppendUint(text, uint64(v.Uint32()), 10) }, nil
		}
		return func(text []byte, v parquet.Value) []byte { return strconv.AppendInt(text, int64(v.Int32()), 10) }, nil
	case parquet.Int64:
		if unsigned {
			return func(text []byte, v parquet.Value) []byte { return strconv.AppendUint(text, v.Uint64(), 10) }, nil
		}
		return func(text []byte, v parquet.Value) []byte { return strconv.AppendInt(text, v.Int64(), 10) }, nil
	case parquet.Float:
		return func(text []byte, v parquet.Value) []byte { return appendShort(text, v.Float()) }, nil
	case parquet.Double:
		return func(text []byte, v parquet.Value) []byte { return results.AppendOutcome(text, v.Double()) }, nil
	case parquet.ByteArray:
		return func(text []byte, v parquet.Value) []byte { return append(text, v.ByteArray()...) }, nil
	}
	return nil, fmt.Errorf("holds values of type %s, which are neither names nor numbers", t)
}

// appendShort appends the shortest decimal that parses to the same 32-bit number.
func appendShort(text []byte, x float32) []byte {
	if wide := float64(x); math.IsNaN(wide) || math.IsInf(wide, 0) {
		return results.AppendOutcome(text, wide)
	}
	return strconv.AppendFloat(text, float64(x), 'g', -1, 32)
}

// cell returns the value of the column in row i of the batch, for a reader of logs. If
// the file has no such column, r is nil and the value is the zero Cell.
func (r *columnReader) cell(i int) logs.Cell {
	if r == nil || r.nulls[i] {
		return logs.Cell{}
	}
	cell := logs.Cell{Text: string(r.text(i))}
	switch r.column.Type().Kind() {
	case parquet.Boolean:
		return logs.Cell{Kind: jsontext.Kind(cell.Text[0])} // "true" or "false"
	case parquet.ByteArray:
		cell.Kind = jsontext.KindString
	default:
		cell.Kind = jsontext.KindNumber
	}
	return cell
}

// readParquetLogs reads the logs in a Parquet file. It returns no logs if the file is
// not a log in a known format.
func readParquetLogs(path string, opt logs.Options) (found []*logs.Log, err error) {
	err = withParquet(path, func(p *parquetFile) error {
		table := logs.NewTable(path, p.names, opt)
		if table == nil {
			return nil
		}
		if err := p.readLogs(table); err != nil {
			return err
		}
		if found, err = table.Logs(); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		return nil
	})
	return found, err
}

// readLogs passes all rows to a reader of logs. For a list, it passes only whether the
// list is present.
func (p *parquetFile) readLogs(table *logs.Table) error {
	readers, lists := map[string]*columnReader{}, map[string]bool{}
	for i, name := range p.names {
		if !slices.Contains(table.Columns, name) {
			continue
		}
		if lists[name] = p.columns[i].MaxRepetitionLevel() > 0; lists[name] {
			continue
		}
		r, err := newColumnReader(p.columns[i], name)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		readers[name] = r
	}
	return p.rows(slices.Collect(maps.Values(readers)), func(number, i int) error {
		err := table.Add(func(name string) logs.Cell {
			if lists[name] {
				return logs.Cell{Kind: jsontext.KindBeginArray}
			}
			return readers[name].cell(i)
		})
		if err != nil {
			return fmt.Errorf("%s: row %d: %w", p.name, number, err)
		}
		return nil
	})
}

// checkNested fails if an optional column exists only as a group of nested columns.
// Otherwise the column would be treated as absent, without any error.
func (p *parquetFile) checkNested(opt results.ReadOptions) error {
	for _, name := range []string{"model", "trial", "task"} {
		name = cmp.Or(opt.Columns[name], name)
		for _, column := range p.names {
			if strings.HasPrefix(column, name+".") && !slices.Contains(p.names, name) {
				return fmt.Errorf("column %s has nested columns such as %s instead of one value per row",
					quoted.Text(name), quoted.Text(column))
			}
		}
	}
	return nil
}

// readParquet reads the attempts in a Parquet file that is a table.
func readParquet(path string, opt results.ReadOptions) (attempts []*results.Attempts, err error) {
	err = withParquet(path, func(p *parquetFile) error {
		if err := p.checkNested(opt); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		attempts, err = results.ReadRows(p, p.name, opt)
		return err
	})
	return attempts, err
}

// WriteParquet writes the attempts at one or more tasks as Parquet, with the columns of
// results.WriteAttemptsCSV. All columns are text, with two exceptions: trial is a
// 64-bit integer, and outcome is a double that is NaN for an unscored attempt. If any
// attempt has an answer or a weight, the columns answer and weight are added. A weight
// is a double that is NaN if there is none. The same attempts always give the same
// bytes.
func WriteParquet(w io.Writer, tasks []*results.Attempts) error {
	type row struct {
		Model    string  `parquet:"model,dict,zstd"`
		Question string  `parquet:"question,dict,zstd"`
		Trial    int64   `parquet:"trial,delta,zstd"`
		Outcome  float64 `parquet:"outcome,zstd"`
		Answer   string  `parquet:"answer,dict,zstd"`
		Weight   float64 `parquet:"weight,zstd"`
		Group    string  `parquet:"group,dict,zstd"`
		Task     string  `parquet:"task,dict,zstd"`
	}
	options := []parquet.WriterOption{parquet.CreatedBy("settle", "", "")}
	omitUnless := func(present bool, fields ...string) {
		for _, field := range fields {
			if !present {
				options = append(options, parquet.StructTag(`parquet:"-"`, field))
			}
		}
	}
	answers, weights := results.AnyBallots(tasks)
	omitUnless(answers || weights, "Answer", "Weight")
	omitUnless(results.HasGroups(tasks), "Group")
	omitUnless(len(tasks) > 1, "Task")

	out := parquet.NewGenericWriter[row](w, options...)
	rows := make([]row, 0, rowsAtOnce)
	for _, a := range tasks {
		models, questions := a.Models(), a.Questions()
		for t, b := range a.Ballots() {
			rows = append(rows, row{models[t.Model], questions[t.Question], t.Trial, t.Outcome, b.Answer, b.Weight, a.Group(t.Question), a.Task})
			if len(rows) < cap(rows) {
				continue
			}
			if _, err := out.Write(rows); err != nil {
				return err
			}
			rows = rows[:0]
		}
	}
	if _, err := out.Write(rows); err != nil {
		return err
	}
	return out.Close()
}
