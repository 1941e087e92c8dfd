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

// pitch describes how a height is divided into rows.
type pitch struct {
	height vg.Length // height of a row
	text   vg.Length // size of the text in a row
	every  int       // every how many rows one has text
}

// pitchOf returns the row height and text size for n rows.
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

// atMost returns length, or the given share of a row's height if that is less.
func (p pitch) atMost(length, share vg.Length) vg.Length { return min(length, share*p.height) }

// notes returns a note on omitted names, or nothing if all names are shown. The note
// mentions the title of the panel.
func (p pitch) notes(title string) []string {
	if p.every == 1 {
		return nil
	}
	return []string{noteOf(title, fmt.Sprintf("One in every %d models is named; all are drawn.", p.every))}
}

// noteOf returns a note that mentions the title of its panel.
func noteOf(title, note string) string {
	if title == "" {
		return note
	}
	return title + ": " + note
}
