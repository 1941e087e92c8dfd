package metrics

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"settle/internal/misspelt"
	"settle/internal/quoted"
)

// A Family is a kind of metric, such as pass@K for all K.
type Family struct {
	Name   string // first part of the names of its metrics, up to and including "@" or "^", such as "pass@"
	Syntax string // name with placeholders as shown to users, such as "pass@K"
	Doc    string // short description of the score

	// More holds further facts in a few sentences. Aim describes the limit of the scores
	// as the number of trials grows. If Aim is "", the limit is the ranking that the
	// method itself makes of the models' true probabilities.
	More, Aim string

	// Variants lists the suffixes that names of the family can end with.
	Variants []Variant

	// Example is the name of one metric of the family that has a score with 16 or more
	// trials. If it is "", the example is Name.
	Example string

	// Alias is the metric that the family is another name of (see AvgAs). Why gives the
	// reason why the method and Alias order the models of complete boards alike. Both are
	// "" for other families.
	Alias, Why string

	ByCategory bool                          // see Traits
	Bias       func(parameters string) *Bias // returns the bias of the metric with these parameters

	// New makes a metric from the text that follows Name in the metric's name. This text
	// can be "". The error of New need not name the metric.
	New func(parameters string, o Options) (Metric, error)
}

// A Variant is a suffix of a family's names that selects another interval, prior or
// extrapolation.
type Variant struct {
	Suffix string // ":fitted"
	Doc    string
}

// posteriorVariants lists the variants of U-statistics that use a posterior.
var posteriorVariants = []Variant{
	{fittedSuffix, "posterior under a Beta prior that is fitted to the board at every n"},
	{inflatedSuffix, "as :fitted, but some share of the questions can be unsolvable"},
	{newSuffix, "expected score on a new question, under the fitted prior"},
	{uniformSuffix, "the same score, with intervals from the posterior under a uniform prior"},
	{countsSuffix, "as :uniform, but with A0 wrong and A1 right pseudo-trials per question: pass@4:0.5+2"},
}

// countsSuffix is the placeholder for a suffix of pseudo-counts at the end of a name.
const countsSuffix = ":A0+A1"

// dropSuffixes returns the variants whose suffix is not among the given suffixes.
func dropSuffixes(variants []Variant, suffixes ...string) []Variant {
	return slices.DeleteFunc(slices.Clone(variants), func(v Variant) bool { return slices.Contains(suffixes, v.Suffix) })
}

// families lists the registered families in the order in which they are shown.
var families = []Family{
	{
		Name: "bayes", Syntax: "bayes", New: newBayes, Aim: "mean weight of an outcome",
		Doc:  "posterior mean of the weighted score (Bayes@N)",
		More: "Eq. 15 of the paper, under a uniform prior or the prior of --prior. It orders complete boards as avg does.",
		Variants: []Variant{
			{fittedSuffix, "under a prior fitted to the board; use it for published scores"},
			{questionsSuffix, "as :fitted, but with the difficulty of each question estimated from the other models"},
			{":jeffreys", "with a prior of half a pseudo-outcome per category and question"},
			{":A0+A1+…", "with the given pseudo-outcomes per category, wrong ones first: bayes:0.5+2"},
		},
	},
	{
		Name: "avg", Syntax: "avg", New: newAvg, Aim: "mean weight of an outcome",
		Doc:      "mean weight of the outcomes (avg@N)",
		More:     "Eq. 18 of the paper; its standard error is Eq. 20.",
		Variants: ruleVariants(),
	},
	{
		Name: "pass@", Syntax: "pass@K", Example: "pass@4", New: newPass, Aim: "1 − (1 − p)^K",
		Doc:  "chance that at least one of K trials is correct (unbiased)",
		More: "Eq. 21 of the paper.",
		Variants: append(slices.Clone(posteriorVariants),
			Variant{powerLawSuffix, "for K above n: −log pass@k = a·k^(−b), fitted to k = 1, 2, 4, … n"}),
	},
	{
		Name: "pass-naive@", Syntax: "pass-naive@K", Example: "pass-naive@4", Aim: "1 − (1 − p)^K",
		New: wrapOnlyK(func(k int, _ Options) Metric { return PassNaiveAtK(k) }),
		Doc: "plug-in estimate 1 − (1 − p̂)^K", More: "The biased estimator that the paper plots beside pass@K.",
	},
	{
		Name: "pass^", Syntax: "pass^K", Example: "pass^4", New: wrapWithK(PassHatK), Aim: "p^K",
		Doc: "chance that all K trials are correct", More: "Eq. 22 of the paper.", Variants: posteriorVariants,
	},
	{
		Name: "gpass@", Syntax: "gpass@K:TAU", Example: "gpass@4:0.5", New: newGPass, Aim: "P(X ≥ ⌈TAU·K⌉), X of K",
		Doc: "chance that at least ⌈TAU·K⌉ of K trials are correct", More: "Eq. 23 of the paper. TAU is a decimal or a fraction.",
		Variants: posteriorVariants,
	},
	{
		Name: "mgpass@", Syntax: "mgpass@K", Example: "mgpass@4", New: wrapWithK(MGPassAtK), Aim: "2/K · Σ P(X ≥ i), X of K",
		Doc:  "2/K times the sum of gpass@K:i/K for i from ⌈K/2⌉+1 to K",
		More: "Eq. 24 of the paper. It is 0 for K = 1, so all models tie.", Variants: posteriorVariants,
	},
	{
		Name: "maj@", Syntax: "maj@K", Example: "maj@4", New: wrapWithK(MajAtK), Aim: "P(X > K/2), X of K",
		Doc:  "chance that more than half of K trials are correct",
		More: "A tied vote is wrong. All wrong attempts count as votes for one answer; plurality@K uses their actual answers.", Variants: posteriorVariants,
	},
	{
		Name: "max@", Syntax: "max@K", Example: "max@4", Aim: "E(best weight of K)",
		New: wrapOnlyK(func(k int, o Options) Metric { return MaxAtK(k, o.Weights) }),
		Doc: "expected best weight among K trials", More: "It equals pass@K if the weights are 0 and 1.",
	},
	{
		Name: "auc@", Syntax: "auc@K", Example: "auc@4", New: wrapWithK(AUCAtK), Aim: "mean of 1 − (1 − p)^k, k ≤ K",
		Doc:  "area under pass@1 to pass@K, divided by K − 1",
		More: "The area follows the trapezoidal rule. The score is pass@1 for K = 1.", Variants: posteriorVariants,
	},
	{
		Name: "gap@", Syntax: "gap@K", Example: "gap@4", New: wrapWithK(GapAtK), Aim: "1 − (1 − p)^K − p",
		Doc:  "pass@K minus pass@1: the gain from K tries instead of one",
		More: "The standard error takes into account that both terms use the same trials.", Variants: posteriorVariants,
	},
	{
		Name: "tail@", Syntax: "tail@K:T", Example: "tail@4:3", New: newTail, Aim: "P(X ≥ T), X of K",
		Doc: "chance that at least T of K trials are correct", More: "It is gpass@K:TAU with a number of trials instead of a share.",
		Variants: posteriorVariants,
	},
	{
		Name: "moment@", Syntax: "moment@K:LAMBDA", Example: "moment@4:2", New: newMoment, Aim: "E[(X/K)^LAMBDA], X of K",
		Doc: "expected LAMBDA-th power of the share of correct trials among K",
		More: "A LAMBDA below 1 rewards the first successes, as pass@K does. A LAMBDA above 1 rewards the last ones, as pass^K does. " +
			"LAMBDA = 1 gives avg. Whole powers are compared exactly, other powers as multiples of 2^−60.",
		Variants: posteriorVariants,
	},
	{
		Name: "geom@", Syntax: "geom@K", Example: "geom@4", New: wrapWithK(newGeomAtK), Aim: "√(pass@K · pass^K) by question",
		Bias: rootBias,
		Doc:  "mean over questions of √(pass@K · pass^K)",
		More: "The root of unbiased scores is biased downwards unless n is much larger than K; the interval ignores this bias. " +
			"Roots are rounded to 2^−50.",
		Variants: []Variant{
			{uniformSuffix, "the same score, with first-order intervals from the posterior under a uniform prior"},
			{countsSuffix, "as :uniform, but with A0 wrong and A1 right pseudo-trials per question: geom@4:0.5+2"},
		},
	},
	{
		Name: "geomds@", Syntax: "geomds@K", Example: "geomds@4", New: wrapWithK(GeomDSAtK), Aim: "√(pass@K · pass^K) of means",
		Doc:      "√(mean pass@K · mean pass^K): Geom@k of Hariri et al. 2026",
		More:     "Scores are compared as exact products. σ is a first-order approximation.",
		Variants: dropSuffixes(posteriorVariants, newSuffix),
	},
	{
		Name: "geospectrum@", Syntax: "geospectrum@K", Example: "geospectrum@4", New: wrapWithK(GeoSpectrumAtK), Aim: "√(pass@K · mgpass@K) of means",
		Doc:      "√(mean pass@K · mean mgpass@K)",
		More:     "Scores are compared as exact products. σ is a first-order approximation. It is 0 for K = 1.",
		Variants: dropSuffixes(posteriorVariants, newSuffix),
	},
}

// ruleVariants returns one variant of avg for each interval rule.
func ruleVariants() (variants []Variant) {
	for _, r := range rules {
		variants = append(variants, Variant{":" + r.name, r.doc})
	}
	return variants
}

// sets maps the name of each set to the list of metrics that it stands for.
var sets = map[string]string{
	// These are the thirteen metrics of Fig. 2.
	"paper": "bayes,pass@2,pass@4,pass@8,pass-naive@2,pass-naive@4,pass-naive@8," +
		"gpass@2:0.5,gpass@4:0.5,gpass@8:0.5,mgpass@2,mgpass@4,mgpass@8",
}

// Register adds a family of metrics. Call it from an init function. It panics if the
// name is already registered, as database/sql does for drivers.
func Register(f Family) {
	if slices.ContainsFunc(families, func(g Family) bool { return g.Name == f.Name }) || sets[f.Name] != "" {
		panic("metrics: family " + f.Name + " is registered twice")
	}
	families = append(families, f)
}

// Families returns the registered families of metrics.
func Families() []Family { return slices.Clone(families) }

// Common lists the most commonly used metrics on one line, for help texts.
const Common = "bayes, avg, pass@K, pass^K, gpass@K:TAU, mgpass@K, maj@K, geomds@K, borda, bt, paper, …"

// Names returns the Name of each family, such as "pass@", and the names of sets.
func Names() (names []string) {
	for _, f := range families {
		names = append(names, f.Name)
	}
	return append(names, slices.Sorted(maps.Keys(sets))...)
}

// FamilyOf returns the family that a name belongs to. The name can be that of a metric,
// a family or a syntax: pass@8:fitted, pass and pass@K all belong to the family pass@.
// It returns an error if there is no such family.
func FamilyOf(name string) (Family, error) {
	name = trimAtN(strings.TrimSpace(name))
	family := familyName(name)
	for _, f := range families {
		if strings.EqualFold(f.Name, family) || strings.EqualFold(strings.TrimRight(f.Name, "@"), name) {
			return f, nil
		}
	}
	return Family{}, unknownMetric(name)
}

// familyName returns the part of a metric's name that names the family.
func familyName(name string) string {
	if end := strings.IndexAny(name, "@^") + 1; end > 0 {
		return name[:end]
	}
	family, _, _ := strings.Cut(name, ":")
	return family
}

// unknownMetric returns an error for an unknown metric that suggests the nearest names.
func unknownMetric(name string) error {
	message := "unknown metric " + quoted.Text(name) + "; "
	if near := nearestSyntax(name); len(near) > 0 {
		return fmt.Errorf("%sdid you mean %s? settle metrics lists all metrics", message, strings.Join(near, ", "))
	}
	return fmt.Errorf("%ssettle metrics lists all metrics", message)
}

// otherNames maps names that users type for some metrics to the names of these metrics in
// Parse.
var otherNames = map[string]string{
	"mean": "avg", "average": "avg", "accuracy": "avg", "acc": "avg",
	"bradley-terry": "bt", "plackett-luce": "bt", "2pl": "irt-2pl", "irt": "irt-2pl",
}

// nearestSyntax returns the syntax of up to three families whose names are similar to
// the given name: they contain it or differ from it by one or two typing errors.
func nearestSyntax(name string) (near []string) {
	const most, longest = 3, 40
	wanted := strings.ToLower(strings.TrimRight(familyName(name), "@^"))
	if same, ok := otherNames[wanted]; ok {
		return []string{same}
	}
	if wanted == "" || len(wanted) > longest {
		return nil
	}
	var names []string
	syntax := map[string][]string{}
	for _, f := range families {
		bare := strings.TrimRight(f.Name, "@^")
		if syntax[bare] == nil {
			names = append(names, bare)
		}
		syntax[bare] = append(syntax[bare], f.Syntax)
	}
	for _, bare := range misspelt.Nearest(wanted, names, most) {
		slips := misspelt.Edits(wanted, bare)
		if slips <= 1+len(wanted)/4 || len(wanted) > 2 && strings.Contains(bare, wanted) {
			near = append(near, syntax[bare]...)
		}
	}
	for _, f := range families { // for example, "bradley" finds bt
		if len(wanted) > 3 && len(near) == 0 && strings.Contains(strings.ToLower(f.Doc), wanted) {
			near = append(near, f.Syntax)
		}
	}
	return near[:min(most, len(near))]
}
