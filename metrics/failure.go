package metrics

// A Failure is the value with which a Metric's methods panic if they have no score
// although Check returned nil, for example because an external program has died. It is
// not a programming error. Functions that score boards for their callers therefore
// return it as an error: Evaluate, Ordinals, montecarlo.Fold and the functions built on
// them.
type Failure struct{ Err error }

// Error returns the message of the error that caused the failure.
func (f Failure) Error() string { return f.Err.Error() }

// Unwrap returns the error that caused the failure.
func (f Failure) Unwrap() error { return f.Err }

// Catch, when deferred, recovers from a panic with a Failure and sets *err to the cause
// of the failure. It does not stop other panics.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case Failure:
		*err = r.Err
	default:
		panic(r)
	}
}
