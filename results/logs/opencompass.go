package logs

import (
	"cmp"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// looksLikeOneDetail reports whether an OpenCompass file holds the details of only one
// question.
func looksLikeOneDetail(s *shape) bool {
	details := s.lookup("details")
	return details != nil && details.lookup("type") != nil && details.whole && details.length == 1
}

// openCompassFile is an OpenCompass file: the results of one model on one dataset.
// Numbers outside of the details are averages.
type openCompassFile struct {
	Details    elementVisitor[part[openCompassDetail]] `json:"details"`
	Aggregates orderedMembers[value]                   `json:"*"`
}

// openCompassDetail holds the results for one question. A verdict has one value for
// each repeat of the question. If there are several verdicts, the first counts.
type openCompassDetail struct {
	ID             value     `json:"example_abbr"`
	Answers        oneOrMore `json:"pred"`
	Correct        oneOrMore `json:"correct"`
	IsCorrect      oneOrMore `json:"is_correct"`
	CascadeCorrect oneOrMore `json:"cascade_correct"`
}

// readOpenCompass reads an OpenCompass file: the details of one model on one dataset.
func readOpenCompass(r *reading) error {
	model := ""
	if r.file.folder(2) == "results" {
		model = r.file.folder(1)
	}
	g := r.log(model, strings.TrimSuffix(filepath.Base(r.file.path), ".json"))
	var doc openCompassFile
	doc.Details.do = func(name string, detail *part[openCompassDetail]) error {
		if name != "" && !detail.there {
			return nil
		}
		name = cmp.Or(detail.it.ID.string(), name)
		if name == "" {
			return errNoQuestion
		}
		detail.it.add(g, name)
		return nil
	}
	if err := document(r.file, &doc); err != nil {
		return err
	}
	publishOpenCompass(g.log, doc.Aggregates)
	return nil
}

// add adds all repeats of a question as attempts.
func (d *openCompassDetail) add(g *gatherer, question string) {
	for _, verdict := range []named[oneOrMore]{
		{"correct", d.Correct}, {"is_correct", d.IsCorrect}, {"cascade_correct", d.CascadeCorrect},
	} {
		if len(verdict.it) > 0 && (g.verdicts.want == "" || g.verdicts.want == verdict.name) {
			g.repeats(question, verdict.name, verdict.it, d.Answers)
			return
		}
	}
	answers := 1
	if d.Answers != nil {
		answers = len(d.Answers)
	}
	for i := range answers {
		g.attempt(question, int64(i+1), math.NaN())
	}
}

var (
	openCompassAverage = regexp.MustCompile(`^accuracy( \(\d+ runs average\))?$`)
	openCompassGPass   = regexp.MustCompile(`^(?:(.+)/)?G-Pass@(\d+)_([0-9.]+)$`)
)

// publishOpenCompass adds the averages that OpenCompass wrote to the file.
func publishOpenCompass(log *Log, aggregates orderedMembers[value]) {
	for _, aggregate := range aggregates {
		if aggregate.it.kind != jsontext.KindNumber {
			continue
		}
		p := Published{Name: aggregate.name, Value: aggregate.it.orNaN(), Scale: 100}
		switch match := openCompassGPass.FindStringSubmatch(p.Name); {
		case openCompassAverage.MatchString(p.Name):
			p.Rule = Mean
		case match != nil:
			p.Rule = GPassAtK
			p.K, _ = strconv.Atoi(match[2])
			p.T, _ = strconv.ParseFloat(match[3], 64)
			if match[1] != "" {
				p.Among = log.subdivision(match[1])
			}
		default:
			p.Why = "how it is computed is unknown"
		}
		log.Published = append(log.Published, p)
	}
}

// subdivision returns the questions in one part of a dataset. The name of such a
// question is the name of the part, an underscore and a suffix.
func (l *Log) subdivision(name string) map[string]bool {
	among := map[string]bool{}
	for _, question := range l.questions {
		if i := strings.LastIndexByte(question, '_'); i >= 0 && question[:i] == name {
			among[question] = true
		}
	}
	return among
}
