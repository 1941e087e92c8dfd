// Package coins reproduces the paper's results on simulated models that are biased
// coins, one coin per question: Fig. 2, Table 1 and Fig. 3.
//
// Call [Fig2], [Table1] or [Fig3].
//
// The paper publishes only the means of its coins. A claim is therefore measured on
// many random draws of such coins, as the share of draws in which it holds. All three
// experiments use the same draws. Each shows one of them, selected by a rule.
package coins
