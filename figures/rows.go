package figures

import (
	"fmt"

	"gonum.org/v1/plot/vg"
)

const (
	rowHeight = 15   // height of a row with enough room
	rowSize   = 9.5  // size of its text
	rowsRoom  = 720  // total height above which rows get tighter
	tightRow  = 9.4  // height of the tightest row that has text
	mostRows  = 2350 // total height above which rows lose their text
)

// pitch says how high the rows of a panel are, how large their text is, and which rows
// have text.
type pitch struct {
	height vg.Length // height of a row
	text   vg.Length // size of the text in a row
	every  int       // every how many rows one has text
}

// pitchOf returns the height of rows and the size of their text for a panel with n
// rows.
func pitchOf(n int) pitch {
	rows := vg.Length(max(1, n))
	p := pitch{height: min(rowHeight, max(tightRow, rowsRoom/rows)), every: 1}
	p.text = min(rowSize, p.height/leading)
	if room := mostRows / rows; room < p.height {
		p.height = room
		for p.height*vg.Length(p.every) < tightRow {
			p.every++
		}
	}
	return p
}

// atMost returns the given length, but at most the given share of a row's height.
func (p pitch) atMost(length, share vg.Length) vg.Length { return min(length, share*p.height) }

// notes returns a note that says which names are omitted, or nothing if all names are
// shown. The note begins with the title of the panel, if there is one.
func (p pitch) notes(title string) []string {
	if p.every == 1 {
		return nil
	}
	return []string{noteOf(title, fmt.Sprintf("One in every %d models is named; all are drawn.", p.every))}
}

// noteOf returns a note that begins with the title of its panel, if there is one.
func noteOf(title, note string) string {
	if title == "" {
		return note
	}
	return title + ": " + note
}
