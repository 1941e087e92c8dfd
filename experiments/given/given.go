package given

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"settle/experiments/paper"
	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/report/wording"
	"settle/results"
)

// Results holds the boards of the paper's benchmarks that were found in the user's
// results. These boards replace the simulated ones.
type Results struct {
	Benchmarks []paper.Benchmark `json:"-"`           // found benchmarks, in the order of BenchmarkKeys
	Lacking    []string          `json:"missing"`     // titles of the missing benchmarks
	Other      []string          `json:"other_tasks"` // tasks that are not among the four

	Models []string `json:"models"`     // models on the boards of Benchmarks
	Found  []string `json:"found"`      // found models of the paper's eleven, named as in its Table 2
	Absent []string `json:"not_found"`  // missing models of the paper's eleven
	Left   []string `json:"not_on_all"` // models that some benchmarks lack

	Notes []string `json:"notes"` // sentences about the handling of attempts
}

// Options control how the user's results become boards of the paper's benchmarks.
type Options struct {
	From   string         // name of the results in messages
	Models []string       // new names of the models, in the order of the results; nil keeps the names
	Policy results.Policy // policy for missing attempts: MissingRefuse or MissingCommon
}

// Recognise makes boards from the attempts at the paper's benchmarks. Task names can
// have any spelling that TaskOf accepts. The boards contain the models that occur in
// all found benchmarks, and the paper's models are renamed as in its Table 2. If more
// than half of the paper's eleven models are found, the field Board of each benchmark
// has only these models, and the field Whole has all models. Only the first 80 trials
// are used.
//
// It returns an error if no benchmark is found, or if a board has fewer than two models
// or outcomes that are not binary. It also returns an error if two models are the same
// model of the paper.
func Recognise(tasks []*results.Attempts, opt Options) (*Results, error) {
	none := []string{} // an empty list in JSON instead of null
	g := &Results{Lacking: none, Other: none, Found: none, Absent: none, Left: none, Notes: none}
	boards := map[string]*results.Board{}
	for _, a := range tasks {
		key := benchmarkKey(a.Task)
		if key == "" {
			g.Other = append(g.Other, a.Task)
			continue
		}
		if boards[key] != nil {
			return nil, fmt.Errorf("%s: two tasks are the benchmark %s", opt.From, paper.Tasks[key].Title)
		}
		board, err := g.board(a, opt)
		if err != nil {
			return nil, err
		}
		boards[key] = board
	}
	for _, key := range paper.BenchmarkKeys {
		title := paper.Tasks[key].Title
		if board := boards[key]; board != nil {
			g.Benchmarks = append(g.Benchmarks, paper.Benchmark{Key: key, Title: title, Whole: board})
		} else {
			g.Lacking = append(g.Lacking, title)
		}
	}
	if g.Benchmarks == nil {
		return nil, fmt.Errorf("%s: no task is a benchmark of the paper%s; name tasks aime24, aime25, "+
			"hmmt_feb_2025 and brumo_2025, by a column (--column task=THEIRS) or by file names (--name '{task}.csv')",
			opt.From, formatTasks(g.Other))
	}
	return g, g.select11(opt)
}

// formatTasks formats a list of tasks for an error message, beginning with ", only". It
// returns "" if no task has a name.
func formatTasks(tasks []string) string {
	tasks = lists.Where(tasks, func(task string) bool { return task != "" })
	return wording.If(len(tasks) > 0, ", only "+quoted.List(tasks))
}

// board makes the board of one benchmark from the attempts at it.
func (g *Results) board(a *results.Attempts, opt Options) (*results.Board, error) {
	board, kept, err := a.Named(opt.From).Board(opt.Policy)
	if err != nil {
		return nil, err
	}
	if note := kept.Note(); note != "" {
		g.Notes = append(g.Notes, paper.Tasks[benchmarkKey(a.Task)].Title+": "+note)
	}
	if len(board.Models) < 2 || board.Top() > 1 {
		return nil, fmt.Errorf("%s: %s needs at least two models and binary outcomes; it has %s and categories 0..%d",
			opt.From, a.Task, tables.Count(len(board.Models), "model"), board.Top())
	}
	names := slices.Clone(board.Models)
	if opt.Models != nil {
		if err := board.Rename(opt.Models); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", opt.From, a.Task, err)
		}
		names = slices.Clone(opt.Models)
	}
	spelled := map[string]string{}
	for i, name := range names {
		papers := Model(name)
		if papers == "" {
			continue
		}
		if other, ok := spelled[papers]; ok {
			return nil, fmt.Errorf("%s: %s: models %s and %s are both the paper's %s",
				opt.From, a.Task, quoted.Text(other), quoted.Text(name), papers)
		}
		spelled[papers], names[i] = name, papers
	}
	if err := board.Rename(names); err != nil {
		return nil, fmt.Errorf("%s: %s: %w", opt.From, a.Task, err)
	}
	return board, nil
}

// select11 selects the models that the boards contain: the paper's eleven or all. For
// each board to which the paper's numbers do not apply, it also records the reason.
func (g *Results) select11(opt Options) error {
	common := g.common()
	if len(common) < 2 {
		return fmt.Errorf("%s: the benchmarks have %s in common; at least two are needed",
			opt.From, tables.Count(len(common), "model"))
	}
	for _, model := range paper.Models {
		if slices.Contains(common, model) {
			g.Found = append(g.Found, model)
		} else {
			g.Absent = append(g.Absent, model)
		}
	}
	whole := slices.Concat(g.Found, slices.DeleteFunc(slices.Clone(common), func(model string) bool {
		return slices.Contains(g.Found, model)
	}))
	g.Models = whole
	if len(g.Found) > len(paper.Models)/2 {
		g.Models = g.Found
	}
	for i := range g.Benchmarks {
		b := &g.Benchmarks[i]
		given := b.Whole
		b.Read = paper.Shape{Models: len(given.Models), Questions: len(given.Questions), Trials: given.Trials()}
		var err error
		trials := min(given.Trials(), paper.Trials)
		if b.Whole, err = part(given, whole, given.Questions, trials); err == nil {
			b.Board, err = part(given, g.Models, given.Questions, trials)
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", opt.From, b.Title, err)
		}
		b.Whole.Task, b.Board.Task = paper.Tasks[b.Key].Task, paper.Tasks[b.Key].Task
		b.Unlike = g.mismatchReason(b)
	}
	return nil
}

// common returns the models that all benchmarks have, in the order of the first
// benchmark. It records all other models in g.Left.
func (g *Results) common() (common []string) {
	for _, model := range g.Benchmarks[0].Whole.Models {
		lacks := func(b paper.Benchmark) bool { return !slices.Contains(b.Whole.Models, model) }
		if !slices.ContainsFunc(g.Benchmarks, lacks) {
			common = append(common, model)
		}
	}
	for _, b := range g.Benchmarks {
		for _, model := range b.Whole.Models {
			if !slices.Contains(common, model) && !slices.Contains(g.Left, model) {
				g.Left = append(g.Left, model)
			}
		}
	}
	return common
}

// mismatchReason returns the reason why the paper's numbers do not apply to a given
// board, or "" if they do apply.
func (g *Results) mismatchReason(b *paper.Benchmark) string {
	var share float64
	if share, b.Noise = isOneCoin(b.Whole); b.Noise {
		return fmt.Sprintf("the outcomes given for %s look like tosses of one coin that shows 1 in %s of the tosses: "+
			"neither models nor questions differ by more than chance", b.Title, tables.Percent(share, 1))
	}
	var lacks []string
	if len(g.Absent) > 0 {
		lacks = append(lacks, fmt.Sprintf("%d of the paper's eleven models", len(g.Found)))
	}
	lacks = Differs(lacks, len(b.Board.Questions), "question", paper.Questions)
	return Lacks(b.Title, Differs(lacks, b.Board.Trials(), "trial", paper.Trials))
}

// Lacks returns a phrase that says how the results on a benchmark differ from the
// paper's. The arguments are the name of the benchmark and a list of differences. If
// the list is nil, Lacks returns "".
func Lacks(title string, lacks []string) string {
	if lacks == nil {
		return ""
	}
	return fmt.Sprintf("the results given for %s have %s", title, strings.Join(lacks, " and "))
}

// Differs returns the given list of differences, with one more phrase if the count
// differs from the paper's count. The phrase states both counts. The third argument is
// the name of the counted thing, such as "question".
func Differs(lacks []string, count int, what string, papers int) []string {
	if count == papers {
		return lacks
	}
	return append(lacks, fmt.Sprintf("%s (the paper has %d)", tables.Count(count, what), papers))
}

// part returns a board with only the named models and questions of b, in the given
// order, and only the given number of its first trials.
func part(b *results.Board, models, questions []string, trials int) (*results.Board, error) {
	some, err := results.NewBoard(models, questions, trials, b.Top())
	if err != nil {
		return nil, err
	}
	rows, err := placesOf("model", models, b.Models)
	if err != nil {
		return nil, err
	}
	columns, err := placesOf("question", questions, b.Questions)
	if err != nil {
		return nil, err
	}
	for m, row := range rows {
		for q, column := range columns {
			copy(some.Row(m, q), b.Row(row, column))
		}
	}
	return some, nil
}

// placesOf returns the index of each name in the list. It returns an error if a name is
// missing. The first argument, such as "model", describes the names in this error.
func placesOf(what string, names, list []string) ([]int, error) {
	places := make([]int, len(names))
	for i, name := range names {
		if places[i] = slices.Index(list, name); places[i] < 0 {
			return nil, fmt.Errorf("%s %s is missing", what, quoted.Text(name))
		}
	}
	return places, nil
}

// Greedy adds greedy runs to the benchmarks. There can be several runs. They must
// contain the same models and questions as the benchmarks. Greedy returns an error if a
// model or a question is missing, or if no benchmark has greedy runs.
func (g *Results) Greedy(tasks []*results.Attempts, opt Options) error {
	runs, err := Recognise(tasks, opt)
	if err != nil {
		return err
	}
	for i := range g.Benchmarks {
		b := &g.Benchmarks[i]
		at := slices.IndexFunc(runs.Benchmarks, func(r paper.Benchmark) bool { return r.Key == b.Key })
		if at < 0 {
			continue
		}
		if b.Greedy, err = alignBoard(runs.Benchmarks[at].Whole, b.Whole); err != nil {
			return fmt.Errorf("%s: %s: %w", opt.From, b.Title, err)
		}
	}
	if !slices.ContainsFunc(g.Benchmarks, func(b paper.Benchmark) bool { return b.Greedy != nil }) {
		return errors.New(opt.From + ": no greedy run belongs to a benchmark of the given results")
	}
	return nil
}

// alignBoard returns b with its models and questions in the order of the board
// reference. It returns an error if b lacks a model or a question of reference.
func alignBoard(b, reference *results.Board) (*results.Board, error) {
	some, err := part(b, reference.Models, reference.Questions, b.Trials())
	if err != nil {
		return nil, err
	}
	some.Task = reference.Task
	return some, nil
}

// benchmarkNames maps the key of each benchmark to a pattern of its name without blanks
// and punctuation.
var benchmarkNames = map[string]*regexp.Regexp{
	"aime24":  regexp.MustCompile(`^aime(20)?24$`),
	"aime25":  regexp.MustCompile(`^aime(20)?25$`),
	"hmmt25":  regexp.MustCompile(`^hmmt((feb(ruary)?)?(20)?25|(20)?25feb(ruary)?)$`),
	"brumo25": regexp.MustCompile(`^brumo(20)?25$`),
}

// benchmarkKey returns the key of the benchmark that a task names: aime24 for
// "AIME'24". It ignores anything before a slash, such as the owner in
// "math-ai/aime_2024". It returns "" for any other task.
func benchmarkKey(task string) string {
	plain := lettersAndDigits(task[strings.LastIndexByte(task, '/')+1:])
	for _, key := range paper.BenchmarkKeys {
		if benchmarkNames[key].MatchString(plain) {
			return key
		}
	}
	return ""
}

// lettersAndDigits returns the ASCII letters and digits of a name, in lower case.
func lettersAndDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(name))
}

// benchmarkInPath matches the name of a benchmark in the path of a file.
var benchmarkInPath = regexp.MustCompile(`(?:^|[^a-z0-9])((?:aime|hmmt|brumo)[^a-z0-9]*(?:feb(?:ruary)?[^a-z0-9]*)?` +
	`(?:20)?2[45])(?:[^a-z0-9]|$)`)

// TaskOf returns the reference package's name of the benchmark that a task names:
// aime24 for "AIME'24", aime_2024 and AIME 2024, and hmmt_feb_2025 for "HMMT Feb 2025".
// If task is "", it searches the path for a benchmark's name, starting at the end. Any
// other task is returned unchanged.
func TaskOf(path, task string) string {
	if key := benchmarkKey(task); key != "" {
		return paper.Tasks[key].Task
	}
	if task != "" {
		return task
	}
	parts := strings.FieldsFunc(strings.ToLower(path), func(r rune) bool { return r == '/' || r == '\\' })
	for _, part := range slices.Backward(parts) {
		if found := benchmarkInPath.FindStringSubmatch(part); found != nil {
			if key := benchmarkKey(found[1]); key != "" {
				return paper.Tasks[key].Task
			}
		}
	}
	return task
}

// owners lists the owners of the paper's models. A model's name can begin with its
// owner, such as "qwen", which is written here without blanks and punctuation.
var owners = []string{"qwen", "openai", "openthoughts", "gair", "lgaiexaone", "nvidia", "deepseekai", "novaskyai"}

// shortNames maps alternative names of the models, from the paper and its follow-up, to
// their full names. The alternative names are without blanks and punctuation.
var shortNames = map[string]string{
	"qwen330ba3bthinking": "Qwen3-30B-A3B-Thinking-2507",
	"qwen3thinking":       "Qwen3-30B-A3B-Thinking-2507",
	"gptosshigh":          "gpt-oss-20b-high",
	"gptossmedium":        "gpt-oss-20b-medium",
	"gptosslow":           "gpt-oss-20b-low",
	"openthinker2":        "OpenThinker2-32B",
}

// Model returns the paper's name of a model, or "" if it is not one of the eleven. It
// compares only letters and digits, with and without the owner.
func Model(name string) string {
	plain := lettersAndDigits(name)
	candidates := []string{plain, lettersAndDigits(name[strings.IndexByte(name, '/')+1:])}
	for _, owner := range owners {
		if rest, ok := strings.CutPrefix(plain, owner); ok {
			candidates = append(candidates, rest)
		}
	}
	for _, candidate := range candidates {
		for _, effort := range []string{"reasoningeffort", "effort", "reasoning"} {
			if rest, ok := strings.CutPrefix(candidate, "gptoss20b"+effort); ok {
				candidate = "gptoss20b" + rest
			}
		}
		for _, model := range paper.Models {
			if candidate == lettersAndDigits(model) {
				return model
			}
		}
		if model := shortNames[candidate]; model != "" {
			return model
		}
	}
	return ""
}
