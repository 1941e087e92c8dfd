package results

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"settle/internal/quoted"
)

// maxDirectory limits the directory of a zip file, in bytes. It allows some tens of
// thousands of entries.
const maxDirectory = 1 << 22

// openZip opens a zip file. It checks that each name in the directory equals the name
// in the entry's own header, because no checksum covers the names.
func openZip(r io.ReaderAt, size int64) (*zip.Reader, error) {
	limited := &directoryLimit{r: r, left: maxDirectory}
	archive, err := zip.NewReader(limited, size)
	if err != nil {
		return nil, err
	}
	limited.opened = true
	for _, entry := range archive.File {
		if err := checkEntryName(r, entry); err != nil {
			return nil, fmt.Errorf("entry %s: %w", quoted.Text(entry.Name), err)
		}
	}
	return archive, nil
}

// A directoryLimit limits how many bytes of a zip file are read for its directory.
type directoryLimit struct {
	r      io.ReaderAt
	left   int
	opened bool
}

// ReadAt implements io.ReaderAt.
func (d *directoryLimit) ReadAt(p []byte, at int64) (int, error) {
	if !d.opened {
		d.left -= len(p)
	}
	if d.left < 0 {
		return 0, fmt.Errorf("its directory has more than %d bytes", maxDirectory)
	}
	return d.r.ReadAt(p, at)
}

var errOtherName = errors.New("the zip directory and the header of the entry give different names")

// checkEntryName fails if an entry's name in the directory differs from the name in the
// entry's own header. The header is before the entry's data. It consists of 30 bytes,
// the name and extra data. The last four of the 30 bytes hold the lengths of the name
// and of the extra data.
func checkEntryName(r io.ReaderAt, entry *zip.File) error {
	const fixed, signature = 30, "PK\x03\x04"
	data, err := entry.DataOffset()
	if err != nil {
		return err
	}
	for _, extra := range []int64{64, 1<<16 - 1} { // the second size is rarely needed
		before := make([]byte, min(data, fixed+int64(len(entry.Name))+extra))
		if _, err := r.ReadAt(before, data-int64(len(before))); err != nil {
			return err
		}
		for at := len(before) - fixed - len(entry.Name); at >= 0; at-- {
			rest := before[at:]
			if !bytes.HasPrefix(rest, []byte(signature)) {
				continue
			}
			nameLength := int(binary.LittleEndian.Uint16(rest[fixed-4:]))
			extraLength := int(binary.LittleEndian.Uint16(rest[fixed-2:]))
			if len(rest) != fixed+nameLength+extraLength {
				continue
			}
			if string(rest[fixed:fixed+nameLength]) != entry.Name {
				return errOtherName
			}
			return nil
		}
	}
	return errOtherName // the lengths differ
}

// openEntry opens an entry of a zip file and verifies its checksum at the end. Package
// zip ignores a checksum of zero, so zeroSum verifies it.
func openEntry(entry *zip.File) (io.ReadCloser, error) {
	r, err := entry.Open()
	if err != nil || entry.CRC32 != 0 {
		return r, err
	}
	return &zeroSum{ReadCloser: r}, nil
}

// A zeroSum reads an entry whose checksum is zero and verifies that checksum.
type zeroSum struct {
	io.ReadCloser
	sum uint32
}

func (z *zeroSum) Read(p []byte) (int, error) {
	n, err := z.ReadCloser.Read(p)
	z.sum = crc32.Update(z.sum, crc32.IEEETable, p[:n])
	if err == io.EOF && z.sum != 0 {
		err = zip.ErrChecksum
	}
	return n, err
}
