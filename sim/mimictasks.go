package sim

// A MimicTask holds the differences of a task's questions from the standard questions.
type MimicTask struct {
	Name     string
	Harder   float64 // logits added to each difficulty
	Longer   float64 // added to each length, a shift of ln(token_ratio)
	Stranger float64 // factor on each strangeness, > 0
}

// MimicTasks returns four tasks, because the paper has four benchmarks. The tasks are
// invented such that the thresholds of one task do not fit another. No task represents
// a real benchmark.
func MimicTasks() []MimicTask {
	return []MimicTask{{"plain", 0, 0, 1}, {"easy", -0.5, -0.4, 1}, {"hard", 0.5, 0.4, 1}, {"odd", 0, 0, 1.3}}
}

// OnTasks returns the same models on several tasks of n questions each. The seed draws
// all questions, as OnQuestions does; the first n belong to the first task. It returns
// an error if OnQuestions would return one for all questions together.
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
