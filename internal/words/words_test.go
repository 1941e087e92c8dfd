package words_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"settle/internal/words"
)

func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		"":                             nil,
		"  ":                           nil,
		"./mine.py  a\tb":              {"./mine.py", "a", "b"},
		"'/my programs/mine.py' --x":   {"/my programs/mine.py", "--x"},
		`python3 "it's here/a.py" ''`:  {"python3", "it's here/a.py", ""},
		`/my' 'programs/a.py`:          {"/my programs/a.py"},
		`C:\programs\a.exe --say "\n"`: {`C:\programs\a.exe`, "--say", `\n`},
	} {
		if got, err := words.Split(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q is split into %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{`'a b`, `a "`} {
		if got, err := words.Split(text); err == nil {
			t.Errorf("%q is split into %q", text, got)
		}
	}
}

func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.StringMatching(`[ab '"\\]{0,5}`)).Draw(t, "words")
		if got, err := words.Split(words.Join(want)); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q joined is %q and split %q, %v", want, words.Join(want), got, err)
		}
	})
}

func TestName(t *testing.T) {
	for text, want := range map[string][2]string{
		"mine=./a.py b=c": {"mine", "./a.py b=c"},
		"./a.py --x=y":    {"", "./a.py --x=y"},
		"=a":              {"", "=a"},
		"my-2.0=a":        {"my-2.0", "a"},
		"dir/a=b":         {"", "dir/a=b"},
	} {
		if name, command := words.Name(text); name != want[0] || command != want[1] {
			t.Errorf("%q is %q and %q, want %q", text, name, command, want)
		}
	}
}
