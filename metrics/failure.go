package metrics

// Failure is what a Metric's methods panic with where a score that Check
// allows cannot be had: the program that computes it has died, say. It is no
// programmer's mistake, so all that scores boards for its callers returns it
// as an error: Evaluate, Ordinals, montecarlo.Fold and what is made of them.
type Failure struct{ Err error }

// Error is the message of what went wrong.
func (f Failure) Error() string { return f.Err.Error() }

// Unwrap returns what went wrong.
func (f Failure) Unwrap() error { return f.Err }

// Catch, when deferred, ends the panic of a Failure and sets err to what went
// wrong. Other panics go on.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case Failure:
		*err = r.Err
	default:
		panic(r)
	}
}
