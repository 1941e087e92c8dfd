// Package coins repeats what the paper shows of LLMs as biased coins: Fig. 2, Table 1
// and Fig. 3.
//
// It believes that a claim about coins of which only the means are published is worth
// the share of draws of such coins in which it holds. So all three measure their claims
// on many draws, and show one that a rule picks.
package coins
