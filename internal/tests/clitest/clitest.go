// Package clitest runs scripts that test the commands. It starts whole programs, as a
// user does.
//
// Call [Main] in TestMain and [Run] in a test. A script is a txtar archive in
// testdata/script, in the language of testscript. It can examine only a command's
// output streams, its exit code and the files that it leaves. The script commands that
// this package adds are documented at the functions that implement them.
package clitest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"settle/internal/stdio"
)

// Main runs the tests of a package and exits. Scripts can start the given programs by
// name.
func Main(m *testing.M, programs map[string]func()) { testscript.Main(m, programs) }

// columns is a terminal width at which no sentence is wrapped, so that scripts find
// each sentence on one line.
const columns = "9999"

// Run runs all scripts in testdata/script, each in a folder of its own.
//
// $EXAMPLES is the folder of the examples.
//
// Scripts can use data outside of the project. $SHARED is the folder of that data,
// taken from the environment or found next to the module. Lines that need it start with
// [shared]. Lines that need a program to detect a closed standard output start with
// [closed].
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

// sharedFolder returns the folder of data outside of the project, or "" if it does not
// exist.
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

// moduleRoot returns the folder of the module: the working directory or the nearest
// folder above it that contains a go.mod.
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
