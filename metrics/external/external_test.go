package external

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"settle/internal/quoted"
	"settle/metrics"
	"settle/montecarlo"
	"settle/results"
	"settle/sim"
)

// The test binary is itself the programs, as the argument -as says.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "-as" {
		behave(os.Args[2:])
		return
	}
	os.Exit(m.Run())
}

type request struct {
	ID         int       `json:"id"`
	Trials     any       `json:"trials"`
	Categories int       `json:"categories"`
	Unequal    bool      `json:"unequal"`
	Counts     [][][]int `json:"counts"`
	Shape      []int     `json:"shape"`
	Packed     []byte    `json:"packed"`
	Boards     []struct {
		Trials int       `json:"trials"`
		Counts [][][]int `json:"counts"`
	} `json:"boards"`
}

// behave reads requests and answers as asked: a program of one word answers
// always in that way, "born FOLDER" rightly once it has left a file there.
func behave(how []string) {
	if how[0] == "born" {
		file, _ := os.CreateTemp(how[1], "")
		file.Close()
	}
	if how[0] == "instant" {
		batch, _ := strconv.Atoi(how[1])
		instantly(batch, len(how) > 2)
		return
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			panic(err)
		}
		if batching[how[0]] {
			answerBatch(r, how)
			continue
		}
		answers[how[0]](r)
	}
}

// means returns the mean categories of all models: avg under weights 0, 1, 2, ….
func means(r request) []float64 {
	scores := make([]float64, len(r.Counts))
	for model, questions := range r.Counts {
		sum, outcomes := 0, 0
		for _, counts := range questions {
			if len(counts) != r.Categories {
				panic("a question without all categories")
			}
			for category, count := range counts {
				sum += category * count
				outcomes += count
			}
		}
		if n, _ := r.Trials.(float64); outcomes != int(n)*len(questions) && !r.Unequal {
			panic("counts that do not add up")
		}
		scores[model] = float64(sum) / float64(outcomes)
	}
	return scores
}

func reply(id int, scores any) {
	line, _ := json.Marshal(map[string]any{"id": id, "scores": scores})
	fmt.Println(string(line))
}

var answers = map[string]func(request){
	"right": func(r request) { reply(r.ID, means(r)) },
	"intervals": func(r request) {
		fmt.Printf(`{"id":%d,"scores":[1.4,0.2],"intervals":[[1,2],[0,0.5]]}`+"\n", r.ID)
	},
	"errors": func(r request) { fmt.Printf(`{"id":%d,"scores":[1.4,0.2],"errors":[0.1,0]}`+"\n", r.ID) },
	"fewer":  func(r request) { fmt.Printf(`{"id":%d,"scores":[1.4,0.2],"intervals":[[1,2]]}`+"\n", r.ID) },
	"upside": func(r request) {
		fmt.Printf(`{"id":%d,"scores":[1.4,0.2],"intervals":[[1,2],[0.5,0]]}`+"\n", r.ID)
	},
	"unsure": func(r request) { fmt.Printf(`{"id":%d,"scores":[1.4,0.2],"errors":[0.1,-1]}`+"\n", r.ID) },
	"born":   func(r request) { reply(r.ID, means(r)) },
	"crash": func(r request) {
		fmt.Fprint(os.Stderr, "Traceback\nValueError: no such luck\n\n")
		os.Exit(3)
	},
	"leave":    func(r request) { os.Exit(0) },
	"late":     func(r request) { time.Sleep(time.Hour) },
	"hangup":   func(r request) { os.Stdout.Close(); time.Sleep(time.Hour) },
	"short":    func(r request) { reply(r.ID, means(r)[1:]) },
	"long":     func(r request) { reply(r.ID, append(means(r), 1)) },
	"scalar":   func(r request) { reply(r.ID, 1) },
	"none":     func(r request) { fmt.Println(`{"id":1}`) },
	"nan":      func(r request) { fmt.Println(`{"id":1,"scores":[NaN]}`) },
	"doubled":  func(r request) { fmt.Println(`{"id":1,"scores":[1,2],"scores":[2,1]}`) },
	"shouted":  func(r request) { fmt.Println(`{"id":1,"SCORES":[1,2]}`) },
	"infinite": func(r request) { fmt.Println(`{"id":1,"scores":[1e999]}`) },
	"prose":    func(r request) { fmt.Println("loading " + strings.Repeat("…", 100)) },
	"empty":    func(r request) { fmt.Println() },
	"stale":    func(r request) { reply(r.ID-1, means(r)) },
	"nameless": func(r request) { fmt.Println(`{"scores":[1,2]}`) },
	"null":     func(r request) { fmt.Printf("{\"id\":%d,\"scores\":[1,null]}\n", r.ID) },
	"endless": func(r request) {
		for {
			fmt.Print(strings.Repeat(" ", 1<<16))
		}
	},
}

// commandAs returns the command line of a program that behaves so.
func commandAs(how ...string) string { return os.Args[0] + " -as " + strings.Join(how, " ") }

func metric(t *testing.T, h *Host, command string) *Metric {
	t.Helper()
	m, err := h.Metric(command)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*Metric)
}

// tally returns two models, two questions and five trials of categories 0..2.
func tally() *results.Tally {
	t := results.NewTally(2, 2, 2)
	t.Trials = 5
	t.Add(0, 0, 1, 4)
	t.Add(0, 1, 2, 5)
	t.Add(1, 0, 2, 1)
	return t
}

// The request is written out by hand from the package's doc.
func TestRequest(t *testing.T) {
	for _, c := range []struct {
		weights []float64
		said    string
	}{{[]float64{0, 0.5, 2}, `"weights":[0,0.5,2],`}, {nil, ""}} {
		p := &process{id: 7, weights: c.weights}
		got := string(p.appendRequest(nil, []*results.Tally{tally()}, false))
		want := `{"id":7,"trials":5,"categories":3,` + c.said + `"confidence":0.95,"counts":[[[1,4,0],[0,0,5]],[[4,0,1],[5,0,0]]]}` + "\n"
		if got != want {
			t.Errorf("got  %swant %s", got, want)
		}
	}
}

// The ends of intervals are those of the answer, or 1.96 standard errors from the score;
// an answer of scores alone has none. Scores are the same.
func TestIntervals(t *testing.T) {
	h := NewHost(t.Context())
	defer h.Close()
	for how, want := range map[string][4]float64{
		"intervals": {1, 2, 0, 0.5},
		"errors":    {1.4 - 0.19599639845, 1.4 + 0.19599639845, 0.2, 0.2}, // of 0.1 and 0
		"right":     {},
	} {
		m := metric(t, h, commandAs(how))
		scores, lo, hi := make([]float64, 2), make([]float64, 2), make([]float64, 2)
		known := m.ScoreIntervals(tally(), scores, lo, hi)
		for i, got := range []float64{lo[0], hi[0], lo[1], hi[1]} {
			if math.Abs(got-want[i]) > 1e-9 {
				t.Errorf("%s: [%v, %v], want %v", how, lo, hi, want)
				break
			}
		}
		if known != (how != "right") || scores[0] != 1.4 || scores[1] != 0.2 {
			t.Errorf("%s: known %v, scores %v", how, known, scores)
		}
		m.ScoreAll(tally(), scores) // which asks for no intervals
	}
}

// A program may have a name, by which its metric is called, and arguments with spaces.
func TestNames(t *testing.T) {
	h := NewHost(t.Context())
	defer h.Close()
	folder := filepath.Join(t.TempDir(), "my programs")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "mine")
	if err := os.Symlink(os.Args[0], link); err != nil {
		t.Skip(err)
	}
	m := metric(t, h, "shrunk-1.0='"+link+"' -as right")
	if m.Name() != "shrunk-1.0" || m.Score(tally(), 1) != 0.2 {
		t.Errorf("%s scores %v", m.Name(), m.Score(tally(), 1))
	}
	if m := metric(t, h, `"`+link+`" -as right`); m.Name() != "exec:'"+link+"' -as right" {
		t.Errorf("it is called %s", m.Name())
	}
	for _, command := range []string{"'" + link, "name=", "name='" + link + "x'"} {
		if m, err := h.Metric(command); err == nil {
			t.Errorf("%s is %s", command, m.Name())
		}
	}
}

// Mean categories, by hand: (4 + 10)/10 and 2/10.
func TestScores(t *testing.T) {
	h := NewHost(t.Context())
	defer h.Close()
	m := metric(t, h, commandAs("right"))
	for range 3 {
		if got := metrics.Scores(m, tally(), nil); got[0] != 1.4 || got[1] != 0.2 {
			t.Fatalf("scores %v, want 1.4 and 0.2", got)
		}
	}
	if got := m.Score(tally(), 1); got != 0.2 {
		t.Errorf("score %v of the second model, want 0.2", got)
	}
	if m.Name() != "exec:"+commandAs("right") || m.FirstTrial() != 1 || m.Check(2, 0) == nil || m.Check(9, 1) != nil {
		t.Error("it should be named by its command and start at n = 1, of any categories")
	}
}

// Every failure names the program and what it did, and comes soon.
func TestFailures(t *testing.T) {
	for how, want := range map[string]string{
		"crash":    "the program ended with exit status 3 at n = 5; its last message: ValueError: no such luck",
		"leave":    "the program exited without an answer at n = 5",
		"late":     "the program gave no answer within 400ms at n = 5",
		"hangup":   "the program ended with signal: killed at n = 5",
		"short":    "the program returned 1 scores for 2 models",
		"long":     "the program returned 3 scores for 2 models",
		"none":     "the program returned 0 scores for 2 models",
		"scalar":   `the program answered {"id":1,"scores":1}, which is not a valid JSON object: json:`,
		"nan":      `the program answered {"id":1,"scores":[NaN]}, which is not a valid JSON object: jsontext: invalid character 'N'`,
		"doubled":  `which is not a valid JSON object: jsontext: duplicate object member name "scores"`,
		"shouted":  "the program returned 0 scores for 2 models",
		"infinite": `the program answered {"id":1,"scores":[1e999]}, which is not a valid JSON object: json: cannot unmarshal JSON number 1e999`,
		"prose":    "the program answered loading ……",
		"empty":    "the program answered , which is not",
		"stale":    `to request 1; it must answer the requests in order and repeat the id of each`,
		"nameless": `to request 1; it must answer the requests in order and repeat the id of each`,
		"fewer":    "the program returned 1 intervals or standard errors for 2 models",
		"upside":   "the program returned an invalid interval for model 2 of 2; it must be [low, high] with low ≤ high",
		"unsure":   "the program returned an invalid standard error for model 2 of 2; it must be a number of at least 0",
		"null":     "the program returned null as the score of model 2 of 2 at n = 5; a score must be a number",
		"endless":  "the program returned a line of more than 16777216 bytes",
	} {
		t.Run(how, func(t *testing.T) {
			h := NewHost(t.Context())
			defer h.Close()
			if how == "late" {
				h.patience = 400 * time.Millisecond
			}
			m := metric(t, h, commandAs(how))
			start := time.Now()
			_, err := metrics.Ordinals(m, tally())
			if err == nil || !strings.HasPrefix(err.Error(), quoted.Bare(m.Name())+": the program ") || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q", err, want)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
			if _, again := metrics.Ordinals(m, tally()); again == nil || again.Error() != err.Error() {
				t.Errorf("asked again it says %v, want the same", again)
			}
			checkGone(t, h)
		})
	}
}

// checkGone checks that no process of a host is left once it is closed.
func checkGone(t *testing.T, h *Host) {
	t.Helper()
	var left []*process
	h.mu.Lock()
	for p := range h.processes {
		left = append(left, p)
	}
	h.mu.Unlock()
	h.Close()
	for _, p := range left {
		if p.command.ProcessState == nil {
			t.Errorf("process %d has not been waited for", p.command.Process.Pid)
		}
	}
}

// Of a long command line a message has the beginning.
func TestLongCommandLine(t *testing.T) {
	h := NewHost(t.Context())
	defer h.Close()
	m := metric(t, h, commandAs("leave", strings.Repeat("x", 5000)))
	want := strconv.Quote(m.Name()[:100]) + "…: the program exited without an answer at n = 5"
	if _, err := metrics.Ordinals(m, tally()); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Programs that are not there are refused at once.
func TestNoProgram(t *testing.T) {
	h := NewHost(t.Context())
	defer h.Close()
	plain := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(plain, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for command, want := range map[string]string{
		" ":               "a program is required, such as exec:./mine.py",
		"./no-such.py":    "cannot run the program ./no-such.py: no such file or directory",
		"no-such-program": "cannot run the program no-such-program: executable file not found in $PATH",
		plain + " -x":     "cannot run the program " + plain + ": permission denied; make it executable, or name its interpreter, such as exec:python3 mine.py",

		strings.Repeat("x", 5000) + ".py": "cannot run the program …" + strings.Repeat("x", 197) + ".py: executable file not found in $PATH",
	} {
		if _, err := h.Metric(command); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %q", command, err, want)
		}
	}
}

// As many goroutines as ask at once have a process each, started when first
// needed and kept: here one at a time, then four together.
func TestOneProcessPerWorker(t *testing.T) {
	h := NewHost(t.Context())
	defer h.Close()
	folder := t.TempDir()
	m := metric(t, h, commandAs("born", folder))
	born := func() int {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	if n := born(); n != 0 {
		t.Errorf("%d processes before any score", n)
	}
	for range 10 {
		m.Score(tally(), 0)
	}
	if n := born(); n != 1 {
		t.Errorf("%d processes for one goroutine", n)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 50 {
				m.Score(tally(), 0)
			}
		})
	}
	group.Wait()
	if n := born(); n < 1 || n > 4 {
		t.Errorf("%d processes for four goroutines", n)
	}
	checkGone(t, h)
}

// The end of the context ends a wait for an answer, as an interruption and not
// as a failure of the program; so does the failure of another program.
func TestEndings(t *testing.T) {
	for name, c := range map[string]struct {
		commands []string
		cancel   bool
		want     func(error) bool
	}{
		"interrupted": {[]string{commandAs("late")}, true, func(err error) bool { return errors.Is(err, context.Canceled) }},
		"another fails": {[]string{commandAs("late"), commandAs("crash")}, false, func(err error) bool {
			return err != nil && strings.Contains(err.Error(), "-as crash: the program ended with exit status 3")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			h := NewHost(ctx)
			defer h.Close()
			if c.cancel {
				time.AfterFunc(200*time.Millisecond, cancel)
			}
			errs := make(chan error, len(c.commands))
			start := time.Now()
			for _, command := range c.commands {
				m := metric(t, h, command)
				go func() {
					_, err := metrics.Ordinals(m, tally())
					errs <- err
				}()
			}
			for range c.commands {
				if err := <-errs; !c.want(err) {
					t.Errorf("error %v", err)
				}
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("it took %v to end", took)
			}
			checkGone(t, h)
		})
	}
}

// Through the engine: the mean category of binary outcomes orders models as
// avg does, so every τ is the same; and an error comes out of the pool of
// workers, none of which goes on.
func TestCurves(t *testing.T) {
	h := NewHost(t.Context())
	defer h.Close()
	coins := sim.PaperQuantile()
	ms, err := metrics.Parse("avg,exec:"+commandAs("right"), metrics.Options{Exec: h.Metric})
	if err != nil {
		t.Fatal(err)
	}
	options := montecarlo.Options{Replicates: 30, Workers: 3}
	curves, err := montecarlo.Curves(t.Context(), coins.Source(6, 1), ms, coins.Gold(), options)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range curves[0].Points {
		if p != curves[1].Points[i] {
			t.Errorf("avg has %+v, the program that computes it %+v", p, curves[1].Points[i])
		}
	}
	options.Replicates = math.MaxInt32
	start := time.Now()
	_, err = montecarlo.Curves(t.Context(), coins.Source(6, 1), []metrics.Metric{metric(t, h, commandAs("crash"))}, coins.Gold(), options)
	if err == nil || !strings.Contains(err.Error(), "exit status 3 at n = 6") {
		t.Errorf("error %v", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v to end", took)
	}
}
