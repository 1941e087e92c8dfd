package simulate

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"settle/cmd/internal/cli"
	"settle/docs/examples"
	"settle/internal/words"
	"settle/report/bakeoff"
)

// templateCommand holds the arguments of settle bakeoff init.
type templateCommand struct {
	Language string `arg:"" enum:"python,go,r" help:"Language: python, go or r."`
	Folder   string `arg:"" optional:"" default:"." help:"Folder for the template, created if missing. Existing files are never replaced."`
}

// Help returns the help text of the command.
func (*templateCommand) Help() string {
	return "Create a folder with a working template, and show the commands that run it."
}

// Run writes the template and prints the commands to run next.
func (f *templateCommand) Run(env *cli.Env) error {
	folder, template := filepath.Clean(f.Folder), examples.Template(f.Language)
	if err := f.write(folder, template); err != nil {
		return err
	}
	t := bakeoff.Template{Next: next(f.Language, folder)}
	for _, file := range template {
		t.Files = append(t.Files, bakeoff.TemplateFile{File: filepath.Join(folder, file.Name), About: file.About})
	}
	return env.Print(t.Report())
}

// write writes all files, or none if it fails. It fails if one of them already exists.
func (f *templateCommand) write(folder string, template []examples.File) error {
	for _, file := range template {
		path := filepath.Join(folder, file.Name)
		if _, err := os.Lstat(path); err == nil {
			return cli.Usagef("%s already exists; name another folder, as in settle bakeoff init %s mine2", path, f.Language)
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("%s: %w", folder, cli.Reason(err))
	}
	for i, file := range template {
		if err := create(filepath.Join(folder, file.Name), file); err != nil {
			for _, file := range template[:i] {
				_ = os.Remove(filepath.Join(folder, file.Name)) // the first error is reported
			}
			return err
		}
	}
	return nil
}

// create writes a new file. It leaves nothing behind if it fails.
func create(path string, file examples.File) error {
	mode := fs.FileMode(0o666)
	if file.Program {
		mode = 0o777
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return fmt.Errorf("%s: %w", path, cli.Reason(err))
	}
	_, err = f.Write(file.Content)
	if err := errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path)
		return fmt.Errorf("%s: %w", path, cli.Reason(err))
	}
	return nil
}

// next returns the commands with which the user runs a template.
func next(language, folder string) (commands []string) {
	if folder != "." {
		commands = append(commands, "cd "+words.Shell(folder))
	}
	command := "settle bakeoff --metrics avg,exec:mine=./mine.py"
	switch windows := runtime.GOOS == "windows"; {
	case language == "go" && inCheckout(folder):
		return append(commands, "go run .")
	case language == "go":
		return append(commands, "go mod init example.com/mine",
			"go mod edit -require settle@v0.0.0 -replace settle=CHECKOUT", "go mod tidy", "go run .")
	case language == "r" && windows:
		command = `settle bakeoff --metrics "avg,exec:mine=Rscript mine.R"`
	case language == "r":
		command = "settle bakeoff --metrics avg,exec:mine=./mine.R"
	case windows:
		command = `settle bakeoff --metrics "avg,exec:mine=python mine.py"`
	}
	return append(commands, command)
}

// inCheckout reports whether a folder is part of Settle's own module.
func inCheckout(folder string) bool {
	at, err := filepath.Abs(folder)
	for err == nil {
		if file, openErr := os.Open(filepath.Join(at, "go.mod")); openErr == nil {
			defer file.Close()
			line, _ := bufio.NewReader(file).ReadString('\n') // an empty file is not a module file
			return strings.TrimSpace(line) == "module settle"
		}
		if filepath.Dir(at) == at {
			return false
		}
		at = filepath.Dir(at)
	}
	return false
}
