// Package figures draws: plain numbers go in, SVG, PNG, PDF and CSV come out.
//
// Begin with [Figure].
//
// A [Figure] is data. It holds panels ([Curves], [Leaderboard],
// [Trajectories], [HeatMap] or [Bumps]), each of them names and numbers and
// nothing else; [Figure.Write] renders it, [Figure.WriteData] writes the numbers
// behind it, and where the bytes go is the caller's affair. The same figure
// always gives the same bytes.
//
// The package believes that
//
//   - a reader may be colour-blind or hold a grey print: colour, dashes and
//     markers each tell lines apart, and no legend or label covers data;
//   - two lines that coincide are drawn once and named together, for
//     otherwise one hides the other;
//   - names are foreign text: they are escaped, stripped of control
//     characters, wrapped or shortened, but the CSV has them whole;
//   - text that cannot be read is none: its size is the same on a page of any
//     width, and data areas, names and the number of panels in a row follow the
//     width that is asked for;
//   - every model is drawn, or it is said which are not: on a leaderboard and on
//     a map rows get tighter, and it is names that are left out, not data.
//
// It leaves to others what the numbers mean: which metric they are, how a
// standard error was come by, which model is the best and which models tie.
//
// Clipping, text and the canvas of PNG come from the packages below gonum.org/v1/plot.
// The ready-made parts of that module (v0.17) would draw something else:
//
//   - plot.Plot brings twelve faces into the program, and finds the place of a data
//     area by approximation.
//   - plotter.Line fills down to the axis and not to zero, takes no gaps, and
//     draws nothing of a point between two of them. The outline of a stretch
//     also bounds the band around it.
//   - plotter.YErrorBars and XErrorBars come before or after all the dots, so
//     that in a cloud a bar lies over its neighbour's dot, or under it.
//   - The outlined shapes of vg/draw let the line show through, and shapes of one
//     radius differ in size.
//   - plotter.Grid follows the ticks that an axis shows; [Trajectories] show none
//     of their ranks.
//   - plot.DefaultTicks label about three numbers however long the axis, and
//     plot.LogTicks powers of ten alone. Neither marks where the data end.
//   - plot.Legend is one column, and breaks no name into lines.
//   - plotter.HeatMap and ColorBar have colours in steps; cells hold no figures.
//   - plotter.BarChart and Histogram have no outline that bars share, and so none
//     that the bars of a second line can be told from.
//   - vgpdf writes text in code page 1252, which has no τ, and the time of day; vgsvg
//     writes five times the bytes, and colours that no page of HTML can change.
//   - Of the palettes, no brewer.Qualitative of six colours or more is rated good
//     for the colour-blind, and moreland's maps from white to blue turn purple on
//     the way, as straight lines in CIELAB do.
package figures
