package figures

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// drawn is what a reader of an SVG finds: its texts, in order of drawing, and
// the outlines and styles of its shapes.
type drawn struct {
	texts []string
	spots []spot // of the texts that are not rotated
	paths []path
}

// spot is where a text begins and how it is set.
type spot struct {
	text, x, y, style string
}

type path struct{ d, style string }

// inspect decodes an SVG, and so fails the test unless it is well-formed.
func inspect(t *testing.T, svg []byte) drawn {
	t.Helper()
	var out drawn
	dec := xml.NewDecoder(bytes.NewReader(svg))
	var at spot
	var looks []string // of the elements that are open
	inText, turned, height := false, false, 0.0
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			attr := map[string]string{}
			for _, a := range tok.Attr {
				attr[a.Name.Local] = a.Value
			}
			look := attr["style"]
			if n := len(looks); n > 0 && look == "" {
				look = looks[n-1]
			}
			looks = append(looks, look)
			switch tok.Name.Local {
			case "svg":
				if box := strings.Fields(attr["viewBox"]); len(box) == 4 {
					height = atof(t, box[3])
				}
			case "text":
				inText, at, turned = true, spot{x: attr["x"], y: attr["y"], style: look}, attr["transform"] != ""
			case "path":
				out.paths = append(out.paths, path{upright(t, attr["d"], height), look})
			case "circle":
				x, y, r := atof(t, attr["cx"]), height-atof(t, attr["cy"]), atof(t, attr["r"])
				out.paths = append(out.paths, path{cornersOf(shapes[0].corners(vg.Length(r), point(x, y))), look})
			}
		case xml.EndElement:
			inText = inText && tok.Name.Local != "text"
			looks = looks[:len(looks)-1]
		case xml.CharData:
			if inText {
				at.text = string(tok)
				out.texts = append(out.texts, at.text)
				if !turned {
					out.spots = append(out.spots, at)
				}
			}
		}
	}
}

// step is a part of a path: one letter and its numbers.
var step = regexp.MustCompile(`([Mhvlz])(-?[0-9.]*)[ ]?(-?[0-9]*\.?[0-9]*)`)

// upright returns a path by the places of its corners, with y upwards: MX,YLX,YZ.
func upright(t *testing.T, d string, height float64) string {
	t.Helper()
	var out strings.Builder
	var x, y float64
	number := func(s string) float64 {
		if s == "" {
			return 0
		}
		return atof(t, s)
	}
	for _, m := range step.FindAllStringSubmatch(d, -1) {
		a, b := number(m[2]), number(m[3])
		switch m[1] {
		case "M":
			x, y = a, b
		case "h":
			x += a
		case "v":
			y += a
		case "l":
			x, y = x+a, y+b
		case "z":
			out.WriteString("Z")
			continue
		}
		fmt.Fprintf(&out, "%s%.6g,%.6g", map[bool]string{true: "M", false: "L"}[m[1] == "M"], x, height-y)
	}
	return out.String()
}

// cornersOf is a closed path.
func cornersOf(corners []vg.Point) string {
	var parts []string
	for _, c := range corners {
		parts = append(parts, fmt.Sprintf("%.5g,%.5g", c.X.Points(), c.Y.Points()))
	}
	return "M" + strings.Join(parts, "L") + "Z"
}

// styled are the paths whose style contains s.
func (d drawn) styled(s string) []path {
	var out []path
	for _, p := range d.paths {
		if strings.Contains(p.style, s) {
			out = append(out, p)
		}
	}
	return out
}

// has tells whether the texts include all of want, in this order.
func (d drawn) has(want ...string) bool {
	i := 0
	for _, s := range d.texts {
		if i < len(want) && s == want[i] {
			i++
		}
	}
	return i == len(want)
}

// many are figures of every kind, for tests of what holds of all of them.
func many() map[string]*Figure {
	out := usual()
	for name, f := range usual() {
		f.Width = 140
		out[name+", 140 mm"] = f
	}
	return out
}

// usual are figures as wide as their panels ask; with -short the smaller ones of each kind.
func usual() map[string]*Figure {
	odd := thirteen(0)
	for i, name := range oddNames {
		odd[i].Name = name
	}
	log := Curves{Title: "(b)", Lines: thirteen(0), LogX: true, Rules: []Rule{{At: 40, Label: "N = 40"}}}
	four := figure2()
	four.Panels = append(four.Panels, log)
	all := map[string]*Figure{
		"figure 2": figure2(),
		"2×2":      four,
		"odd":      {Title: oddNames[0], Caption: oddNames[1], Panels: []Panel{Curves{Title: oddNames[2], XLabel: oddNames[3], YLabel: oddNames[4], Lines: odd}}},
		"board":    {Panels: []Panel{board(31)}},
		"ranked":   {Panels: []Panel{ranked(63)}},
		"log-log":  costs(),
		"boards":   {Panels: []Panel{board(3), board(60), Leaderboard{}, board(1)}},
		"empty":    {Panels: []Panel{Curves{}, Curves{Lines: []Line{{Name: "none"}}, LogX: true}}},
		"pmf":      settling(),
		"map":      {Panels: []Panel{heat("(a)", 11), heat("(b)", 31), heat("(c)", 70)}},
		"odd map":  {Panels: []Panel{HeatMap{Title: oddNames[0], XLabel: oddNames[3], Columns: oddNames[4:5], Rows: []HeatRow{{oddNames[4], []float64{1}}, {oddNames[1], []float64{math.NaN()}}}}}},
		"paths":    {Panels: []Panel{climbing("(a)", 31, 1)}},
		"bumps":    {Panels: []Panel{threeRules(), reordered("(b)", 31, 12), reordered("(c)", 70, 13), reordered("(d)", 1, 1)}},
		"odd bumps": {Panels: []Panel{Bumps{Title: oddNames[0], XLabel: oddNames[3], Columns: []string{oddNames[4], oddNames[1]},
			Rows: []BumpRow{{oddNames[4], []float64{1.5, 1}}, {oddNames[2], []float64{1.5, 2}}}}}},
		"2×2 paths": {Panels: []Panel{
			climbing("(a) AIME'24", 11, 1), climbing("(b) AIME'25", 11, 2), oddPaths(), climbing("(d) two", 2, 3),
		}},
	}
	if testing.Short() {
		for _, large := range []string{"2×2", "ranked", "boards", "map", "bumps", "2×2 paths"} {
			delete(all, large)
		}
	}
	return all
}

// oddNames are names that files may hold and pages must survive: markup,
// quotes, other scripts, control characters, a reversal of direction, invalid
// UTF-8, and a word longer than any line.
var oddNames = []string{
	`<b>&"quoted"'</b>]]>`,
	"模型-7B 🙂",
	"two\nlines\tand\x00\x1b[31m control \u202echaracters",
	"broken \xff UTF-8 \ufffe",
	strings.Repeat("unbroken", 20),
	"⌈τ·k⌉ σ LLM₁₀",
}

// Every SVG must be well-formed, and rendering must not depend on anything
// but the figure: the contract of the package.
func TestSameFigureSameBytes(t *testing.T) {
	for name := range many() {
		if testing.Short() && name != "odd" && name != "odd map, 140 mm" {
			continue // pictures are slow
		}
		first, second := many()[name], many()[name]
		svg := render(t, first, SVG)
		inspect(t, svg)
		if !bytes.Equal(svg, render(t, second, SVG)) {
			t.Errorf("%s: SVG differs between two renderings", name)
		}
		if first.Width == 0 && !bytes.Equal(render(t, first, PNG), render(t, second, PNG)) {
			t.Errorf("%s: PNG differs between two renderings", name)
		}
		if !bytes.Equal(render(t, first, PDF), render(t, second, PDF)) {
			t.Errorf("%s: PDF differs between two renderings", name)
		}
	}
}

// A PNG shows the same page as the SVG at 192 dots per inch: 8/3 as many
// pixels as the SVG has points. Names without foreign glyphs give pages of the
// same size.
func TestPNGSize(t *testing.T) {
	p := figure2().compose(typesetter{})
	img, err := png.Decode(bytes.NewReader(render(t, figure2(), PNG)))
	if err != nil {
		t.Fatal(err)
	}
	got := img.Bounds().Size()
	if want := p.width.Points() * 192 / 72; math.Abs(float64(got.X)-want) > 1 {
		t.Errorf("%d pixels wide, want %.1f", got.X, want)
	}
	if want := p.height.Points() * 192 / 72; math.Abs(float64(got.Y)-want) > 1 {
		t.Errorf("%d pixels high, want %.1f", got.Y, want)
	}
}

// No text may begin left of the page or end right of it, be it ever so long.
func TestNothingCutOff(t *testing.T) {
	size := regexp.MustCompile(`font-size:([0-9.]+)px`)
	for name, f := range many() {
		var ts typesetter
		page := f.compose(ts).width
		spots := inspect(t, render(t, f, SVG)).spots
		if len(spots) == 0 {
			t.Errorf("%s: no text", name)
		}
		for _, s := range spots {
			face := sans(vg.Length(atof(t, size.FindStringSubmatch(s.style)[1])))
			if strings.Contains(s.style, "font-weight:bold") {
				face = bold(face.Size)
			}
			x := vg.Length(atof(t, s.x))
			if end := x + ts.width(face, s.text); x < 0 || end > page {
				t.Errorf("%s: %q reaches from %g to %g of %g points", name, s.text, x, end, page)
			}
		}
	}
}

// Legend, titles, labels and caption of Fig. 2, in the order of the lines. In
// these data no two lines coincide.
func TestTexts(t *testing.T) {
	got := inspect(t, render(t, figure2(), SVG))
	want := []string{"Figure 2", "(a) fresh", "(b) columns", "(c) rows"}
	for _, l := range thirteen(0) {
		want = append(want, l.Name)
	}
	if want = append(want, "stand-in data"); !got.has(want...) {
		t.Errorf("texts are %q,\nwant them to include %q", got.texts, want)
	}
}

// Names appear as they are, but for what cannot be drawn: white space becomes
// a space and a character without a shape a box. The decoder undoes the
// escaping.
func TestOddNames(t *testing.T) {
	got := inspect(t, render(t, many()["odd"], SVG))
	for _, want := range []string{
		`<b>&"quoted"'</b>]]>`,
		"模型-7B 🙂",
		"two lines and□□[31m control □characters",
		"broken □ UTF-8 □",
		"⌈τ·k⌉ σ LLM₁₀",
	} {
		if !slices.Contains(got.texts, want) {
			t.Errorf("no text %q in %q", want, got.texts)
		}
	}
}

// Liberation, which is not on every machine, has the widths of Arial. Names
// that look like styles must not be touched.
func TestFontFallback(t *testing.T) {
	name := `"font-family:Liberation Sans;`
	svg := render(t, one(straight(name, 1, 2)), SVG)
	if !slices.Contains(inspect(t, svg).texts, name) {
		t.Error("the name was altered")
	}
	if bytes.Contains(svg, []byte(`style="font-family:Liberation Sans;`)) {
		t.Error("a text has no fallback font")
	}
}

// What cannot be drawn is said in one line that names the panel and the line,
// and nothing is written.
func TestErrors(t *testing.T) {
	xy := []float64{1, 2}
	for _, tt := range []struct {
		name string
		f    *Figure
		want string
	}{
		{"no panel", &Figure{}, "a figure needs at least one panel"},
		{"nil panel", &Figure{Panels: []Panel{nil}}, "panel 1 is nil"},
		{"too many", &Figure{Panels: make([]Panel, 25)}, "a figure cannot have 25 panels; the most is 24"},
		{"columns", &Figure{Panels: []Panel{Curves{}}, Columns: -1}, "a figure cannot have -1 panels per row"},
		{"mixed", &Figure{Panels: []Panel{Curves{}, Leaderboard{}}}, "a figure cannot mix curves and leaderboards"},
		{"mixed with paths", &Figure{Panels: []Panel{Trajectories{}, Curves{}}}, "a figure cannot mix trajectories and curves"},
		{"lengths", one(Line{Name: "a", X: xy, Y: xy[:1]}), `panel "1": line "a": x has 2 values, but y has 1`},
		{"errors", one(Line{Name: "a", X: xy, Y: xy, SE: xy[:1]}), `panel "1": line "a": y has 2 values, but SE has 1`},
		{"twice", one(straight("a", 1), straight("a", 2)), `panel "1": two lines are named "a"`},
		{"log", &Figure{Panels: []Panel{Curves{Title: "(a)", LogX: true, Lines: []Line{{Name: "a", X: []float64{0, 1}, Y: xy}}}}},
			`panel "(a)": line "a": x = 0 cannot be on a log axis`},
		{"log rule", &Figure{Panels: []Panel{Curves{LogX: true, Rules: []Rule{{At: -1, Label: "r"}}}}}, `panel "1": rule "r": x = -1 cannot be on a log axis`},
		{"log y", &Figure{Panels: []Panel{Curves{LogY: true, Lines: []Line{{Name: "a", X: xy, Y: []float64{math.NaN(), -1}}}}}},
			`panel "1": line "a": y = -1 cannot be on a log axis`},
		{"log y of zero", &Figure{Panels: []Panel{Curves{LogY: true, Lines: []Line{straight("a", 1, 0)}}}}, `panel "1": line "a": y = 0 cannot be on a log axis`},
		{"log y rule", &Figure{Panels: []Panel{Curves{LogY: true, Rules: []Rule{{Horizontal: true, Label: "r"}}}}}, `panel "1": rule "r": y = 0 cannot be on a log axis`},
		{"log y range", &Figure{Panels: []Panel{Curves{LogY: true, YRange: &[2]float64{1, 0}}}}, `panel "1": a log y axis cannot go from 1 to 0`},
		{"rule", &Figure{Panels: []Panel{Curves{Rules: []Rule{{At: math.NaN(), Label: "r"}}}}}, `panel "1": rule "r": cannot be at NaN`},
		{"rule of no line", &Figure{Panels: []Panel{Curves{Rules: []Rule{{At: 1, Line: "b"}}}}}, `panel "1": rule "": no line is named "b"`},
		{"range", &Figure{Panels: []Panel{Curves{YRange: &[2]float64{1, 1}}}}, `panel "1": a y axis cannot go from 1 to 1`},
		{"infinite range", &Figure{Panels: []Panel{Curves{YRange: &[2]float64{0, math.Inf(1)}}}}, `panel "1": a y axis cannot go from 0 to +Inf`},
		{"model twice", &Figure{Panels: []Panel{Leaderboard{Entries: make([]Entry, 2)}}}, `panel "1": two models are named ""`},
		{"narrow", &Figure{Panels: []Panel{Curves{}}, Width: 59}, "the figure is 59 mm wide; its width must be between 60 and 2000 mm"},
		{"observed", &Figure{Panels: []Panel{Leaderboard{Entries: []Entry{{Model: "m", Observed: math.Inf(1)}}}}}, `panel "1": model "m": observed score +Inf cannot be drawn`},
		{"ranks", &Figure{Panels: []Panel{Leaderboard{Entries: []Entry{{Model: "m", RankLo: 1, RankHi: 2}}}}}, `panel "1": model "m": ranks 1 to 2: ranks of 1 models are from 1 to 1`},
		{"half a set", &Figure{Panels: []Panel{Leaderboard{Entries: []Entry{{Model: "m", RankLo: 1}}}}}, `panel "1": model "m": ranks 1 to 0: ranks of 1 models are from 1 to 1`},
		{"place", &Figure{Panels: []Panel{Leaderboard{Entries: []Entry{{Model: "m", Place: 2}}}}}, `panel "1": model "m": rank 2: ranks of 1 models are from 1 to 1`},
		{"interval", &Figure{Panels: []Panel{Leaderboard{Entries: []Entry{{Model: "m", Score: 0.5}}}}}, `panel "1": model "m": interval 0 to 0 does not contain the score 0.5`},
		{"score", &Figure{Panels: []Panel{Leaderboard{Entries: []Entry{{Model: "m", Score: math.Inf(1)}}}}}, `panel "1": model "m": score +Inf cannot be drawn`},
		{"path twice", paths([]int{1}, Path{Model: "m", Ranks: []float64{1}, Gold: 1}, Path{Model: "m", Ranks: []float64{2}, Gold: 2}), `panel "1": two models are named "m"`},
		{"ragged", paths([]int{1, 2}, Path{Model: "m", Ranks: []float64{1}, Gold: 1}), `panel "1": model "m": 1 ranks for 2 numbers of trials`},
		{"no trials", paths(nil, Path{Model: "m", Ranks: []float64{1}, Gold: 1}), `panel "1": model "m": 1 ranks for 0 numbers of trials`},
		{"descending", paths([]int{1, 5, 5}), `panel "1": numbers of trials must ascend, but 5 follows 5`},
		{"zero trials", paths([]int{0, 1}), `panel "1": invalid number of trials 0`},
		{"no rank", paths([]int{7}, Path{Model: "m", Ranks: []float64{math.NaN()}, Gold: 1}), `panel "1": model "m": rank NaN at n = 7: ranks of 1 models are from 1 to 1`},
		{"rank 0", paths([]int{7}, Path{Model: "m", Ranks: []float64{0}, Gold: 1}), `panel "1": model "m": rank 0 at n = 7: ranks of 1 models are from 1 to 1`},
		{"rank 2 of 1", paths([]int{7}, Path{Model: "m", Ranks: []float64{2}, Gold: 1}), `panel "1": model "m": rank 2 at n = 7: ranks of 1 models are from 1 to 1`},
		{"gold", paths([]int{7}, Path{Model: "m", Ranks: []float64{1}}), `panel "1": model "m": gold rank 0: ranks of 1 models are from 1 to 1`},
		{"settled", &Figure{Panels: []Panel{Trajectories{N: []int{1, 2}, Settled: 3}}}, `panel "1": settled at n = 3, but there is no ranking at that n`},
		{"share", &Figure{Panels: []Panel{HeatMap{Columns: []string{"1"}, Rows: []HeatRow{{"m", []float64{1.5}}}}}}, `panel "1": model "m": share 1.5 is not from 0 to 1`},
		{"shares", &Figure{Panels: []Panel{HeatMap{Columns: []string{"1"}, Rows: []HeatRow{{"m", nil}}}}}, `panel "1": model "m": 0 shares for 1 columns`},
		{"bump twice", &Figure{Panels: []Panel{Bumps{Rows: make([]BumpRow, 2)}}}, `panel "1": two models are named ""`},
		{"bump column twice", &Figure{Panels: []Panel{Bumps{Columns: []string{"c", "c"}}}}, `panel "1": two columns are named "c"`},
		{"bump ranks", &Figure{Panels: []Panel{Bumps{Columns: []string{"c"}, Rows: []BumpRow{{"m", nil}}}}}, `panel "1": model "m": 0 ranks for 1 columns`},
		{"bump rank", &Figure{Panels: []Panel{Bumps{Columns: []string{"c"}, Rows: []BumpRow{{"m", []float64{math.NaN()}}}}}}, `panel "1": model "m": rank NaN in column "c": ranks of 1 models are from 1 to 1`},
		{"map twice", &Figure{Panels: []Panel{HeatMap{Rows: make([]HeatRow, 2)}}}, `panel "1": two models are named ""`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			for _, err := range []error{tt.f.Write(&b, SVG), tt.f.Write(&b, PNG), tt.f.WriteData(&b)} {
				if err == nil || err.Error() != tt.want {
					t.Errorf("error is %v, want %s", err, tt.want)
				}
			}
			if b.Len() > 0 {
				t.Error("something was written")
			}
		})
	}
	err := one(straight("a", 1, 2)).Write(io.Discard, "gif")
	if want := `unknown figure format "gif"; formats are svg, png and pdf`; err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

// broken fails as a full disk does.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// Errors of the writer reach the caller unchanged.
func TestWriterFails(t *testing.T) {
	f := one(straight("a", 1, 2))
	for _, err := range []error{f.Write(broken{}, SVG), f.Write(broken{}, PNG), f.WriteData(broken{})} {
		if !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("error is %v", err)
		}
	}
}

// A panel without data says so instead of failing: an experiment of many
// panels must not die of one.
func TestNoData(t *testing.T) {
	nan := math.NaN()
	for name, p := range map[string]Panel{
		"no lines":    Curves{},
		"no points":   Curves{Lines: []Line{{Name: "a"}}},
		"only NaN":    Curves{Lines: []Line{straight("a", nan, nan)}, LogX: true},
		"only Inf":    Curves{Lines: []Line{straight("a", math.Inf(1))}},
		"log-log":     Curves{Lines: []Line{straight("a", nan)}, LogX: true, LogY: true},
		"log range":   Curves{YRange: &[2]float64{0.1, 10}, LogY: true, Lines: []Line{{Name: "a", Fill: true}}},
		"with range":  Curves{YRange: &[2]float64{0, 1}},
		"no models":   Leaderboard{},
		"score-less":  Leaderboard{Entries: []Entry{{Model: "m", Score: nan, Lo: nan, Hi: nan, Observed: nan}}},
		"with a rule": Curves{Rules: []Rule{{At: 3, Label: "r"}}},
		"no steps":    Curves{Lines: []Line{{Name: "a", Step: true, Fill: true}}},
		"no paths":    Trajectories{},
		"no trials":   Trajectories{Paths: []Path{{Model: "a", Gold: 1}, {Model: "b", Gold: 2}}},
		"no map":      HeatMap{},
		"no bumps":    Bumps{},
		"no ranks":    Bumps{Rows: []BumpRow{{Model: "a"}}},
		"no columns":  HeatMap{Rows: make([]HeatRow, 1)},
		"no models 2": Trajectories{N: []int{1, 2}, Settled: 2},
	} {
		f := &Figure{Panels: []Panel{p}}
		if !slices.Contains(inspect(t, render(t, f, SVG)).texts, "no data") {
			t.Errorf("%s: not annotated", name)
		}
		render(t, f, PNG)
	}
}

// The golden file was looked at; it guards against changes that no other test
// notices. Run with -update after looking at the new one.
func TestGolden(t *testing.T) {
	f := &Figure{
		Title:   "Convergence",
		Caption: "stand-in data",
		Panels: []Panel{Curves{
			Title: "(a) AIME'25", XLabel: "n", YLabel: "mean τ", LogX: true,
			Lines: []Line{
				{Name: "bayes", X: []float64{1, 2, 5, 10, 20}, Y: []float64{0.5, 0.7, 0.8, 0.9, 0.95}, SE: []float64{0.05, 0.04, 0.03, 0.02, 0.01}},
				{Name: "pass@2", X: []float64{2, 5, 10, 20}, Y: []float64{0.6, 0.7, math.NaN(), 0.9}},
				{Name: "noisy", Points: true, X: []float64{1, 3, 7}, Y: []float64{0.45, 0.55, 0.75}, SE: []float64{0.05, 0.05, 0.05}},
			},
			Rules: []Rule{{At: 7, Label: "mean"}, {Horizontal: true, At: 0.9, Label: "τ = 0.9", Line: "bayes"}},
		}},
	}
	golden(t, "curves.svg", render(t, f, SVG))
	golden(t, "leaderboard.svg", render(t, &Figure{Panels: []Panel{board(4)}}, SVG))
	golden(t, "trajectories.svg", render(t, &Figure{Panels: []Panel{swaps(), swapsBack()}}, SVG))
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from what is drawn; look at it and run with -update", file)
	}
}
