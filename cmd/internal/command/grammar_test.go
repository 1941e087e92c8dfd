package command

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// leaves are the commands that run, with the words that name them.
func leaves(t *testing.T) map[string]*kong.Node {
	t.Helper()
	parser, err := kong.New(&settle{}, kong.Vars{
		"metrics": "", "schemes": "rows,columns", "claims": "better", "policies": "neighbours", "corrections": "valid",
		"version": "", "formats": "text",
	})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*kong.Node{}
	for _, leaf := range parser.Model.Leaves(false) {
		found[strings.TrimPrefix(leaf.FullPath(), parser.Model.Name+" ")] = leaf
	}
	if len(found) < 14 {
		t.Fatalf("%d commands: %v", len(found), found)
	}
	return found
}

// A command has at most thirty flags beside --help and --color, which programs have by
// convention and which change nothing that a report says: its own, shared and common ones together,
// and rank twenty-eight, three of which
// are about answers. One with more than ten names in its tag top the ten that help shows first.
func TestNumbersOfFlags(t *testing.T) {
	found := leaves(t)
	for _, path := range slices.Sorted(maps.Keys(found)) {
		leaf, most := found[path], 30
		if path == "rank" {
			most = 28
		}
		var without []string // of the command, and of those above it
		for node := leaf; node != nil; node = node.Parent {
			without = append(without, strings.Split(node.Tag.Get("without"), ",")...)
		}
		var names []string
		for _, flag := range slices.Concat(leaf.AllFlags(false)...) {
			if !slices.Contains(without, flag.Name) && flag.Name != "color" {
				names = append(names, flag.Name)
			}
		}
		if own := len(names) - 1; own > most { // without --help
			t.Errorf("%s has %d flags, more than %d: %q", path, own, most, names)
		}
		top := strings.Split(leaf.Tag.Get("top"), ",")
		if !leaf.Tag.Has("top") {
			if len(names)-1 > 10 { // without --help
				t.Errorf("%s has %d flags, and no tag says which ten matter first", path, len(names))
			}
			continue
		}
		if len(top) != 10 || len(names)-1 <= 10 {
			t.Errorf("%s: %d of %d flags matter first", path, len(top), len(names))
		}
		for i, name := range top {
			if !slices.Contains(names, name) || slices.Contains(top[:i], name) {
				t.Errorf("%s: the tag top names %q, which it lacks or names twice", path, name)
			}
		}
	}
}

// play runs settle with arguments.
func play(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = Settle(t.Context(), args, &out, &errs)
	return code, out.String(), errs.String()
}

// arguments stand for what a command needs besides flags.
func arguments(leaf *kong.Node) []string {
	var args []string
	for _, positional := range leaf.Positional {
		switch {
		case !positional.Required:
		case positional.Target.Kind() == reflect.Float64:
			args = append(args, "0.5")
		case leaf.Name == "completion":
			args = append(args, "bash")
		case leaf.Name == "init":
			args = append(args, "go")
		default:
			args = append(args, "nothere.csv")
		}
	}
	return args
}

// An empty value is wrong usage of every flag and argument of every command, and
// the message names it: a variable that a script forgot to set must not become the
// default. With -short a quarter of the flags is tried.
func TestEmptyValuesAreRefused(t *testing.T) {
	tried := 0
	found := leaves(t)
	for _, path := range slices.Sorted(maps.Keys(found)) {
		leaf := found[path]
		for _, group := range leaf.AllFlags(false) {
			for _, flag := range group {
				if flag.IsBool() {
					continue
				}
				if tried++; testing.Short() && tried%4 != 0 {
					continue
				}
				args := slices.Concat(strings.Fields(path), arguments(leaf), []string{"--" + flag.Name, ""})
				code, stdout, stderr := play(t, args...)
				if code != 2 || stdout != "" || !strings.HasPrefix(stderr, "settle: --"+flag.Name) {
					t.Errorf("%q: exit %d, stdout %q, stderr %q", args, code, stdout, stderr)
				}
			}
		}
		for i, positional := range leaf.Positional {
			args := slices.Concat(strings.Fields(path), slices.Repeat([]string{"x"}, i), []string{""})
			if code, stdout, stderr := play(t, args...); code != 2 || stdout != "" {
				t.Errorf("%q, <%s>: exit %d, stdout %q, stderr %q", args, positional.Name, code, stdout, stderr)
			}
		}
	}
	if tried < 170 {
		t.Errorf("only %d flags were tried", tried)
	}
}

// Whole numbers are decimal in every flag: 0x10, 0b11, 0o7 and 1_0 are wrong usage,
// and so is a number too large.
func TestWholeNumbersAreDecimal(t *testing.T) {
	tried := 0
	numbers := []string{"0x10", "0b11", "0o7", "1_0", "99999999999999999999"}
	if testing.Short() {
		numbers = numbers[:1]
	}
	found := leaves(t)
	for _, path := range slices.Sorted(maps.Keys(found)) {
		leaf := found[path]
		for _, group := range leaf.AllFlags(false) {
			for _, flag := range group {
				if !whole(flag.Target.Type()) {
					continue
				}
				tried++
				for _, number := range numbers {
					args := slices.Concat(strings.Fields(path), arguments(leaf), []string{"--" + flag.Name, number})
					code, stdout, stderr := play(t, args...)
					if code != 2 || stdout != "" || !strings.HasPrefix(stderr, "settle: --"+flag.Name+": ") {
						t.Errorf("%q: exit %d, stdout %q, stderr %q", args, code, stdout, stderr)
					}
				}
			}
		}
	}
	if tried < 50 {
		t.Errorf("only %d flags were tried", tried)
	}
}

// whole tells whether a flag's value is made of whole numbers.
func whole(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64
}

// Leading zeros mean nothing: the seed 010 is ten.
func TestLeadingZeros(t *testing.T) {
	plain := []string{"simulate", "curves", "--coins", "3x4", "--trials", "4", "--replicates", "10", "--seed", "10", "--no-provenance"}
	_, want, _ := play(t, plain...)
	code, got, stderr := play(t, "simulate", "curves", "--coins", "3x4", "--trials", "04", "--replicates", "0010", "--seed", "010", "--no-provenance")
	if code != 0 || got != want {
		t.Errorf("exit %d, %s\n%s\nwant\n%s", code, stderr, got, want)
	}
}
