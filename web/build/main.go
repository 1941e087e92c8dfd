// Build makes the app's files: the program compiled to WebAssembly, the scripts bundled,
// the page and its stylesheets, and the licences of all of it.
//
//	go run ./web/build FOLDER
//	go run ./web/build -scripts FOLDER
//
// The second renews all but the program, in a folder that has been filled, for those who
// work on scripts.
//
// It needs Go alone: what npm offers is in web/vendor (see web/vendor/renew.sh).
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"

	"settle/figures"
)

func main() {
	scripts := flag.Bool("scripts", false, "renew all but the program")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage, at the root of the module: go run ./web/build [-scripts] FOLDER")
	}
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	fill := build
	if *scripts {
		fill = renew
	}
	if err := fill(flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "web/build:", err)
		os.Exit(1)
	}
}

// build fills a folder, which it empties first.
func build(folder string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := renew(folder); err != nil {
		return err
	}
	packed, err := program()
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "settle.wasm.gz"), packed, 0o644)
}

// renew writes all but the program into a folder.
func renew(folder string) error {
	files, err := bundle()
	if err != nil {
		return err
	}
	for to, from := range map[string]string{
		"index.html": "web/src/index.html", "app.css": "web/src/app.css",
		"page.css": "report/page/page.css", "page.js": "report/page/page.js",
	} {
		if files[to], err = os.ReadFile(from); err != nil {
			return err
		}
	}
	if files["licences.txt"], err = licences(); err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// bundle makes one script of each entry.
func bundle() (map[string][]byte, error) {
	themes, err := json.Marshal(figures.Themes())
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "web/src/main.ts", OutputPath: "app"},
			{InputPath: "web/src/engine/worker.ts", OutputPath: "worker"},
		},
		Define:            map[string]string{"figureThemes": string(themes)},
		NodePaths:         []string{"web/vendor"},
		Outdir:            ".",
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone, // licences.txt has them
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
	})
	if len(result.Errors) > 0 {
		said := api.FormatMessages(result.Errors, api.FormatMessagesOptions{})
		return nil, errors.New(string(bytes.TrimSpace([]byte(said[0]))))
	}
	files := map[string][]byte{}
	for _, file := range result.OutputFiles {
		files[filepath.Base(file.Path)] = file.Contents
	}
	return files, nil
}

// program is cmd/settle for WASI, compressed: static servers need not know how.
func program() ([]byte, error) {
	work, err := os.MkdirTemp("", "settle-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	compiled := filepath.Join(work, "settle.wasm")
	command := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", compiled, "./cmd/settle")
	command.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=")
	command.Stderr = os.Stderr
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("compile the program: %w", err)
	}
	plain, err := os.ReadFile(compiled)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	err = w.Close()
	return packed.Bytes(), err
}
