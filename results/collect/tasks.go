package collect

import (
	"fmt"
	"slices"

	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/results"
)

// AllTasks is the name that selects all tasks.
const AllTasks = results.AllTasks

// Choose returns the attempts at the named task. The name "" selects the only task.
// AllTasks selects all tasks together, unless a task has that name.
func (c *Collection) Choose(task string) (*results.Attempts, error) {
	names := lists.Each(c.Tasks, func(a *results.Attempts) string { return a.Task })
	if task == AllTasks && !slices.Contains(names, task) {
		return Pool(c.Tasks)
	}
	at, err := results.ChooseTask(names, task)
	if err != nil {
		return nil, err
	}
	return c.Tasks[at], nil
}

// Pool combines the attempts at all tasks into one task, whose questions and groups are
// named TASK/QUESTION and TASK/GROUP. A single task is returned unchanged. It fails if
// two questions, or groups of two tasks, get the same name.
func Pool(tasks []*results.Attempts) (*results.Attempts, error) {
	if len(tasks) == 1 {
		return tasks[0], nil
	}
	pool := results.NewAttempts(AllTasks)
	pool.KeepBallots(tasks[0].BallotOptions())
	known, taskOf := map[string]bool{}, map[string]string{} // by name of a question, and of a group
	for _, a := range tasks {
		questions := slices.Clone(a.Questions())
		for i, question := range questions {
			name := a.Task + "/" + question
			if known[name] {
				return nil, fmt.Errorf("pooling all tasks would give two questions the name %s", quoted.Text(name))
			}
			known[name], questions[i] = true, name
		}
		for t, b := range a.Ballots() {
			pool.AddBallot(a.Models()[t.Model], questions[t.Question], t.Trial, t.Outcome, b)
		}
		for _, stop := range a.Stops {
			stop.Question = a.Task + "/" + stop.Question
			pool.Stops = append(pool.Stops, stop)
		}
		for q, question := range questions {
			group := a.Group(q)
			if group == "" {
				continue
			}
			group = a.Task + "/" + group
			if task, used := taskOf[group]; used && task != a.Task {
				return nil, fmt.Errorf("pooling all tasks would give two groups the name %s; rename one of them", quoted.Text(group))
			}
			taskOf[group] = a.Task
			pool.SetGroup(question, group)
		}
	}
	return pool, nil
}
