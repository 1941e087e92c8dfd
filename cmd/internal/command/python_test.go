package command

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"settle/cmd/internal/cli"
)

var update = flag.Bool("update", false, "write the functions of Python")

// pythonFunctions are the functions of Python that run a command: what they are called, the
// command, and the arguments that stand behind the results.
var pythonFunctions = []struct {
	name, command string
	behind        []string
}{
	{"rank", "rank", nil},
	{"compare", "compare", []string{"a", "b"}},
	{"gate", "gate", []string{"new", "old"}},
	{"budget", "budget plan", nil},
	{"next_trials", "next", nil},
	{"vote", "vote", nil},
	{"converge", "converge", nil},
	{"bootstrap", "bootstrap", nil},
	{"bakeoff", "bakeoff run", nil},
	{"report", "report", nil},
}

// notInPython are the flags that a Result takes the place of, and those of runs in parts.
var notInPython = []string{
	"help", "format", "out", "color", "explain", "quiet", "no-provenance", "figures", "shard", "part", "checkpoint",
	"output", "follow", "stdio", "league", "width", "log-n",
}

const pythonFile = "../../../python/settle_evals/_commands.py"

// The functions of Python have the flags of the grammar, with their types and help. With
// -update the file is written anew.
func TestPythonMirrorsTheFlags(t *testing.T) {
	want := pythonModule(t)
	if *update {
		if err := os.WriteFile(filepath.FromSlash(pythonFile), []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(filepath.FromSlash(pythonFile))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the grammar says: go test ./cmd/internal/command -run Python -update", pythonFile)
	}
}

// pythonModule returns the source of the functions.
func pythonModule(t *testing.T) string {
	all := vars()
	all["formats"], all["version"] = strings.Join(cli.Formats(), ","), ""
	parser, err := kong.New(&settle{}, kong.Vars(all))
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[string]*kong.Node{}
	for _, leaf := range parser.Model.Leaves(false) {
		nodes[strings.TrimPrefix(leaf.FullPath(), parser.Model.Name+" ")] = leaf
	}
	var b strings.Builder
	b.WriteString(`"""The commands of settle as functions.

Made from the flags of the program by its tests; do not edit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ._data import Data, Text
from ._run import run
from ._result import Result
`)
	var names []string
	for _, f := range pythonFunctions {
		names = append(names, f.name)
		pythonFunction(&b, f.name, f.command, f.behind, nodes[f.command])
	}
	fmt.Fprintf(&b, "\n\n__all__ = [\n")
	for _, name := range names {
		fmt.Fprintf(&b, "    %q,\n", name)
	}
	b.WriteString("]\n")
	return b.String()
}

// pythonFunction writes the function of a command.
func pythonFunction(b *strings.Builder, name, command string, behind []string, leaf *kong.Node) {
	flags := pythonFlags(leaf)
	fmt.Fprintf(b, "\n\ndef %s(\n    data: Data,\n", name)
	for _, argument := range behind {
		fmt.Fprintf(b, "    %s: str | None = None,\n", argument)
	}
	b.WriteString("    *,\n")
	for _, f := range flags {
		none := " | None = None"
		if pythonKind(f) == reflect.Bool {
			none = " = False"
		}
		fmt.Fprintf(b, "    %s: %s%s,\n", pythonName(f.Name), pythonType(f), none)
	}
	b.WriteString(") -> Result:\n")
	help := strings.SplitAfterN(leaf.Help, "?", 2)[0]
	if question := pythonQuestion(leaf); question != "" {
		help = question
	}
	fmt.Fprintf(b, "    \"\"\"%s\n", help)
	if leaf.Detail != "" {
		b.WriteString("\n" + wrapped(strings.ReplaceAll(leaf.Detail, "--", ""), "    ", "    "))
	}
	b.WriteString("\n    Args:\n" + wrapped("data: Results: a path, a list of paths, a frame of pandas or polars, "+
		"an Arrow table, a dict of columns, an array (models × questions × trials), or a name such as "+
		"\"coins:20x30\". See the program's page of formats.", "        ", "            "))
	for i, argument := range behind {
		b.WriteString(wrapped(fmt.Sprintf("%s: The %s model.", argument, [...]string{"first", "second"}[i]), "        ", "            "))
	}
	for _, f := range flags {
		help := strings.NewReplacer(`\`, `\\`, "--", "").Replace(f.Help)
		if f.Default != "" && pythonKind(f) != reflect.Bool && !strings.Contains(help, "efault") {
			help = strings.TrimSuffix(help, ".") + " (default " + f.Default + ")."
		}
		b.WriteString(wrapped(pythonName(f.Name)+": "+help, "        ", "            "))
	}
	fmt.Fprintf(b, "\n    Raises:\n        Error: The program refuses the data or an option; the message says why.\n    \"\"\"\n")
	call := "data"
	if behind != nil {
		call += ", " + strings.Join(behind, ", ")
	}
	fmt.Fprintf(b, "    return run(\n        %q,\n        [%s],\n", command, call)
	for _, f := range flags {
		fmt.Fprintf(b, "        %s=%s,\n", pythonName(f.Name), pythonName(f.Name))
	}
	b.WriteString("    )\n")
}

// pythonQuestion returns the question that a command answers: its own, or that of the
// command which it is the default of.
func pythonQuestion(leaf *kong.Node) string {
	for node := leaf; node != nil; node = node.Parent {
		if strings.HasSuffix(node.Help, "?") {
			return node.Help
		}
	}
	return ""
}

// pythonFlags returns the flags of a command that its function has.
func pythonFlags(leaf *kong.Node) []*kong.Flag {
	without := slices.Clone(notInPython)
	for node := leaf; node != nil; node = node.Parent {
		without = append(without, strings.Split(node.Tag.Get("without"), ",")...)
	}
	var flags []*kong.Flag
	for _, f := range slices.Concat(leaf.AllFlags(true)...) {
		figures := f.Group != nil && f.Group.Key == "figures" // of files that a Result writes
		if !slices.Contains(without, f.Name) && !figures {
			flags = append(flags, f)
		}
	}
	// The flags of the command come before those of every command.
	slices.SortStableFunc(flags, func(a, b *kong.Flag) int { return common(a) - common(b) })
	return flags
}

func common(f *kong.Flag) int {
	if slices.Contains([]string{"seed", "workers", "max-memory"}, f.Name) {
		return 1
	}
	return 0
}

func pythonName(flag string) string { return strings.ReplaceAll(flag, "-", "_") }

// pythonTarget is the type of a flag's value in Go, without a pointer.
func pythonTarget(f *kong.Flag) reflect.Type {
	of := f.Target.Type()
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	return of
}

func pythonKind(f *kong.Flag) reflect.Kind {
	return pythonTarget(f).Kind()
}

// pythonType is the type of a flag's values.
func pythonType(f *kong.Flag) string {
	if f.Enum != "" {
		var values []string
		for value := range strings.SplitSeq(f.Enum, ",") {
			values = append(values, strconv.Quote(value))
		}
		literal := "Literal[" + strings.Join(values, ", ") + "]"
		if pythonKind(f) == reflect.Slice {
			return literal + " | Sequence[" + literal + "]"
		}
		return literal
	}
	if pythonTarget(f).PkgPath() != "" { // read by a function of its own, such as a size
		return "float | str"
	}
	switch pythonKind(f) {
	case reflect.Bool:
		return "bool"
	case reflect.Int, reflect.Int64, reflect.Uint64, reflect.Uint:
		return "int"
	case reflect.Float64:
		return "float"
	case reflect.Map:
		return "Mapping[str, str]"
	case reflect.Slice:
		if pythonTarget(f).Elem().Kind() == reflect.Int {
			return "int | Sequence[int]"
		}
	}
	if slices.Contains([]string{"against", "prior", "gold"}, f.Name) {
		return "Data"
	}
	return "Text"
}

// wrapped returns text as lines of at most 88 columns.
func wrapped(text, first, rest string) string {
	var b strings.Builder
	line := first
	for _, word := range strings.Fields(text) {
		switch {
		case strings.TrimSpace(line) == "":
			line += word
		case len([]rune(line))+1+len([]rune(word)) > 88:
			b.WriteString(line + "\n")
			line = rest + word
		default:
			line += " " + word
		}
	}
	return b.String() + line + "\n"
}

// Every function's command exists, and a flag that Python leaves out is one of a command.
func TestPythonNamesFlags(t *testing.T) {
	seen := map[string]bool{}
	nodes := leaves(t)
	for _, f := range pythonFunctions {
		node := nodes[f.command]
		if node == nil {
			t.Fatalf("no command is called %s", f.command)
		}
		for _, flag := range slices.Concat(node.AllFlags(false)...) {
			seen[flag.Name] = true
		}
	}
	for _, name := range notInPython {
		if !seen[name] {
			t.Errorf("no command has --%s, which Python leaves out; they have %q", name, slices.Sorted(maps.Keys(seen)))
		}
	}
}
