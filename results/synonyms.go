package results

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"settle/internal/csvfile"
	"settle/internal/lists"
	"settle/internal/quoted"
)

// meanings maps the column names of other tools, shortened by plainName, to standard
// names. The name kindColumn stands for columns such as metric or language. Rows with
// different values in such a column are not trials of the same model and question.
var meanings = func() map[string]string {
	meanings := map[string]string{}
	for column, names := range map[string]string{
		"model": "llm llmname lm evalmodel modelname modelid system systemname agent agentname engine",
		"question": "questionid qid sampleid docid item itemid id taskid problem problemid instance instanceid " +
			"example exampleid promptid testid caseid queryid",
		"trial": "trialid epoch run seed attempt sample repeat repetition rep replicate iteration iter n",
		outcomeColumn: "score value correct iscorrect result passed pass success issuccess ok resolved isresolved solved " +
			"label reward acc accuracy exactmatch em verdict grade correctness",
		answerColumn:  "predictedanswer parsedanswer extractedanswer modelanswer",
		correctColumn: "numcorrect ncorrect",
		trialsColumn:  "total numtrials ntrials numsamples nsamples",
		kindColumn: "metric metricname metrickey scorer scorername scorename evaluator grader judge " +
			"filter filtername filterkey task taskname subtask subset dataset datasetname benchmark benchmarkname split variant " +
			"config configname condition setting language lang category subject",
		"index": "unnamed:0", // written by pandas
	} {
		for _, name := range strings.Fields(names) {
			meanings[name] = column
		}
	}
	return meanings
}()

const kindColumn = "kind"

// longestAlias is the maximum length, in bytes, of a column name that is looked up.
const longestAlias = 20

// plainName returns a column name in lower case, without white space, - and _. It
// returns "" if the name is longer than longestAlias.
func plainName(name string) string {
	if len(name) > longestAlias {
		return ""
	}
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' || r == '_' {
			return -1
		}
		return r
	}, name))
}

// A columnSearch finds the columns of a table of outcomes, even if the columns do not
// have their standard names.
type columnSearch struct {
	names []string          // the table's column names, without repetitions
	want  ReadOptions       // options whose Columns holds the given names and those found
	given map[string]string // the given Columns
	taken map[string]bool   // the table's columns already assigned
	found []string          // text for the note, as in "model is llm"
	open  []string          // ambiguous or missing columns, as in `outcome ("score" or "correct")`
	lacks []string          // columns that the user must add to the table
}

// findColumnNames returns options that name the table's columns, and a note on columns
// that were found under non-standard names. It fails if some column is ambiguous or
// missing.
func (o ReadOptions) findColumnNames(file string, names []string) (ReadOptions, string, error) {
	s := &columnSearch{names: lists.Unique(names), want: o, given: o.Columns, taken: map[string]bool{}}
	s.want.Columns = map[string]string{}
	maps.Copy(s.want.Columns, o.Columns)
	for _, column := range []string{"model", "question", "trial", "task", outcomeColumn, groupColumn} {
		s.taken[o.column(column)] = true
	}
	for _, theirs := range o.Columns {
		s.taken[theirs] = true
	}
	if weights, _ := o.weightColumn(); o.Ballots.Read {
		s.taken[weights], s.taken[o.column(answerColumn)] = true, true
		s.findOptional(answerColumn)
	}
	s.findOptional("task")
	s.findOptional(groupColumn)
	var unknown []string
	for _, column := range s.neededColumns() {
		if !s.find(column) {
			unknown = append(unknown, column)
		}
	}
	if s.open == nil && unknown == nil {
		if s.found == nil {
			return s.want, "", nil
		}
		return s.want, "Columns: " + strings.Join(s.found, ", ") + "; change this with --column", nil
	}
	for _, column := range s.suggestedColumns(unknown) {
		s.guess(column)
	}
	return o, "", s.problem(file)
}

// findOptional looks for a column that a table can lack under a non-standard name. It
// does nothing unless exactly one column fits.
func (s *columnSearch) findOptional(column string) {
	_, named := s.given[column]
	if candidates := s.candidates(column); len(candidates) == 1 && !named && !s.has(column) {
		s.find(column)
	}
}

// has reports whether the table has a column with the given standard name, or with the
// name that the user gave for it.
func (s *columnSearch) has(column string) bool {
	return slices.Contains(s.names, s.want.column(column))
}

// neededColumns returns the columns that the table must have. They depend on whether
// the table holds outcomes or counts.
func (s *columnSearch) neededColumns() []string {
	identity, counts := []string{"model", "question"}, []string{correctColumn, trialsColumn}
	clear := func(column string) bool { return s.has(column) || len(s.candidates(column)) == 1 }
	switch {
	case s.has(outcomeColumn) || s.given[outcomeColumn] != "":
	case s.has(countColumn + "0"):
		return identity
	case s.has(correctColumn) && s.has(trialsColumn),
		!s.has("trial") && len(s.candidates("trial")) == 0 && clear(correctColumn) && clear(trialsColumn):
		return slices.Concat(identity, counts)
	}
	return append(identity, "trial", outcomeColumn)
}

// candidates returns the table's columns that can stand for a standard column. These
// are columns with the standard name in other case or with other separators or, if
// there are none, columns with one of the column's aliases.
func (s *columnSearch) candidates(column string) []string {
	own := lists.Where(s.names, func(name string) bool { return !s.taken[name] && plainName(name) == column })
	if len(own) > 0 {
		return own
	}
	return lists.Where(s.names, func(name string) bool { return !s.taken[name] && meanings[plainName(name)] == column })
}

// find looks for a column and records the result. It returns false if a required column
// has no candidate.
func (s *columnSearch) find(column string) bool {
	theirs, named := s.given[column]
	candidates := s.candidates(column)
	switch optional := column == "trial" || column == "model" && s.want.Model != ""; {
	case s.has(column), column == "trial" && named && theirs == "", len(candidates) == 0 && optional && !named:
		return true
	case len(candidates) == 0:
		return false
	case len(candidates) == 1 && !named:
		s.found = append(s.found, fmt.Sprintf("%s is %s", column, quoted.Bare(candidates[0])))
	default:
		s.ask(column, strings.Join(lists.Each(candidates[:min(len(candidates), 3)], quoted.Text), " or "))
	}
	for _, name := range candidates {
		s.taken[name] = true
	}
	s.want.Columns[column] = candidates[0]
	return true
}

// ask records that a column could not be determined, together with a suggestion for the
// user.
func (s *columnSearch) ask(column, perhaps string) {
	if theirs := s.given[column]; theirs != "" {
		perhaps = fmt.Sprintf("no column %s, %s", quoted.Text(theirs), perhaps)
	}
	s.open = append(s.open, fmt.Sprintf("%s (%s)", column, perhaps))
}

// suggestedColumns returns the columns for which to suggest names. It adds the model
// column if the table lacks one but has an unused column, which probably holds the
// models' names.
func (s *columnSearch) suggestedColumns(unknown []string) []string {
	_, named := s.want.Columns["model"]
	if len(unknown) == 0 || named || s.has("model") || slices.Contains(unknown, "model") || len(s.unusedColumns()) <= len(unknown) {
		return unknown
	}
	return slices.Insert(unknown, 0, "model")
}

// unusedColumns returns the table's columns that are not yet used and have no known
// meaning.
func (s *columnSearch) unusedColumns() []string {
	return lists.Where(s.names, func(name string) bool {
		fits := name != "" && len(name) <= 2*longestAlias && quoted.Bare(name) == name && !strings.Contains(name, ",")
		return fits && !isNumber(name) && !s.taken[name] && !isColumn(name) && meanings[plainName(name)] == ""
	})
}

// isNumber reports whether a column name is a number, which means that the table has no header.
func isNumber(name string) bool {
	_, number := csvfile.Number(name)
	return number
}

// guess suggests to the user how to choose a column that was not found. For the
// outcome, it suggests the last unused column. For the trial, it suggests that the rows
// are numbered. For all others, it suggests the first unused column.
func (s *columnSearch) guess(column string) {
	left := s.unusedColumns()
	switch last := len(left) - 1; {
	case column == "trial":
		s.want.Columns[column] = ""
		s.ask(column, "no known name")
	case last < 0:
		delete(s.want.Columns, column)
		s.lacks = append(s.lacks, column)
		s.ask(column, "no known name")
	default:
		name := left[0]
		if column == outcomeColumn {
			name = left[last]
		}
		s.want.Columns[column], s.taken[name] = name, true
		s.ask(column, "perhaps "+quoted.Text(name))
	}
}

// problem returns the error for columns that could not be determined. The error ends
// with a command line that names them.
func (s *columnSearch) problem(file string) error {
	if slices.ContainsFunc(s.names, isNumber) && len(s.found) == 0 {
		return fmt.Errorf("the first line names no columns, but holds data: %s; put a line with the names of the columns "+
			"before it, such as model,question,trial,outcome", quoted.List(s.names))
	}
	said := fmt.Sprintf("cannot determine the columns: %s; the table has %s",
		strings.Join(s.open, ", "), cmp.Or(quoted.List(s.names), "no columns"))
	if s.lacks != nil {
		said += "; add the " + nameMissing("column", s.lacks)
	}
	if len(s.want.Columns) > 0 {
		said += "; use " + columnsCommand(file, s.want.Columns)
	}
	return errors.New(said)
}

// columnsCommand returns a command line that reads a file with the given columns.
func columnsCommand(file string, columns map[string]string) string {
	if file == "stdin" {
		file = "-"
	}
	keys := slices.SortedFunc(maps.Keys(columns), func(a, b string) int {
		return cmp.Or(cmp.Compare(slices.Index(columnNames, a), slices.Index(columnNames, b)), strings.Compare(a, b))
	})
	pairs := lists.Each(keys, func(name string) string { return name + "=" + quoted.Bare(columns[name]) })
	return fmt.Sprintf("settle rank %s --column %s", shellWord(file), shellWord(strings.Join(pairs, ",")))
}

// shellWord quotes a text so that a shell reads it as one word.
func shellWord(text string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-+./:=,@%", r)
	}
	if !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// nameMissing returns the word for a thing, in the plural if several are missing,
// followed by the missing names.
func nameMissing(thing string, missing []string) string {
	if len(missing) == 1 {
		return thing + " " + quoted.Text(missing[0])
	}
	return thing + "s " + quoted.List(missing)
}

// OneModel returns a note which says that all rows of a table belong to one model. The
// note lists the columns that were not used.
func OneModel(model string, unused []string) string {
	note := fmt.Sprintf("No column model: all rows count as model %s", quoted.Text(model))
	switch len(unused) {
	case 0:
		return note
	case 1:
		return note + "; column not used: " + quoted.Text(unused[0])
	}
	return note + "; columns not used: " + quoted.List(unused)
}

// Unused returns the columns that were not used, for a table without a model column.
func (a *Attempts) Unused() []string { return a.unused }

// ColumnsNote returns a note that says how the columns of a table were found, in
// sentences without the final full stop. The note is "" if all columns have their
// standard names.
func (a *Attempts) ColumnsNote() string { return a.note }

// unusedNames returns the names that none of the columns has.
func unusedNames(columns []Column, names []string) []string {
	return lists.Where(names, func(name string) bool {
		return !slices.ContainsFunc(columns, func(c Column) bool { return c.Name == name })
	})
}
