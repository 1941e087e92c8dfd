package results

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"settle/internal/lists"
	"settle/internal/quoted"
)

// Limits on the size of a page. Pages that settle report writes stay far below them.
const (
	maxPage     = 1 << 28 // bytes of HTML
	maxUnpacked = 1 << 30 // bytes of an unpacked board
)

// Parts of an HTML element that holds a packed board. The element begins with
// boardStart and its ID, and ends with boardEnd. The ID is boardID or ends in boardID.
// The packed board is deflated and base64-encoded.
const (
	boardStart = `<script type="application/octet-stream" id="`
	boardID    = "board"
	allBoards  = "all-" + boardID // all tasks together; the other elements hold the same boards
	boardEnd   = `</script>`
)

var errNoBoard = errors.New("is a page without results: settle report embeds no results if the board exceeds 4 MB or has fewer than 2 models or 5 questions; use the files that the page was made from")

// readPage returns the boards in a page that settle report wrote, one per task.
func readPage(r io.Reader, opt ReadOptions) ([]*Board, error) {
	most := int64(maxPage)
	if opt.MaxBytes > 0 {
		most = min(most, opt.MaxBytes)
	}
	page, err := io.ReadAll(io.LimitReader(r, most+1))
	switch {
	case err != nil:
		return nil, err
	case int64(len(page)) > maxPage:
		return nil, fmt.Errorf("more than %d bytes of HTML", maxPage)
	case int64(len(page)) > most:
		return nil, &TooLarge{Needs: int64(len(page)), Allows: most}
	}
	var boards []*Board
	for rest := string(page); ; {
		_, after, found := strings.Cut(rest, boardStart)
		if !found {
			break
		}
		id, content, _ := strings.Cut(after, `">`)
		packed, behind, closed := strings.Cut(content, boardEnd)
		if rest = after; id != boardID && !strings.HasSuffix(id, "-"+boardID) || id == allBoards {
			continue
		}
		if !closed {
			return nil, fmt.Errorf("the page is damaged: element %s has no end", quoted.Text(id))
		}
		b, err := unpackElement(packed, opt.MaxBytes)
		if err != nil {
			return nil, fmt.Errorf("the page is damaged: element %s: %w", quoted.Text(id), err)
		}
		boards, rest = append(boards, b), behind
	}
	if boards == nil {
		return nil, errNoBoard
	}
	return boards, nil
}

// unpackElement returns the board that is packed in an element's content.
func unpackElement(packed string, maxBytes int64) (*Board, error) {
	most := int64(maxUnpacked)
	if maxBytes > 0 {
		most = min(most, maxBytes)
	}
	deflated := base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed))
	var plain bytes.Buffer
	n, err := plain.ReadFrom(io.LimitReader(flate.NewReader(deflated), most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot unpack the board: %w", err)
	case n > maxUnpacked:
		return nil, fmt.Errorf("a board of more than %d bytes", maxUnpacked)
	case n > most:
		return nil, &TooLarge{Needs: n, Allows: most}
	}
	return Unpack(plain.Bytes())
}

// pageAttempts returns the attempts at the requested task of a page or, if no task is
// requested, at all tasks. If the argument is true, it fails unless a task is requested
// or the page has a single task.
func (f *resultsFile) pageAttempts(one bool) ([]*Attempts, error) {
	boards, err := readPage(f.text, f.opt)
	if err != nil {
		return nil, f.addFileName(err)
	}
	if one || f.opt.Task != "" {
		at, err := ChooseTask(lists.Each(boards, func(b *Board) string { return b.Task }), f.opt.Task)
		if err != nil {
			return nil, f.addFileName(err)
		}
		boards = boards[at : at+1]
	}
	all := lists.Each(boards, attemptsOn)
	for _, a := range all {
		a.file = f.name
	}
	return all, nil
}

// attemptsOn returns the attempts on a board. If the board stores only counts, the
// result also holds counts of trials.
func attemptsOn(b *Board) *Attempts {
	if !b.Counted() {
		return AttemptsOf(b)
	}
	a, _ := noAttempts(b.names(), 0) // cannot fail for names on a board
	a.counted = true
	tally := b.TallyAll()
	for m := range b.Models {
		for q := range b.Questions {
			a.lines++
			counts := tally.Row(m)[q*b.top : (q+1)*b.top]
			rest := b.trials
			for _, n := range counts {
				rest -= int(n)
			}
			for category := range b.top + 1 {
				n := rest
				if category > 0 {
					n = int(counts[category-1])
				}
				if n > 0 {
					at := place{model: uint32(m), question: uint32(q), line: uint32(a.lines), trial: uint16(n)}
					a.add(at, float64(category), n)
				}
			}
		}
	}
	return a
}
