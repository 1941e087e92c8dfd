package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/google/licensecheck"
	"golang.org/x/image/font/sfnt"
)

// licencesFile is the path of the file that contains all licences.
const licencesFile = root + "/LICENSES.md"

// A dependency is a piece of third-party software that the program or the app contains.
type dependency struct {
	Kind, Name, Version string
	Licence             string // SPDX expression
	Texts               string // licence files, as Markdown
}

// Kinds of dependencies, in the order in which LICENSES.md lists them.
const (
	kindModule = "Go modules"
	kindNPM    = "npm packages"
	kindGo     = "Go itself"
	kindFont   = "Fonts"
)

// dependencies returns all third-party software in a release: linked into the program on any
// platform, bundled into the app, or embedded. It panics if a dependency has no licence with a
// known SPDX id.
func dependencies() []dependency {
	all, fonts := linked()
	for line := range strings.Lines(string(must(os.ReadFile(root + "/web/vendor/packages.txt")))) {
		name, version, _ := strings.Cut(strings.TrimSpace(line), " ")
		folder := filepath.Join(root, "web/vendor", name)
		d := licensed(dependency{Kind: kindNPM, Name: name, Version: version}, folder)
		var about struct{ License string } // an SPDX expression: it says whether all licences apply or one can be chosen
		check(json.Unmarshal(must(os.ReadFile(filepath.Join(folder, "package.json"))), &about))
		d.Licence = about.License
		all = append(all, d)
	}
	host := runtime.GOOS + "_" + runtime.GOARCH
	version := goOutput(host, "list", "-m", "-f", "{{.GoVersion}}")
	all = append(all, licensed(dependency{Kind: kindGo, Name: "Go", Version: version}, goOutput(host, "env", "GOROOT")))
	return append(all, fonts...)
}

// linked returns the Go modules that are linked into the program, sorted by path, and the fonts
// that the packages of these modules embed.
func linked() (modules, fonts []dependency) {
	const format = "{{$p := .}}{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{$p.Dir}}\t{{range $p.EmbedFiles}}{{.}},{{end}}{{end}}{{end}}"
	var lines []string
	for _, platform := range append(slices.Clone(platforms), "wasip1_wasm") {
		// With -e, the command succeeds even if the files of the app do not exist.
		list := goOutput(platform, "list", "-e", "-deps", "-tags", "web", "-f", format, "./cmd/settle")
		lines = append(lines, strings.Split(list, "\n")...)
	}
	slices.Sort(lines)
	folders := map[string][]string{} // the folders of each module that can contain licences
	for _, line := range slices.Compact(lines) {
		fields := strings.Split(line, "\t")
		name, version, folder := fields[0], fields[1], fields[2]
		if folders[name] == nil {
			modules, folders[name] = append(modules, dependency{Kind: kindModule, Name: name, Version: version}), []string{folder}
		}
		for below := fields[3]; !slices.Contains(folders[name], below); below = filepath.Dir(below) {
			folders[name] = append(folders[name], below)
		}
		for file := range strings.SplitSeq(fields[4], ",") {
			if filepath.Ext(file) == ".ttf" {
				fonts = append(fonts, fontOf(filepath.Join(fields[3], file), name+" "+version))
			}
		}
	}
	for i, m := range modules {
		slices.Sort(folders[m.Name])
		modules[i] = licensed(m, folders[m.Name]...)
	}
	return modules, fonts
}

// fontOf returns the dependency for a font file in a module. The licence text of the dependency
// only refers to the licence text of the module.
func fontOf(path, module string) dependency {
	font := must(sfnt.Parse(must(os.ReadFile(path))))
	if text := must(font.Name(nil, sfnt.NameIDLicense)); !strings.Contains(text, "SIL Open Font License, Version 1.1") {
		check(fmt.Errorf("%s: unknown licence %q", path, text))
	}
	return dependency{
		Kind: kindFont, Name: must(font.Name(nil, sfnt.NameIDPostScript)), Licence: "OFL-1.1",
		Version: strings.TrimPrefix(must(font.Name(nil, sfnt.NameIDVersion)), "Version "),
		Texts:   "\nIts text is that of " + module + ".\n",
	}
}

var (
	// licenceName matches the names of licence files, and licenceFolder matches the names of
	// folders that contain licence files.
	licenceName   = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)([-._].*)?$`)
	licenceFolder = regexp.MustCompile(`(?i)licen[cs]es$`)
)

// choices holds the SPDX expression of each dependency that offers several licences to choose
// from. Its keys are the names of the dependencies.
var choices = map[string]string{"github.com/golang/freetype": "FTL OR GPL-2.0-or-later"}

// licensed returns the dependency with its licence files and its SPDX expression added. It looks
// for licence files in the given folders; the first is the root folder of the dependency.
func licensed(d dependency, folders ...string) dependency {
	var ids []string
	for i := 0; i < len(folders); i++ {
		for _, entry := range must(os.ReadDir(folders[i])) {
			name, isLicence := entry.Name(), licenceName.MatchString(entry.Name()) || licenceFolder.MatchString(folders[i])
			path := filepath.Join(folders[i], name)
			switch {
			case entry.IsDir() && licenceFolder.MatchString(name):
				folders = append(folders, path)
			case !entry.IsDir() && isLicence && filepath.Ext(name) != ".go":
				text := must(os.ReadFile(path))
				d.Texts += fmt.Sprintf("\n%s\n\n````text\n%s\n````\n", filepath.ToSlash(must(filepath.Rel(folders[0], path))),
					strings.ReplaceAll(strings.TrimSpace(string(text)), "\r\n", "\n"))
				for _, match := range licensecheck.Scan(text).Match {
					if !match.IsURL && match.ID != "GooglePatentsFile" { // this file only grants more rights and has no SPDX id
						ids = append(ids, match.ID)
					}
				}
			}
		}
	}
	slices.Sort(ids)
	d.Licence = cmp.Or(choices[d.Name], strings.Join(slices.Compact(ids), " AND "))
	if d.Licence == "" || d.Texts == "" {
		check(fmt.Errorf("%s %s: unknown licence", d.Name, d.Version))
	}
	return d
}

// licencesPage returns the content of LICENSES.md.
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
		fmt.Fprintf(&b, "\n### %s %s\n\nLicence: %s\n%s", d.Name, d.Version, d.Licence, d.Texts)
	}
	return b.Bytes()
}
