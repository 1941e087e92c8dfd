package input

import (
	"testing"

	"settle/cmd/internal/cli"
	"settle/results"
)

// What is too large as cells says what it takes as counts, where that is allowed.
func TestTooLargeOffersCounts(t *testing.T) {
	env := &cli.Env{Common: cli.Common{MaxMemory: 60_000_000}}
	for counted, want := range map[int64]string{
		0:         "x.npz needs about 68 MB of memory, but --max-memory allows 60 MB; raise --max-memory to read it",
		1_300_000: "x.npz needs about 68 MB of memory, but --max-memory allows 60 MB; counts:FILE needs only 1.3 MB, but it loses the order of trials",
	} {
		err := tooLarge(env, "x.npz", &results.TooLarge{Needs: 67_600_000, Allows: 60_000_000, Counted: counted})
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
