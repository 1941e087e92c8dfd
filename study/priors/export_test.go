package priors

import "settle/sim"

// Coins returns the new models of one update.
func (u Update) Coins(index int) *sim.Coins {
	d := u.drawer(truths)
	d.draw(index)
	return &sim.Coins{Models: u.Old.Models, Questions: u.Old.Questions, P: d.p}
}
