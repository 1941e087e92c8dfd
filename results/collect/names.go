package collect

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"settle/internal/lists"
	"settle/internal/quoted"
)

// name gives models and tasks to the files that name none, and to all of which the
// pattern says another.
func name(pieces []*piece, opt Options) error {
	if opt.TaskOf != nil {
		for _, p := range pieces {
			p.task = opt.TaskOf(p.file, p.task)
		}
	}
	if opt.Name != nil {
		if err := opt.Name.apply(pieces); err != nil {
			return err
		}
	}
	adoptTask(pieces)
	nameByPath(lists.Where(pieces, func(p *piece) bool { return p.lacksModel() && p.model == "" }), opt.Stem)
	return nil
}

// apply gives each file the names that its path says.
func (p *Pattern) apply(pieces []*piece) error {
	own := map[string]bool{} // models that logs name themselves
	for _, piece := range pieces {
		model, task, err := p.names(piece.file)
		if err != nil {
			return err
		}
		if model != "" && piece.table != nil && !piece.lacksModel() {
			return fmt.Errorf("%s names its models itself: leave --name to files that do not", quoted.Path(piece.file))
		}
		if piece.model != "" {
			own[piece.model] = true
		}
		if model != "" {
			piece.model = model
		}
		if task != "" {
			piece.task = task
		}
	}
	if p.one() && len(own) > 1 {
		return fmt.Errorf("--name %s would give %d models one name: %s",
			quoted.Text(p.text), len(own), quoted.List(slices.Sorted(maps.Keys(own))))
	}
	return nil
}

// adoptTask lets files that name no task be of the only one that others name.
func adoptTask(pieces []*piece) {
	only := ""
	for _, p := range pieces {
		if p.task != "" && only != "" && p.task != only {
			return
		}
		if p.task != "" {
			only = p.task
		}
	}
	for _, p := range pieces {
		p.task = only
	}
}

// nameByPath names the models of logs that name none: by the part of the path in
// which their folders differ, if they do.
func nameByPath(pieces []*piece, byStem bool) {
	if len(pieces) == 0 {
		return
	}
	folders := lists.Unique(lists.Each(pieces, (*piece).folder))
	names := differing(folders)
	for _, p := range pieces {
		p.byPath = true
		switch {
		case len(folders) > 1:
			p.model = names[p.folder()]
		case !byStem && !p.inNamedFolder():
			p.model = Nameless
		case oneFile(pieces):
			p.model = p.stem()
		default:
			p.model = filepath.Base(p.folder())
		}
	}
}

// inNamedFolder reports whether the tool names the model by the folder.
func (p *piece) inNamedFolder() bool { return p.log != nil && p.log.Named }

// stem is the name of a log or a table without what its tool appends to it, that of
// its folder where nothing else is left.
func (p *piece) stem() string {
	stem := Stem(p.file)
	if p.log == nil {
		return stem
	}
	return cmp.Or(appended.ReplaceAllString(stem, ""), filepath.Base(p.folder()))
}

// appended is what tools append to the name of a model, or of the samples that they
// were given; the name of LiveCodeBench's files says nothing but the scenario.
var appended = regexp.MustCompile(`^Scenario\..*$|(\.jsonl?)?_(eval_)?(results|all)$`)

// folder is the absolute path of the folder that all files of the log's model share.
func (p *piece) folder() string {
	folder := filepath.Dir(p.file)
	if p.log != nil {
		folder = p.log.Folder
	}
	if absolute, err := filepath.Abs(folder); err == nil {
		folder = absolute
	}
	parts := strings.Split(filepath.ToSlash(folder), "/")
	return strings.Join(slices.DeleteFunc(parts, repeatFolder.MatchString), "/")
}

// repeatFolder is the name of a folder of one of several repeats, as in
// output_run_3.
var repeatFolder = regexp.MustCompile(`^(?i)(.*[-_])?(run|seed|trial|repeat)[-_]?[0-9]+$`)

// oneFile tells whether all logs are in one file.
func oneFile(pieces []*piece) bool {
	return !slices.ContainsFunc(pieces, func(p *piece) bool { return p.file != pieces[0].file })
}

// differing names folders by the part of their paths that differs: without the
// folders that all begin with, and those that all end with. Where others are in one
// of them, all names begin with its own.
func differing(folders []string) map[string]string {
	split := lists.Each(folders, func(folder string) []string { return strings.Split(filepath.ToSlash(folder), "/") })
	shortest := len(slices.MinFunc(split, func(a, b []string) int { return len(a) - len(b) }))
	alike := func(at func(parts []string) string) bool {
		return !slices.ContainsFunc(split, func(parts []string) bool { return at(parts) != at(split[0]) })
	}
	before := 0
	for before < shortest && alike(func(parts []string) string { return parts[before] }) {
		before++
	}
	after := 0
	for before+after < shortest && alike(func(parts []string) string { return parts[len(parts)-1-after] }) {
		after++
	}
	if before+after == shortest { // one has nothing that differs
		if after > 0 {
			after--
		} else {
			before--
		}
	}
	names := map[string]string{}
	for i, parts := range split {
		names[folders[i]] = cmp.Or(strings.Join(parts[before:len(parts)-after], "/"), folders[i])
	}
	return names
}
