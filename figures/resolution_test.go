package figures

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image/png"
	"math"
	"testing"
)

// Chunks are read here by the layout in the PNG specification: length, type, data, CRC.
func TestPNGStatesItsResolution(t *testing.T) {
	f := one(straight("a", 1, 2, 3))
	f.Width = 100
	written := render(t, f, PNG)
	picture, err := png.Decode(bytes.NewReader(written))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for rest := written[8:]; len(rest) > 0; {
		length := binary.BigEndian.Uint32(rest)
		kind, data := string(rest[4:8]), rest[8:8+length]
		if got, want := binary.BigEndian.Uint32(rest[8+length:]), crc32.ChecksumIEEE(rest[4:8+length]); got != want {
			t.Errorf("chunk %s has the CRC %x, want %x", kind, got, want)
		}
		if kind == "IDAT" && found == 0 {
			t.Error("image data before pHYs")
		}
		if rest = rest[12+length:]; kind != "pHYs" {
			continue
		}
		found++
		x, y, unit := binary.BigEndian.Uint32(data), binary.BigEndian.Uint32(data[4:]), data[8]
		if x != 7559 || y != 7559 || unit != 1 { // 192 / 0.0254 = 7559.06
			t.Errorf("%d × %d dots per unit %d, want 7559 per metre", x, y, unit)
		}
		if mm := 1000 * float64(picture.Bounds().Dx()) / float64(x); math.Abs(mm-100) > 0.2 {
			t.Errorf("the picture is %g mm wide, want 100", mm)
		}
	}
	if found != 1 {
		t.Errorf("%d chunks pHYs, want 1", found)
	}
}
