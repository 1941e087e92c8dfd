package collect

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/panics"
	"settle/internal/quoted"
	"settle/results"
	"settle/results/logs"
)

// Options say what to read of the files.
type Options struct {
	Table results.ReadOptions // how to read tables, and how much memory it may take; its Task is that to read
	Score string              // the verdict to take of logs that hold several
	Name  *Pattern            // what the files' names say, or nil

	// Stem calls the model of a lone file that names none by the file's name
	// without folder and ending, and that of one folder's files by the folder's. It
	// is Nameless otherwise, but for tools that name models by folders.
	Stem bool

	// TaskOf, if not nil, says what a task is to be called, by the path of its file and
	// by what the file calls it, "" if it does not say. A Name goes before it.
	TaskOf func(path, task string) string

	// Choices lists the verdicts of all logs where some hold several and no Score is
	// chosen, in place of an error; no attempts are read then.
	Choices bool
}

// Nameless is the model of files that name none.
const Nameless = "-"

// Collection is what the files hold.
type Collection struct {
	Tasks   []*results.Attempts // in the order of first appearance
	Files   []File              // those that were read, in the order of reading
	Skipped int                 // files in folders and of globs that hold no attempts
	Notes   []string            // what a reader must be told, a sentence each; first what was taken for one model's

	Verdicts []Verdicts // where a choice is needed, by Options.Choices, else nil

	ballots results.BallotOptions

	spent map[[2]string]Spending // by task and model
	pools int                    // of the notes
	why   error                  // the first of those Skipped holds none, or the first that a tool wrote
}

// Verdicts are those that a log holds.
type Verdicts struct {
	File   string
	Format string
	Names  []string // none of a log that has one kind, without a name
}

// File is a file that was read.
type File struct {
	Path     string
	From     string // what led to it among the paths
	Format   string // "Inspect", …, "table" or "Parquet"
	Tool     string // the tool's version as a log states it, or ""
	Attempts int
}

// The formats of files that are no logs.
const (
	formatTable   = "table"
	formatParquet = "Parquet"
)

// Open reads the files that the paths lead to: files, folders and globs, or "-" for
// a table on the standard input. Files that hold no attempts are passed over in
// folders and by globs, and so are tables beside logs, such as those that were
// made of them; a file that is named must hold some.
//
// Models and tasks are called as the files say. Several logs of one model and task
// are repeats: where the tool does not number trials across files, each log is a
// trial, in the order of time, or, if they have several trials each, one log's
// trials follow those of another. Of logs that name no model, those of different
// folders are of different models, named by the part of the path that differs. It
// fails for a trial that is there twice, for logs of two tools, and for models
// whose names differ in nothing but spelling.
//
// Errors fit one line.
func Open(paths []string, opt Options) (*Collection, error) {
	pieces, c, err := read(paths, opt)
	if err != nil {
		return nil, err
	}
	if c.Verdicts != nil {
		return c, nil
	}
	if len(pieces) == 0 {
		return nil, c.empty(paths)
	}
	isLog := func(p *piece) bool { return p.log != nil }
	isTable := func(p *piece) bool { return p.table != nil }
	switch {
	case opt.Score != "" && !slices.ContainsFunc(pieces, isLog):
		return nil, fmt.Errorf("%s: is a table, and --score is for logs that hold several verdicts", quoted.Path(pieces[0].file))
	case len(opt.Table.Columns) > 0 && !slices.ContainsFunc(pieces, isTable):
		return nil, fmt.Errorf("%s: is a log of %s, and --column is for tables", quoted.Path(pieces[0].file), pieces[0].format)
	}
	if err := name(pieces, opt); err != nil {
		return nil, err
	}
	if err := oneTool(pieces); err != nil {
		return nil, err
	}
	return c, c.assemble(pieces)
}

// empty is the error that there is nothing to read.
func (c *Collection) empty(paths []string) error {
	what := "no files are there"
	switch {
	case c.Skipped == 1:
		what = "the file there holds no attempts"
	case c.Skipped > 1:
		what = fmt.Sprintf("none of the %d files there holds attempts", c.Skipped)
	case len(c.Files) > 0:
		what = "no attempts are listed"
	}
	if c.why != nil {
		what += ": " + c.why.Error()
	}
	if c.Skipped > 0 && (c.why == nil || errors.Is(c.why, logs.ErrNotALog)) {
		what += "; name the file if it is a table whose columns have other names"
	}
	return fmt.Errorf("%s: %s", quoted.Join(lists.Each(paths, quoted.Path)), what)
}

// piece is one model's log, or the attempts at one task in a table.
type piece struct {
	file   string // its path
	format string
	model  string // of a log, or of a table that names none; "" until it is found out
	task   string
	log    *logs.Log
	table  *results.Attempts
	shift  int64 // what is added to the log's own labels of trials
	byPath bool  // the model is called by where the file is: nothing else tells it from others
}

// lacksModel tells whether the file does not say whose the attempts are.
func (p *piece) lacksModel() bool {
	if p.log != nil {
		return p.log.Model == ""
	}
	return p.table.Unnamed()
}

// each calls the function for every attempt.
func (p *piece) each(add func(model, question string, trial int64, outcome float64, b results.Ballot)) {
	if p.log != nil {
		questions, row := p.log.Questions(), 0
		for a := range p.log.All() {
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

// reading is what came of one file.
type reading struct {
	Found
	format  string // "" for a file that holds no attempts
	pieces  []*piece
	skipped bool
	several []string // verdicts, of which none was chosen
	lacks   error    // that the only verdict is not the one asked for
	why     error    // it is no log with attempts
}

// read reads all files: logs first, for tables beside them are not read.
func read(paths []string, opt Options) ([]*piece, *Collection, error) {
	c := &Collection{ballots: opt.Table.Ballots, spent: map[[2]string]Spending{}}
	if slices.Contains(paths, stdin) {
		if len(paths) > 1 {
			return nil, nil, errors.New("the standard input is read alone, without files beside it")
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
	if err := each(readings, func(r *reading) error { return r.readLog(opt) }); err != nil {
		return nil, nil, err
	}
	if err := c.checkVerdicts(readings); err != nil || c.Verdicts != nil {
		return nil, c, err
	}
	haveLogs := slices.ContainsFunc(readings, func(r reading) bool { return len(r.pieces) > 0 })
	err = each(readings, func(r *reading) error {
		switch {
		case r.format != "" || r.skipped:
			return nil
		case haveLogs && !r.Named:
			r.skipped = true
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

// stdin stands for the standard input.
const stdin = "-"

// each does something for all files, several at once, and returns the error of the
// first of them that has one.
func each(readings []reading, do func(*reading) error) error {
	failed := make([]error, len(readings))
	group := panics.New()
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range readings {
		group.Go(func() error {
			failed[i] = do(&readings[i])
			return nil
		})
	}
	_ = group.Wait() // no function returns an error; a panic is raised here
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}

// note takes down which files were read, and which not.
func (c *Collection) note(readings []reading) {
	var notes []string
	files := map[string][]string{} // with each of the notes
	for _, r := range readings {
		if r.skipped || r.format == "" {
			c.Skipped++
			if c.why == nil || errors.Is(c.why, logs.ErrNotALog) && errors.Is(r.why, logs.ErrNoAttempts) {
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
			for _, n := range p.log.Notes {
				if files[n] == nil {
					notes = append(notes, n)
				}
				if !slices.Contains(files[n], r.Path) {
					files[n] = append(files[n], r.Path)
				}
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

// say adds notes, as sentences, that were not made yet.
func (c *Collection) say(notes ...string) {
	for _, n := range notes {
		if n = strings.TrimSuffix(n, ".") + "."; !slices.Contains(c.Notes, n) {
			c.Notes = append(c.Notes, n)
		}
	}
}

// readLog reads a log; of a file that is none, and may be a table, it leaves the
// format empty.
func (r *reading) readLog(opt Options) error {
	read := logs.Read
	if isParquet(r.Path) {
		read = readParquetLogs
	}
	found, err := read(r.Path, logs.Options{Ballots: opt.Table.Ballots, Score: opt.Score, MaxBytes: opt.Table.MaxBytes})
	choice, isChoice := errors.AsType[*logs.Choice](err)
	if isChoice && opt.Score != "" {
		found, err = r.only(read, opt, err)
	}
	r.why = err
	switch {
	case isChoice && opt.Score == "" && opt.Choices && len(choice.Names) > 1:
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
	for _, log := range found {
		r.format = log.Format
		r.pieces = append(r.pieces, &piece{file: r.Path, format: log.Format, model: log.Model, task: log.Task, log: log})
	}
	return nil
}

// readTable reads a table, and passes over a file that is none unless it is named.
func (r *reading) readTable(opt Options) error {
	read := results.ReadAttempts
	r.format = formatTable
	if isParquet(r.Path) {
		read, r.format = readParquet, formatParquet
	}
	table := opt.Table
	table.Task = ""        // of all files together
	table.Model = Nameless // until its name is found out
	if !r.Named && !isTable(r.Path, table) {
		r.skipped = true
		return nil
	}
	found, err := read(r.Path, table)
	if err != nil {
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

// models are the names of the models of a piece.
func (p *piece) models() []string {
	if p.log != nil || p.lacksModel() {
		return []string{p.model}
	}
	return p.table.Models()
}

// oneTool fails if there are logs of two tools: their questions, trials and
// verdicts have nothing to do with each other.
func oneTool(pieces []*piece) error {
	var first *piece
	for _, p := range pieces {
		switch {
		case p.log == nil:
		case first == nil:
			first = p
		case first.format != p.format:
			return fmt.Errorf("%s is a log of %s and %s one of %s: give the files of one tool",
				quoted.Path(first.file), first.format, quoted.Path(p.file), p.format)
		}
	}
	return nil
}

// Stem is the name of a file without its folder and ending.
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
