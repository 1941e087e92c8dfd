package collect

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"settle/internal/lists"
	"settle/internal/quoted"
	"settle/results"
)

// notePooled adds a note if files of one task count as repeats of one model only
// because nothing identifies their models. The note names these files. It fails if
// several tables with trial labels list the same trials, because such tables are
// unlikely to be repeats.
func (c *Collection) notePooled(pieces []*piece) error {
	c.oneModel(pieces)
	var repeats [][]*piece
	for _, same := range groupByModel(lists.Where(pieces, func(p *piece) bool { return p.byPath })) {
		if oneFile(same) || numbersTrials(same) {
			continue
		}
		if err := checkRepeatedLabels(same); err != nil {
			return err
		}
		repeats = append(repeats, same)
	}
	if len(repeats) > 0 {
		c.sayFirst(poolNote(repeats))
	}
	return nil
}

// oneModel adds a note on tables that name no model, because all their rows count as
// one model.
func (c *Collection) oneModel(pieces []*piece) {
	tables := lists.Where(pieces, func(p *piece) bool { return p.byPath && p.table != nil })
	if len(tables) == 0 || slices.ContainsFunc(tables, func(p *piece) bool {
		return !slices.Equal(p.table.Unused(), tables[0].table.Unused())
	}) {
		return
	}
	first := tables[0]
	unused := first.table.Unused()
	if more := len(filesOf(tables)) - 1; more == 0 {
		c.say(results.OneModel(first.model, unused))
	} else if len(unused) > 0 {
		c.say(fmt.Sprintf("columns not used in the %d tables: %s", more+1, quoted.List(unused)))
	}
}

// poolNote returns the note on models that were each combined from several files,
// because these files name no model.
func poolNote(repeats [][]*piece) string {
	first := repeats[0]
	files := 0
	for _, same := range repeats {
		files += len(filesOf(same))
	}
	folders, models := quoted.Bare(filepath.Base(first[0].folder())), "one model"
	if more := len(repeats) - 1; more > 0 {
		folders = fmt.Sprintf("%s and %d more", folders, more)
		models = fmt.Sprintf("%d models, one per folder", len(repeats))
	}
	return fmt.Sprintf("%d files in %s name no model and count as repeated runs of %s; use --name %s if each file holds a different model.", files, folders, models, patternFor(first))
}

// sayFirst adds a note on files that were combined into one model. Such notes come
// before all other notes. It does nothing if the note was added before.
func (c *Collection) sayFirst(note string) {
	if !slices.Contains(c.Notes, note) {
		c.Notes = slices.Insert(c.Notes, c.pools, note)
		c.pools++
	}
}

// numbersTrials reports whether the pieces are logs of a tool that numbers trials
// across files.
func numbersTrials(pieces []*piece) bool {
	return !slices.ContainsFunc(pieces, func(p *piece) bool { return p.log == nil || !p.log.Numbered })
}

// checkRepeatedLabels fails if two tables with trial labels list the same trial of a
// question.
func checkRepeatedLabels(pieces []*piece) error {
	one, other, _ := overlap(lists.Where(pieces, func(p *piece) bool { return p.table != nil && p.table.Labelled() }))
	if one == nil {
		return nil
	}
	return fmt.Errorf("%s and %s name no model and list the same trials; "+
		"use --name %s if each holds a different model, or --name MODEL if all hold the same model",
		quoted.Path(one.file), quoted.Path(other.file), patternFor(pieces))
}

// filesOf returns the paths of the files to which the pieces belong.
func filesOf(pieces []*piece) []string {
	return lists.Unique(lists.Each(pieces, func(p *piece) string { return p.file }))
}

// patternFor returns a --name pattern that makes each file a model of its own. The
// model is named by the part of the path that differs between the files. The pattern is
// quoted for a shell.
func patternFor(pieces []*piece) string {
	files := filesOf(pieces)
	names, folders := lists.Each(files, filepath.Base), lists.Unique(lists.Each(files, filepath.Dir))
	pattern := "{model}" + filepath.Ext(names[0])
	before, after := commonPrefixLength(names), commonSuffixLength(names)
	shortest := len(slices.MinFunc(names, func(a, b string) int { return len(a) - len(b) }))
	switch {
	case len(folders) > 1:
		pattern = "{model}/*" + filepath.Ext(names[0])
	case before+after < shortest && after > 0:
		pattern = names[0][:before] + "{model}" + names[0][len(names[0])-after:]
	}
	if strings.ContainsFunc(pattern, func(r rune) bool { return r == '\'' || !unicode.IsPrint(r) }) ||
		strings.Count(pattern, "{") > 1 || !utf8.ValidString(pattern) {
		return "'{model}.*'"
	}
	return "'" + pattern + "'"
}

// commonPrefixLength returns the length of the beginning that all names share. The
// beginning is cut at the end of a word.
func commonPrefixLength(names []string) int {
	n := 0
	for i, r := range names[0] {
		end := i + utf8.RuneLen(r)
		if slices.ContainsFunc(names, func(name string) bool { return !strings.HasPrefix(name, names[0][:min(end, len(names[0]))]) }) {
			break
		}
		if r == '_' || r == '.' {
			n = end
		}
	}
	return n
}

// commonSuffixLength returns the length of the longest suffix that all names share. The
// suffix starts at the beginning of a word.
func commonSuffixLength(names []string) int {
	for i, r := range names[0] {
		ending := names[0][i:]
		if (r == '_' || r == '.') &&
			!slices.ContainsFunc(names, func(name string) bool { return !strings.HasSuffix(name, ending) }) {
			return len(ending)
		}
	}
	return 0
}
