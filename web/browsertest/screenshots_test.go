package browsertest_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

var update = flag.Bool("update", false, "write the pictures of docs/images anew that changed visibly")

// The largest that a picture of docs/images may be.
const (
	pictureWidth = 900     // pixels
	pictureBytes = 150_000 // bytes
)

// pictures are those of docs/images: what is open, and which part of it is taken.
var pictures = []struct {
	name   string
	screen string // of the app; "" for the report of stand-in:aime25
	height int    // of what is seen, in pixels
	part   string // the selector of what is taken instead, "" for the top
}{
	{"report.png", "", 1000, ""},
	{"report-pairs.png", "", 0, `figure:has(a[download="pairs.csv"])`},
	{"report-settling.png", "", 0, `figure:has(a[download="settled.csv"])`},
	{"app-story.png", "#story", 1000, ""},
	{"app-coins.png", "#coins", 1250, ""},
	{"app-pair.png", "#pair", 1200, ""},
	{"app-priors.png", "#priors", 1350, ""},
	{"app-results.png", "#results?example=stand-in:aime25", 1250, ""},
}

// The pictures of docs/images are there, small, and used by the guide; with -update they
// are taken.
func TestPictures(t *testing.T) {
	guide, err := os.ReadFile(filepath.Join(root, "docs", "guide.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range pictures {
		path := filepath.Join(root, "docs", "images", s.name)
		if *update {
			takePicture(t, path, s.screen, s.height, s.part)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Errorf("%v: go test ./web/browsertest -run Pictures -update takes it", err)
			continue
		}
		config, err := png.DecodeConfig(bytes.NewReader(content))
		if err != nil || config.Width > pictureWidth || len(content) > pictureBytes {
			t.Errorf("%s is %d pixels wide and of %d bytes, %v", s.name, config.Width, len(content), err)
		}
		if !strings.Contains(string(guide), "](images/"+s.name+")") {
			t.Errorf("the guide does not show %s", s.name)
		}
	}
}

func takePicture(t *testing.T, path, screen string, height int, part string) {
	v := view{width: pictureWidth, height: max(height, 900), still: true}
	var p *tab
	if screen != "" {
		p = openApp(t, screen, v)
	} else {
		p = opened(t, fileURL(reportOf(t, "stand-in:aime25").page), v)
	}
	params := page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng}
	if part != "" {
		p.eval(`document.querySelectorAll(".folded > details").forEach(e => { e.open = true; })`, nil)
		p.call(&params.Clip, `selector => {
			const r = document.querySelector(selector).getBoundingClientRect();
			return { x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height, scale: 1 };
		}`, part)
		beyond := true
		params.CaptureBeyondViewport = &beyond
	}
	taken, err := png.Decode(bytes.NewReader(command(p, page.CaptureScreenshot, params).Data))
	if err != nil {
		t.Fatal(err)
	}
	if before, err := os.ReadFile(path); err == nil {
		if old, err := png.Decode(bytes.NewReader(before)); err == nil && alike(old, taken) {
			return
		}
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, fewColours(taken)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d bytes", path, b.Len())
}

// alike tells whether two pictures look the same: of one size, and but for one pixel in a
// thousand no channel of a pixel differs by an eighth of its range.
func alike(a, b image.Image) bool {
	if a.Bounds() != b.Bounds() {
		return false
	}
	others, all := 0, 0
	each(a, func(x, y int, of color.RGBA) {
		with := color.RGBAModel.Convert(b.At(x, y)).(color.RGBA)
		if all++; apartBy(of, with) > 32 {
			others++
		}
	})
	return others*1000 <= all
}

func apartBy(a, b color.RGBA) int {
	away := func(x, y uint8) int { return max(int(x)-int(y), int(y)-int(x)) }
	return max(away(a.R, b.R), away(a.G, b.G), away(a.B, b.B))
}

func each(of image.Image, do func(x, y int, c color.RGBA)) {
	for y := of.Bounds().Min.Y; y < of.Bounds().Max.Y; y++ {
		for x := of.Bounds().Min.X; x < of.Bounds().Max.X; x++ {
			do(x, y, color.RGBAModel.Convert(of.At(x, y)).(color.RGBA))
		}
	}
}

// fewColours is a picture in its 256 most frequent colours, which a page in few colours
// looks the same in, and takes a third of the bytes.
func fewColours(of image.Image) *image.Paletted {
	count := map[color.RGBA]int{}
	each(of, func(_, _ int, c color.RGBA) { count[c]++ })
	frequent := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return slices.Compare([]uint8{a.R, a.G, a.B, a.A}, []uint8{b.R, b.G, b.B, b.A})
	})
	var palette color.Palette
	for _, c := range frequent[:min(256, len(frequent))] {
		palette = append(palette, c)
	}
	nearest := map[color.RGBA]uint8{}
	out := image.NewPaletted(of.Bounds(), palette)
	each(of, func(x, y int, c color.RGBA) {
		index, ok := nearest[c]
		if !ok {
			index = uint8(palette.Index(c))
			nearest[c] = index
		}
		out.SetColorIndex(x, y, index)
	})
	return out
}
