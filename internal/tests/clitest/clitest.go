// Package clitest runs the scripts that test the commands. It starts whole programs as
// a user does.
//
// Call [Main] in TestMain and [Run] in a test. A script is a txtar archive in
// testdata/script, in the language of testscript. It sees only the streams of a
// command, its exit code and the files that it leaves. The functions of this package
// document the script commands that it adds.
package clitest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"settle/internal/stdio"
)

// Main runs the tests of a package, with programs that scripts can start by name. It
// does not return.
func Main(m *testing.M, programs map[string]func()) { testscript.Main(m, programs) }

// columns is wide enough for every sentence, so that scripts find sentences on one
// line.
const columns = "9999"

// Run runs the scripts in testdata/script, each in its own folder.
//
// $EXAMPLES is the folder of the examples.
//
// Scripts can use data outside of the project. $SHARED is its folder, from the
// environment or else next to the module; lines that need it start with [shared]. Lines
// that need a program to detect a closed standard output start with [closed].
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

// sharedFolder returns the folder of additional data, or "" if it does not exist.
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

// moduleRoot returns the nearest folder at or above the working directory that has a
// go.mod.
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
