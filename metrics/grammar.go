package metrics

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"settle/internal/quoted"
	"settle/internal/words"
	"settle/results"
)

// Options holds the settings of a metric that are not part of its name.
type Options struct {
	Weights Weights        // weights of the categories, for bayes, avg and max; the zero value means Binary
	Prior   *results.Tally // results of older models, which bayes uses as prior; nil for none

	// PriorShare is the weight of each outcome in Prior, relative to an outcome of the
	// board. It is in (0, 1]; nil means 1.
	PriorShare *big.Rat

	// Seed is the seed for metrics that use random numbers.
	Seed uint64

	// Exec makes a metric whose scores an external program computes, from the COMMAND in a
	// name "exec:COMMAND" (see package external). If Exec is nil, Parse rejects such
	// names.
	Exec func(command string) (Metric, error)
}

// Bayes returns Bayes@N with the weights and the prior in the options.
func (o Options) Bayes() (Estimator, error) {
	return BayesWith(o.Weights, Prior{Results: o.Prior, Share: o.PriorShare})
}

// Parse reads a comma-separated list of metrics such as "bayes,pass@2,gpass@8:0.5".
// "paper" stands for the thirteen metrics of Fig. 2. The case of a family's name is
// ignored. Bayes@N and avg@N, as written in titles, mean bayes and avg. Repeated
// metrics are dropped. No name can contain a comma, including the command in
// "exec:COMMAND" and "exec:NAME=COMMAND".
func Parse(list string, o Options) ([]Metric, error) {
	o = o.withDefaults()
	var metrics []Metric
	seen := map[string]bool{}
	for name := range strings.SplitSeq(expand(list), ",") {
		m, err := parseOne(strings.TrimSpace(name), o)
		if err != nil {
			return nil, err
		}
		if !seen[m.Name()] {
			seen[m.Name()] = true
			metrics = append(metrics, m)
		}
	}
	return metrics, nil
}

// withDefaults returns the options with zero values replaced by the defaults.
func (o Options) withDefaults() Options {
	if o.Weights.Len() == 0 {
		o.Weights = Binary
	}
	return o
}

// expand returns the list with the names of sets replaced by the metrics of these sets.
func expand(list string) string {
	names := strings.Split(list, ",")
	for i, name := range names {
		if members, ok := sets[strings.TrimSpace(name)]; ok {
			names[i] = members
		}
	}
	return strings.Join(names, ",")
}

// trimAtN returns a name without its final "@N". Titles add "@N" to metrics that have
// a score at every n, as in Bayes@N.
func trimAtN(name string) string {
	family, rest, ok := strings.Cut(name, "@")
	if parameters, found := strings.CutPrefix(strings.ToUpper(rest), "N"); ok && found && (parameters == "" || parameters[0] == ':') {
		for _, f := range families {
			if strings.EqualFold(f.Name, family) {
				return family + rest[1:]
			}
		}
	}
	return name
}

func parseOne(name string, o Options) (Metric, error) {
	if command, ok := strings.CutPrefix(name, "exec:"); ok {
		return parseExec(name, command, o)
	}
	name = trimAtN(name)
	end := len(familyName(name))
	for _, f := range families {
		if !strings.EqualFold(f.Name, name[:end]) {
			continue
		}
		m, err := f.New(name[end:], o)
		if err != nil {
			return nil, fmt.Errorf("metric %s: %w", quoted.Text(name), err)
		}
		return m, nil
	}
	for _, f := range families {
		if strings.EqualFold(f.Name+"@", name[:end]) {
			return nil, fmt.Errorf("metric %s: %s takes no number; it has a score at every n", quoted.Text(name), f.Name)
		}
	}
	return nil, unknownMetric(name)
}

func parseExec(name, command string, o Options) (Metric, error) {
	if o.Exec == nil {
		return nil, fmt.Errorf("metric %s: external programs are not allowed here", quoted.Text(name))
	}
	m, err := o.Exec(command)
	if err != nil {
		return nil, fmt.Errorf("metric %s: %w", quoted.Text(name), err)
	}
	if own, _ := words.Name(command); own != "" && isMetric(own, o) {
		return nil, fmt.Errorf("metric %s: %s is already the name of a metric; give the program another name", quoted.Text(name), quoted.Text(own))
	}
	if w, ok := m.(interface{ Weigh(Weights) }); ok {
		w.Weigh(o.Weights)
	}
	return m, nil
}

// isMetric reports whether a name is the name of a metric that needs no external
// program.
func isMetric(name string, o Options) bool {
	o.Exec = nil
	_, err := parseOne(name, o)
	return err == nil
}

// newBayes makes Bayes@N with the prior given by a suffix of its name, such as
// ":fitted", ":jeffreys" or ":0.5+2". Without a suffix, it uses the prior of the
// options.
func newBayes(prior string, o Options) (Metric, error) {
	named, p := strings.TrimPrefix(prior, ":"), Prior{Results: o.Prior, Share: o.PriorShare}
	switch {
	case prior == "":
	case (prior == fittedSuffix || prior == questionsSuffix) && o.Prior != nil:
		return nil, errors.New("a prior fitted to the board cannot be combined with prior results")
	case prior == fittedSuffix:
		return BayesFitted(o.Weights), nil
	case prior == questionsSuffix:
		return BayesQuestions(o.Weights), nil
	case prior == ":jeffreys":
		p.Counts = Jeffreys(o.Weights.Len())
	case strings.ContainsAny(named, "+0123456789"):
		counts, err := parseCounts(named)
		if err != nil {
			return nil, err
		}
		p.Counts = counts
	default:
		return nil, fmt.Errorf("unknown prior %s; use bayes, bayes:fitted, bayes:questions, bayes:jeffreys, "+
			"or one pseudo-count per category, wrong first, such as bayes:0.5+2", quoted.Text(named))
	}
	m, err := BayesWith(o.Weights, p)
	if err != nil {
		return nil, err
	}
	m.(*weightedMetric).name += prior
	return m, nil
}

// Names and suffixes of metrics whose estimates are posteriors.
const (
	bayesName       = "bayes"
	avgName         = "avg"
	fittedSuffix    = ":fitted"
	questionsSuffix = ":questions"
	inflatedSuffix  = ":zero-inflated"
	uniformSuffix   = ":uniform"
	newSuffix       = ":new"
)

// priorSuffix returns the name's suffix for a Beta prior: its two pseudo-counts, first
// of wrong and then of correct trials.
func priorSuffix(alpha0, beta0 float64) string {
	if alpha0 == 1 && beta0 == 1 {
		return uniformSuffix
	}
	count := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	return ":" + count(beta0) + "+" + count(alpha0)
}

// pseudoCounts matches pseudo-counts at the end of a metric's name, such as ":0.5+2".
var pseudoCounts = regexp.MustCompile(`:([0-9./]+\+[0-9./]+)$`)

// posteriors maps a suffix of a metric's name to a function that makes a metric. The
// scores of that metric are posterior means.
type posteriors map[string]func() Metric

// posteriorSuffixes lists the suffixes of names that posteriorOf accepts.
var posteriorSuffixes = []string{fittedSuffix, inflatedSuffix, newSuffix}

// posteriorOf returns, by suffix of the name, the metrics whose scores are posterior
// means of the U-statistic.
func (m *UStatistic) posteriorOf() posteriors {
	return posteriors{
		fittedSuffix:   func() Metric { return m.Fitted() },
		inflatedSuffix: func() Metric { return m.ZeroInflated() },
		newSuffix:      func() Metric { return m.OfNewQuestions() },
	}
}

func (m *Geometric) posteriorOf() posteriors {
	return posteriors{
		fittedSuffix:   func() Metric { return m.Fitted() },
		inflatedSuffix: func() Metric { return m.ZeroInflated() },
	}
}

func (m *geomAtK) posteriorOf() posteriors { return nil }

func (m *UStatistic) under(alpha0, beta0 float64) Metric { return m.WithPrior(alpha0, beta0) }
func (m *Geometric) under(alpha0, beta0 float64) Metric  { return m.WithPrior(alpha0, beta0) }
func (m *geomAtK) under(alpha0, beta0 float64) Metric    { return m.WithPrior(alpha0, beta0) }

// posteriorMetric is a metric of binary outcomes whose scores can also be posterior
// means.
type posteriorMetric interface {
	Metric
	posteriorOf() posteriors
	under(alpha0, beta0 float64) Metric
}

// makeWithPrior makes a metric from its parameters. If they end in a suffix for a prior,
// the scores or estimates use the posterior under that prior.
func makeWithPrior[M posteriorMetric](parameters string, build func(parameters string) (M, error)) (Metric, error) {
	if bare, ok := strings.CutSuffix(parameters, uniformSuffix); ok {
		return makeWithPrior(bare+":1+1", build)
	}
	if at := pseudoCounts.FindStringSubmatchIndex(parameters); at != nil {
		m, err := build(parameters[:at[0]])
		if err != nil {
			return nil, err
		}
		counts, err := parseCounts(parameters[at[2]:at[3]])
		if err != nil {
			return nil, err
		}
		return m.under(counts.Float(1), counts.Float(0)), nil
	}
	bare, suffix := parameters, ""
	for _, known := range posteriorSuffixes {
		if cut, ok := strings.CutSuffix(parameters, known); ok {
			bare, suffix = cut, known
		}
	}
	m, err := build(bare)
	if err != nil || suffix == "" {
		return m, err
	}
	posterior, ok := m.posteriorOf()[suffix]
	if !ok {
		return nil, fmt.Errorf("%s has no variant %s", m.Name(), suffix)
	}
	return posterior(), nil
}

// wrapWithK turns a constructor that takes k into the New function of a family whose only
// parameter is k.
func wrapWithK[M posteriorMetric](build func(k int) M) func(string, Options) (Metric, error) {
	return func(parameters string, _ Options) (Metric, error) {
		return makeWithPrior(parameters, func(number string) (m M, err error) {
			if _, ending, found := strings.Cut(number, ":"); found {
				return m, fmt.Errorf("unknown suffix %s; use :fitted, :zero-inflated, :new, :uniform, :A0+A1 or, for pass@K, "+
					":power-law; settle metrics lists the suffixes of each metric", quoted.Text(":"+ending))
			}
			k, err := parseK(number)
			if err != nil {
				return m, err
			}
			return build(k), nil
		})
	}
}

func newPass(parameters string, o Options) (Metric, error) {
	number, beyond := strings.CutSuffix(parameters, powerLawSuffix)
	if !beyond {
		return wrapWithK(PassAtK)(parameters, o)
	}
	return wrapOnlyK(func(k int, _ Options) Metric { return PowerLawAtK(k) })(number, o)
}

// wrapOnlyK turns a constructor into the New function of a family that takes k and has no
// suffixes.
func wrapOnlyK(build func(k int, o Options) Metric) func(string, Options) (Metric, error) {
	return func(parameters string, o Options) (Metric, error) {
		k, err := parseK(parameters)
		if err != nil {
			return nil, err
		}
		return build(k, o), nil
	}
}

func newGPass(parameters string, _ Options) (Metric, error) {
	return makeWithPrior(parameters, parseGPass)
}

func newMoment(parameters string, _ Options) (Metric, error) {
	return makeWithPrior(parameters, parseTwo("a power, such as moment@8:2", ignoreK(ParsePower), MomentAtK))
}

func newTail(parameters string, _ Options) (Metric, error) {
	return makeWithPrior(parameters, parseTwo("a number of correct trials, such as tail@8:3", parseNeeded, TailAtK))
}

var parseGPass = parseTwo("a threshold, such as gpass@8:0.5", ignoreK(ParseThreshold), GPassAtK)

// parseTwo returns a function that reads k, a colon and a second parameter, and
// builds a metric from both.
func parseTwo[P any](
	second string, parse func(s string, k int) (P, error), build func(k int, p P) *UStatistic,
) func(parameters string) (*UStatistic, error) {
	return func(parameters string) (*UStatistic, error) {
		number, rest, found := strings.Cut(parameters, ":")
		if !found {
			return nil, fmt.Errorf("it requires %s", second)
		}
		k, err := parseK(number)
		if err != nil {
			return nil, err
		}
		p, err := parse(rest, k)
		if err != nil {
			return nil, err
		}
		return build(k, p), nil
	}
}

// ignoreK turns a parser that does not need k into a parser that accepts k.
func ignoreK[P any](parse func(s string) (P, error)) func(s string, k int) (P, error) {
	return func(s string, _ int) (P, error) { return parse(s) }
}

// parseNeeded reads the number of correct trials, among k, that a metric requires.
func parseNeeded(s string, k int) (int, error) {
	needed, err := strconv.Atoi(s)
	if err != nil || needed < 1 || needed > k || strings.HasPrefix(s, "+") {
		return 0, fmt.Errorf("invalid number of correct trials %s; use a whole number from 1 to %d", quoted.Text(s), k)
	}
	return needed, nil
}

func parseK(s string) (int, error) {
	k, err := strconv.Atoi(s)
	if err != nil || k < 1 || k > results.MaxTrials || strings.HasPrefix(s, "+") {
		return 0, fmt.Errorf("invalid k %s; use a whole number from 1 to %d", quoted.Text(s), results.MaxTrials)
	}
	return k, nil
}
