package experiments

// WithDraws are the options with fewer draws of the paper's coins than experiments
// take.
func (o Options) WithDraws(n int) Options {
	o.fewerDraws = n
	return o
}
