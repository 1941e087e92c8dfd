package metrics_test

import (
	"cmp"
	"strings"
	"testing"

	"settle/metrics"
	_ "settle/metrics/rankers"
)

// A σ is a standard error where no prior makes the estimate, whatever the name ends in.
func TestTraits(t *testing.T) {
	for _, c := range []struct {
		metric                           string
		standardError, plain, new, ranks bool
	}{
		{metric: "bayes", plain: true},
		{metric: "bayes:jeffreys"},
		{metric: "bayes:fitted"},
		{metric: "avg", standardError: true, plain: true},
		{metric: "avg:wilson", standardError: true},
		{metric: "pass@2", standardError: true},
		{metric: "pass@2:zero-inflated"},
		{metric: "pass@2:new", new: true},
		{metric: "pass@2:0.5+2"},
		{metric: "geomds@2", standardError: true},
		{metric: "geomds@2:uniform"},
		{metric: "borda", ranks: true},
	} {
		got := metrics.TraitsNamed(c.metric)
		if got.StandardError != c.standardError || got.Plain != c.plain || got.New != c.new || got.Ranks != c.ranks {
			t.Errorf("%s: %+v", c.metric, got)
		}
	}
	if got := metrics.TraitsNamed("nothing"); got != (metrics.Traits{}) {
		t.Errorf("of no metric: %+v", got)
	}
}

// Every ending that a family lists parses behind its example, numbers in place of capitals.
func TestVariantsParse(t *testing.T) {
	numbers := strings.NewReplacer("A0", "0.5", "A1", "2", "A", "1", "+…", "")
	for _, f := range metrics.Families() {
		example := cmp.Or(f.Example, f.Name)
		for _, v := range f.Variants {
			if _, err := metrics.Parse(example+numbers.Replace(v.Suffix), metrics.Options{}); err != nil {
				t.Errorf("%s, ending %s: %v", f.Name, v.Suffix, err)
			}
		}
	}
}
