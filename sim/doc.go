// Package sim simulates LLMs whose true scores are known: coins and mimics. It also
// holds stand-ins for boards that the paper did not publish.
//
// A coin answers each question correctly with a given probability (section 2.7 of the
// paper: "biased coin mimics"). A mimic also produces all base signals of an attempt
// (appendix D). The probabilities do not change from trial to trial. A stand-in is a
// constructed board that reproduces the published results for one of the paper's
// benchmarks.
//
// Call [StandIn] for a stand-in by name, [Paper] for the paper's coins, [Random] for
// coins of any size, [Coins.Board] for a board of coins, and [NamedMimics] for mimics.
// All random numbers depend only on the seed.
//
// To resample a board, use package bootstrap. To assign categories to signals, use
// package rubric. Package replicate draws the trials of coins.
package sim
