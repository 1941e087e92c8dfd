package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"settle/figures"
	"settle/internal/lists"
	"settle/report/page"
)

// Drawing holds the flags of commands that draw figures. A command embeds it.
type Drawing struct {
	Figures []string `default:"svg,png,pdf" enum:"svg,png,pdf" placeholder:"LIST" group:"figures" help:"Figure formats, separated by commas."`
	Width   *width   `placeholder:"MM" group:"figures" help:"Figure width in mm, such as 140, or single or double for one or two journal columns (88 or 178 mm). It does not change the text size. Default: wide enough for the panels."`
	Title   *string  `placeholder:"TEXT" group:"figures" empty:"ok" help:"Figure title instead of the default one; \"\" for none."`
}

// drawing returns the figure flags. Every struct that embeds Drawing has this method, which marks
// the struct as a command that draws figures.
func (d *Drawing) drawing() *Drawing { return d }

// drawingOf returns the figure flags of the parsed command, or the defaults if the command draws
// no figures.
func drawingOf(parsed *kong.Context) *Drawing {
	node := parsed.Selected()
	if node == nil {
		node = parsed.Model.Node
	}
	if node.Target.CanAddr() {
		if draws, ok := node.Target.Addr().Interface().(interface{ drawing() *Drawing }); ok {
			return draws.drawing()
		}
	}
	return &Drawing{Figures: lists.Each(figures.Formats(), func(f figures.Format) string { return string(f) })}
}

// check returns an error if the width is out of range or a figure flag is used without --out.
func (d *Drawing) check(parsed *kong.Context, out string) error {
	for _, element := range parsed.Path {
		if flag := element.Flag; flag != nil && isIn(flag, figuresGroup) && out == "" {
			return fmt.Errorf("--%s requires --out DIR, the folder for figures", flag.Name)
		}
	}
	if d.Width != nil && !(figures.MinWidth <= *d.Width && *d.Width <= figures.MaxWidth) {
		return fmt.Errorf("--width must be from %g to %g mm, not %g",
			figures.MinWidth, figures.MaxWidth, *d.Width)
	}
	return nil
}

// A width is the width of figures in millimetres.
type width float64

// Widths of figures, in millimetres, that fit one and two columns of most journals. One column is
// 85 to 90 mm wide, two columns are 170 to 180 mm wide.
const (
	singleColumn width = 88
	doubleColumn width = 178
)

// UnmarshalText parses a number of millimetres, or one of the words single and double.
func (w *width) UnmarshalText(text []byte) error {
	switch string(text) {
	case "single":
		*w = singleColumn
	case "double":
		*w = doubleColumn
	default:
		mm, err := strconv.ParseFloat(string(text), 64)
		if err != nil {
			return fmt.Errorf("invalid width %s; use millimetres, single or double", quoted(string(text)))
		}
		*w = width(mm)
	}
	return nil
}

// styled returns a copy of the figure with the title and width that the flags set.
func (d *Drawing) styled(f *figures.Figure) *figures.Figure {
	styled := *f
	styled.Title = ValueOr(d.Title, f.Title)
	if d.Width != nil {
		styled.Width = float64(*d.Width)
	}
	return &styled
}

// formats returns the formats set by --figures, each once, in the order of figures.Formats.
func (d *Drawing) formats() []figures.Format {
	return slices.DeleteFunc(figures.Formats(), func(f figures.Format) bool {
		return !slices.Contains(d.Figures, string(f))
	})
}

// Links returns links to the files of the figure with the given name and to its data.
func (d *Drawing) Links(name string) []page.Link {
	links := lists.Each(d.formats(), func(f figures.Format) page.Link {
		return page.Link{Text: strings.ToUpper(string(f)), File: name + "." + string(f)}
	})
	return append(links, page.Link{Text: "Download data (CSV)", File: name + ".csv"})
}

// isIn reports whether a flag belongs to a group.
func isIn(flag *kong.Flag, group string) bool { return flag.Group != nil && flag.Group.Key == group }
