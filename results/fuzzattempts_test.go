package results

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzReadAttempts reads any bytes as attempts. It must give one line of error that
// starts with the file's name, or attempts that are read again as they are written,
// and of which every policy makes a board or says in one line why not.
func FuzzReadAttempts(f *testing.F) {
	_, csv, jsonl, npz := tiny(f)
	const counts, counted = "model,question,correct,trials\n", "model,question,count_0,count_1,count_2\n"
	for _, data := range []string{
		csv, jsonl, npz, csvHeader + "a,q,1,\na,q,2,C\nb,q,1,I\n", csvHeader + "a,q,1,-110.3\na,q,2,inf\n", csvHeader + "a,q,1,pass\na,q,2,no\n",
		csvHeader + "a,q,1,1\n\"a \",q,2,1\nb,q,1,0.25\n", counts + "a,q,1,2\nb,q,0,0\n", counts + "a,q,3,2\n", counts + "a,q,0,65535\na,q,1,1\n",
		counted + "a,q,1,2,3\nb,q,0,0,0\n", "model,question,count_0,count_2\na,q,1,1\n", "model,question,trial,outcome,task\na,q,1,1,x\nb,r,1,,y\n",
		`{"model":"a","question":"q","trial":1,"outcome":""}` + "\n" + `{"model":"b","question":"q","trial":1,"outcome":null}`,
		`{"model":"a","question":"q","trial":1,"outcome":"-inf"}` + "\n" + `{"model":"a","question":"r","correct":1,"trials":2}`,
		`{"model":"a","question":"q","correct":1,"trials":2}` + "\n" + `{"model":"a","question":"r","trial":1,"correct":1,"trials":2}`,
		zipped(f, entry{"R.npy", npyArray("<i2", true, "(1, 2, 2)", 5, 0, 0, 1, 0xff, 0xff, 3, 0)}), zipped(f, entry{"R.npy", npyArray("|i1", false, "(2, 1)", 0xff, 0xff)}),
		"llm,item,score,metric,Split\na,q,1,acc,x\na,q,0,acc,x\nb,q,1,f1,\n", "llm,agent,id,doc id,run,seed,score,acc\n", "a,b,c\na,b,1\n",
		`{"Model":"a","id":1,"correct":true,"metric":["x"],"task":"t"}` + "\n" + `{"Model":"a","id":1,"correct":false,"metric":{},"task":"t"}`,
		"model,question,trial,outcome,answer,weight\na,q,1,1,1/2,0.5\na,q,2,0,,\nb,q,1,,x,\n", "llm,id,run,score,parsed answer\na,q,1,1,0.50\na,q,2,1,.5\n",
		`{"model":"a","question":"q","trial":1,"outcome":1,"answer":7.0,"weight":2}` + "\n" + `{"model":"a","question":"q","trial":2,"outcome":1,"answer":" 7","weight":null}`,
		"version https://git-lfs.github.com/spec/v1\n", gzipped(f, csvHeader+"a,q,1,yes\n"),
	} {
		for _, rename := range []string{"", "trial", "\x7f"} {
			f.Add([]byte(data), "", rename, true)
			f.Add([]byte(data), "x", rename, false)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, task, rename string, scores bool) {
		opt := ReadOptions{Task: task, MaxBytes: 1 << 28, Ballots: BallotOptions{Read: true, NoAnswerVotes: scores}}
		if !scores {
			opt.Ballots.Answers = AnswersMath
		}
		if rename != "" {
			opt.Columns = map[string]string{"outcome": rename}
		}
		tasks, err := ReadAttemptsFrom(bytes.NewReader(data), "x", opt)
		if err != nil {
			wantPrefixed(t, err)
			return
		}
		for _, a := range tasks {
			if a.Len() > 1<<20 {
				return // few counts can stand for very many
			}
			checkPolicies(t, a, scores)
		}
		checkWriting(t, tasks)
	})
}

func wantPrefixed(t *testing.T, err error) {
	t.Helper()
	checkOneLine(t, err)
	if !strings.HasPrefix(err.Error(), "x:") {
		t.Errorf("the error does not start with the file: %s", err)
	}
}

func checkPolicies(t *testing.T, a *Attempts, scores bool) {
	for _, by := range []Policy{{}, {Missing: MissingUnequal}, {Missing: MissingUnequal, KeepUnmet: true}, {Missing: MissingCommon}, {Missing: MissingWrong}} {
		by.Scores = scores
		b, kept, err := a.Board(by)
		if err != nil {
			wantPrefixed(t, err)
			continue
		}
		if b.Cells() != kept.Attempts || kept.Attempts > a.Len() || len(b.Questions)+kept.LeftOut != len(a.Questions()) {
			t.Errorf("%+v of %d attempts, %d cells, %d questions", kept, a.Len(), b.Cells(), len(b.Questions))
		}
		if b.Ballots != nil {
			checkNumbers(t, b)
		}
		if by.Missing == MissingCommon && b.Unequal() || by.Missing == MissingRefuse && !kept.Complete() {
			t.Errorf("%v: from %d to %d trials", by, b.Trials(), b.MostTrials())
		}
	}
}

// checkNumbers checks that answers are numbered without gaps, and question by question.
func checkNumbers(t *testing.T, b *Board) {
	for q, names := range b.Ballots.Names {
		next := uint32(1)
		for m := range b.Models {
			for _, answer := range b.Answers(m, q) {
				if answer > next {
					t.Errorf("answer %d after %d", answer, next-1)
				}
				next = max(next, answer+1)
			}
		}
		if int(next) != len(names)+1 {
			t.Errorf("%d answers, named %q", next-1, names)
		}
	}
}

func checkWriting(t *testing.T, tasks []*Attempts) {
	var out, again bytes.Buffer
	if err := WriteAttemptsJSONL(&out, tasks); err != nil {
		return // no attempts
	}
	read, err := ReadAttemptsFrom(bytes.NewReader(out.Bytes()), "x", ask(AnswersExact))
	if err != nil {
		t.Fatalf("what was written cannot be read: %v", err)
	}
	if err := WriteAttemptsJSONL(&again, read); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Errorf("written %q, and again %q", out.Bytes(), again.Bytes())
	}
}
