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

// Paper returns the twelve schemata of Table 5, in the order and with the names of that
// table.
//
// The paper leaves some cases open, and some of its categories overlap. The following
// decisions apply in these cases. Invalid attempts always get category 0. "Wrong ∧
// low_conf" next to wrong_high_conf means every other wrong attempt, because the two
// thresholds would otherwise miss some attempts or count them twice. Conf-Calibrated
// grades correct attempts by corr_p33 and corr_p66, which no other schema uses:
// confidence is high up to the first and mid up to the second. In Verifier-Only,
// attempts with A_high get the category for A_high. Among all other attempts, "high B"
// means B ≥ C, and "high C" means B < C, because attempts with a truly high C are
// invalid. Concision-High-Conf tests first whether an attempt is economical and
// confident, which is its highest category, and then whether it is only economical.
//
// The paper gives weights only for Format Aware and, in its blog and poster, for
// schemata like Efficiency-Adjusted and Conf-Wrong Penalty. The other weights follow the
// descriptions in appendix D. Use WithWeights to change weights, and Unit to scale them
// to [0, 1].
func Paper() []*Schema {
	return append([]*Schema(nil), paperSchemata()...)
}

// paperSchemata parses the embedded file of schemata when it is first called. It panics
// if the file is invalid, which is a programming error.
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

// aliases maps schema names in the list of descriptions in appendix D to their names in
// Table 5, if the two differ.
var aliases = map[string]string{
	"verifier-prob":     "verifier-probe",
	"concise-high-conf": "concision-high-conf",
}

// Slug returns a schema's name in the form for flags and files: in lower case, with
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

// Named returns the schema of the paper with the given name. The name can be spelled as
// in Table 5, as in the list of descriptions in appendix D, or as Slug returns it.
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
