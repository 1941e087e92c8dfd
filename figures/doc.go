// Package figures draws plain numbers as SVG, PNG or PDF and writes them as CSV.
//
// Fill a [Figure] with panels ([Curves], [Leaderboard], [Trajectories], [HeatMap] or [Bumps]), then
// call [Figure.Write] for the drawing or [Figure.WriteData] for its numbers. [Figure.Inline] returns
// an SVG element for an HTML page.
//
// A panel holds only names and numbers. The package guarantees:
//
//   - The same figure gives the same bytes.
//   - Lines differ in colour, dashes and markers, for colour-blind readers and for grey prints. No
//     legend or label covers data.
//   - Two lines that coincide are drawn once and named together; otherwise one would hide the other.
//   - Names are untrusted text. They are escaped, stripped of control characters, and wrapped or
//     shortened; the CSV has them whole.
//   - Text has the same size on a page of any width. Data areas, names and the number of panels in
//     a row adapt to the requested width.
//   - Every model is drawn, or the caption says which are not. On leaderboards and heat maps, rows get
//     tighter and names are omitted, but no data.
//
// Do not use it to decide what numbers mean: metrics, standard errors, ranks and ties come from
// the caller.
//
// Clipping, text and the canvas of PNG come from packages of gonum.org/v1/plot. The ready-made plots
// of that module (v0.17) are not used for these reasons:
//
//   - plot.Plot embeds twelve font faces and places data areas only approximately.
//   - plotter.Line fills down to the axis instead of zero, has no gaps, and draws no single point
//     between two gaps. The outline of a stretch also outlines the band around it.
//   - plotter.YErrorBars and XErrorBars are drawn before or after all dots, so a bar in a cloud lies
//     over or under the dots of its neighbours.
//   - Outlined shapes of vg/draw show the line behind them, and shapes of one radius differ
//     in size.
//   - plotter.Grid follows the visible ticks of an axis; [Trajectories] has none for ranks.
//   - plot.DefaultTicks labels about three numbers on an axis of any length, and plot.LogTicks only
//     powers of ten. Neither marks the ends of the data.
//   - plot.Legend has one column and does not wrap names.
//   - plotter.HeatMap and ColorBar have colours in steps, and cells without text.
//   - plotter.BarChart and Histogram have no shared outline of bars that would distinguish the bars of a
//     second line.
//   - vgpdf writes the time of day, and text in code page 1252, which lacks τ. vgsvg writes five times
//     the bytes, and colours that an HTML page cannot change.
//   - No brewer.Qualitative palette of six colours or more is rated safe for colour-blind readers. The
//     maps of moreland from white to blue turn purple in between, as straight lines in CIELAB do.
package figures
