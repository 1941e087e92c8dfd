package results

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
)

// Digest is the SHA-256, in hexadecimal digits, of all that is on the board: the names of
// models, questions and groups, and the outcomes. Boards of equal content have equal
// digests, whatever files they were read from; the name of the task is no part of it. Of
// a counted board it is that of the counts: it has no order of trials to be equal.
func (b *Board) Digest() string {
	digest := sha256.New()
	for _, names := range [][]string{b.Models, b.Questions, b.Groups} {
		fmt.Fprintf(digest, "%d\n", len(names))
		for _, name := range names {
			fmt.Fprintf(digest, "%d %s\n", len(name), name)
		}
	}
	fmt.Fprintf(digest, "%d categories\n", b.top+1)
	if b.Counted() {
		fmt.Fprintf(digest, "counts of %d trials\n", b.trials)
		var row []byte
		for model := range b.Models {
			row = row[:0]
			for _, count := range b.counts.Row(model) {
				row = binary.LittleEndian.AppendUint16(row, count)
			}
			digest.Write(row)
		}
		return hex.EncodeToString(digest.Sum(nil))
	}
	for model := range b.Models {
		for question := range b.Questions {
			row := b.Row(model, question)
			writeLength(digest, len(row))
			digest.Write(row)
		}
	}
	return hex.EncodeToString(digest.Sum(nil))
}

func writeLength(w io.Writer, n int) {
	var length [8]byte
	binary.LittleEndian.PutUint64(length[:], uint64(n))
	w.Write(length[:])
}
