package sim

// MimicTask is how the questions of a task differ from those of another.
type MimicTask struct {
	Name     string
	Harder   float64 // logits added to each difficulty
	Longer   float64 // added to each length, a shift of ln(token_ratio)
	Stranger float64 // factor on each strangeness, > 0
}

// MimicTasks are four tasks, as many as the paper's benchmarks, made up so that
// thresholds of one are none of another; none stands for a benchmark.
func MimicTasks() []MimicTask {
	return []MimicTask{{"plain", 0, 0, 1}, {"easy", -0.5, -0.4, 1}, {"hard", 0.5, 0.4, 1}, {"odd", 0, 0, 1.3}}
}

// OnTasks are the same models at several tasks of n questions each. The seed draws
// all questions, as OnQuestions does, and the first n are those of the first task. It
// fails where OnQuestions does for all of them.
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
