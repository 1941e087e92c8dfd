package results

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is read of tables whose columns have other names is what stands in their rows; the
// notes name the columns of the headers.
func TestColumnsOfOtherNames(t *testing.T) {
	const says = "; change this with --column"
	for _, test := range []struct {
		name, data string
		opt        ReadOptions
		want       []string
		note       string
	}{
		{"own names", csvHeader + "a,q,1,1\n", ReadOptions{}, []string{"a q 1 1"}, ""},
		{"all others", "llm,item,run,is_correct\na,q,4,true\n", ReadOptions{}, []string{"a q 4 1"},
			"Columns: model is llm, question is item, trial is run, outcome is is_correct" + says},
		{"some others", "model,id,trial,score\na,q,1,0.5\n", ReadOptions{}, []string{"a q 1 0.5"}, "Columns: question is id, outcome is score" + says},
		{"capitals, blanks and marks", "Model Name,sampleId,Epoch,Exact-Match\na,q,2,1\n", ReadOptions{}, []string{"a q 2 1"},
			"Columns: model is Model Name, question is sampleId, trial is Epoch, outcome is Exact-Match" + says},
		{"own names in capitals before others", "MODEL,System,Question,id,Trial,Outcome,score\na,x,q,i,3,1,0\n", ReadOptions{}, []string{"a q 3 1"},
			"Columns: model is MODEL, question is Question, trial is Trial, outcome is Outcome" + says},
		{"a task in capitals", "model,question,trial,outcome,TASK\na,q,1,1,x\na,q,1,0,y\n", ReadOptions{}, []string{"x: a q 1 1", "y: a q 1 0"},
			"Columns: task is TASK" + says},
		{"two tasks in capitals", "model,question,trial,outcome,TASK,Task\na,q,1,1,x,y\n", ReadOptions{}, []string{"a q 1 1"}, ""},
		{"groups in capitals", "model,question,trial,outcome,Group\na,q,1,1,g\n", ReadOptions{}, []string{"a q 1 1"}, "Columns: group is Group" + says},
		{"keys", `{"agent":"a","task_id":"q","seed":7,"resolved":true}`, ReadOptions{}, []string{"a q 7 1"},
			"Columns: model is agent, question is task_id, trial is seed, outcome is resolved" + says},
		{"one given", "llm,item,seed,verdict,score\na,q,1,C,9\n", ReadOptions{Columns: map[string]string{"outcome": "verdict"}}, []string{"a q 1 1"},
			"Columns: model is llm, question is item, trial is seed" + says},
		{"a candidate given for another", "llm,system,id,trial,score\na,b,q,1,1\n", ReadOptions{Columns: map[string]string{"task": "system"}},
			[]string{"b: a q 1 1"}, "Columns: model is llm, question is id, outcome is score" + says},
		{"own names win", "model,llm,question,id,trial,run,outcome,score\na,b,q,x,1,2,1,0\n", ReadOptions{}, []string{"a q 1 1"}, ""},
		{"counts", "model,question,correct,trials\na,q,1,2\n", ReadOptions{}, []string{"a q 1 0", "a q 2 1"}, ""},
		{"counts of other names", "llm,item,Correct,Total\na,q,1,2\n", ReadOptions{}, []string{"a q 1 0", "a q 2 1"},
			"Columns: model is llm, question is item, correct is Correct, trials is Total" + says},
		{"an outcome beside a total", "model,question,n,correct,total\na,q,2,1,8\n", ReadOptions{}, []string{"a q 2 1"},
			"Columns: trial is n, outcome is correct" + says},
		{"no model", "item,outcome\nq,1\nq,0\n", ReadOptions{Model: "-"}, []string{"- q 1 1", "- q 2 0"},
			"Columns: question is item" + says + ". " + numbered},
		{"no trial", "model,question,outcome\na,q,1\nb,q,0\na,q,0\na,r,1\n", ReadOptions{}, []string{"a q 1 1", "b q 1 0", "a q 2 0", "a r 1 1"}, numbered},
		{"no trial by task", "model,question,outcome,task\na,q,1,x\na,q,0,y\na,q,0,x\n", ReadOptions{},
			[]string{"x: a q 1 1", "x: a q 2 0", "y: a q 1 0"}, numbered},
		{"no trial of one kind", "model,question,outcome,metric\na,q,1,acc\na,q,0,acc\na,r,0,f1\n", ReadOptions{},
			[]string{"a q 1 1", "a q 2 0", "a r 1 0"}, numbered},
		{"no trial, counts", "model,question,count_0,count_1\na,q,0,1\n", ReadOptions{}, []string{"a q 1 1"}, ""},
		{"a column that is no trial", "model,question,run,outcome\na,q,x,1\na,q,y,0\n", ReadOptions{Columns: map[string]string{"trial": ""}},
			[]string{"a q 1 1", "a q 2 0"}, numbered},
		{"groups beside kinds", "model,question,outcome,split,group\na,q,1,test,g\na,q,0,test,g\n", ReadOptions{}, []string{"a q 1 1", "a q 2 0"}, numbered},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := listedAttempts(t, test.data, test.opt)
			if diff := cmp.Diff(test.want, got); err != nil || diff != "" {
				t.Fatalf("%v (-want +got):\n%s", err, diff)
			}
			tasks, _ := ReadAttemptsFrom(strings.NewReader(test.data), "x", test.opt)
			if got := tasks[0].ColumnsNote(); got != test.note {
				t.Errorf("note %q, want %q", got, test.note)
			}
			_, kept, err := tasks[0].Board(Policy{Missing: MissingUnequal})
			if err == nil && !strings.HasSuffix(kept.Columns, test.note) { // behind that on one model
				t.Errorf("note of the board %q, want %q", kept.Columns, test.note)
			}
		})
	}
}

// Each error names all columns that cannot be determined, the candidates among those of the
// header, and a command that reads the file: see TestCommandsOfErrors.
func TestUnclearColumns(t *testing.T) {
	for _, test := range []struct {
		name, header string
		opt          ReadOptions
		want         string
	}{
		{"two models", "llm,agent,question,trial,outcome", ReadOptions{Model: "-"},
			`model ("llm" or "agent"); the table has "llm", "agent", "question", "trial", "outcome"; use settle rank x --column model=llm`},
		{"several", "llm,id,doc_id,seed,run,score,correct", ReadOptions{},
			`question ("id" or "doc_id"), trial ("seed" or "run"), outcome ("score" or "correct"); ` +
				`the table has "llm", "id", "doc_id", "seed", "run", "score", "correct"; use settle rank x --column model=llm,question=id,trial=seed,outcome=score`},
		{"four candidates", "model,id,trial,score,value,label,acc", ReadOptions{},
			`outcome ("score" or "value" or "label"); the table has "model", "id", "trial", "score", "value", "label", "acc"; ` +
				`use settle rank x --column question=id,outcome=score`},
		{"by elimination", "model,split,text,answer,fine", ReadOptions{}, `question (perhaps "text"), outcome (perhaps "fine"); ` +
			`the table has "model", "split", "text", "answer", "fine"; use settle rank x --column question=text,outcome=fine`},
		{"nothing left", "model,question,task", ReadOptions{}, `outcome (no known name); the table has "model", "question", "task"; add the column "outcome"`},
		{"one to add and one to choose", "model,id,doc_id", ReadOptions{},
			`question ("id" or "doc_id"), outcome (no known name); the table has "model", "id", "doc_id"; add the column "outcome"; use settle rank x --column question=id`},
		{"blanks", "model,Sample ID,doc id,trial,my score", ReadOptions{}, `question ("Sample ID" or "doc id"), outcome (perhaps "my score"); ` +
			`the table has "model", "Sample ID", "doc id", "trial", "my score"; use settle rank x --column 'question=Sample ID,outcome=my score'`},
		{"given and not there", "llm,question,trial,outcome", ReadOptions{Columns: map[string]string{"model": "lm", "task": "set"}},
			`model (no column "lm", "llm"); the table has "llm", "question", "trial", "outcome"; use settle rank x --column model=llm,task=set`},
		{"a given trial that is not there", "model,question,outcome", ReadOptions{Columns: map[string]string{"trial": "run"}},
			`trial (no column "run", no known name); the table has "model", "question", "outcome"; use settle rank x --column trial=`},
		{"one twice", "model,id,id,trial,outcome", ReadOptions{}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := listedAttempts(t, test.header+"\n", test.opt)
			want := "x:1: cannot determine the columns: " + test.want
			if test.want == "" {
				want = `x:1: the header has two columns named "id"`
			}
			wantError(t, err, want)
		})
	}
}

// The columns that an error advises read the file.
func TestCommandsOfErrors(t *testing.T) {
	for _, data := range []string{
		"llm,agent,id,doc_id,seed,run,score,correct\na,b,q,r,1,2,1,0\n", "model,text,answer,ok\na,q,x,1\n",
		"model,Sample ID,doc id,it's\na,q,r,1\n", "a,b,c\na,q,1\n",
	} {
		_, err := listedAttempts(t, data, ReadOptions{})
		if err == nil {
			t.Fatalf("%q is read", data)
		}
		_, flag, _ := strings.Cut(err.Error(), " --column ")
		if quoted, ok := strings.CutPrefix(flag, "'"); ok {
			flag = strings.ReplaceAll(strings.TrimSuffix(quoted, "'"), `'\''`, "'")
		}
		opt := ReadOptions{Columns: map[string]string{}}
		for pair := range strings.SplitSeq(flag, ",") {
			name, theirs, _ := strings.Cut(pair, "=")
			opt.Columns[name] = theirs
		}
		if got, err := listedAttempts(t, data, opt); err != nil || len(got) != 1 {
			t.Errorf("%q with %v: %q, %v", data, opt.Columns, got, err)
		}
	}
}

// Rows without trials that differ in what they are of are no trials; values that stand for
// nothing known are called by the file's own name.
func TestBadColumnsOfOtherNames(t *testing.T) {
	for _, test := range []struct{ name, data, want string }{
		{"two metrics", "model,question,outcome,Metric Name\na,q,1,acc\nb,q,1,f1\na,q,0,f1\n",
			`x:4: model "a", question "q" has rows with Metric Name "acc" and "f1", but the file has no trial numbers; keep only rows with one of these values; ` +
				`or use settle rank x --column 'task=Metric Name' --task acc`},
		{"two filters of a metric", "llm,id,score,metric,filter\na,q,1,acc,strict\na,q,1,acc,loose\n",
			`x:3: model "a", question "q" has rows with filter "strict" and "loose", but the file has no trial numbers; keep only rows with one of these values; ` +
				`or use settle rank x --column model=llm,question=id,task=filter,outcome=score --task strict`},
		{"within a task", "model,question,outcome,task,split\na,q,1,t,dev\na,q,1,u,test\na,q,1,t,test\n",
			`x:4: model "a", question "q" has rows with split "dev" and "test", but the file has no trial numbers; keep only rows with one of these values`},
		{"in JSON", `{"model":"a","question":"q","outcome":1,"scorer":"x","config":{"a":1}}` + "\n" + `{"model":"a","question":"q","outcome":1,"scorer":2,"config":{"a":2}}`,
			`x:2: model "a", question "q" has rows with scorer "x" and "2", but the file has no trial numbers; keep only rows with one of these values; or use settle rank x --column task=scorer --task x`},
		{"an outcome", "model,question,trial,Score\na,q,1,good\n", `x:2: Score "good" is not a number, or a word such as correct, wrong, pass, fail, yes or no`},
		{"a trial", "model,question,run,outcome\na,q,x,1\n", `x:2: run "x" is not an integer; --column trial= numbers the rows of a question instead`},
		{"a trial that numbers nothing", "model,question,n,outcome\na,q,5,1\na,q,5,0\n",
			`x:3: model "a", question "q", trial 5 appears twice, first on line 2; column "n" is read as trial; --column trial= numbers the rows of a question instead`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := listedAttempts(t, test.data, ReadOptions{})
			wantError(t, err, test.want)
		})
	}
	_, err := readString("model,question,trial,score\na,q,1,-3\n", "x", "")
	wantError(t, err, `x:2: score "-3" is not a category 0..255; use --weights values to make each distinct value a category`)
}

// In a folder, the columns of a table must have their standard names. Trials need no column.
func TestHasOutcomes(t *testing.T) {
	for header, want := range map[string]bool{
		"model,question,trial,outcome": true, "question,outcome": true, "model,question,correct,trials": true,
		"llm,item,run,score": false, "model,question,trial,score": false, "model,question,outcome": true,
		"model,question,epoch,outcome": true, "model,trial,outcome": false,
	} {
		if got := (ReadOptions{Model: "-"}).HasOutcomes(strings.Split(header, ",")); got != want {
			t.Errorf("%s: %t", header, got)
		}
	}
}

// Rows without trials take the memory of their models and questions, beside their own.
func TestRowsWithoutTrialsAreSmall(t *testing.T) {
	row := 0
	rows := &generated{next: func() string {
		row++
		return fmt.Sprintf("m,q%d,test,1\n", row%10)
	}, left: 200_000}
	tasks, err := ReadAttemptsFrom(io.MultiReader(strings.NewReader("model,question,split,outcome\n"), rows), "x", ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if a := tasks[0]; a.Len() != 200_000 || len(a.unlabelled) != 10 || len(a.kinds.names) != 1 || a.Trials() != 20_000 {
		t.Errorf("%d attempts, %d trials: %d pairs of %d kinds", a.Len(), a.Trials(), len(a.unlabelled), len(a.kinds.names))
	}
}
