// Package standings shows rankings: leaderboards, two models, gates, several schemata, and what stands behind a ranking.
package standings
