package metrics

// A Failure is the value that a Metric's methods panic with if there is no score although
// Check allowed it: for example, the external program that computes it has died. It is
// not a programming error, so every function that scores boards for its callers returns
// it as an error: Evaluate, Ordinals, montecarlo.Fold and the functions built on them.
type Failure struct{ Err error }

// Error returns the message of the cause.
func (f Failure) Error() string { return f.Err.Error() }

// Unwrap returns the cause.
func (f Failure) Unwrap() error { return f.Err }

// Catch, when deferred, recovers from the panic of a Failure and sets *err to its cause.
// It does not stop other panics.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case Failure:
		*err = r.Err
	default:
		panic(r)
	}
}
