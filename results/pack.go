package results

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// packedHead is the first line of a packed board, in JSON. The data follows, by model
// and question. If Counts is true, the data are the numbers of trials in categories
// 1..Top. Otherwise they are the outcomes, one byte each. If Trials is 0, the numbers
// of trials come before the outcomes. Numbers have two bytes, little-endian.
type packedHead struct {
	Task      string   `json:"task,omitempty"`
	Models    []string `json:"models"`
	Questions []string `json:"questions"`
	Groups    []string `json:"groups,omitempty"`
	Top       int      `json:"top"`
	Trials    int      `json:"trials"` // 0 for an unequal board
	Counts    bool     `json:"counts,omitempty"`
}

// Pack returns the board in a form that [Unpack] reads: a line of JSON, then bytes. The
// data can have at most maxBytes bytes. If the outcomes fit, Pack stores them in order.
// Otherwise, if the board is complete and its counts fit, it stores the counts. If
// neither fits, it returns nil.
func (b *Board) Pack(maxBytes int) ([]byte, error) {
	cells := len(b.Models) * len(b.Questions)
	head := packedHead{
		Task: b.Task, Models: b.Models, Questions: b.Questions, Groups: b.Groups, Top: b.top, Trials: b.trials,
		Counts: b.Counted() || len(b.cells) > maxBytes,
	}
	if b.Unequal() {
		head.Trials = 0
	}
	if head.Counts && (b.Unequal() || 2*cells*b.top > maxBytes) {
		return nil, nil
	}
	line, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	out := append(line, '\n')
	if head.Counts {
		tally := b.TallyAll()
		for m := range b.Models {
			out, _ = binary.Append(out, binary.LittleEndian, tally.Row(m)) // numbers are always written
		}
		return out, nil
	}
	for i := range cells * min(1, len(b.ends)) {
		out = binary.LittleEndian.AppendUint16(out, uint16(len(b.Row(i/len(b.Questions), i%len(b.Questions)))))
	}
	return append(out, b.cells...), nil
}

var errPacked = errors.New("its data is damaged")

// Unpack returns the board that Pack packed. If Pack stored counts, the order of the
// trials is lost. Unpack fails if data is missing, out of range or left over.
func Unpack(packed []byte) (*Board, error) {
	var head packedHead
	line, body, _ := bytes.Cut(packed, []byte("\n"))
	if err := json.Unmarshal(line, &head); err != nil {
		return nil, fmt.Errorf("cannot unpack the board: %w", err)
	}
	b, err := head.board(body)
	if err != nil {
		return nil, fmt.Errorf("cannot unpack the board: %w", err)
	}
	if b.Task, b.Groups = head.Task, head.Groups; b.Groups != nil && len(b.Groups) != len(b.Questions) {
		return nil, fmt.Errorf("cannot unpack the board: %w", errPacked)
	}
	return b, nil
}

// board makes the board of the outcomes or counts that follow the first line.
func (h packedHead) board(body []byte) (*Board, error) {
	cells := product(len(h.Models), len(h.Questions))
	switch size := uint64(len(body)); {
	case h.Top < 1 || h.Top >= MaxCategories || h.Trials < 0 || h.Trials > MaxTrials:
		return nil, errPacked
	case h.Counts && product(int(cells), 2*h.Top) == size:
		return h.boardOfCounts(body)
	case !h.Counts && h.Trials > 0 && product(int(cells), h.Trials) == size:
		b, err := NewBoard(h.Models, h.Questions, h.Trials, h.Top)
		return b, errors.Join(err, b.fill(body))
	case !h.Counts && h.Trials == 0 && 2*cells <= size:
		trials := make([]int, cells)
		for i := range trials {
			trials[i] = int(binary.LittleEndian.Uint16(body[2*i:]))
		}
		b, err := NewUnequalBoard(h.Models, h.Questions, trials, h.Top)
		return b, errors.Join(err, b.fill(body[2*cells:]))
	}
	return nil, errPacked
}

// fill sets all outcomes of a board. It fails if b is nil or if the outcomes do not
// fit.
func (b *Board) fill(outcomes []uint8) error {
	if b == nil || len(outcomes) != len(b.cells) || slices.ContainsFunc(outcomes, func(v uint8) bool { return int(v) > b.top }) {
		return errPacked
	}
	copy(b.cells, outcomes)
	return nil
}

// boardOfCounts makes a board that stores only counts. It reads the counts from the
// data after the first line of a packed board.
func (h packedHead) boardOfCounts(body []byte) (*Board, error) {
	t := NewTally(len(h.Models), len(h.Questions), h.Top)
	t.Trials = h.Trials
	for cell := range len(t.counts) / h.Top {
		sum := 0
		for j := range h.Top {
			n := int(binary.LittleEndian.Uint16(body[2*(cell*h.Top+j):]))
			t.Add(cell/len(h.Questions), cell%len(h.Questions), j+1, n)
			sum += n
		}
		if sum > h.Trials {
			return nil, errPacked
		}
	}
	return newCounted(h.Models, h.Questions, t)
}
