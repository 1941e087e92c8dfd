package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"strings"
	"testing/fstest"
	"text/template"
	"time"
	"unicode"

	"settle/cmd/internal/command"
)

//go:embed man.tmpl
var manTemplate string

// manPages returns a manual page for the program and for each of its commands, made from the
// grammar of the command line.
func manPages(version string, date time.Time) fstest.MapFS {
	functions := template.FuncMap{"roff": roff, "page": pageName, "upper": strings.ToUpper}
	page := template.Must(template.New("man").Funcs(functions).Parse(manTemplate))
	pages := fstest.MapFS{}
	for _, c := range command.Describe() {
		var b bytes.Buffer
		check(page.Execute(&b, map[string]any{"Node": c.Node, "Flags": c.Flags, "Version": version, "Date": date.Format(time.DateOnly)}))
		pages["man/man1/"+pageName(c.Node.FullPath())+".1"] = &fstest.MapFile{Data: b.Bytes()}
	}
	return pages
}

// pageName returns the name of a command's manual page, such as settle-budget-gap.
func pageName(path string) string { return strings.ReplaceAll(path, " ", "-") }

// escapes is a replacer that escapes the characters that roff would misread, and allows line
// breaks after commas.
var escapes = strings.NewReplacer(`\`, `\e`, ",", `,\:`, "-", `\-`, "~", `\(ti`, "^", `\(ha`, "'", `\(aq`, "`", `\(ga`, "\n", "\n.PP\n")

// roff returns text escaped so that roff prints it unchanged and reads no part of it as a request.
func roff(text string) string {
	var b strings.Builder
	if strings.HasPrefix(text, ".") {
		b.WriteString(`\&`)
	}
	for _, r := range escapes.Replace(text) {
		if r > unicode.MaxASCII {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// completions returns a completion script for each shell. The scripts run the program settle that
// they find in PATH.
func completions() fstest.MapFS {
	scripts := fstest.MapFS{}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		var out bytes.Buffer
		if code := command.Settle(context.Background(), []string{"completion", shell}, &out, os.Stderr); code != 0 {
			check(fmt.Errorf("cannot make the completion of %s: exit code %d", shell, code))
		}
		script, name := strings.ReplaceAll(out.String(), must(os.Executable()), "settle"), "settle."+shell
		if shell == "zsh" { // a function, which compinit loads when the user first asks for a completion
			name = "_settle"
			script = "#compdef settle\n" + strings.Replace(script, "\ncomplete ", "\n_bash_complete ", 1)
			script = strings.TrimSuffix(script, " settle\n") + "\n"
		}
		scripts["completions/"+name] = &fstest.MapFile{Data: []byte(script)}
	}
	return scripts
}
