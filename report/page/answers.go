package page

import (
	"fmt"
	"html/template"
)

// Answers are questions that a reader brings, with what the page says to each.
type Answers struct {
	Title string // "" for none
	List  []Answer
	Chips bool // each is a link of a few words
}

// Answer is what is said to a question, and where there is more of it.
type Answer struct {
	Question, Says string
	Section, More  string // the ID of a section of the page, "" for none, and the words of the link to it
	Tone           Tone   // of a chip
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
