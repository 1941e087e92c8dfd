package signals

import (
	"fmt"
	"os"
	"slices"

	"settle/internal/quoted"
	"settle/results"
	"settle/rubric"
)

// Ruled holds the attempts at a task and the thresholds that sort them into categories.
type Ruled struct {
	*Attempts
	By rubric.Thresholds
}

// Rule returns the attempts at each task with thresholds computed from the attempts at
// that task alone, because thresholds belong to a data set (Table 4).
func Rule(tasks ...*Attempts) []Ruled {
	all := make([]Ruled, len(tasks))
	for i, a := range tasks {
		all[i] = Ruled{a, a.Thresholds()}
	}
	return all
}

// Pool sorts the attempts at all tasks into categories, with each task's own
// thresholds, and returns one board of all these categories. The board has the models
// of the first task, in that order. The questions of the tasks follow each other and
// are named TASK/QUESTION; a single task keeps its question names. Pool fails if the
// tasks have different models, if two questions get the same name, or if Attempts.Board
// would fail.
func Pool(s *rubric.Schema, tasks []Ruled) (*results.Board, error) {
	if len(tasks) == 1 {
		return tasks[0].Board(s, &tasks[0].By)
	}
	models, err := modelsOf(tasks)
	if err != nil {
		return nil, err
	}
	var questions []string
	for _, task := range tasks {
		for _, q := range task.Questions {
			questions = append(questions, task.Task+"/"+q)
		}
	}
	var trials []int
	for range tasks[0].Models {
		for _, task := range tasks {
			trials = append(trials, slices.Repeat([]int{task.Trials}, len(task.Questions))...)
		}
	}
	b, err := results.NewUnequalBoard(tasks[0].Models, questions, trials, s.Weights().Len()-1)
	if err != nil {
		return nil, err
	}
	b.Task = results.AllTasks
	first := 0
	for i, task := range tasks {
		for model := range b.Models {
			for question := range task.Questions {
				task.sort(b.Row(model, first+question), models[i][model], question, s, &task.By)
			}
		}
		first += len(task.Questions)
	}
	return b, nil
}

// modelsOf finds the models of the first task in every task. For each task, it returns
// the indexes of these models in task.Models, in the order of the first task. It fails
// if the tasks have different models.
func modelsOf(tasks []Ruled) ([][]int, error) {
	places := make([][]int, len(tasks))
	for i, task := range tasks {
		for _, model := range tasks[0].Models {
			place := slices.Index(task.Models, model)
			if place < 0 {
				return nil, missesModel(task.Task, model)
			}
			places[i] = append(places[i], place)
		}
		if len(task.Models) > len(tasks[0].Models) {
			known := func(model string) bool { return slices.Contains(tasks[0].Models, model) }
			other := task.Models[slices.IndexFunc(task.Models, func(model string) bool { return !known(model) })]
			return nil, missesModel(tasks[0].Task, other)
		}
	}
	return places, nil
}

func missesModel(task, model string) error {
	return fmt.Errorf("task %s has no attempts of model %s; pooled tasks must have the same models",
		quoted.Text(task), quoted.Text(model))
}

// ReadTasks reads all tasks in a file, in the order in which they first occur, each as
// Read does. Options.Task must be empty. It reads the file once to find the tasks, and
// once for each task. Input that cannot be read again, such as standard input, must
// therefore contain only one task.
func ReadTasks(path string, opt Options) ([]*Attempts, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		a, err := Read(path, opt)
		return []*Attempts{a}, err
	}
	names, err := results.TaskNames(path)
	if err != nil {
		return nil, err
	}
	var tasks []*Attempts
	for _, name := range names {
		opt.Task = name
		task, err := Read(path, opt)
		if err != nil && len(names) > 1 {
			return nil, fmt.Errorf("task %s: %w", quoted.Text(name), err)
		} else if err != nil {
			return nil, err
		}
		tasks = append(tasks, task)
	}
	return tasks, nil
}
