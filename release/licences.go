package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
	"golang.org/x/image/font/sfnt"
)

// licencesFile is the file of all licences, relative to root.
const licencesFile = "LICENSES.md"

// A dependency is software of others that is in the program or in the app.
type dependency struct {
	Kind, Name, Version string
	Licence             string // SPDX expression
	texts               []file // licence files, by their paths within the dependency
}

// The kinds of dependencies, in the order of LICENSES.md.
const (
	kindModule = "Go modules"
	kindNPM    = "npm packages"
	kindGo     = "Go itself"
	kindFont   = "Fonts"
)

// dependencies returns what is linked into the program on any platform of a release, bundled
// into the app, or embedded. It fails if a dependency has no licence with a known SPDX id.
func dependencies() ([]dependency, error) {
	modules, fonts, err := linked()
	if err != nil {
		return nil, err
	}
	packages, err := os.ReadFile(filepath.Join(root, "web/vendor/packages.txt"))
	if err != nil {
		return nil, err
	}
	all := modules
	for line := range strings.Lines(string(packages)) {
		name, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		d, err := licensed(dependency{Kind: kindNPM, Name: name, Version: version}, filepath.Join(root, "web/vendor", name))
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	gone, err := output("go", "list", "-C", root, "-m", "-f", "{{.GoVersion}}")
	if err != nil {
		return nil, err
	}
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	own, err := licensed(dependency{Kind: kindGo, Name: "Go", Version: gone}, goroot)
	return append(append(all, own), fonts...), err
}

// linked returns the Go modules of the program, sorted by path, and the fonts that their
// packages embed, sorted by name.
func linked() (modules, fonts []dependency, err error) {
	const format = `{{$p := .}}{{with .Module}}{{if not .Main}}{{.Path}}` + "\t{{.Version}}\t{{.Dir}}\t{{$p.Dir}}\t" + `{{join $p.EmbedFiles ","}}{{end}}{{end}}`
	found, folders := map[string]dependency{}, map[string][]string{}
	for _, system := range []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "wasip1/wasm"} {
		goos, goarch, _ := strings.Cut(system, "/")
		// With -e the files of the app need not be there.
		list, err := output("env", "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0",
			"go", "list", "-C", root, "-e", "-deps", "-tags", "web", "-f", format, "./cmd/settle")
		if err != nil {
			return nil, nil, err
		}
		for line := range strings.Lines(list) {
			fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			key := fields[0]
			found[key] = dependency{Kind: kindModule, Name: key, Version: fields[1]}
			for folder := fields[3]; len(folder) >= len(fields[2]); folder = filepath.Dir(folder) {
				folders[key] = append(folders[key], folder)
			}
			for name := range strings.SplitSeq(fields[4], ",") {
				if filepath.Ext(name) == ".ttf" {
					font, err := fontOf(filepath.Join(fields[3], name), fields[0]+" "+fields[1])
					if err != nil {
						return nil, nil, err
					}
					fonts = append(fonts, font)
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		unique := slices.Compact(slices.Sorted(slices.Values(folders[key])))
		d, err := licensed(found[key], unique...)
		if err != nil {
			return nil, nil, err
		}
		modules = append(modules, d)
	}
	slices.SortFunc(fonts, func(a, b dependency) int { return strings.Compare(a.Name, b.Name) })
	return modules, slices.CompactFunc(fonts, func(a, b dependency) bool { return a.Name == b.Name }), nil
}

// fontOf returns a font of a module, which has its licence text.
func fontOf(path, module string) (dependency, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return dependency{}, err
	}
	font, err := sfnt.Parse(data)
	if err != nil {
		return dependency{}, fmt.Errorf("%s: %w", path, err)
	}
	name, nameErr := font.Name(nil, sfnt.NameIDPostScript)
	version, versionErr := font.Name(nil, sfnt.NameIDVersion)
	text, textErr := font.Name(nil, sfnt.NameIDLicense)
	if err := cmp.Or(nameErr, versionErr, textErr); err != nil {
		return dependency{}, fmt.Errorf("%s: %w", path, err)
	}
	if !strings.Contains(text, "SIL Open Font License, Version 1.1") {
		return dependency{}, fmt.Errorf("%s: unknown licence %q", path, text)
	}
	version = strings.TrimPrefix(version, "Version ")
	return dependency{Kind: kindFont, Name: name, Version: version, Licence: "OFL-1.1",
		texts: []file{{name: "see " + module + " above"}}}, nil
}

var (
	// licenceName matches the names of licence files, and licenceFolder those of folders of them.
	licenceName   = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)([-._].*)?$`)
	licenceFolder = regexp.MustCompile(`(?i)licen[cs]es$`)
)

// choices are the SPDX expressions of dependencies whose texts say that one licence is enough.
var choices = map[string]string{"github.com/golang/freetype": "FTL OR GPL-2.0-or-later"}

// licensed adds the licence files of folders, the first of which is the dependency's own, and
// the SPDX expression.
func licensed(d dependency, folders ...string) (dependency, error) {
	var ids []string
	for i := 0; i < len(folders); i++ {
		folder := folders[i]
		entries, err := os.ReadDir(folder)
		if err != nil {
			return d, err
		}
		for _, e := range entries {
			if e.IsDir() && licenceFolder.MatchString(e.Name()) {
				folders = append(folders, filepath.Join(folder, e.Name()))
			}
			named := licenceName.MatchString(e.Name()) || licenceFolder.MatchString(folder)
			if e.IsDir() || !named || filepath.Ext(e.Name()) == ".go" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(folder, e.Name()))
			if err != nil {
				return d, err
			}
			name, err := filepath.Rel(folders[0], filepath.Join(folder, e.Name()))
			if err != nil {
				return d, err
			}
			d.texts = append(d.texts, file{name: filepath.ToSlash(name), content: text})
			for _, match := range licensecheck.Scan(text).Match {
				if !match.IsURL && match.ID != "GooglePatentsFile" { // which grants more, and has no SPDX id
					ids = append(ids, match.ID)
				}
			}
		}
	}
	slices.Sort(ids)
	d.Licence = cmp.Or(choices[d.Name], strings.Join(slices.Compact(ids), " AND "))
	if d.Kind == kindNPM { // it says itself whether its licences are all to be kept, or one
		var about struct{ License string }
		text, err := os.ReadFile(filepath.Join(folders[0], "package.json"))
		if err := cmp.Or(err, json.Unmarshal(text, &about)); err != nil {
			return d, err
		}
		d.Licence = about.License
	}
	if d.Licence == "" || len(d.texts) == 0 {
		return d, fmt.Errorf("%s %s has no licence that is known", d.Name, d.Version)
	}
	return d, nil
}

// licencesPage returns LICENSES.md.
func licencesPage(all []dependency) []byte {
	var b bytes.Buffer
	b.WriteString("# Licences\n\nThe program `settle` and its app contain the software of others that is listed here. " +
		"Settle itself has the licence in the file LICENSE.\n\nThis file is generated: run `make licences` after a dependency changed.\n\n" +
		"| name | version | licence |\n|---|---|---|\n")
	for _, d := range all {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", d.Name, d.Version, d.Licence)
	}
	kind := ""
	for _, d := range all {
		if d.Kind != kind {
			kind = d.Kind
			fmt.Fprintf(&b, "\n## %s\n", kind)
		}
		fmt.Fprintf(&b, "\n### %s %s\n\nLicence: %s\n", d.Name, d.Version, d.Licence)
		for _, text := range d.texts {
			fmt.Fprintf(&b, "\n%s\n", text.name)
			if content := strings.ReplaceAll(strings.TrimSpace(string(text.content)), "\r\n", "\n"); content != "" {
				fmt.Fprintf(&b, "\n````text\n%s\n````\n", content)
			}
		}
	}
	return b.Bytes()
}

// output runs a program and returns what it prints, without the last newline.
func output(name string, args ...string) (string, error) {
	command := exec.Command(name, args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("cannot run %s: %w", strings.Join(command.Args, " "), err)
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}
