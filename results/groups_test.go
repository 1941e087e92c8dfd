package results_test

import (
	"slices"
	"strings"
	"testing"

	"settle/results"
)

func readGroups(t *testing.T, name, text string, columns map[string]string) (*results.Board, error) {
	t.Helper()
	tasks, err := results.ReadAttemptsFrom(strings.NewReader(text), name, results.ReadOptions{Columns: columns})
	if err != nil {
		return nil, err
	}
	b, _, err := tasks[0].Board(results.Policy{})
	return b, err
}

// A column of groups, of any table, says which questions belong together; a question
// without one is a group by itself. On the board the groups are by question, whatever
// the order of the rows.
func TestGroups(t *testing.T) {
	for name, text := range map[string]string{
		"a.csv":   "group,model,question,trial,outcome\nx,a,q2,1,1\ny,a,q1,1,0\nx,a,q3,1,1\n,a,q4,1,1\n",
		"b.csv":   "model,question,correct,trials,group\na,q2,1,1,x\na,q1,0,1,y\na,q3,1,1,x\na,q4,1,1,\n",
		"c.jsonl": `{"model":"a","question":"q2","trial":1,"outcome":1,"group":"x"}` + "\n" + `{"model":"a","question":"q1","trial":1,"outcome":0,"group":"y"}` + "\n" + `{"model":"a","question":"q3","trial":1,"outcome":1,"group":"x"}` + "\n" + `{"model":"a","question":"q4","trial":1,"outcome":1}` + "\n",
	} {
		b, err := readGroups(t, name, text, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		of := map[string]string{}
		for q, question := range b.Questions {
			of[question] = b.Groups[q]
		}
		if of["q2"] != "x" || of["q3"] != "x" || of["q1"] != "y" || of["q4"] == "" || b.CountGroups() != 3 {
			t.Errorf("%s: groups %q of questions %q", name, b.Groups, b.Questions)
		}
		tally := b.TallyAll()
		part := tally.Part(nil, []int{3, 0})
		if len(tally.Groups) != 4 || !slices.Equal(part.Groups, []int{tally.Groups[3], tally.Groups[0]}) {
			t.Errorf("%s: the tally has groups %v, a part of it %v", name, tally.Groups, part.Groups)
		}
		again, _, err := results.AttemptsOf(b).Board(results.Policy{})
		if err != nil || !slices.Equal(again.Groups, b.Groups) {
			t.Errorf("%s: as attempts %q, %v", name, again.Groups, err)
		}
	}
}

// A question is of one group: rows that say two are refused where the column was
// named, and where it only happens to be called so there are no groups.
func TestGroupsThatDiffer(t *testing.T) {
	const text = "model,question,trial,outcome,group,subject\na,q,1,1,x,s\na,q,2,1,y,s\n"
	b, err := readGroups(t, "a.csv", text, nil)
	if err != nil || b.Groups != nil || b.CountGroups() != 0 {
		t.Errorf("%v, %v, want no groups", b, err)
	}
	_, err = readGroups(t, "a.csv", text, map[string]string{"group": "group"})
	if err == nil || !strings.Contains(err.Error(), `a.csv:3: question "q" is in group "y" here, but was in group "x" before`) {
		t.Errorf("%v", err)
	}
	b, err = readGroups(t, "a.csv", text, map[string]string{"group": "subject"})
	if err != nil || !slices.Equal(b.Groups, []string{"s"}) {
		t.Errorf("%v, %v, want the group of the other column", b, err)
	}
	if _, err = readGroups(t, "a.csv", text, map[string]string{"group": "topic"}); err == nil || !strings.Contains(err.Error(), "topic") {
		t.Errorf("%v, want that there is no column topic", err)
	}
}
