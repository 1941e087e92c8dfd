package lanes

// Wide is the number of words of a row that are processed at the same time.
const Wide = 4

// A Table holds the words of several rows in groups, so that a vector can hold them. A
// group consists of Wide adjacent words of each row, or of two words at the end of the
// row.
type Table struct {
	Lanes  []Lane
	Guards []uint64 // by word
	Rows   int
	Words  []uint64 // ordered by group, then row, then word of the group

	padded []uint64 // Guards, and 0 for each padding word
}

// NewTable returns a table of zeros.
func NewTable(all []Lane, guards []uint64, rows int) *Table {
	padded := make([]uint64, Padded(len(guards)))
	copy(padded, guards)
	return &Table{Lanes: all, Guards: guards, Rows: rows, Words: make([]uint64, len(padded)*rows), padded: padded}
}

// Padded returns the number of words that a row takes in a Table, including padding.
func Padded(words int) int { return words + words&1 }

// A Group holds a few adjacent words of every row of a table.
type Group struct {
	First  int      // index of the first word in a row
	Width  int      // number of words: 2 or Wide
	Words  []uint64 // by row
	Guards []uint64
}

// GroupOf returns the group that contains the word at the given index of every row.
func (t *Table) GroupOf(word int) Group {
	first := word / Wide * Wide
	to := min(first+Wide, len(t.padded))
	return Group{first, to - first, t.Words[first*t.Rows : to*t.Rows], t.padded[first:to]}
}

// A Column holds one word of every row of a table.
type Column struct {
	words []uint64
	width int
}

// Column returns the column that holds the word at the given index of every row.
func (t *Table) Column(word int) Column {
	first := word &^ (Wide - 1)
	return Column{t.Words[first*t.Rows+word-first:], min(Wide, len(t.padded)-first)}
}

// At returns the column's word of the given row.
func (c Column) At(row int) uint64 { return c.words[row*c.width] }

// Add adds x to the column's word of the given row.
func (c Column) Add(row int, x uint64) { c.words[row*c.width] += x }

// Unpack copies the integers in one lane of all rows to a slice.
func (t *Table) Unpack(lane Lane, into []uint64) {
	column := t.Column(lane.Word)
	for row := range t.Rows {
		into[row] = lane.Of(column.At(row))
	}
}
