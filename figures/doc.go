// Package figures draws: plain numbers go in, SVG, PNG and CSV come out.
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
//     characters, wrapped or shortened, but the CSV has them whole.
//
// It leaves to others what the numbers mean: which metric they are, how a
// standard error was come by, which model is the best and which models tie.
package figures
