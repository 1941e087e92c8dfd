package collect

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/panics"
	"settle/internal/quoted"
	"settle/internal/tables"
	"settle/results"
	"settle/results/logs"
)

// Options selects the data that Open reads from files, and the names that it gives to
// models and tasks.
type Options struct {
	Table results.ReadOptions // options for tables; MaxBytes also applies to each log, and Task to all files
	Score string              // the verdict to use if a log holds several
	Name  *Pattern            // extracts names from the paths of files, or nil

	// Stem names models that the files do not name. A single file gives its own name,
	// without folder and extension. Several files in one folder give the folder's name.
	// Without Stem, the model is Nameless, unless the tool names folders after models.
	Stem bool

	// TaskOf, if not nil, returns the name of a task. Its arguments are the path of the
	// file and the name of the task in the file, which is "" if the file names none. A name
	// that the pattern Name finds takes precedence.
	TaskOf func(path, task string) string

	// For is the purpose of reading.
	For Purpose
}

// A Purpose says what the attempts are read for.
type Purpose int

const (
	// Ranking requires that larger outcomes are better and that the logs are scored.
	Ranking Purpose = iota

	// Copying accepts all attempts that a table can hold.
	Copying

	// Listing works like Copying. However, if Score is "" and some logs hold several
	// verdicts, Open lists the verdicts of all logs and reads no attempts.
	Listing
)

// namedTask returns the task to read from logs, or "" if the logs do not decide which
// tasks they hold.
func (o Options) namedTask() string {
	if o.TaskOf != nil || o.Name != nil && o.Name.namesTasks() || o.Table.Task == AllTasks {
		return ""
	}
	return o.Table.Task
}

// Nameless is the name of a model if the files do not name it.
const Nameless = "-"

// A Collection holds all attempts read from a set of files.
type Collection struct {
	Tasks   []*results.Attempts // in the order of first appearance
	Files   []File              // the files that were read, in the order of reading
	Skipped int                 // number of files without attempts, among those found in folders or by globs
	Notes   []string            // notes for the user, one sentence each; notes on files combined into one model come first

	Lower    error      // the reason why the attempts cannot be ranked if lower is better, else nil
	Verdicts []Verdicts // set if the purpose is Listing and some log holds several, else nil

	ballots results.BallotOptions

	spent map[[2]string]Spending // by task and model
	pools int                    // number of notes on combined files
	why   error                  // why the first skipped file was skipped; files that a tool wrote and tables without rows take precedence
}

// Verdicts lists the verdicts that one log holds.
type Verdicts struct {
	File   string
	Format string
	Names  []string // empty if the log has only one verdict, without a name
}

// A File describes a file that was read.
type File struct {
	Path     string
	From     string // the path argument that led to the file
	Format   string // "Inspect", …, "table" or "Parquet"
	Tool     string // the tool's version as stated in a log, or ""
	Attempts int
}

// Names of the formats of files that are not logs.
const (
	formatTable   = "table"
	formatParquet = "Parquet"
)

// Open reads the files at the given paths. A path is a file, a folder, a glob, or "-"
// for a table on standard input. A file that is named directly must hold attempts. In
// folders and globs, Open skips files without attempts. It also skips tables next to
// logs, because such tables are usually made from these logs.
//
// Models and tasks have the names in the files. Several logs of one model and task are
// repeats. If the tool does not number trials across files, each log is one trial, and
// the logs are taken in time order. If each log has several trials, these are
// concatenated. Logs without a model name belong to different models if they are in
// different folders. The part of the path in which the folders differ becomes the name.
//
// If the options name a task, Open returns only that task if some file holds it. Files
// of other tasks are then not checked.
//
// Open fails if attempts cannot be ranked and Options.For does not accept this. It also
// fails if a trial is listed twice, if logs come from two tools, or if the names
// of two models differ only in case or separators. Errors fit on one line.
func Open(paths []string, opt Options) (*Collection, error) {
	pieces, c, err := read(paths, opt)
	if err != nil {
		return nil, err
	}
	if c.Verdicts != nil {
		return c, nil
	}
	if len(pieces) == 0 {
		return nil, c.emptyError(paths)
	}
	isLog := func(p *piece) bool { return p.log != nil }
	isTable := func(p *piece) bool { return p.table != nil }
	switch {
	case opt.Score != "" && !slices.ContainsFunc(pieces, isLog):
		return nil, fmt.Errorf("%s: is a table, but --score requires logs with several verdicts", quoted.Path(pieces[0].file))
	case len(opt.Table.Columns) > 0 && !slices.ContainsFunc(pieces, isTable):
		return nil, fmt.Errorf("%s: is a log of %s, but --column requires a table", quoted.Path(pieces[0].file), pieces[0].format)
	}
	if err := name(pieces, opt); err != nil {
		return nil, err
	}
	if of := lists.Where(pieces, func(p *piece) bool { return p.task == opt.Table.Task }); opt.Table.Task != "" && len(of) > 0 {
		pieces = of
	}
	if err := oneTool(pieces); err != nil {
		return nil, err
	}
	c.Lower = checkDirection(pieces)
	if err := checkRankable(pieces, opt.Table.Policy.Missing); opt.For == Ranking && cmp.Or(c.Lower, err) != nil {
		return nil, cmp.Or(c.Lower, err)
	}
	return c, c.assemble(pieces)
}

// emptyError returns the error for paths that led to no attempts.
func (c *Collection) emptyError(paths []string) error {
	what := "no files found"
	switch {
	case c.Skipped == 1:
		what = "the file holds no attempts"
	case c.Skipped > 1:
		what = fmt.Sprintf("none of the %d files holds attempts", c.Skipped)
	case len(c.Files) > 0:
		what = "no attempts are listed"
	}
	if c.why != nil {
		what += ": " + c.why.Error()
	}
	if c.Skipped > 0 && (c.why == nil || errors.Is(c.why, logs.ErrNotALog)) {
		what += "; to read a table with other column names, give the path of the file"
	}
	return fmt.Errorf("%s: %s", quoted.Join(lists.Each(paths, quoted.Path)), what)
}

// A piece is a part of a file's content: one model's log, or the attempts at one task
// in a table.
type piece struct {
	file   string // path of the file
	format string
	model  string // model of a log, or of a table that names none; "" until it is known
	task   string
	log    *logs.Log
	table  *results.Attempts
	shift  int64 // number added to the trial labels in the file
	byPath bool  // the model is named after the path, because nothing else identifies it
}

// lacksModel reports whether the file does not name the model of the attempts.
func (p *piece) lacksModel() bool {
	if p.log != nil {
		return p.log.Model == ""
	}
	return p.table.Unnamed()
}

// visitAttempts calls add(model, question, …) for every attempt, with the attempt's
// final names and trial. An attempt whose outcome in a log is infinite counts as failed.
func (p *piece) visitAttempts(add func(model, question string, trial int64, outcome float64, b results.Ballot)) {
	if p.log != nil {
		questions, row := p.log.Questions(), 0
		for a := range p.log.All() {
			if math.IsInf(a.Outcome, 0) {
				a.Outcome = math.NaN()
			}
			add(p.model, questions[a.Question], a.Trial+p.shift, a.Outcome, p.log.Ballot(row))
			row++
		}
		return
	}
	models, questions := p.models(), p.table.Questions()
	for a, b := range p.table.Ballots() {
		add(models[a.Model], questions[a.Question], a.Trial+p.shift, a.Outcome, b)
	}
}

// A reading holds the result of reading one file.
type reading struct {
	Found
	format  string // "" for a file without attempts
	pieces  []*piece
	skipped bool
	other   bool     // the file is a log whose tasks are not the needed one
	isTable bool     // the file was skipped, although it is a table of results
	several []string // verdicts from which the user must choose
	lacks   error    // error for a log whose only verdict is not the requested one
	why     error    // reason why the file is not a log with attempts
}

// read reads all files at the paths. It reads logs first, because tables next to logs
// are skipped.
func read(paths []string, opt Options) ([]*piece, *Collection, error) {
	c := &Collection{ballots: opt.Table.Ballots, spent: map[[2]string]Spending{}}
	if slices.Contains(paths, stdin) {
		if len(paths) > 1 {
			return nil, nil, errors.New("standard input (-) cannot be combined with other files")
		}
		r := reading{Found: Found{Path: stdin, From: stdin, Named: true}}
		err := r.readTable(opt)
		c.note([]reading{r})
		return r.pieces, c, err
	}
	files, err := Find(paths)
	if err != nil {
		return nil, nil, err
	}
	readings := lists.Each(files, func(f Found) reading { return reading{Found: f} })
	if err := doAll(readings, func(r *reading) error { return r.readLog(opt) }); err != nil {
		return nil, nil, err
	}
	if err := c.checkVerdicts(readings); err != nil || c.Verdicts != nil {
		return nil, c, err
	}
	haveLogs := slices.ContainsFunc(readings, func(r reading) bool { return len(r.pieces) > 0 })
	err = doAll(readings, func(r *reading) error {
		switch {
		case r.format != "" || r.skipped:
			return nil
		case haveLogs && !r.Named:
			r.skipped, r.isTable = true, isTable(r.Path, opt.Table)
			return nil
		}
		return r.readTable(opt)
	})
	if err != nil {
		return nil, nil, err
	}
	c.note(readings)
	return lists.Flat(readings, func(r reading) []*piece { return r.pieces }), c, nil
}

// stdin is the path that stands for standard input.
const stdin = "-"

// doAll calls do(&readings[i]) for all files at the same time. If several calls fail,
// it returns the error for the file that comes first in the list.
func doAll(readings []reading, do func(*reading) error) error {
	failed := make([]error, len(readings))
	group := panics.New()
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range readings {
		group.Go(func() error {
			failed[i] = do(&readings[i])
			return nil
		})
	}
	_ = group.Wait() // the functions return no errors; Wait re-raises their panics
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

// note adds to c the files that were read, and counts the files that were skipped. It
// also collects the notes on these files.
func (c *Collection) note(readings []reading) {
	var notes []string
	files := map[string][]string{} // files to which each note applies
	add := func(note, path string) {
		if files[note] == nil {
			notes = append(notes, note)
		}
		if !slices.Contains(files[note], path) {
			files[note] = append(files[note], path)
		}
	}
	for _, r := range readings {
		if r.isTable {
			add("not read, because folders with logs also hold tables that summarise them; give the path of a table to read it", r.Path)
		}
		if r.skipped || r.format == "" {
			c.Skipped++
			if c.why == nil || r.why != nil && errors.Is(c.why, logs.ErrNotALog) && !errors.Is(r.why, logs.ErrNotALog) {
				c.why = r.why
			}
			continue
		}
		f := File{Path: r.Path, From: r.From, Format: r.format}
		for _, p := range r.pieces {
			f.Attempts += p.len()
			if p.log == nil {
				if note := p.table.ColumnsNote(); note != "" {
					c.say(note)
				}
				continue
			}
			f.Tool = p.log.Tool
			if r.other {
				continue
			}
			for _, n := range p.log.Notes {
				add(n, r.Path)
			}
			if n, _ := p.infinite(); n > 0 {
				add(fmt.Sprintf("%s %s infinite; an attempt without a finite outcome counts as failed", tables.Count(n, "outcome"), tables.Are(n)), r.Path)
			}
		}
		c.Files = append(c.Files, f)
	}
	for _, n := range notes {
		of := quoted.Path(filepath.Base(files[n][0]))
		if more := len(files[n]) - 1; more > 0 {
			of = fmt.Sprintf("%s and %d more", of, more)
		}
		c.say(of + ": " + n)
	}
}

// say adds notes, each as a sentence. It skips a note that was added before.
func (c *Collection) say(notes ...string) {
	for _, n := range notes {
		if n = strings.TrimSuffix(n, ".") + "."; !slices.Contains(c.Notes, n) {
			c.Notes = append(c.Notes, n)
		}
	}
}

// readLog reads a file as a log. If the file is not a log, it leaves the format empty,
// because the file can still be a table.
func (r *reading) readLog(opt Options) error {
	read := logs.Read
	if isParquet(r.Path) {
		read = readParquetLogs
	}
	task := opt.namedTask()
	found, err := read(r.Path, logs.Options{Ballots: opt.Table.Ballots, Score: opt.Score, MaxBytes: opt.Table.MaxBytes, Task: task})
	choice, isChoice := errors.AsType[*logs.Choice](err)
	if isChoice && opt.Score != "" {
		found, err = r.readSingle(read, opt, err)
	}
	r.why = err
	switch {
	case isChoice && opt.Score == "" && opt.For == Listing && len(choice.Names) > 1:
		r.several = choice.Names
		return nil
	case errors.Is(err, logs.ErrNotALog):
		return nil
	case errors.Is(err, logs.ErrNoAttempts) && !r.Named:
		r.skipped = true
		return nil
	case err != nil:
		return err
	}
	r.other = task != "" && !slices.ContainsFunc(found, func(log *logs.Log) bool { return log.Task == "" || log.Task == task })
	for _, log := range found {
		r.format = log.Format
		r.pieces = append(r.pieces, &piece{file: r.Path, format: log.Format, model: log.Model, task: log.Task, log: log})
	}
	return nil
}

// readTable reads a file as a table. It skips a file that is not a table or has no rows,
// unless a path named that file directly.
func (r *reading) readTable(opt Options) error {
	read := results.ReadAttempts
	r.format = formatTable
	if isParquet(r.Path) {
		read, r.format = readParquet, formatParquet
	}
	table := opt.Table
	table.Task = ""        // of all files together
	table.Model = Nameless // until the model's name is known
	if !r.Named && !isTable(r.Path, table) {
		r.skipped = true
		return nil
	}
	found, err := read(r.Path, table)
	if errors.Is(err, results.ErrNoRows) && !r.Named {
		r.skipped, r.why = true, err
		return nil
	} else if err != nil {
		return err
	}
	for _, a := range found {
		r.pieces = append(r.pieces, &piece{file: r.Path, format: r.format, task: a.Task, table: a})
	}
	return nil
}

func (p *piece) len() int {
	if p.log != nil {
		return p.log.Len()
	}
	return p.table.Len()
}

// models returns the names of the models in a piece.
func (p *piece) models() []string {
	if p.log != nil || p.lacksModel() {
		return []string{p.model}
	}
	return p.table.Models()
}

// oneTool fails if the logs come from more than one tool, because their questions,
// trials and verdicts are not comparable.
func oneTool(pieces []*piece) error {
	var first *piece
	for _, p := range pieces {
		switch {
		case p.log == nil:
		case first == nil:
			first = p
		case first.format != p.format:
			return fmt.Errorf("%s is a log of %s, but %s is a log of %s; use files of a single tool",
				quoted.Path(first.file), first.format, quoted.Path(p.file), p.format)
		}
	}
	return nil
}

// Stem returns the name of a file without its folder and extension.
func Stem(path string) string {
	base := filepath.Base(path)
	for _, packed := range []string{".gz", ".zst"} {
		base = strings.TrimSuffix(base, packed)
	}
	if name := strings.TrimSuffix(base, filepath.Ext(base)); name != "" {
		return name
	}
	return base
}
