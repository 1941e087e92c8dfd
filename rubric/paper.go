package rubric

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"settle/internal/quoted"

	"go.yaml.in/yaml/v3"
)

//go:embed paper.yaml
var paperFile string

// Paper returns the twelve schemata of Table 5, in its order, by its names.
//
// Where the paper is silent or its categories overlap, these hold. Category 0
// takes what is invalid before anything else. "Wrong ∧ low_conf" beside
// wrong_high_conf is every other wrong attempt, for both thresholds would else
// leave some out or count them twice. Conf-Calibrated grades correct attempts
// by corr_p33 and corr_p66, which nothing else uses: high up to the first, mid
// up to the second. Verifier-Only gives A_high its category; of the others "high
// B" are those with B ≥ C, and "high C" the rest, for those whose C is truly
// high are invalid. Concision-High-Conf puts the economical and confident
// into its highest category, before the merely economical.
//
// The paper gives weights for Format Aware only, and in its blog and poster
// for schemata like Efficiency-Adjusted and Conf-Wrong Penalty; the others
// follow the descriptions of appendix D. WithWeights changes them, Unit brings
// them to [0, 1].
func Paper() []*Schema {
	return append([]*Schema(nil), paperSchemata()...)
}

// paperSchemata reads the embedded file once; what it holds is the
// programmer's doing.
var paperSchemata = sync.OnceValue(func() []*Schema {
	decoder := yaml.NewDecoder(strings.NewReader(paperFile))
	decoder.KnownFields(true)
	var list []*Schema
	for {
		var d definition
		err := decoder.Decode(&d)
		if errors.Is(err, io.EOF) {
			return list
		}
		s, invalid := d.schema()
		if err := errors.Join(err, invalid); err != nil {
			panic(fmt.Errorf("rubric: paper.yaml: schema %s: %w", d.Name, err))
		}
		list = append(list, s)
	}
})

// aliases are the names that appendix D gives two schemata in its list of
// descriptions, beside those of Table 5.
var aliases = map[string]string{
	"verifier-prob":     "verifier-probe",
	"concise-high-conf": "concision-high-conf",
}

// Slug is a schema's name as flags and files spell it: in lower case, with
// hyphens for spaces and plus signs, such as "format-aware".
func Slug(name string) string {
	return strings.ToLower(strings.NewReplacer(" ", "-", "+", "-").Replace(name))
}

// Names returns the slugs of the paper's schemata, in the order of Table 5.
func Names() []string {
	var names []string
	for _, s := range paperSchemata() {
		names = append(names, Slug(s.name))
	}
	return names
}

// Named returns the schema of the paper that has the name, in the spelling of
// Table 5, of the list of descriptions, or of Slug.
func Named(name string) (*Schema, error) {
	slug := Slug(name)
	if other, ok := aliases[slug]; ok {
		slug = other
	}
	for _, s := range paperSchemata() {
		if Slug(s.name) == slug {
			return s, nil
		}
	}
	return nil, fmt.Errorf("%s is not a schema: give one of %s", quoted.Text(name), strings.Join(Names(), ", "))
}
