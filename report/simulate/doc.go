// Package simulate shows pairs, priors and boards that were simulated.
package simulate
