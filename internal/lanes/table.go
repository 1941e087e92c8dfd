package lanes

// Wide is the number of words in a vector. So many words of a row are processed at the
// same time.
const Wide = 4

// A Table holds rows of words, in which lanes hold integers. The words are stored in
// groups, so that vectors fit. A group holds as many adjacent words of every row as a
// vector (Wide). The last group can hold only two words of every row.
type Table struct {
	Lanes  []Lane
	Guards []uint64 // by word
	Rows   int
	Words  []uint64 // ordered by group, then row, then word of the group

	padded []uint64 // Guards, and 0 for each padding word
}

// NewTable returns a table with the given lanes and number of rows, in which all
// integers are 0. The guards are the guard bits of the lanes, by word (see Layout).
func NewTable(all []Lane, guards []uint64, rows int) *Table {
	padded := make([]uint64, Padded(len(guards)))
	copy(padded, guards)
	return &Table{Lanes: all, Guards: guards, Rows: rows, Words: make([]uint64, len(padded)*rows), padded: padded}
}

// Padded returns the number of words that a row takes in a Table, including padding, if
// its lanes take the given number of words.
func Padded(words int) int { return words + words&1 }

// A Group holds a few adjacent words of every row of a table.
type Group struct {
	First  int      // index of the first word in a row
	Width  int      // number of words: 2 or Wide
	Words  []uint64 // by row
	Guards []uint64
}

// GroupOf returns the group that includes, for every row, the word with the given
// index.
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

// Column returns the column that consists of the word with the given index in every
// row.
func (t *Table) Column(word int) Column {
	first := word &^ (Wide - 1)
	return Column{t.Words[first*t.Rows+word-first:], min(Wide, len(t.padded)-first)}
}

// At returns the column's word in the given row.
func (c Column) At(row int) uint64 { return c.words[row*c.width] }

// Add adds x to the column's word in the given row.
func (c Column) Add(row int, x uint64) { c.words[row*c.width] += x }

// Unpack copies the integers in one lane to the given slice, one for each row.
func (t *Table) Unpack(lane Lane, into []uint64) {
	column := t.Column(lane.Word)
	for row := range t.Rows {
		into[row] = lane.Of(column.At(row))
	}
}
