package figures

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"settle/internal/lists"
)

// leastName is the least number of characters to which a name is shortened, even in a
// narrow column.
const leastName = 5

// A cut is a function that shortens a name to n characters, including an ellipsis. The
// name must have more than n characters.
type cut func(name []rune, n int) string

// headCut returns a cut that keeps the beginning and the end of a name, with an
// ellipsis between them. The beginning has the given number of characters, and the end
// is as long as fits.
func headCut(head int) cut {
	return func(name []rune, n int) string {
		h := min(head, n-1)
		return string(name[:h]) + "…" + string(name[len(name)-(n-1-h):])
	}
}

// windowCut returns a cut that keeps only one part of a name, between two ellipses.
// This part starts at the given index, or earlier if it would reach beyond the name.
// Such a cut distinguishes names that begin and end alike.
func windowCut(from int) cut {
	return func(name []rune, n int) string {
		start := max(1, min(from, len(name)-(n-2)-1))
		return "…" + string(name[start:start+n-2]) + "…"
	}
}

// shortenedAll shortens each name to at most n characters and to a width, where 0 means
// no limit. It cuts names in the middle. If some names then look the same, it cuts
// these at another place, if possible the same for all of them. If no cut distinguishes
// them, it appends numbers.
func (t typesetter) shortenedAll(f font.Font, names []string, n int, width vg.Length) []string {
	out := make([]string, len(names))
	alike, order := map[string][]int{}, []string{}
	for i, name := range names {
		out[i] = t.shortenedTo(f, name, n, width)
		look := t.clean(f, out[i])
		if alike[look] == nil {
			order = append(order, look)
		}
		alike[look] = append(alike[look], i)
	}
	taken := map[string]bool{}
	for _, look := range order {
		taken[look] = true
	}
	for _, look := range order {
		if group := alike[look]; len(group) > 1 {
			t.distinguish(f, names, out, group, taken, n, width)
		}
	}
	return out
}

// distinguish finds distinct short forms for names that look the same when shortened,
// and writes them to out. The group holds the indices of these names. The short forms
// also differ from the forms already taken, and are added to them.
func (t typesetter) distinguish(
	f font.Font, names, out []string, group []int, taken map[string]bool, n int, width vg.Length,
) {
	longest := lists.Max(group, func(i int) int { return utf8.RuneCountInString(names[i]) })
	n = min(n, utf8.RuneCountInString(out[group[0]])+3) // narrow letters can make room for a few more
	for _, c := range cutsOf(longest, utf8.RuneCountInString(out[group[0]])) {
		looks := map[string]bool{}
		var tried []string
		for _, i := range group {
			s := t.cutTo(f, names[i], n, width, c)
			tried = append(tried, s)
			if look := t.clean(f, s); !taken[look] {
				looks[look] = true
			}
		}
		if len(looks) == len(group) {
			for k, i := range group {
				out[i], taken[t.clean(f, tried[k])] = tried[k], true
			}
			return
		}
	}
	for k, i := range group[1:] {
		out[i] = t.uniqueName(f, names[i], k+2, taken, n, width)
		taken[t.clean(f, out[i])] = true
	}
}

// uniqueName returns a short form of a name, with at most n characters and the given
// width, that is not yet in taken. If no cut gives such a form, it appends a number. It
// tries the given number first, and then larger ones.
func (t typesetter) uniqueName(f font.Font, name string, number int, taken map[string]bool, n int, width vg.Length) string {
	middle := t.shortenedTo(f, name, n, width)
	for _, c := range cutsOf(utf8.RuneCountInString(name), utf8.RuneCountInString(middle)) {
		if s := t.cutTo(f, name, n, width, c); !taken[t.clean(f, s)] {
			return s
		}
	}
	for ; ; number++ {
		mark := fmt.Sprintf("~%d", number)
		s := middle + mark
		if width > 0 {
			s = t.shortenedTo(f, name, n, max(1, width-t.width(f, mark))) + mark
		}
		if !taken[t.clean(f, s)] {
			return s
		}
	}
}

// nameLines is the largest number of lines that a name next to a path can take.
const nameLines = 3

// setName returns the short form of a name, followed by a remark, as a block of text.
// If the whole name fits the width in a few lines, broken after hyphens and similar
// characters, the block shows the whole name instead. If width is 0, it always shows
// the short form.
func (t typesetter) setName(short, name, remark string, width vg.Length) block {
	f := sans(nameSize)
	if short == name || width == 0 {
		return t.set(f, short+remark, 0)
	}
	var lines []string
	for rest := t.clean(f, name); rest != ""; {
		end := t.breakOf(f, rest, width)
		if end == 0 || len(lines) == nameLines {
			return t.set(f, short+remark, 0)
		}
		lines, rest = append(lines, strings.TrimSpace(rest[:end])), rest[end:]
	}
	b := block{setter: t, font: f}
	lines[len(lines)-1] += remark
	b.add(lines)
	return b
}

// breakOf returns the length, in bytes, of the longest prefix of a name that fits the
// width and ends where a line can break. It returns 0 if there is no such prefix.
func (t typesetter) breakOf(f font.Font, name string, width vg.Length) int {
	for end := len(name); end > 0; end-- {
		if (end == len(name) || strings.IndexByte("-_/ ", name[end-1]) >= 0) && t.width(f, name[:end]) <= width {
			return end
		}
	}
	return 0
}

// cutsOf returns cuts to try, in order, for names that must be shortened to n
// characters. Cuts that keep both ends of a name come first. After them come cuts that
// keep only a part in between, from left to right. The first argument is the number of
// characters of the longest name.
func cutsOf(longest, n int) []cut {
	var out []cut
	middle := (n - 1) / 2
	for away := 1; away < n; away++ {
		for _, head := range []int{middle - away, middle + away} {
			if 0 <= head && head < n {
				out = append(out, headCut(head))
			}
		}
	}
	for from := 1; from < longest; from++ {
		out = append(out, windowCut(from))
	}
	return out
}

// shortenedTo shortens a name by cutting out its middle, until the name has at most n
// characters and fits the width. For both limits, 0 means no limit. At least leastName
// characters remain.
func (t typesetter) shortenedTo(f font.Font, name string, n int, width vg.Length) string {
	return t.cutTo(f, name, n, width, func(r []rune, n int) string { return headCut((n-1)/2)(r, n) })
}

// cutTo shortens a name to the same limits as shortenedTo, but with the cut c.
func (t typesetter) cutTo(f font.Font, name string, n int, width vg.Length, c cut) string {
	r, s := []rune(name), name
	if n > 0 && len(r) > n {
		s = c(r, n)
	}
	for k := utf8.RuneCountInString(s) - 1; width > 0 && k >= leastName && t.width(f, t.clean(f, s)) > width; k-- {
		s = c(r, k)
	}
	return s
}
