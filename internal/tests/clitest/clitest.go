// Package clitest runs the scripts that test the commands: whole programs,
// started as a user starts them.
//
// It believes that a command is its streams, its exit code and the files it
// leaves, so a script sees nothing else. A script is a txtar archive in
// testdata/script, in the language of testscript; the commands that this
// package adds to it are documented with their functions. It leaves to the
// scripts what is expected, and where that comes from.
package clitest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"settle/internal/stdio"
)

// Main runs the tests of a package with programs that scripts can start by
// name. It does not return.
func Main(m *testing.M, programs map[string]func()) { testscript.Main(m, programs) }

// columns is wide enough for every sentence, so that scripts find them in one piece.
const columns = "9999"

// Run runs the scripts in testdata/script, each in a folder of its own.
//
// The folder of the examples is $EXAMPLES.
//
// Scripts may use data that is not part of the project: the folder is $SHARED,
// from the environment or else beside the module, and lines that need it start
// with [shared]. Lines that need a program to know that its standard output is closed start
// with [closed].
func Run(t *testing.T) {
	shared := sharedFolder()
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                commands,
		Setup: func(env *testscript.Env) error {
			env.Setenv("SHARED", shared)
			env.Setenv("COLUMNS", columns)
			root, err := moduleRoot()
			env.Setenv("EXAMPLES", filepath.Join(root, "docs", "examples"))
			return err
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "shared":
				return shared != "", nil
			case "closed":
				return stdio.Known, nil
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
	})
}

// sharedFolder is the folder of further data, "" if they are not there.
func sharedFolder() string {
	folder := os.Getenv("SHARED")
	if folder == "" {
		root, err := moduleRoot()
		if err != nil {
			return ""
		}
		folder = filepath.Join(root, "..", "shared", "data")
	}
	if _, err := os.Stat(filepath.Join(folder, "evalperf-31x118x100.npz")); err != nil {
		return ""
	}
	return folder
}

// moduleRoot is the nearest folder above the working one that has a go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", os.ErrNotExist
		}
		dir = parent
	}
}
