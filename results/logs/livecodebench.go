package logs

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// liveCodeBenchFile is what the name of a file says: Scenario.SCENARIO_N_T_eval_all.json.
var liveCodeBenchFile = regexp.MustCompile(`^Scenario\.([a-z]+)_`)

// readLiveCodeBench reads the answers to each question, graded in order.
func readLiveCodeBench(r *reading) error {
	task := ""
	if match := liveCodeBenchFile.FindStringSubmatch(filepath.Base(r.file.path)); match != nil {
		task = match[1]
	}
	text, err := r.file.json()
	if err != nil {
		return err
	}
	defer text.close()
	g := r.log("", task)
	g.log.Named = true  // the tool writes OUTPUT/MODEL/Scenario.….json
	var id, part []byte // part tells the tests of one question apart, where they are asked one by one
	var graded []float64
	positions := []string{}
	member := func(name []byte) error {
		switch string(name) {
		case "question_id":
			v, err := text.value()
			id = append(id, v.name()...)
			return err
		case "test_id", "id":
			v, err := text.value()
			part = append(part[:0], v.name()...)
			return err
		case "graded_list":
			return text.arrayOrNull(func(int) error {
				v, err := text.value()
				x, ok := v.number()
				if !ok {
					x = math.NaN()
				}
				graded = append(graded, x)
				return err
			})
		}
		return nil
	}
	err = text.eachRecord(func() error {
		id, part, graded = id[:0], part[:0], graded[:0]
		if err := text.object(member); err != nil {
			return err
		}
		if len(id) == 0 {
			return errNoQuestion
		}
		if len(part) > 0 {
			id = append(append(id, '/'), part...)
		}
		positions = append(positions, string(id))
		for i, x := range graded {
			g.attempt(id, int64(i+1), x)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return readLiveCodeBenchScores(r.file, g.log, positions)
}

// readLiveCodeBenchScores reads what was published, from the file beside the
// answers.
func readLiveCodeBenchScores(f *file, log *Log, positions []string) error {
	name := filepath.Base(f.path)
	if !strings.HasSuffix(name, "_eval_all.json") {
		return nil
	}
	beside, err := open(filepath.Join(f.dir(), strings.TrimSuffix(name, "_all.json")+".json"))
	if err != nil || beside.zip != nil {
		return nil // which the attempts do without
	}
	text, err := beside.json()
	if err != nil {
		return nil
	}
	defer text.close()
	var scores any
	if text.peek() != jsontext.KindBeginArray {
		return nil
	}
	_ = text.array(func(i int) (err error) {
		if i == 0 {
			scores, err = text.any(0)
			return err
		}
		return os.ErrExist // enough
	})
	object, _ := scores.(map[string]any)
	for key, v := range object {
		k, err := strconv.Atoi(strings.TrimPrefix(key, "pass@"))
		x, ok := v.(float64)
		if err != nil || !ok || k < 1 {
			continue
		}
		p := Published{Name: key, Value: x, Rule: PassAtK, K: k, ByQuestion: map[string]float64{}}
		detail, _ := at(object, "detail", key).(map[string]any)
		for place, v := range detail {
			i, err := strconv.Atoi(place)
			if x, ok := v.(float64); ok && err == nil && i >= 0 && i < len(positions) && len(detail) == len(positions) {
				p.ByQuestion[positions[i]] = x
			}
		}
		log.Whole.Questions = max(log.Whole.Questions, len(detail))
		log.Published = append(log.Published, p)
	}
	slices.SortFunc(log.Published, func(a, b Published) int { return a.K - b.K })
	return nil
}
