package command

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// A variation is a command line beside which one flag has another value.
type variation struct {
	flag  string
	base  string // the line without the command, "" for the usual one
	with  string // what is added to it
	other string // in place of all that, another line
	same  bool   // the numbers stay
	why   string // why there is none to try
}

// of is a variation of the usual line.
func of(flag, value string) variation { return variation{flag: flag, with: "--" + flag + " " + value} }

// none says why a flag has no variation.
func none(flag, why string) variation { return variation{flag: flag, why: why} }

// name is a variation of the name of the results.
func name(base, other string) variation { return variation{flag: results, base: base, other: other} }

// results stands for the argument where a flag is named.
const results = "results"

const (
	draws   = "the line must draw replicates, and with it there are none"
	reading = "it says how a file is read: what the file comes to is on the board, which other rows change"
	refused = "it is refused beside --shard"
)

// boardFlags are variations of the flags on what board there is.
func boardFlags(line string) []variation {
	tail := " " + line
	return []variation{
		{flag: "task", base: "tasks.csv" + tail + " --task a", with: "--task b"},
		none("score", reading), none("name", reading),
		name("mimics:fig7,trials=5,questions=4 --schema format-aware"+tail, "mimics:fig7,trials=5,questions=5 --schema format-aware"+tail),
		name("coins:4x6,trials=6"+tail, "coins:4x6,trials=7"+tail),
		name("stand-in:aime25,drop=0.1 --missing unequal"+tail, "stand-in:aime25,drop=0.3 --missing unequal"+tail),
		name("stand-in:aime25,drop-hard=0.1 --missing unequal"+tail, "stand-in:aime25,drop-hard=0.4 --missing unequal"+tail),
		name("stand-in:aime25,unequal=3-6 --missing unequal"+tail, "stand-in:aime25,unequal=2-6 --missing unequal"+tail),
		{flag: "column", base: "two.csv --column outcome=outcome" + tail, with: "--column outcome=other"},
		{flag: "missing", base: "unequal.csv --missing common" + tail, with: "--missing unequal"},
		{flag: "weights", base: "graded.csv --weights 0,0.02,1" + tail, other: "graded.csv --weights values" + tail},
		{flag: "schema", base: "signals.csv --schema strict-compliance" + tail, with: "--schema format-aware"},
		{flag: "schema", base: "signals.csv --schema efficiency-adjusted" + tail, other: "signals.csv --schema others.yaml" + tail},
		{flag: "schema", base: "logits.csv --schema verifier-probe" + tail, other: "logits.csv --schema baseline.yaml" + tail},
		{flag: "schema", base: "logits.csv --schema verifier-probe" + tail, other: "logits.csv --schema temperature.yaml" + tail},
	}
}

// scoringFlags are variations of the flags on how it is scored.
func scoringFlags(line string) []variation {
	return []variation{
		{flag: "weights", base: "graded.csv --weights 0,0.5,1 " + line, with: "--weights 0,0.2,1"},
		{flag: "prior", base: "board.csv " + line, with: "--prior prior.csv"},
		{flag: "prior", base: "board.csv --prior prior.csv " + line, other: "board.csv --prior prior.csv,weight=1/2 " + line},
	}
}

// plans are, by command, the usual line and a variation for each flag, but for those of
// every command and of figures and those of sharing out.
var plans = map[string]struct {
	line string
	rows []variation
}{
	"vote": {"ballots.csv --replicates 99", []variation{
		none("score", reading), none("name", reading), none("schema", "it sorts signals, which have no answers"),
		name("coins:4x6,trials=6,answers=3 --replicates 9", "coins:4x6,trials=6,answers=4 --replicates 9"),
		name("coins:4x6,trials=6,answers=3 --replicates 9", "coins:4x6,trials=7,answers=3 --replicates 9"),
		{flag: "task", base: "ballottasks.csv --replicates 9 --task a", with: "--task b"},
		{flag: "missing", base: "ballotgaps.csv --missing common --replicates 9", with: "--missing wrong"},
		{flag: "weights", base: "ballots.csv --weights 0,1 --replicates 9", with: "--weights 0,0.5"},
		of("column", "answer=other"), of("answers", "exact"), of("answers", "math"), of("no-answer", "vote"),
		of("threshold", "0.7"), of("windows", "2"),
	}},
	"bootstrap": {"board.csv --replicates 9 --metrics bayes,pass@2", slices.Concat(
		ballotFlags("--replicates 9 --show tau,score"), boardFlags("--replicates 9 --metrics bayes --show tau,score"), scoringFlags("--replicates 9 --metrics bayes"),
		[]variation{
			of("metrics", "bayes"), of("gold", "gold.csv"), of("scheme", "columns"), of("up-to", "4"),
			of("scheme", "without-replacement"),
			{flag: "scheme", base: "board.csv --replicates 9 --metrics bayes --scheme columns", other: "board.csv --replicates 9 --metrics bayes --scheme columns,paired"},
			of("show", "tau,score"), {flag: "at", base: "board.csv --replicates 9 --metrics bayes --show score --at 1", with: "--at 2"},
			{flag: "log-n", same: true, why: "it is about a figure, and so is refused beside --shard"},
		})},
	"converge": {"board.csv --replicates 9 --metrics bayes,pass@2", slices.Concat(
		ballotFlags("--replicates 99"), boardFlags("--replicates 9 --metrics bayes"), scoringFlags("--replicates 9 --metrics bayes"),
		[]variation{
			of("metrics", "bayes"), of("gold", "gold.csv"), of("scheme", "columns"), of("up-to", "4"),
			of("scheme", "with-replacement"),
			{flag: "scheme", base: "board.csv --replicates 99 --metrics bayes --scheme columns", other: "board.csv --replicates 99 --metrics bayes --scheme columns,paired"},
			{flag: "gold", base: "board.csv --replicates 99 --metrics bayes --gold tied.csv", other: "board.csv --replicates 99 --metrics bayes --gold tied.csv,ties=any"},
			of("worst", "3"), none("trace", "it follows replicates that are drawn again: the sums are the same"), of("looks", "2,4"),
		})},
	"simulate curves": {"--coins 4x6 --trials 6 --replicates 9 --metrics bayes,pass@4", []variation{
		of("coins", "4x5"), of("metrics", "bayes"), of("trials", "7"),
		{flag: "gold", base: "--coins crossing.csv --trials 6 --replicates 9 --metrics pass@4", with: "--gold own"},
		none("log-n", "it is about a figure, and so is refused beside --shard"),
	}},
	"simulate converge": {"--coins 4x6 --trials 6 --replicates 9 --metrics bayes,pass@4", []variation{
		of("coins", "4x5"), of("metrics", "bayes"), of("trials", "7"),
		{flag: "gold", base: "--coins crossing.csv --trials 6 --replicates 9 --metrics pass@4", with: "--gold own"},
		{flag: "gold", base: "--coins 4x6,tie --trials 9 --replicates 99 --metrics bayes", with: "--gold ties=any"},
		of("worst", "3"), none("trace", "it follows replicates that are drawn again: the sums are the same"), of("looks", "4,6"),
	}},
	"simulate pair": {"LLM9 LLM10 --trials 5 --replicates 9", []variation{of("coins", "paper-quantile"), of("trials", "6")}},
	"budget adapt": {"board.csv --replicates 9 --truth posterior,trials=8", slices.Concat(
		boardFlags("--replicates 9"),
		[]variation{
			{flag: "weights", base: "graded.csv --weights 0,0.5,1 --replicates 9", with: "--weights 0,0.2,1"},
			{flag: "prior", base: "board.csv --metric bayes --replicates 9", with: "--prior prior.csv"},
			{flag: "prior", base: "board.csv --metric bayes --prior prior.csv --replicates 99", other: "board.csv --metric bayes --prior prior.csv,weight=1/20 --replicates 99"},
			{flag: "metric", base: "board.csv --replicates 99 --truth posterior,trials=20", with: "--metric bayes"},
			{flag: "truth", base: "board.csv --replicates 9", with: "--truth board"},
			{flag: "truth", base: "board.csv --replicates 9", with: "--truth posterior,trials=9"},
			{flag: "truth", base: "board.csv --replicates 99 --truth board", other: "board.csv --replicates 99 --truth board,scheme=columns"},
			of("batch", "2"), of("half-width", "0.2"), of("confidence", "0.6"), of("correction", "none"),
		})},
	"bakeoff run": {"coins:4x6 --trials 6 --replicates 9 --metrics avg,bayes", slices.Concat(
		bakeoffBoards(boardFlags("--trials 6 --replicates 9 --metrics avg,bayes")),
		[]variation{
			name("coins:4x6 --trials 6 --replicates 9 --metrics avg,bayes", "coins:4x5 --trials 6 --replicates 9 --metrics avg,bayes"),
			of("thin", "drop=0.2"),
			{flag: "thin", base: "coins:4x6,unequal=0-3 --trials 6 --replicates 9 --metrics avg,bayes", with: "--thin unmet=own"},
			{flag: "weights", base: "graded.csv --weights 0,0.5,1 --trials 5 --replicates 9 --metrics avg,bayes", with: "--weights 0,0.2,1"},
			of("metrics", "avg"), {flag: "gold", base: "coins:crossing.csv --trials 6 --replicates 9 --metrics avg,pass@4", with: "--gold pass@4"},
			{flag: "reference", with: "--reference bayes", same: true}, of("trials", "7"), of("n", "2,6"),
			{flag: "league", with: "--league 2", same: true}, {flag: "league", with: "--league full", same: true}, none("cost", refused),
		})},
	"reproduce": {"table5", []variation{
		none("list", refused), none("data", reading), none("greedy", reading), none("models", reading), none("missing", reading),
		none("column", reading), none("score", reading), none("name", reading),
		{flag: "tables", with: "--tables", same: true},
		{flag: "coins", base: "table1 --coins 5x8", with: "--coins 5x9"},
		{flag: "signals", base: "table5", with: "--signals nine.csv"},
	}},
}

// ballotFlags are variations of what attempts answered and weigh, of a line whose metrics count votes.
func ballotFlags(line string) []variation {
	return []variation{
		{flag: "column", base: "ballots.csv --column answer=answer " + line + " --metrics plurality@3", with: "--column answer=other"},
		{flag: "column", base: "ballots.csv --column weight=weight " + line + " --metrics best@3", with: "--column weight=sure"},
		{flag: "metrics", base: "ballots.csv " + line + " --metrics plurality@3", other: "ballots.csv " + line + " --metrics plurality@2"},
		{flag: "metrics", base: "ballots.csv " + line + " --metrics plurality@3", other: "ballots.csv " + line + " --metrics best@3"},
		{flag: "metrics", base: "ballots.csv " + line + " --metrics vote@2", other: "ballots.csv " + line + " --metrics vote@3"},
		name("ballots.csv "+line+" --metrics plurality@3", "moreballots.csv "+line+" --metrics plurality@3"),
	}
}

// bakeoffBoards are those variations that a bakeoff knows, whose trials are its own.
func bakeoffBoards(rows []variation) []variation {
	var own []variation
	for _, row := range rows {
		switch {
		case strings.HasSuffix(row.other, ".yaml"), strings.HasPrefix(row.base, "coins:"):
			continue
		case strings.HasPrefix(row.base, "stand-in:"):
			row.base = strings.Replace(row.base, "stand-in:aime25", "coins:4x6", 1)
			row.base, row.other = strings.Replace(row.base, "--missing unequal ", "", 1), strings.Replace(row.other, "--missing unequal ", "", 1)
			row.other = strings.Replace(row.other, "stand-in:aime25", "coins:4x6", 1)
		}
		own = append(own, row)
	}
	return own
}

// numbers are all that a document says but texts, in its order.
func numbers(t *testing.T, document string) (list []string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(document))
	d.UseNumber()
	for depth, key, skip := 0, "", 0; ; {
		token, err := d.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatalf("%v: %.200s", err, document)
		}
		switch v := token.(type) {
		case json.Delim:
			if v == '{' || v == '[' {
				depth++
			} else if depth--; depth == skip {
				skip = 0
			}
		case string:
			if key = v; depth == 1 && key == "provenance" {
				skip = depth
			}
		default:
			if skip == 0 {
				list = append(list, fmt.Sprint(v))
			}
		}
	}
}

// planOf is the plan of a line, and the numbers that it finds.
func planOf(t *testing.T, command, line string) (plan string, found []string) {
	t.Helper()
	words := append(strings.Fields(command), strings.Fields(line)...)
	plan = planOfShard(t, words, "1/8")
	code, printed, errs := play(t, append(words, "--format", "json")...)
	if code != 0 {
		t.Fatalf("%q: exit %d, %s", words, code, errs)
	}
	if command == "reproduce" { // whose numbers are in files
		return plan, dataIn(t, "out")
	}
	return plan, numbers(t, printed)
}

// planOfShard is the plan that a shard says, whose part is a new file: a part does not take
// the place of another plan's.
func planOfShard(t *testing.T, words []string, shard string) string {
	t.Helper()
	part := filepath.Join(t.TempDir(), "part")
	code, printed, errs := play(t, append(words, "--format", "json", "--shard", shard, "--part", part)...)
	if code != 0 {
		t.Fatalf("%q: exit %d, %s", words, code, errs)
	}
	var document struct{ Plan string }
	if err := json.Unmarshal([]byte(printed), &document); err != nil {
		t.Fatal(err)
	}
	return document.Plan
}

// dataIn are the files of data in a folder, which it removes.
func dataIn(t *testing.T, folder string) (data []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.csv"))
	if err != nil || len(names) == 0 {
		t.Fatal("no data", err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, name+"\n"+string(content))
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	return data
}

// The plan changes with a flag if and only if the numbers do; every flag of a command that
// can be shared out has a row, or a reason why not.
func TestPlanHoldsWhatChangesNumbers(t *testing.T) {
	if testing.Short() {
		t.Skip("two command lines for each flag of eight commands")
	}
	all := leaves(t)
	for command, test := range plans {
		t.Run(command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			files(t)
			planFiles(t)
			rows := append(slices.Clone(test.rows), of("seed", "2"))
			for _, flag := range flagsOf(all[command]) {
				if !slices.ContainsFunc(rows, func(v variation) bool { return v.flag == flag }) {
					t.Errorf("--%s of %s has no row: say what it does to the plan", flag, command)
				}
			}
			for _, row := range rows {
				if !slices.Contains(flagsOf(all[command]), row.flag) && row.flag != "seed" && row.flag != results {
					t.Errorf("%s has no flag --%s", command, row.flag)
				}
				if row.why == "" {
					t.Run(row.flag, func(t *testing.T) { row.try(t, command, test.line) })
				}
			}
		})
	}
}

// try checks that the flag changes plan and numbers, or neither.
func (v variation) try(t *testing.T, command, usual string) {
	base := v.base
	if base == "" {
		base = usual
	}
	plan, found := planOf(t, command, base)
	other := v.other
	if other == "" {
		other = base + " " + v.with
	}
	otherPlan, otherFound := planOf(t, command, other)
	if same := slices.Equal(found, otherFound); same != v.same {
		t.Fatalf("%s %s, and %s: the numbers are the same: %t", command, base, other, same)
	}
	if same := plan == otherPlan; same != v.same {
		t.Errorf("%s %s, and %s: the plan is the same: %t", command, base, other, same)
	}
}

// flagsOf are the flags of a command but for those of all commands, of figures and of
// sharing out, --replicates and --help.
func flagsOf(leaf *kong.Node) (names []string) {
	for _, group := range leaf.AllFlags(false) {
		for _, flag := range group {
			own := flag.Group == nil || flag.Group.Key == "results" || flag.Group.Key == "scoring"
			if own && flag.Name != "replicates" && flag.Name != "help" {
				names = append(names, flag.Name)
			}
		}
	}
	return names
}

// planFiles writes what rows read besides files.
func planFiles(t *testing.T) {
	t.Helper()
	tasks := "model,question,trial,outcome,task\n"
	other := "model,question,trial,outcome,other\n"
	for model := range 3 {
		for question := range 4 {
			for trial := range 4 {
				a, b := (model*question+trial)%3%2, (model+question*trial)%4%2
				tasks += fmt.Sprintf("m%d,q%d,%d,%d,a\nm%d,q%d,%d,%d,b\n", model, question, trial, a, model, question, trial, b)
				other += fmt.Sprintf("m%d,q%d,%d,%d,%d\n", model, question, trial, a, b)
			}
		}
	}
	write(t, "tasks.csv", tasks)
	write(t, "tied.csv", "model,score\nm0,1\nm1,1\nm2,2\nm3,3\n")
	// Of these two, the first has the higher mean, 0.52 to 0.5, and the second solves more
	// questions in four tries, 0.94 of them to 0.74.
	write(t, "crossing.csv", "model,question,p\na,q1,1\na,q2,0.04\na,q3,0.52\nb,q1,0.5\nb,q2,0.5\nb,q3,0.5\n")
	for _, words := range [][]string{
		{"simulate", "signals", "others.csv", "--mimics", "3x4", "--trials", "5", "--replicate", "1"},
		{"simulate", "signals", "nine.csv", "--mimics", "3x4", "--trials", "6"},
		{"simulate", "write", "board.npz", "--coins", "4x6", "--trials", "5"},
	} {
		if code, _, errs := play(t, words...); code != 0 {
			t.Fatal(errs)
		}
	}
	write(t, "two.csv", other)
	ballots := strings.Split(string(randomBallots(rand.New(rand.NewPCG(3, 4)))), "\n")
	write(t, "moreballots.csv", strings.Join(ballots, "\n"))
	gaps, both := ballots[0], ballots[0]+",task"
	for i, line := range ballots[1 : len(ballots)-1] {
		both += "\n" + line + ",a\n" + strings.Replace(line, ",x,", ",y,", 1) + ",b"
		if cells := strings.Split(line, ","); i%5 == 4 { // the last trial failed
			cells[3] = ""
			line = strings.Join(cells, ",")
		}
		gaps += "\n" + line
	}
	write(t, "ballotgaps.csv", gaps+"\n")
	write(t, "ballottasks.csv", both+"\n")
	write(t, "others.yaml", "schema: efficiency-adjusted\nthresholds: others.csv\n")
	write(t, "baseline.yaml", "schema: verifier-probe\nverifier: {baseline: [3, 1, 0]}\n")
	write(t, "temperature.yaml", "schema: verifier-probe\nverifier: {temperature: 9}\n")
	signals, err := os.ReadFile("signals.csv")
	if err != nil {
		t.Fatal(err)
	}
	write(t, "logits.csv", strings.Replace(string(signals), "A,B,C\n", "logit_A,logit_B,logit_C\n", 1))
}

// A plan is of the contents of files, wherever they are, and of the flags that can change a
// number, in whatever order they stand. Other contents and other flags have another plan.
func TestPlanIsOfContents(t *testing.T) {
	t.Chdir(t.TempDir())
	files(t)
	for _, folder := range []string{"logs", "moved"} {
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	board, err := os.ReadFile("board.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"again.csv", "logs/m.csv", "moved/m.csv"} {
		write(t, path, string(board))
	}
	write(t, "other.csv", strings.Replace(string(board), "1\n", "0\n", 1))
	write(t, "coins.csv", "model,question,p\na,q1,0.25\na,q2,0.5\nb,q1,0.75\nb,q2,1\n")
	write(t, "same.csv", "model,question,p\na,q1,0.25\na,q2,0.5\nb,q1,0.75\nb,q2,1\n")
	of := map[string]string{}
	for _, alike := range [][]string{
		{"converge board.csv --metrics bayes --gold gold.csv", "converge --gold ./gold.csv --workers 1 --quiet again.csv --metrics bayes"},
		{"converge logs --metrics bayes", "converge moved --metrics bayes"},
		{"converge other.csv --metrics bayes --gold gold.csv"},
		{"converge board.csv --metrics bayes"},
		{"bootstrap board.csv --metrics bayes", "bootstrap board.csv --metrics bayes --show distribution"},
		{"simulate curves --coins coins.csv --trials 4", "simulate curves --coins same.csv --trials 4"},
		{"bakeoff coins:coins.csv --trials 4", "bakeoff coins:same.csv --trials 4 --league 2"},
	} {
		plan := ""
		for _, line := range alike {
			found := planOfShard(t, append(strings.Fields(line), "--replicates", "4"), "2/2")
			if plan == "" {
				plan = found
			}
			if found != plan {
				t.Errorf("%s and %s have other plans", alike[0], line)
			}
		}
		if of[plan] != "" {
			t.Errorf("%s and %s have one plan", of[plan], alike[0])
		}
		of[plan] = alike[0]
	}
}

// Of programs that score, the plan holds what is in every file that their commands name,
// also behind an option's =, and in a program of the PATH that is named by itself; not what
// is in other files.
func TestPlanHoldsPrograms(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 to run an estimator")
	}
	t.Chdir(t.TempDir())
	files(t)
	estimator, err := os.ReadFile("mine.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.py", "b.py", "mymean", "weights.txt", "unnamed.py"} {
		write(t, name, string(estimator))
		if err := os.Chmod(name, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", here+string(os.PathListSeparator)+os.Getenv("PATH"))
	for metrics, named := range map[string][]string{
		"exec:a=./a.py,exec:b=./b.py":                   {"a.py", "b.py"},
		"exec:a=python3 a.py,avg, exec:b=python3 b.py":  {"a.py", "b.py"},
		"avg,exec:mymean":                               {"mymean"},
		"exec:python3 'a.py' --weights=weights.txt,avg": {"a.py", "weights.txt"},
	} {
		if testing.Short() && len(named) > 1 {
			continue
		}
		plan := func() string {
			return planOfShard(t, []string{"bootstrap", "board.csv", "--replicates", "2", "--metrics", metrics}, "2/2")
		}
		before := plan()
		for _, name := range append(named, "unnamed.py") {
			write(t, name, string(estimator)+"# another version\n")
			if changed, want := plan() != before, name != "unnamed.py"; changed != want {
				t.Errorf("--metrics %s: another version of %s changes the plan: %t", metrics, name, changed)
			}
			write(t, name, string(estimator))
		}
	}
}
