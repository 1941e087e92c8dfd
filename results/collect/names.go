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

// name gives names to models and tasks that the files do not name. If the pattern finds
// a name in a file's path, that name replaces the name in the file.
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

// apply sets the names of models and tasks that the pattern finds in the files' paths.
func (p *Pattern) apply(pieces []*piece) error {
	own := map[string]bool{} // models that logs name
	for _, piece := range pieces {
		model, task, err := p.names(piece.file)
		if err != nil {
			return err
		}
		if model != "" && piece.table != nil && !piece.lacksModel() {
			return fmt.Errorf("%s names its models; use --name only for files that do not name models", quoted.Path(piece.file))
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
	if p.isOneModel() && len(own) > 1 {
		return fmt.Errorf("--name %s would give %d models the same name: %s",
			quoted.Text(p.text), len(own), quoted.List(slices.Sorted(maps.Keys(own))))
	}
	return nil
}

// adoptTask sets the task of files that name none, if all other files name the same
// task.
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

// nameByPath names models that the files do not name. If their files are in different
// folders, the name is the part of the path in which the folders differ. Otherwise all
// these models get one name. This name is Nameless, unless byStem is true or the tool
// names folders after models. In these cases it is the name of the only file or, if
// there are several files, of their folder.
func nameByPath(pieces []*piece, byStem bool) {
	if len(pieces) == 0 {
		return
	}
	folders := lists.Unique(lists.Each(pieces, (*piece).folder))
	names := DifferingParts(folders)
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

// inNamedFolder reports whether the tool names folders after models.
func (p *piece) inNamedFolder() bool { return p.log != nil && p.log.Named }

// stem returns the file's name without extension. For a log, it also removes suffixes
// that tools append. If nothing is left, it returns the name of the folder.
func (p *piece) stem() string {
	stem := Stem(p.file)
	if p.log == nil {
		return stem
	}
	return cmp.Or(appendedSuffix.ReplaceAllString(stem, ""), filepath.Base(p.folder()))
}

// appendedSuffix matches suffixes that tools append to the name of a model or of a
// samples file. It matches the whole name of a LiveCodeBench file, because that name
// contains only the scenario.
var appendedSuffix = regexp.MustCompile(`^Scenario\..*$|(\.jsonl?)?_(eval_)?(results|all)$`)

// folder returns the absolute path of the file's folder or, for a log, of the folder
// with all files of the log. It leaves out folders that hold one repeat, such as
// output_run_3.
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

// repeatFolder matches the name of a folder that holds one repeat, such as
// output_run_3.
var repeatFolder = regexp.MustCompile(`^(?i)(.*[-_])?(run|seed|trial|repeat)[-_]?[0-9]+$`)

// oneFile reports whether all pieces come from one file.
func oneFile(pieces []*piece) bool {
	return !slices.ContainsFunc(pieces, func(p *piece) bool { return p.file != pieces[0].file })
}

// DifferingParts returns a name for each path: the part in which the path differs from
// the other paths. That part lies between the beginning and the end that all paths
// share. If one folder contains the others, all names begin with the name of that
// folder.
func DifferingParts(paths []string) map[string]string {
	split := lists.Each(paths, func(path string) []string { return strings.Split(filepath.ToSlash(path), "/") })
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
	if before+after == shortest { // one path lies wholly within the common beginning and end
		if after > 0 {
			after--
		} else {
			before--
		}
	}
	names := map[string]string{}
	for i, parts := range split {
		names[paths[i]] = cmp.Or(strings.Join(parts[before:len(parts)-after], "/"), paths[i])
	}
	return names
}
