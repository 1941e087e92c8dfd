package cli

import (
	"fmt"
	"os/exec"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"settle/montecarlo/shards"
)

// streams is the version of the random streams. It changes when a release draws different
// replicates for the same seed, or scores them differently.
const streams = "1"

// plan returns all settings that can change the results: the arguments and flags of the command
// line, and the given additional fields. It replaces file names by digests of the files' contents.
// It omits --replicates, flags that the command line in a part file cannot contain (see ofPart),
// and flags with the tag plan:"-", which only affect display.
func (e *Env) plan(more []shards.Field) shards.Plan {
	plan := shards.Plan{{Name: "command", Value: strings.TrimSpace(selected(e.parsed))}, {Name: "streams", Value: streams}}
	plan = append(plan, more...)
	add := func(name string, v *kong.Value) {
		if value := e.planned(v); value != "" && v.Tag.Get("plan") != "-" {
			plan = append(plan, shards.Field{Name: name, Value: value})
		}
	}
	if node := e.parsed.Selected(); node != nil {
		for _, argument := range node.Positional {
			add(argument.Name, argument)
		}
	}
	for _, flag := range e.parsed.Flags() {
		if ofPart(flag) && flag.Name != "replicates" {
			add("--"+flag.Name, flag.Value)
		}
	}
	return plan
}

// unshared is the value of the struct tag "plan" on flags that cannot be used in a run that is
// split into part files.
const unshared = "none"

// ofPart reports whether the command line that is stored in a part file can contain a flag. It can
// contain --seed and the command's own flags, except flags that name outputs and flags with the tag
// plan:"none".
func ofPart(flag *kong.Flag) bool {
	writes := flag.Tag.Get("predictor") == namesNewFile || flag.Tag.Get("predictor") == namesFolder
	common := isIn(flag, commonGroup) || isIn(flag, figuresGroup) || isIn(flag, sharingGroup)
	return flag.Name == "seed" || !common && !writes && flag.Tag.Get("plan") != unshared
}

// planned returns the value of a flag or argument as the plan records it, or "" if there is neither
// a given value nor a default.
func (e *Env) planned(v *kong.Value) string {
	target := reflect.Indirect(v.Target)
	if !target.IsValid() || target.IsZero() && !v.HasDefault {
		return ""
	}
	names := slices.Clone(texts(v))
	if len(names) == 0 {
		return fmt.Sprint(target.Interface())
	}
	for i, name := range names {
		names[i] = e.contentOf(name)
	}
	return strings.Join(names, ",")
}

// contentOf returns text with each file name replaced by a digest of the file, including file
// names in the commands of external programs. It replaces a folder or pattern by one digest of its
// files.
func (e *Env) contentOf(text string) string {
	name, options := cutOptions(text)
	if files, ok := e.found[name]; ok {
		if _, sum, err := e.digests(name, files); err == nil {
			return "sha256:" + sum + options
		}
	}
	return withFiles(withPrograms(text, resolve), func(path string) string {
		if sum, err := e.digest(path); err == nil && sum != "" {
			return "sha256:" + sum
		}
		return path
	})
}

// resolve replaces words[0], the name of a program, by the program's path from PATH. It does
// nothing if a word of the command is a file: the file then computes the metric, and the program is
// only its interpreter, which can differ between machines.
func resolve(words []string) {
	alone := true
	inWords(words, isFile, func(path string) string { alone = false; return path })
	if path, err := exec.LookPath(words[0]); alone && err == nil {
		words[0] = path
	}
}
