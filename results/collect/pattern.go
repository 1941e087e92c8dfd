package collect

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"settle/internal/quoted"
)

// A Pattern finds the name of a model, a task or both at the end of a file's path. An
// example is '{model}/{task}.csv'. A Pattern can also be the name of one model for all
// files.
type Pattern struct {
	text string
	path *regexp.Regexp // nil if the pattern is the name of one model
}

// ParsePattern parses a pattern. {model} and {task} can occur once each and match the
// shortest possible name without slashes. * matches any text without slashes. All other
// characters match themselves. A pattern must match the end of a path: the whole
// name of the file, and of as many folders as the pattern has. A text without braces is the name of one
// model for all files.
func ParsePattern(text string) (*Pattern, error) {
	if !strings.ContainsAny(text, "{}") {
		return &Pattern{text: text}, nil
	}
	var b strings.Builder
	b.WriteString(`(?s)(?:^|/)`)
	seen := map[string]bool{}
	for rest := text; rest != ""; {
		at := strings.IndexAny(rest, "{}*")
		if at < 0 {
			b.WriteString(regexp.QuoteMeta(rest))
			break
		}
		b.WriteString(regexp.QuoteMeta(rest[:at]))
		if rest[at] == '*' {
			b.WriteString(`[^/]*?`)
			rest = rest[at+1:]
			continue
		}
		name, after, ok := strings.Cut(strings.TrimPrefix(rest[at:], "{"), "}")
		switch {
		case rest[at] == '}' || !ok || name != "model" && name != "task":
			return nil, errors.New("a pattern must contain {model}, {task} or both, as in '{model}/{task}.csv'")
		case seen[name]:
			return nil, fmt.Errorf("a pattern can contain {%s} only once", name)
		}
		seen[name] = true
		fmt.Fprintf(&b, `(?P<%s>[^/]+?)`, name)
		rest = after
	}
	b.WriteString(`$`)
	path, err := regexp.Compile(b.String())
	if err != nil {
		return nil, errors.New("the pattern is too long")
	}
	return &Pattern{text: text, path: path}, nil
}

// names returns the model and the task that the pattern finds in a path. It returns ""
// for a name that the pattern does not contain.
func (p *Pattern) names(path string) (model, task string, err error) {
	if p.path == nil {
		return p.text, "", nil
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		absolute = path
	}
	match := p.path.FindStringSubmatch(filepath.ToSlash(absolute))
	if match == nil {
		return "", "", fmt.Errorf("%s: the path does not match --name %s", quoted.Path(path), quoted.Text(p.text))
	}
	for i, name := range p.path.SubexpNames() {
		switch name {
		case "model":
			model = match[i]
		case "task":
			task = match[i]
		}
	}
	return model, task, nil
}

// isOneModel reports whether the pattern is the name of one model for all files.
func (p *Pattern) isOneModel() bool { return p.path == nil }

// namesTasks reports whether the pattern finds names of tasks.
func (p *Pattern) namesTasks() bool { return p.path != nil && p.path.SubexpIndex("task") >= 0 }
