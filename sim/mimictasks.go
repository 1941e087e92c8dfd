package sim

// A MimicTask says how a task's questions differ from the standard questions.
type MimicTask struct {
	Name     string
	Harder   float64 // logits added to the difficulty of each question
	Longer   float64 // shift of ln(token_ratio) added to the length of each question
	Stranger float64 // factor on the strangeness of each question, > 0
}

// MimicTasks returns four invented tasks, because the paper has four benchmarks. They
// are chosen so that the thresholds of one task do not fit another. No task represents
// a real benchmark.
func MimicTasks() []MimicTask {
	return []MimicTask{{"plain", 0, 0, 1}, {"easy", -0.5, -0.4, 1}, {"hard", 0.5, 0.4, 1}, {"odd", 0, 0, 1.3}}
}

// OnTasks returns the same models on each of the tasks, with n questions per task. It draws the
// questions of all tasks together, as OnQuestions does, and gives the first n questions to the
// first task. It returns an error if OnQuestions does for that total number of questions.
func (m *Mimics) OnTasks(tasks []MimicTask, n int, seed uint64) ([]*Mimics, error) {
	whole, err := m.OnQuestions(len(tasks)*n, seed)
	if err != nil {
		return nil, err
	}
	all := make([]*Mimics, len(tasks))
	for i, task := range tasks {
		all[i] = &Mimics{Models: m.Models}
		for _, q := range whole.Questions[i*n : (i+1)*n] {
			q.Difficulty += task.Harder
			q.Length += task.Longer
			q.Strangeness *= task.Stranger
			all[i].Questions = append(all[i].Questions, q)
		}
	}
	return all, nil
}
