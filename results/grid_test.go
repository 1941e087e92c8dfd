package results

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// pair is a value of two columns, the second of which a file may lack.
type pair struct{ x, y float64 }

var pairs = Values[pair]{
	Columns: []Column{{Name: "x"}, {Name: "y", Optional: true}},
	Bind: func(h *Header) (func([]Field) (pair, error), error) {
		if h.Has("z") {
			return nil, errors.New("z is not among the columns")
		}
		hasY := h.Has("y")
		return func(fields []Field) (pair, error) {
			x, ok := fields[0].Float()
			if !ok {
				return pair{}, fields[0].Not("x", "a number")
			}
			y, ok := fields[1].Float()
			if !ok {
				return pair{}, fields[1].Not("y", "a number")
			}
			if hasY == (fields[1].kind == absent) {
				return pair{}, fmt.Errorf("y is bound as %t", hasY)
			}
			return pair{x, y}, nil
		}, nil
	},
}

func samePairs(a, b pair) bool {
	return a.x == b.x && (a.y == b.y || math.IsNaN(a.y) && math.IsNaN(b.y))
}

func TestReadGrid(t *testing.T) {
	nan := math.NaN()
	for name, test := range map[string]struct {
		data string
		want []pair
	}{
		"CSV with y":    {"y,model,question,trial,x,z\n 2 ,a,q,7,1,8\n,a,q,3,TRUE,9\n", []pair{{1, nan}, {1, 2}}},
		"CSV without y": {"model,question,trial,x\na,q,7,1\na,q,3,2\n", []pair{{2, nan}, {1, nan}}},
		"JSONL with y in some lines": {`{"model":"a","question":"q","trial":1,"x":1}
{"model":"a","question":"q","trial":2,"x":2,"y":3}
{"y":null,"model":"a","question":"q","trial":3,"x":false,"z":1}
{"model":"a","question":"q","trial":4,"x":0.5}`, []pair{{1, nan}, {2, 3}, {0, nan}, {0.5, nan}}},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "grid")
			if err := os.WriteFile(path, []byte(gzipped(t, test.data)), 0o600); err != nil {
				t.Fatal(err)
			}
			g, err := ReadGrid(path, ReadOptions{}, pairs)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(g.Models, []string{"a"}) || !slices.Equal(g.Questions, []string{"q"}) || g.Trials != len(test.want) ||
				!slices.EqualFunc(g.Cells, test.want, samePairs) {
				t.Errorf("got %+v, want cells %v", g, test.want)
			}
			if err := g.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestBadGrids(t *testing.T) {
	for _, test := range []struct{ name, data, want string }{
		{"no column", "model,question,trial,y\na,q,1,1\n", `x:1: the header has no column "x": "model", "question", "trial", "y"`},
		{"no key", `{"model":"a","question":"q","trial":1}`, `x:1: the line has no key "x"`},
		{"value", "model,question,trial,x\na,q,1,one\n", `x:2: x "one" is not a number`},
		{"NPZ", zipped(t, entry{"R.npy", npyArray("|i1", false, "(1, 1, 1)", 0)}), "x: is NPZ, which holds only outcomes; use CSV or JSONL"},
		{"gzip of NPZ", gzipped(t, zipped(t, entry{"R.npy", "x"})), "x: is NPZ, which holds only outcomes; use CSV or JSONL"},
		{"lone surrogate", `{"model":"\ud800","question":"q","trial":1,"x":1}`,
			"x:1: is not a JSON object: jsontext: invalid surrogate pair `\\ud800\",\"que` in string within \"/model\" after offset 10"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := ReadGridFrom(strings.NewReader(test.data), "x", ReadOptions{}, pairs)
			wantError(t, err, test.want)
		})
	}
	_, err := ReadGrid("absent.csv", ReadOptions{}, pairs)
	wantError(t, err, "absent.csv: no such file or directory")
}

func TestBindErrorsHaveTheirPlace(t *testing.T) {
	refuse := Values[uint8]{
		Columns: []Column{{Name: "y", Optional: true}},
		Bind: func(h *Header) (func([]Field) (uint8, error), error) {
			if h.Has("y") {
				return nil, fmt.Errorf("no y, please: %v", h)
			}
			return func([]Field) (uint8, error) { return 0, nil }, nil
		},
	}
	for _, test := range []struct{ data, want string }{
		{"\n model,question ,trial,y\n", `x:2: no y, please: the header has "model", "question", "trial", "y"`},
		{`{"model":"a","question":"q","trial":1}` + "\n" + `{"model":"a","question":"q","trial":2,"z":0,"\u0079":1}`,
			`x:2: no y, please: the line has "model", "question", "trial", "z", "y"`},
	} {
		_, err := ReadGridFrom(strings.NewReader(test.data), "x", ReadOptions{}, refuse)
		wantError(t, err, test.want)
	}
}

// Fields of JSON are held against package strconv and the table of what counts
// as missing; CSV has no types, so there text may be a number.
func TestFieldFloat(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		text      string // as it stands in the file
		csv, json float64
		csvOK     bool
		jsonOK    bool
	}{
		{"1", 1, 1, true, true},
		{"-2.5e-3", -0.0025, -0.0025, true, true},
		{"12345678901234567890", 12345678901234567890, 12345678901234567890, true, true},
		{"1e999", 0, 0, false, false},
		{`"1_0"`, 0, 0, false, false},
		{`"0x1p-2"`, 0, 0, false, false},
		{`"+.5"`, 0.5, 0, true, false},
		{`" 1. "`, 1, 0, true, false},
		{"true", 1, 1, true, true},
		{"false", 0, 0, true, true},
		{"null", nan, nan, true, true},
		{`""`, nan, nan, true, true},
		{`"NaN"`, nan, nan, true, true},
		{`"1"`, 1, 0, true, false},
		{`"one"`, 0, 0, false, false},
		{"[1]", 0, 0, false, false},
		{"{}", 0, 0, false, false},
	} {
		check := func(format, data string, want float64, wantOK bool) {
			var got float64
			var ok bool
			v := Values[uint8]{Columns: []Column{{Name: "x"}}, Bind: func(*Header) (func([]Field) (uint8, error), error) {
				return func(fields []Field) (uint8, error) {
					got, ok = fields[0].Float()
					return 0, nil
				}, nil
			}}
			if _, err := ReadGridFrom(strings.NewReader(data), "x", ReadOptions{}, v); err != nil {
				t.Fatalf("%s, %s: %v", test.text, format, err)
			}
			if ok != wantOK || ok && got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
				t.Errorf("%s in %s is %v, %t; want %v, %t", test.text, format, got, ok, want, wantOK)
			}
		}
		check("CSV", "model,question,trial,x\na,q,1,"+test.text+"\n", test.csv, test.csvOK)
		check("JSONL", `{"model":"a","question":"q","trial":1,"x":`+test.text+"}\n", test.json, test.jsonOK)
	}
}

// The keys that were bound are those of every line, whatever came before it: the
// values of pairs fail where they are not.
func TestLinesOfChangingKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var want []pair
		for i, hasY := range rapid.SliceOfN(rapid.Bool(), 1, 30).Draw(t, "has y") {
			members := []string{`"model":"a"`, `"question":"q"`, `"trial":` + strconv.Itoa(i), `"x":` + strconv.Itoa(2*i)}
			p := pair{float64(2 * i), math.NaN()}
			if hasY {
				members = append(members, `"y":`+strconv.Itoa(3*i))
				p.y = float64(3 * i)
			}
			fmt.Fprintf(&text, "{%s}\n", strings.Join(rapid.Permutation(members).Draw(t, "members"), ","))
			want = append(want, p)
		}
		g, err := ReadGridFrom(strings.NewReader(text.String()), "x", ReadOptions{}, pairs)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(g.Cells, want, samePairs) {
			t.Fatalf("got %v, want %v", g.Cells, want)
		}
	})
}

func TestWriteJSONL(t *testing.T) {
	b := makeBoard(t, "", []string{"a\"b", "ü"}, []string{"q"}, 2, 2, 0, 2, 1, 0)
	for task, want := range map[string]string{
		"": `{"model":"a\"b","question":"q","trial":1,"outcome":0}
{"model":"a\"b","question":"q","trial":2,"outcome":2}
{"model":"ü","question":"q","trial":1,"outcome":1}
{"model":"ü","question":"q","trial":2,"outcome":0}
`,
		"x\ny": `{"model":"a\"b","question":"q","trial":1,"outcome":0,"task":"x\ny"}
{"model":"a\"b","question":"q","trial":2,"outcome":2,"task":"x\ny"}
{"model":"ü","question":"q","trial":1,"outcome":1,"task":"x\ny"}
{"model":"ü","question":"q","trial":2,"outcome":0,"task":"x\ny"}
`,
	} {
		b.Task = task
		var out bytes.Buffer
		if err := b.WriteJSONL(&out); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("got\n%swant\n%s", out.String(), want)
		}
	}
}
