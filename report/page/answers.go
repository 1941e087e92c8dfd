package page

import (
	"fmt"
	"html/template"
)

// Answers is a block of questions that a reader may have, each with an answer.
type Answers struct {
	Title string // "" for none
	List  []Answer
	Chips bool // each answer is a link of a few words
}

// An Answer is a question, its answer, and a link to a section with more information.
type Answer struct {
	Question, Says string
	Section, More  string // ID of a section of the page, "" for none, and the text of the link
	Tone           Tone   // colour of a chip
}

func (a Answers) render(s *setter) (template.HTML, error) {
	for _, one := range a.List {
		if one.Section != "" && !s.sections[one.Section] {
			return "", fmt.Errorf("no section %q for %q", one.Section, one.Question)
		}
	}
	if a.Chips {
		return s.fill("chips", a)
	}
	return s.fill("answers", a)
}
