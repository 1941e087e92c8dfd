// Package sim simulates LLMs with known true scores: coins, mimics, and stand-ins for
// unpublished boards.
//
// A coin answers each question correctly with a given probability (section 2.7 of the
// paper: "biased coin mimics"). A mimic also emits all base signals of an attempt
// (appendix D). The probabilities do not change from trial to trial. A stand-in is a
// constructed board that reproduces the published results for one of the paper's
// benchmarks.
//
// Call [StandIn] or [Paper] for a board or coins by name, [Random] for coins of any size,
// [Coins.Board] for a board of coins, and [NamedMimics] for mimics. All random numbers
// depend on the seed alone.
//
// Do not use it to resample a board (package bootstrap) or to assign categories to
// signals (package rubric). Package replicate draws the trials of coins.
package sim
