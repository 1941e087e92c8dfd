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

// Paper returns the twelve schemata of Table 5, in its order and with its names.
//
// The paper leaves some cases open, and some of its categories overlap. In these cases
// the following decisions apply. Invalid attempts always get category 0. "Wrong ∧
// low_conf" next to wrong_high_conf means every other wrong attempt, because the two
// thresholds would otherwise miss some attempts or count them twice. Conf-Calibrated
// grades correct attempts by corr_p33 and corr_p66, which no other schema uses:
// confidence is high up to the first and mid up to the second. In Verifier-Only,
// attempts with A_high get the category of A_high. Among all others, "high B" means B ≥
// C, and "high C" means B < C, because attempts with a truly high C are invalid.
// Concision-High-Conf checks for economical and confident attempts, its highest
// category, before merely economical ones.
//
// The paper gives weights only for Format Aware and, in its blog and poster, for
// schemata like Efficiency-Adjusted and Conf-Wrong Penalty. The other weights follow
// the descriptions in appendix D. WithWeights changes weights; Unit scales them to [0,
// 1].
func Paper() []*Schema {
	return append([]*Schema(nil), paperSchemata()...)
}

// paperSchemata parses the embedded file once. It panics on errors, which are
// programming errors.
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

// aliases maps names in appendix D's list of descriptions to the names in Table 5,
// where the two differ.
var aliases = map[string]string{
	"verifier-prob":     "verifier-probe",
	"concise-high-conf": "concision-high-conf",
}

// Slug returns a schema's name as flags and files write it: in lower case, with hyphens
// for spaces and plus signs, such as "format-aware".
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

// Named returns the schema of the paper with the given name, spelled as in Table 5, in
// the list of descriptions, or by Slug.
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
	return nil, fmt.Errorf("unknown schema %s; schemata are %s", quoted.Text(name), strings.Join(Names(), ", "))
}
