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

// Drawing is the flags of the commands that draw. A command embeds it.
type Drawing struct {
	Figures []string `default:"svg,png,pdf" enum:"svg,png,pdf" placeholder:"LIST" group:"figures" help:"Formats of figures, separated by commas."`
	Width   *width   `placeholder:"MM" group:"figures" help:"Width of figures in millimetres, such as 140, or single or double for the columns of a journal (88 and 178); text keeps its size. Default: what the panels ask for."`
	Title   *string  `placeholder:"TEXT" group:"figures" empty:"ok" help:"Title of figures, in place of their own; \"\" for none."`
}

// drawing makes every struct that embeds Drawing one that draws.
func (d *Drawing) drawing() *Drawing { return d }

// drawingOf is the flags of the command that was parsed, those of a command that has
// none if it does not draw.
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

// check refuses flags that cannot be, or that mean nothing without a folder.
func (d *Drawing) check(parsed *kong.Context, out string) error {
	for _, element := range parsed.Path {
		if flag := element.Flag; flag != nil && isIn(flag, figuresGroup) && out == "" {
			return fmt.Errorf("--%s is for figures, which --out DIR writes", flag.Name)
		}
	}
	if d.Width != nil && !(figures.MinWidth <= *d.Width && *d.Width <= figures.MaxWidth) {
		return fmt.Errorf("--width must be from %g to %g millimetres, but is %g",
			figures.MinWidth, figures.MaxWidth, *d.Width)
	}
	return nil
}

// width is the width of figures in millimetres.
type width float64

// The widths of the columns of most journals, 85 to 90 and 170 to 180 mm.
const (
	singleColumn width = 88
	doubleColumn width = 178
)

// UnmarshalText reads a number of millimetres, or the name of a column.
func (w *width) UnmarshalText(text []byte) error {
	switch string(text) {
	case "single":
		*w = singleColumn
	case "double":
		*w = doubleColumn
	default:
		mm, err := strconv.ParseFloat(string(text), 64)
		if err != nil {
			return fmt.Errorf("%s is no number of millimetres, nor single or double", quoted(string(text)))
		}
		*w = width(mm)
	}
	return nil
}

// styled is the figure as the flags want it.
func (d *Drawing) styled(f *figures.Figure) *figures.Figure {
	styled := *f
	styled.Title = ValueOr(d.Title, f.Title)
	if d.Width != nil {
		styled.Width = float64(*d.Width)
	}
	return &styled
}

// formats are those to write, each once, in the order of figures.Formats.
func (d *Drawing) formats() []figures.Format {
	return slices.DeleteFunc(figures.Formats(), func(f figures.Format) bool {
		return !slices.Contains(d.Figures, string(f))
	})
}

// Links are to the files of a figure of the folder, which has the given name, and to
// the data behind it.
func (d *Drawing) Links(name string) []page.Link {
	links := lists.Each(d.formats(), func(f figures.Format) page.Link {
		return page.Link{Text: strings.ToUpper(string(f)), File: name + "." + string(f)}
	})
	return append(links, page.Link{Text: "Download data (CSV)", File: name + ".csv"})
}

// isIn tells whether a flag is of a group.
func isIn(flag *kong.Flag, group string) bool { return flag.Group != nil && flag.Group.Key == group }
