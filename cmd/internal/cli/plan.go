package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"settle/shards"
)

// streams is the version of what replicates of a seed are. It changes when a release
// draws other replicates of the same seed, or scores them otherwise.
const streams = "1"

// Told is something of the plan that a command tells by what it comes to, in place of the
// flags that lead to it: those whose tag plan names it.
type Told struct{ Name, Value string }

// plan is all that can change a number.
func (e *Env) plan(told []Told) shards.Plan {
	var plan shards.Plan
	plan.Set("command", strings.TrimSpace(selected(e.parsed)))
	plan.Set("streams", streams)
	for _, t := range told {
		plan.Set(t.Name, t.Value)
	}
	tells := func(v *kong.Value) bool {
		by := v.Tag.Get("plan")
		return by != "-" && !slices.ContainsFunc(told, func(t Told) bool { return t.Name == by })
	}
	for _, flag := range e.parsed.Flags() {
		if !ofPart(flag) || flag.Name == "replicates" {
			continue
		}
		if value := planned(flag.Value); value != "" && tells(flag.Value) {
			plan.Set("--"+flag.Name, value)
		}
	}
	if node := e.parsed.Selected(); node != nil {
		for _, argument := range node.Positional {
			if tells(argument) {
				plan.Set(argument.Name, planned(argument))
			}
		}
	}
	return plan
}

// unshared is the tag plan of a flag that no run with parts can have.
const unshared = "none"

// ofPart reports whether the command in a part can hold a flag: the seed, and those of the
// command's own that belong to the plan or only show. None of them names anything to write.
func ofPart(flag *kong.Flag) bool {
	writes := flag.Tag.Get("predictor") == namesNewFile || flag.Tag.Get("predictor") == namesFolder
	common := isIn(flag, commonGroup) || isIn(flag, figuresGroup) || isIn(flag, sharingGroup)
	return flag.Name == "seed" || !common && !writes && flag.Tag.Get("plan") != unshared
}

// planned is the value of a flag as the plan has it, "" for one that was neither given
// nor has a default.
func planned(v *kong.Value) string {
	target := reflect.Indirect(v.Target)
	if !target.IsValid() || target.IsZero() && !v.HasDefault {
		return ""
	}
	names := texts(v)
	if len(names) == 0 {
		return fmt.Sprint(target.Interface())
	}
	for i, name := range names {
		names[i] = contentOf(name)
	}
	return strings.Join(names, ",")
}

// contentOf is a text with the digests of the files that it names in their places, also
// those that are words of a program.
func contentOf(text string) string {
	return withFiles(withPrograms(text, resolve), func(path string) string {
		if sum := digestOf(path); sum != "" {
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

// digestOf is the SHA-256 of a regular file, "" of anything else.
func digestOf(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return ""
	}
	return hex.EncodeToString(digest.Sum(nil))
}
