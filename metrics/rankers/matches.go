package rankers

import "settle/results"

// matches holds the events of a board whose trials are in order: one event for each
// trial of each question, with trials in the outer loop. In an event each model with
// this attempt plays every other such model. The higher category wins, two models of
// the same category draw, and two of category 0 do not play.
type matches struct {
	models, questions, trials int

	// players holds models by event, higher categories first and by index within a
	// category. The players of event e start at e·models; there are present[e] of them.
	players []int32
	present []int32

	// ends holds the ends of categories among the players of an event, without category
	// 0. Those of event e are at firstEnd[e] to firstEnd[e+1].
	ends     []int32
	firstEnd []int32
}

// history holds the matches of a board and the ratings that a method gives after each
// trial.
type history struct {
	matches
	after []float64 // by trial and model
}

// ratingsAfter returns the ratings after n trials, or after all trials if there are fewer.
func (h *history) ratingsAfter(n int) []float64 {
	return h.after[(min(n, h.trials)-1)*h.models:][:h.models]
}

// take lists the events of a board.
func (m *matches) take(b *results.Board) {
	m.models, m.questions, m.trials = len(b.Models), len(b.Questions), b.MostTrials()
	events := m.questions * m.trials
	if cap(m.present) < events || cap(m.players) < events*m.models {
		m.present, m.firstEnd = make([]int32, events), make([]int32, 0, events+1)
		m.players = make([]int32, events*m.models)
	}
	m.present, m.players = m.present[:events], m.players[:events*m.models]
	m.ends, m.firstEnd = m.ends[:0], append(m.firstEnd[:0], 0)
	for n := range m.trials {
		for q := range m.questions {
			m.takeEvent(b, n, q)
		}
	}
}

// takeEvent sorts the models of an event by category.
func (m *matches) takeEvent(b *results.Board, trial, question int) {
	event := trial*m.questions + question
	players := m.players[event*m.models : event*m.models : (event+1)*m.models]
	for category := b.Top(); category >= 0; category-- {
		before := len(players)
		for model := range m.models {
			if row := b.Row(model, question); trial < len(row) && int(row[trial]) == category {
				players = append(players, int32(model))
			}
		}
		if category > 0 && len(players) > before {
			m.ends = append(m.ends, int32(len(players)))
		}
	}
	m.present[event] = int32(len(players))
	m.firstEnd = append(m.firstEnd, int32(len(m.ends)))
}

// event returns the players of an event, and the ends of its categories without category
// 0.
func (m *matches) event(e int) (players, ends []int32) {
	at := e * m.models
	return m.players[at : at+int(m.present[e])], m.ends[m.firstEnd[e]:m.firstEnd[e+1]]
}
