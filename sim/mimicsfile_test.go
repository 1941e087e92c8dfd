package sim_test

import (
	"bytes"
	"math"
	"reflect"
	"strings"
	"testing"

	"settle/internal/tests/mutants"
	"settle/sim"
)

const styleHeader = "model,ability,boxed_correct,boxed_wrong,verbosity,degenerate,bpt,doubt,persuasion,off_task,surprise,brittleness\n"

// What Write writes, ReadMimics reads, and the seed draws the questions again.
func TestMimicsFileRoundTrip(t *testing.T) {
	for _, name := range []string{"fig7", "12x30"} {
		m := named(t, name, 5)
		var file bytes.Buffer
		if err := m.Write(&file); err != nil {
			t.Fatal(err)
		}
		back, err := sim.ReadMimics(&file, "styles.csv", 5)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m, back) {
			t.Errorf("%s: read %+v, wrote %+v", name, back, m)
		}
		if !strings.HasPrefix(name, "fig7") {
			continue
		}
		other := named(t, name, 6)
		if !reflect.DeepEqual(m.Models, other.Models) || reflect.DeepEqual(m.Questions, other.Questions) {
			t.Errorf("%s: the seed draws the questions, and them alone", name)
		}
	}
}

// Columns may stand in any order, and every number goes to its field.
func TestReadMimicsFields(t *testing.T) {
	file := "note,brittleness,surprise,off_task,persuasion,doubt,bpt,degenerate,verbosity,boxed_wrong,boxed_correct,ability,model\n" +
		"x,11,10,0.9,8,7,6,0.5,4,0.3,0.2, 1,m\n"
	m, err := sim.ReadMimics(strings.NewReader(file), "m.csv", 1)
	if err != nil {
		t.Fatal(err)
	}
	want := sim.Mimic{
		Name: "m", Ability: 1, BoxedCorrect: 0.2, BoxedWrong: 0.3, Verbosity: 4, Degenerate: 0.5, BPT: 6, Doubt: 7,
		Persuasion: 8, OffTask: 0.9, Surprise: 10, Brittleness: 11,
	}
	if len(m.Models) != 1 || m.Models[0] != want || len(m.Questions) != 30 {
		t.Errorf("read %+v on %d questions", m.Models, len(m.Questions))
	}
}

func TestReadMimicsErrors(t *testing.T) {
	const good = "m,1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,1.1\n"
	for name, c := range map[string]struct{ file, want string }{
		"empty":        {"", "m.csv: is empty; the file needs the columns model, ability, boxed_correct, "},
		"no column":    {"model,ability\n", `m.csv:1: no column is named "boxed_correct"`},
		"no rows":      {styleHeader, "m.csv: no rows"},
		"no number":    {styleHeader + strings.Replace(good, "0.6", "x", 1), `m.csv:2: bpt "x" is not a number from 0.001 to 20`},
		"hexadecimal":  {styleHeader + strings.Replace(good, "0.6", "0x1p-1", 1), `m.csv:2: bpt "0x1p-1" is not a number from 0.001 to 20`},
		"NaN":          {styleHeader + strings.Replace(good, "0.7", "NaN", 1), `m.csv:2: doubt "NaN" is not a number from 0.01 to 100`},
		"above 1":      {styleHeader + strings.Replace(good, "0.9", "1.5", 1), `m.csv:2: off_task "1.5" is not a number from 0 to 1`},
		"no length":    {styleHeader + strings.Replace(good, "0.4", "0", 1), `m.csv:2: verbosity "0" is not a number from 0.0001 to 10`},
		"no name":      {styleHeader + good[1:], "m.csv:2: a model has no name"},
		"twice":        {styleHeader + good + good, `m.csv:3: model "m" appears twice`},
		"too few":      {styleHeader + "m,1\n", "m.csv:2: 2 fields, but the header has 12"},
		"not UTF-8":    {styleHeader + "\xff" + good, `m.csv:2: model "\xffm" is not UTF-8`},
		"long":         {styleHeader + strings.Replace(good, "0.6", strings.Repeat("9", 9999), 1), `m.csv:2: bpt "` + strings.Repeat("9", 100) + `"… is not a number from 0.001 to 20`},
		"an open text": {styleHeader + "\"m", `m.csv:2: extraneous or missing " in quoted-field`},
	} {
		_, err := sim.ReadMimics(strings.NewReader(c.file), "m.csv", 1)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
	if _, err := sim.ReadMimics(mutants.Endless("\x00"), "m.csv", 1); err == nil || !strings.HasPrefix(err.Error(), "m.csv: record of more than 1048576 bytes; check for an unclosed quote or a format other than CSV; the file needs the columns model, ability, ") {
		t.Errorf("zeros without an end: error %v", err)
	}
	many := styleHeader
	for i := range 1001 {
		many += strings.Replace(good, "m", strings.Repeat("m", i+1), 1)
	}
	if _, err := sim.ReadMimics(strings.NewReader(many), "m.csv", 1); err == nil || err.Error() != "m.csv:1002: more than 1000 models" {
		t.Errorf("a thousand and one: error %v", err)
	}
}

// Whatever the file, ReadMimics fails in one line that names it, or its mimics
// can be written and read again, and used: all chances and thresholds exist.
func FuzzReadMimics(f *testing.F) {
	f.Add(styleHeader + "m,1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,1.1\nn,-20,0,1,10,1,20,100,-20,1,100,20\n")
	f.Add(styleHeader + "\"a\nb\",20,1,1,0.0001,0,0.001,0.01,20,0,0.01,-20\n")
	f.Add("\ufeff" + styleHeader + "m,1e999,,,\n")
	f.Add("model\n")
	f.Add("model,ability\r")
	f.Add(styleHeader + "\xff,1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,1.1\n")
	f.Add(styleHeader + "m," + strings.Repeat("1", 2000) + ",0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1,1.1\n")
	f.Fuzz(func(t *testing.T, file string) {
		m := checkMimics(t, file)
		if m == nil || len(m.Models) > 20 {
			return
		}
		limits := m.Thresholds()
		for _, mean := range m.Means(ownSchema(t), &limits) {
			if !(mean >= -1-1e-9 && mean <= 3+1e-9) { // the range of the weights
				t.Errorf("a mean of %v", mean)
			}
		}
	})
}

// checkMimics returns the mimics of a file, nil if it has none.
func checkMimics(t *testing.T, file string) *sim.Mimics {
	m, err := sim.ReadMimics(strings.NewReader(file), "m.csv", 1)
	if err != nil {
		if wrong := mutants.CheckMessage(err, "m.csv"); wrong != nil {
			t.Error(wrong)
		}
		return nil
	}
	var written bytes.Buffer
	if err := m.Write(&written); err != nil {
		t.Fatal(err)
	}
	back, err := sim.ReadMimics(&written, "m.csv", 1)
	if strings.Contains(file, "\r") { // CSV takes \r\n for \n, in names, too
		return m
	}
	if err != nil || !reflect.DeepEqual(m, back) {
		t.Errorf("read again: %v, %+v instead of %+v", err, back, m)
	}
	return m
}

func TestNamedMimics(t *testing.T) {
	m := named(t, "4x9:2", 1)
	if len(m.Models) != 4 || len(m.Questions) != 9 || m.Models[0].Name != "LLM1" || m.Questions[8].Name != "question9" {
		t.Errorf("4x9: %+v", m)
	}
	for i, want := range []float64{-1, -1.0 / 3, 1.0 / 3, 1} { // evenly over 2 logits
		if got := m.Models[i].Ability; math.Abs(got-want) > 1e-12 {
			t.Errorf("ability %d is %v, want %v", i, got, want)
		}
	}
	if !reflect.DeepEqual(m, named(t, "4x9:2", 1)) || reflect.DeepEqual(m.Models, named(t, "4x9:2", 2).Models) {
		t.Error("the styles do not depend on the seed alone")
	}
	for name, want := range map[string]string{
		"0x3":      "mimics require at least one model and one question, not 0 and 3",
		"1000x31":  "1000 models × 31 questions exceed the limit of 1000 models or of 30000 pairs of a model and a question",
		"1001x1":   "1001 models × 1 questions exceed the limit of 1000 models or of 30000 pairs of a model and a question",
		"5x3:21":   "spread is 21 logits; it must be from 0 to 20",
		"5x3:-0.1": "spread is -0.1 logits; it must be from 0 to 20",
	} {
		if _, ok, err := sim.NamedMimics(name, 1); !ok || err == nil || err.Error() != want {
			t.Errorf("%s: %v, error %v, want %s", name, ok, err, want)
		}
	}
	for _, name := range []string{"", "fig8", "paper", "styles.csv", "5x"} {
		if _, ok, err := sim.NamedMimics(name, 1); ok || err != nil {
			t.Errorf("%q: %v, %v; want no such name", name, ok, err)
		}
	}
}
