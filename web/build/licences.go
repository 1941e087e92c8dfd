package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// licences returns the licences of Settle, of the bundled npm packages, of the modules in the
// program and of Go.
func licences() ([]byte, error) {
	var b bytes.Buffer
	own, err := os.ReadFile("LICENSE")
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, "Settle\n\n%s", own)
	packages, err := os.ReadFile("web/vendor/packages.txt")
	if err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(packages)); lines.Scan(); {
		name, version, _ := strings.Cut(lines.Text(), " ")
		if err := licenceOf(&b, name+" "+version, filepath.Join("web/vendor", name)); err != nil {
			return nil, err
		}
	}
	modules, err := modules()
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		if err := licenceOf(&b, m.Path+" "+m.Version, m.Dir); err != nil {
			return nil, err
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	err = licenceOf(&b, "Go", strings.TrimSpace(string(root)))
	return b.Bytes(), err
}

// A module is a Go module in the program.
type module struct{ Path, Version, Dir string }

// modules returns the modules in the program, sorted by path.
func modules() ([]module, error) {
	command := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/settle")
	command.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	command.Stderr = os.Stderr
	listed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("list the modules: %w", err)
	}
	var all []module
	for line := range strings.Lines(string(listed)) {
		if fields := strings.Split(strings.TrimSpace(line), "\t"); len(fields) == 3 {
			all = append(all, module{fields[0], fields[1], fields[2]})
		}
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return slices.Compact(all), nil
}

// licenceOf adds the licences in a folder. It returns an error if there are none, since the
// package must not be distributed then.
func licenceOf(b *bytes.Buffer, name, folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	found := false
	for _, e := range entries {
		upper := strings.ToUpper(e.Name())
		if e.IsDir() || !strings.HasPrefix(upper, "LICEN") && !strings.HasPrefix(upper, "COPYING") && !strings.HasPrefix(upper, "NOTICE") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "\n%s\n%s (%s)\n\n%s", strings.Repeat("-", 72), name, e.Name(), text)
		found = true
	}
	if !found {
		return fmt.Errorf("no licence found for %s", name)
	}
	return nil
}
