package results

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"settle/internal/quoted"
)

// groups are those of questions, as the rows of a table say.
type groups struct {
	names  interner
	of     []uint32 // by question: 1 + the place of the name of its group, 0 before it is known
	differ bool     // a column of that name says something else: not which group a question is of
}

// setGroup takes in what a row says of the group of its question; nothing if the cell
// is empty. Of two groups for one question it fails where the caller named the column,
// and forgets all groups where the table only happens to have one of that name.
func (a *Attempts) setGroup(question uint32, f Field) error {
	if f.kind == absent || f.kind == jsontext.KindNull || a.groups.differ {
		return nil
	}
	name, err := f.name(groupColumn)
	if err != nil || len(name) == 0 {
		return err
	}
	g := &a.groups
	known := g.names.bytes
	group, err := g.names.known("group", name)
	if err != nil {
		return err
	}
	if g.names.bytes > known && g.names.bytes > maxNameBytes {
		return errTooManyNames
	}
	for int(question) >= len(g.of) {
		g.of = append(g.of, 0)
	}
	switch {
	case g.of[question] == 0:
		g.of[question] = group + 1
	case g.of[question] == group+1:
	case a.want.Columns[groupColumn] == "":
		*g = groups{differ: true}
	default:
		return fmt.Errorf("question %s is of the group %s here, and was of %s", quoted.Text(a.questions.names[question]),
			quoted.Text(string(name)), quoted.Text(g.names.names[g.of[question]-1]))
	}
	return nil
}

// Group is the name of the group of a question, given its place among the Questions;
// "" where it has none.
func (a *Attempts) Group(question int) string {
	if question >= len(a.groups.of) || a.groups.of[question] == 0 {
		return ""
	}
	return a.groups.names.names[a.groups.of[question]-1]
}

// SetGroup says of which group a question is. It does nothing for a question that has
// no attempts.
func (a *Attempts) SetGroup(question, group string) {
	id, known := a.questions.ids[question]
	if !known || group == "" {
		return
	}
	name := Field{kind: plain, text: []byte(group)}
	if err := a.setGroup(id, name); err != nil && a.wrong == nil {
		a.wrong = err
	}
}

// groupsOf are the groups of the questions of a board, nil if there are none. A
// question without one is a group by itself.
func (a *Attempts) groupsOf(questions []string) []string {
	if len(a.groups.of) == 0 {
		return nil
	}
	of := make(map[string]string, len(a.questions.names))
	for q, name := range a.questions.names {
		of[name] = a.Group(q)
	}
	groups, any := make([]string, len(questions)), false
	for i, name := range questions {
		groups[i] = of[name]
		if any = any || groups[i] != ""; groups[i] == "" {
			groups[i] = alone(name)
		}
	}
	if !any {
		return nil
	}
	return groups
}

// alone is the group of a question that has none: no group of a table is called so.
func alone(question string) string { return "\x00" + question }
