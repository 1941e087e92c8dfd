package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"settle/internal/tables"
	"settle/report"
	"settle/report/wording"
)

// Variables that a release sets with -ldflags -X: its version (the tag without the v), its commit,
// and the time of the commit in RFC 3339. Other builds leave them empty.
var version, commit, date string

// A build describes how this program was built, as far as that is known.
type build struct {
	Version  string `json:"version"`  // see versionOf
	Commit   string `json:"commit"`   // "" if the build did not record it
	Date     string `json:"date"`     // time of the commit in RFC 3339, "" if the build did not record it
	Modified bool   `json:"modified"` // the checkout differed from the commit
	Go       string `json:"go"`
	Platform string `json:"platform"` // operating system and architecture
}

func thisBuild() build {
	b := build{Commit: commit, Date: date, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	module := ""
	if info, ok := debug.ReadBuildInfo(); ok && version == "" {
		module = info.Main.Version
		for _, setting := range info.Settings {
			switch setting.Key {
			case "vcs.revision":
				b.Commit = setting.Value
			case "vcs.time":
				b.Date = setting.Value
			case "vcs.modified":
				b.Modified = setting.Value == "true"
			}
		}
	}
	b.Version = cmp.Or(version, b.versionOf(module))
	return b
}

// versionOf returns the version of a build that is not a release. If go install fetched the
// module, it returns the module's version. Otherwise it returns 0.0.0-dev, followed by the
// beginning of the commit's hash if the commit is known.
func (b build) versionOf(module string) string {
	const dev, digits = "0.0.0-dev", 12
	switch {
	case b.Commit != "":
		return dev + "+" + b.Commit[:min(digits, len(b.Commit))] + wording.If(b.Modified, ".modified")
	case module != "" && module != "(devel)":
		return strings.TrimPrefix(module, "v")
	}
	return dev
}

// Version is the command that prints the version and the build of the program.
type Version struct{}

// Help returns the description of the command.
func (Version) Help() string {
	return "Print the version and commit of this program, and the version of Go that built it."
}

// Run prints the report.
func (Version) Run(env *Env) error {
	b := thisBuild()
	known := func(text string) string { return cmp.Or(text, "not recorded") }
	t := &tables.Table{
		Columns: []tables.Column{{Name: "version"}, {Name: "commit"}, {Name: "date"}, {Name: "Go"}, {Name: "platform"}},
		Rows:    [][]string{{b.Version, known(b.Commit), known(b.Date), b.Go, b.Platform}},
	}
	env.NoProvenance = true // the report is the version itself; the command reads and draws nothing
	return env.Print(report.Report{JSON: b, Tables: []*tables.Table{t}})
}
