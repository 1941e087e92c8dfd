package results

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"settle/internal/csvfile"
	"settle/internal/lists"
	"settle/internal/quoted"
)

// Columns of a table of outcomes, besides model, question, trial and task. Each row
// holds the outcome of one attempt, or the number of a model's correct attempts at a
// question, or how many of the model's attempts are in each category.
const (
	outcomeColumn = "outcome"
	correctColumn = "correct"
	trialsColumn  = "trials"
	countColumn   = "count_" // followed by the category

	// groupColumn holds the group of the row's question. It comes after the columns of
	// outcomes or counts.
	groupColumn = "group"

	// The answer and weight columns come last, but before the columns in
	// outcomeTable.kinds.
	answerColumn = "answer"
	weightColumn = "weight"
)

// columnNames holds the standard names of columns.
var columnNames = []string{"model", "question", "trial", "task", outcomeColumn, correctColumn, trialsColumn, groupColumn, answerColumn, weightColumn}

// isColumn reports whether name is a standard name of a column.
func isColumn(name string) bool {
	number, ok := strings.CutPrefix(name, countColumn)
	if !ok {
		return slices.Contains(columnNames, name)
	}
	category, err := strconv.Atoi(number)
	return err == nil && category >= 0 && category < MaxCategories && strconv.Itoa(category) == number
}

// CheckColumns fails unless columns is valid as ReadOptions.Columns.
func CheckColumns(columns map[string]string) error {
	by := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		theirs := columns[name]
		switch {
		case !isColumn(name) && isColumn(theirs):
			return fmt.Errorf("write NAME=COLUMN, as in %s=%s", theirs, quoted.Bare(name))
		case !isColumn(name):
			return fmt.Errorf("unknown column %s; columns are %s, and count_0, count_1, …",
				quoted.Text(name), strings.Join(columnNames, ", "))
		case theirs == "" && !slices.Contains([]string{"trial", answerColumn, weightColumn}, name):
			return fmt.Errorf("%s= needs a column name", name)
		case theirs != "" && by[theirs] != "":
			return fmt.Errorf("%s and %s are both read from %s", by[theirs], name, quoted.Text(theirs))
		}
		by[theirs] = name
	}
	for _, name := range []string{"model", "question", "trial", outcomeColumn} {
		if by[name] != "" && columns[name] == "" {
			return fmt.Errorf("column %s is read as %s; also name the column to read as %s", name, by[name], name)
		}
	}
	return nil
}

// column returns the name that the file uses for a standard column.
func (o ReadOptions) column(name string) string {
	if theirs, ok := o.Columns[name]; ok {
		return cmp.Or(theirs, "\x00"+name) // a name that no column has
	}
	for _, theirs := range o.Columns {
		if theirs == name {
			return "\x00" + name // the file's column of this name is read as another
		}
	}
	return name
}

// outcomeLayout returns the columns to read from a table of outcomes, given the table's
// column names.
func (o ReadOptions) outcomeLayout(names []string) []Column {
	has := func(column string) bool { return slices.Contains(names, o.column(column)) }
	columns := slices.Clone(identity)
	counts := !has(outcomeColumn)
	switch {
	case counts && has(countColumn+"0"):
		for category := range MaxCategories {
			columns = append(columns, Column{Name: countColumn + strconv.Itoa(category), Optional: category > 0})
		}
	case counts && has(correctColumn) && has(trialsColumn):
		columns = append(columns, Column{Name: correctColumn}, Column{Name: trialsColumn})
	default:
		counts = false
		columns = append(columns, Column{Name: outcomeColumn})
	}
	if _, renamed := o.Columns[groupColumn]; renamed || has(groupColumn) {
		columns = append(columns, Column{Name: groupColumn, Optional: true})
	}
	weights, weighted := o.weightColumn()
	if o.Ballots.Read && !counts {
		columns = append(columns, Column{Name: answerColumn, Optional: true})
	}
	nameless := o.Model != "" && !has("model")
	columns[modelField].Optional = o.Model != ""
	columns[trialField].Optional = counts || nameless
	for i, c := range columns {
		if theirs, renamed := o.Columns[c.Name]; renamed {
			columns[i].Optional = theirs == "" // rows without a trial column are numbered
		}
		columns[i].Name = o.column(c.Name)
	}
	if o.Ballots.Read && !counts && (weighted || has(weightColumn)) {
		columns = append(columns, Column{Name: weights, Optional: o.Columns[weightColumn] == ""})
	}
	return columns
}

// HasOutcomes reports whether columns with these names form a table of outcomes. It
// uses the standard column names and the names set in the options.
func (o ReadOptions) HasOutcomes(names []string) bool {
	columns := o.outcomeLayout(names)
	columns[trialField].Optional = true // layout finds it under another name, or numbers the rows
	return !slices.ContainsFunc(columns, func(c Column) bool { return !c.Optional && !slices.Contains(names, c.Name) })
}

// layout returns the columns to read, given the table's column names. It finds columns
// by their standard names or aliases, and fails if one cannot be determined. If there
// is no trial column, it appends columns such as metric or language, in which all
// trials of a question must have the same value.
func (t *outcomeTable) layout(names []string) ([]Column, error) {
	given := t.want
	var err error
	if t.want, t.note, err = given.findColumnNames(t.file, names); err != nil {
		return nil, err
	}
	t.guessed = t.want.Columns["trial"] != given.Columns["trial"]
	t.restart()
	columns := t.want.outcomeLayout(names)
	trial := &columns[trialField]
	if columns[identityFields].Name == t.want.column(outcomeColumn) && !slices.Contains(names, trial.Name) {
		trial.Optional = true
		t.note = strings.TrimPrefix(t.note+". "+numbered, ". ")
		for _, name := range unusedNames(columns, names) {
			if meanings[plainName(name)] == kindColumn {
				columns = append(columns, Column{Name: name, Optional: true})
				t.kinds = append(t.kinds, name)
			}
		}
	}
	if t.want.Model != "" {
		t.unused = unusedNames(columns, names)
	}
	return columns, t.checkWeights(columns)
}

// checkWeights fails if the column of weights also serves as another column.
func (t *outcomeTable) checkWeights(columns []Column) error {
	weights, _ := t.want.weightColumn()
	read := lists.Where(columns, func(c Column) bool { return c.Name == weights })
	if len(read) > 1 {
		return fmt.Errorf("column %s cannot hold the weights, because it already has another use", quoted.Text(weights))
	}
	return nil
}

// numbered is the note for a table without a trial column.
const numbered = "No column trial: the rows of a model and question are numbered in order"

// An outcomeTable collects the attempts in a table, for one task or for all tasks.
type outcomeTable struct {
	index        // of the tasks; attempts hold the names of models and questions
	all    bool  // all tasks are wanted
	board  bool  // the attempts will become a board
	perRow int64 // memory per row, in bytes

	// values(h) returns the function that stores the values of rows with header h. The
	// field is nil if the rows hold outcomes.
	values func(h *Header) (func(at place, fields []Field) error, error)

	attempts []*Attempts // one per task, or a single one
	of       *Attempts   // attempts at the task of the current row
	rows     int         // number of rows read, over all tasks

	unused []string // columns not used, if there is no model column
	note   string   // how the columns were found
	kinds  []string // columns whose values must not differ between trials; they come last

	weighted bool // weights are in the last column before kinds
	answered bool // answers are in the last column before weights
	grouped  bool // groups are in the last column before answers
	counts   bool // rows hold counts of trials

	called []string // names of the value columns, for messages
	value  func(at place, fields []Field) error
	words  int    // index in kindsOfWords of the words in use, or −1 before the first outcome
	word   string // the first outcome
}

func newOutcomeTable(file string, opt ReadOptions, board bool) *outcomeTable {
	t := &outcomeTable{index: index{file: file, want: opt}, all: !board && opt.Task == "", board: board, perRow: perAttempt + 1}
	t.restart()
	return t
}

// restart discards all attempts and starts again.
func (t *outcomeTable) restart() {
	t.attempts, t.rows, t.words = nil, 0, -1
	if !t.all {
		t.begin("")
	}
}

// begin starts a list of attempts at a task.
func (t *outcomeTable) begin(task string) {
	a := NewAttempts(task)
	a.file, a.want, a.guessed = t.file, t.want, t.guessed
	t.attempts, t.of = append(t.attempts, a), a
}

func (t *outcomeTable) bind(h *Header) (err error) {
	if t.values != nil {
		t.value, err = t.values(h)
		return err
	}
	t.called = t.called[:0]
	for _, c := range h.columns {
		t.called = append(t.called, quoted.Bare(c.Name))
	}
	columns := h.columns[:len(h.columns)-len(t.kinds)]
	cutLast := func(name string) bool {
		last := len(columns) - 1
		if columns[last].Name != name {
			return false
		}
		columns = columns[:last]
		return true
	}
	weights, _ := t.want.weightColumn()
	t.weighted = t.want.Ballots.Read && cutLast(weights)
	t.answered = t.want.Ballots.Read && cutLast(t.want.column(answerColumn))
	t.grouped = cutLast(t.want.column(groupColumn))
	switch {
	case columns[0].Name == t.want.column(outcomeColumn):
		t.value, t.counts = t.addOutcome, false
		return nil
	case len(columns) == 2:
		t.value, t.counts = t.addCorrect, true
		return nil
	}
	t.value, t.counts = t.addCounts, true
	present := h.present[:len(columns)]
	for category, last := 0, slices.Index(present, false); category < len(present); category++ {
		if last >= 0 && category > last && present[category] {
			return fmt.Errorf("the %s has no column %s, but it has %s",
				h.what, quoted.Text(h.columns[last].Name), quoted.Text(h.columns[category].Name))
		}
	}
	return nil
}

func (t *outcomeTable) wants(task Field) (bool, error) {
	known := len(t.tasks.names)
	wanted, err := t.wantsRow(task)
	if err == nil && len(t.tasks.names) > known {
		err = t.checkSize()
	}
	return wanted, err
}

func (t *outcomeTable) wantsRow(task Field) (bool, error) {
	if !t.all {
		wanted, before, err := t.wantsTask(task)
		if !before {
			t.restart()
		}
		return wanted, err
	}
	name, err := task.task()
	if err != nil {
		return false, err
	}
	id := t.tasks.intern(name)
	if int(id) == len(t.attempts) {
		t.begin(string(name))
	}
	t.of = t.attempts[id]
	return true, nil
}

func (t *outcomeTable) add(line int, fields []Field) error {
	a := t.of
	if t.rows >= maxRows {
		return fmt.Errorf("more than %d rows", maxRows)
	}
	at, err := a.place(line, fields)
	fields, kinds := fields[:len(fields)-len(t.kinds)], fields[len(fields)-len(t.kinds):]
	if err == nil && fields[trialField].kind == absent && !t.counts {
		at.trial, err = t.nextTrial(at, kinds)
	}
	if err != nil {
		return err
	}
	if t.rows%recordsPerBlock == 0 || a.nameBytes() > a.checked+recordsPerBlock {
		if err := t.checkSize(); err != nil {
			return err
		}
		a.checked = a.nameBytes()
		if a.overflows() {
			return errDoubled
		}
	}
	t.rows++
	values := fields[identityFields:]
	cutLast := func(there bool) (last Field) {
		if there {
			last, values = values[len(values)-1], values[:len(values)-1]
		}
		return last
	}
	weight, answer := cutLast(t.weighted), cutLast(t.answered)
	if t.grouped {
		if err := a.setGroup(at.question, cutLast(true)); err != nil {
			return err
		}
	}
	rows := a.rows.n
	if err := t.value(at, values); err != nil || !t.weighted && !t.answered || a.rows.n == rows {
		return err
	}
	return t.addBallot(answer, weight)
}

// addBallot stores the answer and the weight of the attempt that was added last.
func (t *outcomeTable) addBallot(answer, weight Field) error {
	text := answer.word()
	if text == nil && (answer.kind == jsontext.KindBeginObject || answer.kind == jsontext.KindBeginArray) {
		return fmt.Errorf("%w; use --column %s= to ignore the column", answer.Not(quoted.Bare(t.want.column(answerColumn)), "a text"), answerColumn)
	}
	column, named := t.want.weightColumn()
	x, ok := weight.Float()
	if !ok {
		err := weight.Not(quoted.Bare(column), "a number")
		if !named {
			err = fmt.Errorf("%w; use --column %s= to ignore the column", err, weightColumn)
		}
		return err
	}
	x, err := t.want.Ballots.ParseWeight(column, x)
	if err != nil {
		return err
	}
	return t.of.addBallot(Ballot{string(text), x})
}

// A numbering counts the rows of a model and question that have no trial label.
type numbering struct {
	rows, kind uint32 // kind is the number of the rows' common values in the columns of kinds
}

// nextTrial returns the trial number for a row without a trial label. The kinds are the
// row's values in columns such as metric or language. nextTrial fails unless all
// earlier rows of the same model and question have the same values in these columns.
// Rows with other values are not trials of the same question.
func (t *outcomeTable) nextTrial(at place, kinds []Field) (uint16, error) {
	a := t.of
	if a.unlabelled == nil {
		a.unlabelled = map[[2]uint32]numbering{}
	}
	var kind []byte
	for _, f := range kinds {
		kind = append(append(kind, f.word()...), 0)
	}
	pair := [2]uint32{at.model, at.question}
	last, id := a.unlabelled[pair], a.kinds.intern(kind)
	if last.rows > 0 && id != last.kind {
		return 0, t.mixedError(at, kinds, a.kinds.names[last.kind])
	}
	a.unlabelled[pair] = numbering{last.rows + 1, id}
	return a.trials.intern(int64(last.rows) + 1)
}

// mixedError returns the error for a row that cannot be another trial of its model and
// question. The kinds are the row's values in columns such as metric or language. The
// last argument holds the values of the earlier rows, which differ.
func (t *outcomeTable) mixedError(at place, kinds []Field, before string) error {
	words, i := strings.SplitN(before, "\x00", len(kinds)+1), 0
	for i < len(kinds)-1 && words[i] == string(kinds[i].word()) {
		i++
	}
	err := fmt.Errorf("%s has rows with %s %s and %s, but the file has no trial numbers; keep only rows with one of these values",
		t.of.pair(at), quoted.Bare(t.kinds[i]), quoted.Text(words[i]), quoted.Text(string(kinds[i].word())))
	if !t.lacksTask() { // the file already has a task column
		return err
	}
	columns := maps.Clone(t.want.Columns)
	columns["task"] = t.kinds[i]
	return fmt.Errorf("%w; or use %s --task %s", err, columnsCommand(t.file, columns), shellWord(quoted.Bare(words[i])))
}

// overflows reports whether there are more rows than cells to which they can belong, so
// that some cell appears twice.
func (a *Attempts) overflows() bool {
	if a.counted {
		return a.lines > len(a.models.names)*len(a.questions.names)
	}
	return uint64(a.rows.n) > a.size()
}

// addOutcome adds the attempt in a row that holds one outcome.
func (t *outcomeTable) addOutcome(at place, fields []Field) error {
	if category, ok := fields[0].category(); ok && t.words == 0 && !t.of.counted { // same form as all earlier rows
		t.of.addCode(at, uint16(category), float64(category), 1)
		return nil
	}
	outcome, made, err := t.outcome(fields[0])
	if err != nil || !made {
		return err
	}
	if t.of.counted {
		return errMixedShapes
	}
	t.of.add(at, outcome, 1)
	if t.board && len(t.of.codes.values) > MaxCategories {
		return errTooManyScores
	}
	return nil
}

// errMixedShapes is returned if some JSON lines have the keys of outcomes and others
// have the keys of counts.
var errMixedShapes = errors.New("the file mixes counts of outcomes with single outcomes")

// addCorrect adds the attempts in a row that holds numbers of correct attempts and
// trials.
func (t *outcomeTable) addCorrect(at place, fields []Field) error {
	correct, err := t.count(0, fields)
	if err != nil {
		return err
	}
	trials, err := t.count(1, fields)
	if err != nil {
		return err
	}
	if correct > trials {
		return fmt.Errorf("%s is %d, but %s is %d", t.called[0], correct, t.called[1], trials)
	}
	return t.addCounted(at, []int{trials - correct, correct})
}

// addCounts adds the attempts in a row that holds one count per category.
func (t *outcomeTable) addCounts(at place, fields []Field) error {
	counts := make([]int, 0, 8)
	for category := range fields {
		if fields[category].kind == absent {
			break
		}
		n, err := t.count(category, fields)
		if err != nil {
			return err
		}
		counts = append(counts, n)
	}
	return t.addCounted(at, counts)
}

// count reads a number of trials from the given column of a row. It fails unless the
// field holds a whole number in 0..MaxTrials.
func (t *outcomeTable) count(column int, fields []Field) (int, error) {
	f, name := fields[column], t.called[column]
	if f.kind == plain || f.kind == jsontext.KindNumber {
		if n, err := parseWhole(string(f.text)); err == nil && n >= 0 && n <= MaxTrials {
			return int(n), nil
		}
	}
	return 0, f.Not(name, fmt.Sprintf("a number of trials 0..%d", MaxTrials))
}

func (t *outcomeTable) addCounted(at place, counts []int) error {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	switch {
	case sum > MaxTrials:
		return fmt.Errorf("%d trials: a board holds at most %d", sum, MaxTrials)
	case t.of.rows.n > 0 && !t.of.counted:
		return errMixedShapes
	case t.of.n+sum > maxCells:
		return fmt.Errorf("more than %d trials", maxCells)
	}
	t.of.counted = true
	t.of.lines++
	for category, n := range counts {
		if at.trial = uint16(n); n > 0 {
			t.of.add(at, float64(category), n)
		}
	}
	if sum == 0 {
		t.of.add(at, 0, 0) // records the row, in case the cell appears again
	}
	return nil
}

// checkSize fails if the data read so far takes more memory than the limit allows.
func (t *outcomeTable) checkSize() error {
	rows, named := 0, t.nameBytes()
	for _, a := range t.attempts {
		named += a.nameBytes()
		rows += a.rows.n
	}
	perRow := t.perRow
	if t.answered || t.weighted {
		perRow += perBallot
	}
	return t.want.checkSize(named, perRow, rows)
}

// perAttempt is the memory of an attempt in bytes. On a board, the attempt takes one
// more byte.
const perAttempt = 16

// perBallot is the memory of an attempt's answer and weight, in bytes. On a board, the
// answer and the weight take the same amount again.
const perBallot = 24

// kindsOfWords lists the words for correct and for wrong, by kind. The words of a file
// must be of one kind; only true and false can be mixed with numbers.
var kindsOfWords = [][2][]string{
	{{"true"}, {"false"}}, {{"correct", "right"}, {"incorrect", "wrong"}}, {{"C"}, {"I"}}, {{"pass", "passed"}, {"fail", "failed"}},
	{{"yes"}, {"no"}}, {{"success"}, {"failure"}}, {{"resolved"}, {"unresolved"}},
}

// outcome parses the outcome in a field and reports whether the attempt was made. The
// outcome is NaN if the attempt was made but failed.
func (t *outcomeTable) outcome(f Field) (outcome float64, made bool, err error) {
	if category, ok := f.category(); ok {
		return float64(category), true, t.checkKind(0, f.text)
	}
	if f.kind == jsontext.KindNull {
		return 0, false, nil
	}
	text := f.text
	if f.kind == jsontext.KindString {
		text = f.unquote()
	}
	text = bytes.TrimSpace(text)
	if f.kind == plain || f.kind == jsontext.KindString {
		if len(text) == 0 {
			return math.NaN(), true, nil
		}
		for kind, words := range kindsOfWords {
			for i, same := range words {
				if slices.ContainsFunc(same, func(word string) bool { return bytes.EqualFold(text, []byte(word)) }) {
					return float64(1 - i), true, t.checkKind(kind, text)
				}
			}
		}
	}
	x, ok := math.NaN(), false
	if f.kind == plain || f.kind == jsontext.KindNumber {
		x, ok = csvfile.Number(string(text))
	}
	switch column := t.called[0]; {
	case !ok || math.IsNaN(x):
		return 0, false, f.Not(column, "a number, or a word such as correct, wrong, pass, fail, yes or no")
	case math.IsInf(x, 0):
		return 0, false, f.Not(column, "a finite number; leave it empty if the attempt failed")
	case t.board && !t.want.Policy.Scores && x == math.Trunc(x): // fractions are scores
		return 0, false, f.Not(column, notCategory)
	}
	return x, true, t.checkKind(0, text)
}

// checkKind fails if earlier outcomes used another kind of words, such as pass and fail
// instead of yes and no. The kind is an index into kindsOfWords.
func (t *outcomeTable) checkKind(kind int, text []byte) error {
	if t.words == kind {
		return nil
	}
	if t.words < 0 {
		t.words, t.word = kind, string(text)
		return nil
	}
	return fmt.Errorf("%s %s cannot be combined with %s; write all outcomes as numbers, or as one pair of words such as pass and fail",
		t.called[0], quoted.Text(string(text)), quoted.Text(t.word))
}

// gather calls read(columnsOf, sink), which passes rows to the sink, and returns the
// attempts in these rows. The errors of this call must include the file name and the
// line.
func (t *outcomeTable) gather(columnsOf layout, read func(layout, sink) error) ([]*Attempts, error) {
	if err := CheckColumns(t.want.Columns); err != nil {
		return nil, t.addFileName(err)
	}
	err := read(columnsOf, t)
	if errors.Is(err, errDoubled) {
		t.of.early = true
		return nil, t.addFileName(t.of.explain(t.of.places()))
	} else if err != nil {
		return nil, err
	}
	return t.attempts, t.addFileName(t.finish())
}

// ErrNoRows is returned if a table has columns but no rows.
var ErrNoRows = errors.New("no rows")

// finish checks the collected attempts and sets the name of the task.
func (t *outcomeTable) finish() error {
	if len(t.tasks.names) == 0 {
		return ErrNoRows
	}
	if err := t.checkSize(); err != nil {
		return err
	}
	for _, a := range t.attempts {
		if a.note = t.note; a.Unnamed() {
			a.unused = t.unused
		}
	}
	if t.all {
		return nil
	}
	var err error
	t.of.Task, err = t.task()
	return err
}

// HoldsOutcomes reports whether a file is a table of outcomes. It looks at the header
// of a CSV file, or at the first line of a JSONL file.
func HoldsOutcomes(path string, opt ReadOptions) bool {
	f, err := openResults(path, opt)
	if err != nil {
		return false
	}
	defer f.Close()
	if f.npz != nil || f.page {
		return false
	}
	found := false
	look := func(names []string) ([]Column, error) {
		found = opt.HasOutcomes(names)
		return nil, io.EOF // stops reading: the first names decide
	}
	_ = f.rows(look, newOutcomeTable(f.name, opt, false)) // always fails, with io.EOF
	return found
}
