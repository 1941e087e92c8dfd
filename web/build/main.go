// Build makes the files of the app: the program compiled to WebAssembly, the bundled scripts, the
// page and its stylesheets, the story that the app shows before it can compute, and all licences.
//
//	go run ./web/build [-url URL] FOLDER
//	go run ./web/build -scripts [-url URL] FOLDER
//
// The first command fills FOLDER. The second is for work on scripts: in a folder that is already
// filled, it renews all files except the program. URL is the address of the app; with it, previews
// of links to the app show a picture.
//
// Build needs only Go, because web/vendor contains the npm packages (see web/vendor/renew.sh). The
// environment variable STAMP holds linker flags that set the version of the program.
package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"settle/figures"
)

func main() {
	scripts := flag.Bool("scripts", false, "renew all but the program")
	url := flag.String("url", "", "URL of the app, for the picture in previews of links to it")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage, at the root of the module: go run ./web/build [-scripts] [-url URL] FOLDER")
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
	if err := fill(flag.Arg(0), *url); err != nil {
		fmt.Fprintln(os.Stderr, "web/build:", err)
		os.Exit(1)
	}
}

// build empties a folder and writes all files of the app into it.
func build(folder, url string) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	packed, err := program()
	if err != nil {
		return err
	}
	// The name contains a hash of the content, so that browsers can cache the file forever.
	name := fmt.Sprintf("settle-%.6x.wasm.gz", sha256.Sum256(packed))
	if err := os.WriteFile(filepath.Join(folder, name), packed, 0o644); err != nil {
		return err
	}
	return renew(folder, url)
}

// renew writes all files of the app except the program into a folder.
func renew(folder, url string) error {
	engines, err := filepath.Glob(filepath.Join(folder, "settle-*.wasm.gz"))
	if err != nil || len(engines) != 1 {
		return fmt.Errorf("%s holds %d programs instead of one; build without -scripts", folder, len(engines))
	}
	engine := filepath.Base(engines[0])
	work, err := os.MkdirTemp("", "settle-web-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	headline, told, err := runStory(work)
	if err != nil {
		return err
	}
	files, err := bundle(engine, told)
	if err != nil {
		return err
	}
	for to, from := range map[string]string{
		"app.css": "web/src/app.css", "icon.svg": "web/src/icon.svg",
		"page.css": "report/page/page.css", "page.js": "report/page/page.js",
		"story.svg": filepath.Join(work, "wide", "trace-225-bayes.svg"), "story.png": filepath.Join(work, "wide", "trace-225-bayes.png"),
	} {
		if files[to], err = os.ReadFile(from); err != nil {
			return err
		}
	}
	own, err := os.ReadFile("LICENSE")
	if err != nil {
		return err
	}
	others, err := os.ReadFile("LICENSES.md")
	if err != nil {
		return err
	}
	files["licences.txt"] = slices.Concat(own, []byte("\n"), others)
	if files["index.html"], err = index(headline, url); err != nil {
		return err
	}
	files["sw.js"] = keeping(files, engine)
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// index returns the HTML page of the app. url is the URL of the app, or "".
func index(headline, url string) ([]byte, error) {
	page, err := template.ParseFiles("web/src/index.html")
	if err != nil {
		return nil, err
	}
	if url != "" {
		url = strings.TrimSuffix(url, "/") + "/"
	}
	var b bytes.Buffer
	err = page.Execute(&b, map[string]string{"Headline": headline, "URL": url})
	return b.Bytes(), err
}

// keeping returns the script of the service worker, which caches all files for use without a
// network. The script contains a hash of all files, so that browsers notice a new version of the
// app.
func keeping(files map[string][]byte, engine string) []byte {
	names := slices.Sorted(maps.Keys(files))
	sum := sha256.New()
	fmt.Fprintln(sum, engine)
	for _, name := range names {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(files[name]), files[name])
	}
	names = slices.DeleteFunc(append(names, "./", engine), func(name string) bool { return name == "sw.js" || name == "story.png" })
	list, _ := json.Marshal(names) // marshalling strings never fails
	return fmt.Appendf(nil, "const version=\"%.6x\",files=%s;%s", sum.Sum(nil), list, files["sw.js"])
}

// bundle returns one script for each entry point, keyed by file name. The arguments are the file
// name of the program and the JSON of the story.
func bundle(engine string, told []byte) (map[string][]byte, error) {
	themes, err := json.Marshal(figures.Themes())
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "web/src/main.ts", OutputPath: "app"},
			{InputPath: "web/src/engine/worker.ts", OutputPath: "worker"},
			{InputPath: "web/src/offline.ts", OutputPath: "sw"},
		},
		Define:            map[string]string{"figureThemes": string(themes), "engineName": fmt.Sprintf("%q", engine), "toldStory": string(told)},
		NodePaths:         []string{"web/vendor"},
		Outdir:            ".",
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone, // licences.txt contains them
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

// program returns cmd/settle compiled for WASI. The result is compressed by gzip, because not all
// servers compress files.
func program() ([]byte, error) {
	work, err := os.MkdirTemp("", "settle-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	compiled := filepath.Join(work, "settle.wasm")
	command := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w "+os.Getenv("STAMP"), "-o", compiled, "./cmd/settle")
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
