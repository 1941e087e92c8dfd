package cli

import (
	"runtime"
	"runtime/debug"

	"settle/internal/tables"
	"settle/report"
)

// A build describes the build of this program.
type build struct {
	Version  string `json:"version"`  // of the release, or "devel"
	Commit   string `json:"commit"`   // "" if the build did not record it
	Modified bool   `json:"modified"` // the checkout had uncommitted changes
	Go       string `json:"go"`
	Platform string `json:"platform"` // operating system and architecture
}

func thisBuild() build {
	b := build{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.modified":
			b.Modified = setting.Value == "true"
		}
	}
	if v := info.Main.Version; b.Commit == "" && v != "" && v != "(devel)" {
		b.Version = v // set by go install PATH@VERSION; in a checkout it would only repeat the commit
	}
	return b
}

// commit returns the commit for display.
func (b build) commit() string {
	switch {
	case b.Commit == "":
		return "not recorded"
	case b.Modified:
		return b.Commit + " and more"
	}
	return b.Commit
}

// String returns the version. For builds that are not a release, it adds the beginning of the
// commit.
func (b build) String() string {
	const digits = 12
	text := b.Version
	if len(b.Commit) >= digits {
		text += " " + b.Commit[:digits]
	}
	if b.Modified {
		text += " and more"
	}
	return text
}

// Version is the command that prints how the program was built.
type Version struct{}

// Help returns the help text of the command.
func (Version) Help() string {
	return "Say the version and commit of this program, and the Go that built it."
}

// Run prints the report.
func (Version) Run(env *Env) error {
	b := thisBuild()
	t := &tables.Table{
		Columns: []tables.Column{{Name: "version"}, {Name: "commit"}, {Name: "Go"}, {Name: "platform"}},
		Rows:    [][]string{{b.Version, b.commit(), b.Go, b.Platform}},
	}
	env.NoProvenance = true // it says itself what it is, and reads and draws nothing
	return env.Print(report.Report{JSON: b, Tables: []*tables.Table{t}})
}
