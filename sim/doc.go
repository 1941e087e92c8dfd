// Package sim makes LLMs whose truth is known: coins that answer each question
// with a given chance, mimics that emit all base signals of an attempt, and
// stand-ins for boards that were never published.
//
// Begin with [StandIn] or [Paper] for a board or coins by name, [Random] for
// coins of any size, [Coins.Board] for a board of coins, and [NamedMimics] for mimics.
//
// It believes that a simulated LLM is a set of chances that do not change from
// trial to trial: a coin's of success (section 2.7 of the paper: "biased coin
// mimics"), a mimic's of everything that a schema may ask for (appendix D). It
// leaves the drawing of coins' trials to package replicate, resampling to
// package bootstrap, and what signals mean to package rubric: no schema is known
// here.
package sim
