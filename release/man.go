package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"strings"
	"text/template"
	"time"
	"unicode"

	"settle/cmd/internal/command"
)

//go:embed man.tmpl
var manTemplate string

// manPages returns a page for the program and for each of its commands, from their grammar.
func manPages(version string, date time.Time) ([]file, error) {
	page, err := template.New("man").Funcs(template.FuncMap{
		"roff": roff, "page": pageName, "upper": strings.ToUpper,
	}).Parse(manTemplate)
	if err != nil {
		return nil, err
	}
	var pages []file
	all := command.Describe()
	for _, c := range all {
		var b bytes.Buffer
		err := page.Execute(&b, map[string]any{
			"Command": c, "Node": c.Node, "All": all, "Version": version, "Date": date.Format(time.DateOnly),
		})
		if err != nil {
			return nil, err
		}
		pages = append(pages, file{"man/man1/" + pageName(c.Node.FullPath()) + ".1", 0o644, b.Bytes()})
	}
	return pages, nil
}

// pageName returns the name of the page of a command, as settle-budget-gap.
func pageName(path string) string { return strings.ReplaceAll(path, " ", "-") }

// roff returns text as roff prints it: no character of it is a request. Lines can end behind commas.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, ",", `,\:`, "-", `\-`, "~", `\(ti`, "^", `\(ha`, "'", `\(aq`, "`", `\(ga`, "\n", "\n.PP\n").Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	var b strings.Builder
	for _, r := range text {
		if r > unicode.MaxASCII {
			fmt.Fprintf(&b, `\[u%04X]`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// completions returns the completion scripts of the shells, which run the program settle of the
// PATH.
func completions() ([]file, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var scripts []file
	for _, shell := range []string{"bash", "zsh", "fish"} {
		var out bytes.Buffer
		if code := command.Settle(context.Background(), []string{"completion", shell}, &out, os.Stderr); code != 0 {
			return nil, fmt.Errorf("cannot make the completion of %s: exit code %d", shell, code)
		}
		script, name := strings.ReplaceAll(out.String(), self, "settle"), "settle."+shell
		if shell == "zsh" { // a function that compinit loads when a shell first completes
			name = "_settle"
			script = "#compdef settle\n" + strings.Replace(script, "\ncomplete ", "\n_bash_complete ", 1)
			script = strings.TrimSuffix(script, " settle\n") + "\n"
		}
		scripts = append(scripts, file{"completions/" + name, 0o644, []byte(script)})
	}
	return scripts, nil
}
