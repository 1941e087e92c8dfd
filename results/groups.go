package results

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"settle/internal/lists"
	"settle/internal/quoted"
)

// groups holds the group of each question, as read from the rows of a table.
type groups struct {
	names  interner
	of     []uint32 // by question: 1 + the index of its group name, 0 if unknown
	differ bool     // the column "group" gives several groups for some question, so it is not used
}

// setGroup records the group of a question from one row. It does nothing if the field
// is empty. A question must not get two different groups. If that happens and the
// caller named the column, setGroup fails. If the caller did not, setGroup discards all
// groups, because the column means something else.
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
	group, err := g.names.numberOf("group", name)
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
		return fmt.Errorf("question %s is in group %s here, but was in group %s before", quoted.Text(a.questions.names[question]),
			quoted.Text(string(name)), quoted.Text(g.names.names[g.of[question]-1]))
	}
	return nil
}

// Group returns the group of a question, given its index in Questions. It returns "" if
// the question has no group.
func (a *Attempts) Group(question int) string {
	if question >= len(a.groups.of) || a.groups.of[question] == 0 {
		return ""
	}
	return a.groups.names.names[a.groups.of[question]-1]
}

// SetGroup sets the group of a question. It does nothing if the question has no
// attempts.
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

// groupNames returns the group of each question, "" for a question without a group. It
// returns nil if no question has a group.
func (a *Attempts) groupNames() []string {
	if len(a.groups.of) == 0 {
		return nil
	}
	return lists.Each(lists.Indices(len(a.questions.names)), a.Group)
}

// HasGroups reports whether any question of the tasks has a group.
func HasGroups(tasks []*Attempts) bool {
	return slices.ContainsFunc(tasks, func(a *Attempts) bool { return len(a.groups.of) > 0 })
}

// groupsOf returns the group of each of a board's questions, or nil if no question has
// one. A question without a group becomes a group of its own.
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
			groups[i] = ownGroup(name)
		}
	}
	if !any {
		return nil
	}
	return groups
}

// ownGroup returns the name of the group for a question that has no group. It differs
// from all names that a table can contain.
func ownGroup(question string) string { return "\x00" + question }
