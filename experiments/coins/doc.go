// Package coins reproduces the paper's results on LLMs as biased coins: Fig. 2, Table 1 and Fig. 3.
//
// Call [Fig2], [Table1] or [Fig3].
//
// The paper publishes only the means of its coins. A claim is therefore measured as the share of
// draws of such coins in which it holds. All three experiments use the same draws and show one
// draw, which a rule selects.
package coins
