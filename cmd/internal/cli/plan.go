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

// streams is the version of the replicates of a seed. It changes when a release draws other
// replicates of the same seed, or scores them otherwise.
const streams = "1"

// plan returns all that can change a number: what a command adds of its own, its arguments,
// and the flags that a part's command can hold but for --replicates and those tagged plan:"-",
// which only show. The contents of the files that these name stand for the names.
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

// unshared tags the plan of a flag that no run with parts can have.
const unshared = "none"

// ofPart reports whether the command in a part can hold a flag: the seed, and those of the
// command's own that belong to the plan or only show. None of them names anything to write.
func ofPart(flag *kong.Flag) bool {
	writes := flag.Tag.Get("predictor") == namesNewFile || flag.Tag.Get("predictor") == namesFolder
	common := isIn(flag, commonGroup) || isIn(flag, figuresGroup) || isIn(flag, sharingGroup)
	return flag.Name == "seed" || !common && !writes && flag.Tag.Get("plan") != unshared
}

// planned returns the value of a flag as the plan has it, "" for one that was neither given
// nor has a default.
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

// contentOf returns a text with the digests of the files that it names in their places, also
// of those that are words of a program, or one of all that a folder or a pattern stands for.
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

// resolve puts the path of a program that is looked for in the PATH in place of its name,
// where no word of the command is a file. Where one is, that is the estimator, and the
// program what interprets it, which may be another build on each machine.
func resolve(words []string) {
	alone := true
	inWords(words, isFile, func(path string) string { alone = false; return path })
	if path, err := exec.LookPath(words[0]); alone && err == nil {
		words[0] = path
	}
}
