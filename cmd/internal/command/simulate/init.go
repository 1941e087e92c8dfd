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

// templateCommand is the grammar of a method to begin with.
type templateCommand struct {
	Language string `arg:"" enum:"python,go,r" help:"The language: python, go or r."`
	Folder   string `arg:"" optional:"" default:"." help:"Where to write it; it is created if need be. No file is replaced."`
}

// Help says what the command does.
func (*templateCommand) Help() string {
	return "Write a method of your own to begin with, which runs as it is, and say what to run next."
}

// Run writes the template and says what to run next.
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

// write writes files that are not there yet, all or none.
func (f *templateCommand) write(folder string, template []examples.File) error {
	for _, file := range template {
		path := filepath.Join(folder, file.Name)
		if _, err := os.Lstat(path); err == nil {
			return cli.Usagef("%s is there already: name another folder, as in init %s mine2", path, f.Language)
		}
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return fmt.Errorf("%s: %w", folder, cli.Reason(err))
	}
	for i, file := range template {
		if err := create(filepath.Join(folder, file.Name), file); err != nil {
			for _, file := range template[:i] {
				_ = os.Remove(filepath.Join(folder, file.Name)) // what is wrong is said already
			}
			return err
		}
	}
	return nil
}

// create writes a file that is not there yet, or nothing.
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

// next are the commands that run a template.
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

// inCheckout tells whether a folder is part of Settle's own module.
func inCheckout(folder string) bool {
	at, err := filepath.Abs(folder)
	for err == nil {
		if file, openErr := os.Open(filepath.Join(at, "go.mod")); openErr == nil {
			defer file.Close()
			line, _ := bufio.NewReader(file).ReadString('\n') // a file without lines is no module's
			return strings.TrimSpace(line) == "module settle"
		}
		if filepath.Dir(at) == at {
			return false
		}
		at = filepath.Dir(at)
	}
	return false
}
