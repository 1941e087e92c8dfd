package logs

import (
	"cmp"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"settle/internal/quoted"
)

// helmBookkeeping matches statistics that do not measure the quality of an answer, such
// as the number of tokens. They count as verdicts only if requested by name.
var helmBookkeeping = regexp.MustCompile(
	`^(num_.*|training_.*|inference_.*|batch_size|finish_reason_.*|prompt_truncated|max_prob|logprob.*|perplexity|` +
		`bits_per_byte|predicted_index|.*_runtime|.*_tokens|.*_cost)$`)

// helmRow holds the statistics of one HELM instance, which is a question.
type helmRow struct {
	ID           value                `json:"instance_id"`
	Trial        value                `json:"train_trial_index"`
	Perturbation value                `json:"perturbation"`
	Stats        list[part[helmStat]] `json:"stats"`
}

// helmStat holds one statistic of a HELM instance or of a whole split.
type helmStat struct {
	Name         value `json:"name.name"`
	Split        value `json:"name.split"`
	Perturbation value `json:"name.perturbation"`
	Mean         value `json:"mean"`
}

// readHELM reads the statistics of each HELM instance. It leaves out perturbed copies
// of instances.
func readHELM(r *reading) error {
	model, task := helmRun(r.file)
	g := r.log(model, task)
	splits, perturbed := parts{}, 0
	err := records(r.file, func(_ int, row *helmRow) error {
		if !row.Perturbation.null() {
			perturbed++
			return nil
		}
		id, err := row.ID.question()
		if err != nil {
			return err
		}
		trial, _ := row.Trial.integer()
		g.attempt(id, trial, row.outcome(g))
		splits.add(row.split(), id)
		return nil
	})
	if err != nil {
		return err
	}
	if perturbed > 0 {
		g.note("%d perturbed copies of instances are left out", perturbed)
	}
	if len(splits) > 1 {
		g.note("the instances of the splits %s count as questions of one task",
			quoted.List(slices.Sorted(maps.Keys(splits))))
	}
	publishHELM(r.file, g, splits)
	return nil
}

// helmModel matches the name of the model in the name of a run's folder.
var helmModel = regexp.MustCompile(`[:,]?model=([^,]+)`)

// helmSpec is the specification of a HELM run.
type helmSpec struct {
	Name  value `json:"name"`
	Model value `json:"adapter_spec.model"`
}

// helmRun returns the model and the scenario of a HELM run. They come from the
// specification of the run or, if there is none, from the name of its folder.
func helmRun(f *file) (model, task string) {
	folder := f.folder(1)
	if match := helmModel.FindStringSubmatch(folder); match != nil {
		model = match[1]
		task = strings.Replace(folder, match[0], "", 1)
	}
	spec := readBeside[helmSpec](f.dir(), "run_spec.json")
	if name := spec.Name.string(); name != "" {
		task = helmModel.ReplaceAllString(name, "")
	}
	return cmp.Or(spec.Model.string(), model), task
}

// outcome returns the value of the selected statistic, or NaN. A statistic with a count
// of zero has no value.
func (row *helmRow) outcome(g *gatherer) float64 {
	outcome := math.NaN()
	for _, stat := range row.Stats {
		name := stat.it.Name.string()
		if !stat.it.Perturbation.null() || helmBookkeeping.MatchString(name) && name != g.verdicts.want {
			continue
		}
		outcome = orElse(g.outcome(name, stat.it.Mean.orNaN()), outcome)
	}
	return outcome
}

// split returns the name of the part of the data set (split) to which the instance
// belongs. If several statistics name a split, the last one counts.
func (row *helmRow) split() string {
	split := ""
	for _, stat := range row.Stats {
		if named := stat.it.Split; named.exists() {
			split = named.string()
		}
	}
	return split
}

// publishHELM adds the means that HELM published for each split.
func publishHELM(f *file, g *gatherer, splits parts) {
	taken := g.verdicts.takenName()
	for _, stat := range readBeside[list[part[helmStat]]](f.dir(), "stats.json") {
		split := stat.it.Split.string()
		mean, ok := stat.it.Mean.publishedNumber()
		if !ok || taken == "" || stat.it.Name.string() != taken || !stat.it.Perturbation.null() || splits[split] == nil {
			continue
		}
		g.log.Published = append(g.log.Published,
			Published{Name: taken + " (" + split + ")", Value: mean, Rule: Mean, Among: splits[split]})
	}
}
