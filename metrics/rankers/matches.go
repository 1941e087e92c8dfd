package rankers

import "settle/results"

// matches lists the events of a board whose trials are in order. There is one event for
// each trial of each question, and all questions of one trial come before the next
// trial. In an event each model that has this trial plays every other such model. The
// higher category wins, and equal categories draw, except that two models in category 0
// do not play.
type matches struct {
	models, questions, trials int

	// players holds the models of each event, higher categories first and by index within
	// a category. The players of event e start at e·models, and their number is
	// present[e].
	players []int32
	present []int32

	// ends holds, for each event, the positions among its players at which a category
	// ends, without category 0. Those of event e are at firstEnd[e] to firstEnd[e+1].
	ends     []int32
	firstEnd []int32
}

// history holds the matches of a board, and the ratings after each trial.
type history struct {
	matches
	after []float64 // by trial and model
}

// ratingsAfter returns the ratings of the models after n trials, or after all trials if
// there are fewer.
func (h *history) ratingsAfter(n int) []float64 {
	return h.after[(min(n, h.trials)-1)*h.models:][:h.models]
}

// take lists the events of the board b.
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

// takeEvent appends the event of one trial of a question. It lists the models of the
// event by the category of their outcome, highest category first.
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

// event returns the players of event e, from the highest category to the lowest. For
// each category above 0 that occurs, it also returns the category's end. This is the
// index in players after the last model of the category.
func (m *matches) event(e int) (players, ends []int32) {
	at := e * m.models
	return m.players[at : at+int(m.present[e])], m.ends[m.firstEnd[e]:m.firstEnd[e+1]]
}
