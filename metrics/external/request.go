package external

import (
	"encoding/base64"
	"encoding/binary"
	"strconv"

	"settle/results"
)

// appendRequest appends a request to b as one line of JSON, for one board or for a
// batch.
func (p *process) appendRequest(b []byte, ts []*results.Tally, batched bool) []byte {
	b = strconv.AppendInt(append(b, `{"id":`...), int64(p.id), 10)
	if !batched {
		b = appendTrials(append(b, `,"trials":`...), ts[0])
	}
	b = p.appendCommon(b, ts[0])
	switch {
	case !batched:
		b = appendCounts(append(b, `,"counts":`...), ts[0])
	case p.packs:
		b = p.appendPacked(b, ts)
	default:
		b = append(b, `,"boards":`...)
		for i, t := range ts {
			b = appendTrials(append(append(b, separator(i)), `{"trials":`...), t)
			b = append(appendCounts(append(b, `,"counts":`...), t), '}')
		}
		b = append(b, ']')
	}
	return append(b, "}\n"...)
}

// appendTrials appends the number of trials of a board. For an unequal board this is
// the largest number of any question.
func appendTrials(b []byte, t *results.Tally) []byte {
	return strconv.AppendInt(b, int64(t.MostTrials()), 10)
}

// appendCommon appends to a request the fields that are the same for all boards of one
// shape.
func (p *process) appendCommon(b []byte, t *results.Tally) []byte {
	b = strconv.AppendInt(append(b, `,"categories":`...), int64(t.Top)+1, 10)
	if len(p.weights) == t.Top+1 {
		b = append(b, `,"weights":`...)
		for category, worth := range p.weights {
			b = strconv.AppendFloat(append(b, separator(category)), worth, 'g', -1, 64)
		}
		b = append(b, ']')
	}
	if t.Unequal() {
		b = append(b, `,"unequal":true`...)
	}
	return append(b, `,"confidence":0.95`...)
}

// appendCounts appends the counts of a board by model, question and category.
func appendCounts(b []byte, t *results.Tally) []byte {
	for model := range t.Models {
		b = append(b, separator(model))
		row := t.Row(model)
		for q := range t.Questions {
			counts := row[q*t.Top : (q+1)*t.Top]
			b = strconv.AppendInt(append(b, separator(q), '['), int64(countLowest(t, model, q, counts)), 10)
			for _, count := range counts {
				b = strconv.AppendInt(append(b, ','), int64(count), 10)
			}
			b = append(b, ']')
		}
		b = append(b, ']')
	}
	return append(b, ']')
}

// appendPacked appends several boards as one text: all counts in 16 bits each, encoded
// as base64.
func (p *process) appendPacked(b []byte, ts []*results.Tally) []byte {
	b = append(b, `,"trials":`...)
	for i, t := range ts {
		b = appendTrials(append(b, separator(i)), t)
	}
	b = append(b, `],"shape":`...)
	for i, size := range [...]int{len(ts), ts[0].Models, ts[0].Questions, ts[0].Top + 1} {
		b = strconv.AppendInt(append(b, separator(i)), int64(size), 10)
	}
	p.packed = p.packed[:0]
	for _, t := range ts {
		p.packed = packCounts(p.packed, t)
	}
	b = base64.StdEncoding.AppendEncode(append(b, `],"packed":"`...), p.packed)
	return append(b, '"')
}

// packCounts appends the counts of a board as 16-bit integers, little endian.
func packCounts(b []byte, t *results.Tally) []byte {
	for model := range t.Models {
		row := t.Row(model)
		for q := range t.Questions {
			counts := row[q*t.Top : (q+1)*t.Top]
			b = binary.LittleEndian.AppendUint16(b, uint16(countLowest(t, model, q, counts)))
			for _, count := range counts {
				b = binary.LittleEndian.AppendUint16(b, count)
			}
		}
	}
	return b
}

// countLowest returns the number of trials of a question in category 0, computed from the
// counts of categories 1..C.
func countLowest(t *results.Tally, model, question int, counts []uint16) int {
	rest := t.TrialsOf(model, question)
	for _, count := range counts {
		rest -= int(count)
	}
	return rest
}

// separator returns the byte that precedes the list element with the given index.
func separator(index int) byte {
	if index == 0 {
		return '['
	}
	return ','
}
