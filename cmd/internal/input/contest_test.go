package input

import (
	"testing"
)

// Two models of one name are distinguished by what differs in the paths of their results, and by no
// more of it than a line has room for.
func TestDistinguish(t *testing.T) {
	const long = "2026-10-01T10-11-12+00-00_swe-bench_"
	for _, c := range []struct{ paths, want [2]string }{
		{[2]string{"pr/new", "pr/old/"}, [2]string{"m (new)", "m (old)"}},
		{[2]string{"new.csv", "old.csv"}, [2]string{"m (new)", "m (old)"}},
		{[2]string{"./new.csv", "old.eval"}, [2]string{"m (new.csv)", "m (old.eval)"}},
		{[2]string{"pr/new/x.csv", "pr/old/x.csv"}, [2]string{"m (new)", "m (old)"}},
		{[2]string{"logs", "logs/new"}, [2]string{"m (logs)", "m (logs/new)"}},
		{[2]string{"x.csv", "x.eval"}, [2]string{"m (x.csv)", "m (x.eval)"}},
		{[2]string{"-", "a/x.csv"}, [2]string{"m (-)", "m (a/x.csv)"}},
		{[2]string{"2026-10-01T10-11-12+00-00_x.eval", "2026-09-01T10-11-12+00-00_x.eval"},
			[2]string{"m (2026-10-01T10-11-12+…)", "m (2026-09-01T10-11-12+…)"}},
		{[2]string{long + "ä.eval", long + "o.eval"}, [2]string{"m (…ä)", "m (…o)"}},
	} {
		if got := distinguish([2]string{"m", "m"}, c.paths); got != c.want {
			t.Errorf("%q: %q, want %q", c.paths, got, c.want)
		}
		names := [2]string{"m", "n"}
		if got := distinguish(names, c.paths); got != names {
			t.Errorf("%q, but the names differ", got)
		}
	}
}
