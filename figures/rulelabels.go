package figures

import (
	"cmp"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"settle/internal/lists"
)

// ruleLabels holds the labels of all horizontal or of all vertical rules. Labels of
// horizontal rules stand right of the data area, and labels of vertical rules stand
// above it.
type ruleLabels struct {
	beside bool // labels stand right of the data area
	upward bool // labels above the data area are turned upwards for lack of width
	axis   axis
	labels []ruleLabel // in ascending order along the axis
}

type ruleLabel struct {
	block
	at    float64
	text  string
	color color.Color // colour of the leader
}

// newRuleLabels returns the labels of the horizontal or the vertical rules, for an axis
// of the given length. Each label has a leader, a thin line to its rule. A leader takes
// its colour from look(line), the look of the line that the rule names.
func newRuleLabels(
	t typesetter, rules []Rule, look func(line string) stroke, horizontal bool, a axis, length vg.Length,
) ruleLabels {
	out := ruleLabels{beside: horizontal, axis: a}
	for _, r := range rules {
		if r.Horizontal != horizontal || r.Label == "" || r.At < a.lo || r.At > a.hi {
			continue
		}
		if slices.ContainsFunc(out.labels, func(l ruleLabel) bool { return l.at == r.At && l.text == r.Label }) {
			continue // rules at the same place share one label
		}
		b := t.set(sans(ruleSize), r.Label, sideLabel)
		out.labels = append(out.labels, ruleLabel{b, r.At, r.Label, look(r.Line).color})
	}
	if !horizontal && out.total() > length {
		for i, l := range out.labels {
			out.labels[i].block = t.set(sans(ruleSize), l.text, foldedLabel)
		}
		if out.upward = out.total() > length; out.upward {
			for i, l := range out.labels {
				out.labels[i].block = t.set(sans(ruleSize), l.text, sideLabel)
			}
		}
	}
	slices.SortStableFunc(out.labels, func(s, t ruleLabel) int {
		return cmp.Compare(a.norm(s.at), a.norm(t.at))
	})
	return out
}

// total returns the width that all labels need if they stand side by side.
func (ls ruleLabels) total() vg.Length {
	return lists.Sum(ls.labels, func(l ruleLabel) vg.Length { return l.width + ruleLabelGap }) - ruleLabelGap
}

// depth returns the distance from the data area to the outer edge of the labels.
func (ls ruleLabels) depth() vg.Length {
	return lists.Max(ls.labels, func(l ruleLabel) vg.Length {
		if ls.beside || ls.upward {
			return leader + 2 + l.width
		}
		return leader + 2 + l.height
	})
}

// extent returns the length that label l takes along the axis.
func (ls ruleLabels) extent(l ruleLabel) vg.Length {
	if ls.beside || ls.upward {
		return l.height
	}
	return l.width + ruleLabelGap
}

// draw writes the labels beside or above the data area c.
func (ls ruleLabels) draw(c draw.Canvas) {
	var places, sizes []vg.Length
	for _, l := range ls.labels {
		at := c.X(ls.axis.norm(l.at))
		if ls.beside {
			at = c.Y(ls.axis.norm(l.at))
		}
		places, sizes = append(places, at), append(sizes, ls.extent(l))
	}
	from, to := c.Min.X, c.Max.X
	if ls.beside {
		from, to = c.Min.Y, c.Max.Y
	}
	spread := spreadOut(places, sizes, from, to)
	for i, l := range ls.labels {
		was, is := places[i], spread[i]
		style := draw.LineStyle{Color: l.color, Width: 0.5}
		switch {
		case ls.beside:
			c.StrokeLine2(style, c.Max.X, was, c.Max.X+leader, is)
			l.block.draw(c, ink, c.Max.X+leader+2, is+l.height/2, left)
		case ls.upward:
			c.StrokeLine2(style, was, c.Max.Y, is, c.Max.Y+leader)
			l.drawUp(c, ink, is-l.height/2, c.Max.Y+leader+2, left)
		default:
			c.StrokeLine2(style, was, c.Max.Y, is, c.Max.Y+leader)
			l.block.draw(c, ink, is, c.Max.Y+leader+2+l.height, centre)
		}
	}
}

// spreadOut returns new centres for objects along an axis, such that the objects do not
// overlap and stay within the interval [from, to]. The given centres must ascend, and
// sizes holds the sizes of the objects. If there is too little room, some objects lie
// below the interval.
func spreadOut(centres, sizes []vg.Length, from, to vg.Length) []vg.Length {
	out := slices.Clone(centres)
	floor := from
	for i := range out {
		out[i] = max(out[i], floor+sizes[i]/2)
		floor = out[i] + sizes[i]/2
	}
	ceiling := to
	for i := len(out) - 1; i >= 0; i-- {
		out[i] = min(out[i], ceiling-sizes[i]/2)
		ceiling = out[i] - sizes[i]/2
	}
	return out
}
