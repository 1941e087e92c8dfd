package browsertest_test

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// app is the address of the app, which a program serves that was built with it.
var app = sync.OnceValues(func() (string, error) {
	files := filepath.Join(scratch, "web")
	if err := goCommand("run", "./web/build", files); err != nil {
		return "", err
	}
	// As if the files stood in web/files, where make build puts them.
	place, err := filepath.Abs(filepath.Join(root, "web", "files"))
	if err != nil {
		return "", err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	entries, err := os.ReadDir(files)
	if err != nil {
		return "", err
	}
	for _, entry := range entries {
		overlay.Replace[filepath.Join(place, entry.Name())] = filepath.Join(files, entry.Name())
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(scratch, "overlay.json"), list, 0o600); err != nil {
		return "", err
	}
	program := filepath.Join(scratch, "settle-web")
	if err := goCommand("build", "-tags", "web", "-overlay", filepath.Join(scratch, "overlay.json"), "-o", program, "./cmd/settle"); err != nil {
		return "", err
	}
	return serveApp(program)
})

// goCommand runs the go command at the root of the module.
func goCommand(args ...string) error {
	command := exec.Command("go", args...)
	command.Dir = root
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// serveApp starts settle serve, which ends with the tests, and is where it serves.
func serveApp(program string) (string, error) {
	command := exec.Command(program, "serve", "--port", "0", "--format", "json")
	out, err := command.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := command.Start(); err != nil {
		return "", err
	}
	theBrowser.ended = append(theBrowser.ended, func() {
		command.Process.Signal(os.Interrupt)
		command.Wait()
	})
	var served struct{ URL string }
	if err := json.NewDecoder(out).Decode(&served); err != nil {
		return "", fmt.Errorf("settle serve: %w", err)
	}
	return served.URL, nil
}

// needApp is the address of the app.
func needApp(t testing.TB) string {
	t.Helper()
	needAll(t)
	address, err := app()
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// recorder keeps what the app asks of its workers, what they answer, and which were ended.
const recorder = `(() => {
	window.asked = [];
	window.Worker = class extends Worker {
		constructor(...given) {
			super(...given);
			this.addEventListener("message", event => this.run && Object.assign(this.run, { answer: event.data, ended: performance.now() }));
		}
		postMessage(message, ...rest) {
			if (message.args) asked.push(this.run = { args: message.args, files: new Map(message.files), begun: performance.now() });
			super.postMessage(message, ...rest);
		}
		terminate() {
			if (this.run) this.run.ended ??= performance.now();
			super.terminate();
		}
	};
})()`

// openApp opens the app at a fragment of its address.
func openApp(t testing.TB, fragment string, v view) *tab {
	t.Helper()
	p := open(t, needApp(t), v)
	p.strict = true
	command(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: recorder})
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		command(p, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSettingGranted,
			BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		})
	}
	p.visit(fragment)
	p.rest()
	return p
}

// rest waits until the app has computed what it wants to: half a second with nothing to
// wait for.
func (p *tab) rest() {
	p.Helper()
	p.until("the app rests", `document.querySelector("main .screen")?.children.length > 0 && asked.every(run => run.ended) &&
		!document.querySelector("main [aria-busy=true]") && performance.now() - Math.max(0, ...asked.map(r => r.ended)) > 500`)
}

// run is one of the program in the app.
type run struct {
	Args    []string
	Files   map[string]string // base64
	Code    int
	Stdout  string
	Stderr  string
	Written map[string]string // base64
	Seconds float64
}

// runs are those that the app made and that were not superseded.
func (p *tab) runs() (all []run) {
	p.Helper()
	p.eval(`(async () => {
		const text = async bytes => {
			if (bytes instanceof Blob) bytes = new Uint8Array(await bytes.arrayBuffer());
			let text = "";
			for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
			return btoa(text);
		};
		const pack = async files => Object.fromEntries(await Promise.all([...files].map(async ([name, bytes]) => [name, await text(bytes)])));
		return Promise.all(asked.filter(r => r.answer).map(async r => ({ args: r.args, files: await pack(r.files), code: r.answer.code,
			stdout: r.answer.stdout, stderr: r.answer.stderr, written: await pack(r.answer.files), seconds: (r.ended - r.begun) / 1000 })));
	})()`, &all)
	return all
}

// checkRuns checks that each run of the app left what the same arguments leave on the
// command line beside the same files: the same bytes on stdout and stderr, the same exit
// code and the same files.
func (p *tab) checkRuns() {
	p.Helper()
	all := p.runs()
	if len(all) == 0 {
		p.Error("the app ran nothing")
	}
	for _, r := range all {
		p.checkRun(r)
	}
}

func (p *tab) checkRun(r run) {
	p.Helper()
	folder := p.TempDir()
	unpack(p, folder, r.Files)
	bin, err := built()
	if err != nil {
		p.Fatal(err)
	}
	native := exec.Command(filepath.Join(bin, "settle"), r.Args...)
	var stdout, stderr bytes.Buffer
	native.Dir, native.Stdout, native.Stderr = folder, &stdout, &stderr
	code := 0
	if err := native.Run(); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			p.Fatal(err)
		}
		code = exit.ExitCode()
	}
	line := "settle " + strings.Join(r.Args, " ")
	if code != r.Code || stderr.String() != r.Stderr {
		p.Errorf("%s: in the app exit %d and %q, else exit %d and %q", line, r.Code, r.Stderr, code, stderr.String())
	}
	p.same(line, r.Stdout, stdout.String())
	for name, packed := range r.Written {
		content, _ := base64.StdEncoding.DecodeString(packed)
		want, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			p.Errorf("%s writes %s in the app alone", line, name)
		}
		p.sameFile(line+", "+name, string(content), string(want))
		os.Remove(filepath.Join(folder, name))
	}
	filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if name, _ := filepath.Rel(folder, path); err == nil && !entry.IsDir() && r.Files[filepath.ToSlash(name)] == "" {
			p.Errorf("%s writes no %s in the app", line, name)
		}
		return err
	})
}

// sameFile checks that the app wrote what the command does: drawings but for lines that lie a
// hundredth of a point elsewhere, of which other digests are noted.
func (p *tab) sameFile(what, inApp, native string) {
	p.Helper()
	if strings.HasSuffix(what, ".svg") {
		p.sameDrawing(what, inApp, native)
		return
	}
	p.same(what, digest.ReplaceAllString(inApp, ""), digest.ReplaceAllString(native, ""))
}

var digest = regexp.MustCompile(`"sha256": "[0-9a-f]*"`)

// same checks that the app printed or wrote what the command does. What is simulated and
// counted is the same bits. Exponentials and logarithms are not, for Go has them in
// assembly on amd64 and as Go for WebAssembly (docs/architecture.md, "Why the answer does
// not depend on the machine"): a number that comes of them may have another last digit.
func (p *tab) same(what, inApp, native string) {
	p.Helper()
	if inApp == native {
		return
	}
	a, b := number.Split(inApp, -1), number.Split(native, -1)
	if !slices.Equal(a, b) {
		at := 0
		for at < min(len(inApp), len(native)) && inApp[at] == native[at] {
			at++
		}
		p.Errorf("%s: from byte %d on the app has %.200q, the command %.200q", what, at, inApp[at:], native[at:])
		return
	}
	x, y := number.FindAllString(inApp, -1), number.FindAllString(native, -1)
	others, most := 0, 0.0
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		u, _ := strconv.ParseFloat(x[i], 64)
		v, _ := strconv.ParseFloat(y[i], 64)
		// Below 0.01 numbers are what is left of larger ones, such as what a prior is worth beside none.
		away := math.Abs(u-v) / math.Max(1e-2, math.Max(math.Abs(u), math.Abs(v)))
		if others, most = others+1, math.Max(most, away); away > 1e-11 {
			p.Errorf("%s: the app has %s, the command %s, after %.80q", what, x[i], y[i], strings.Join(a[max(0, i-2):i+1], "…"))
		}
	}
	p.Logf("%s: %d of %d numbers end in other digits, by %.1g of themselves at most", what, others, len(x), most)
}

// number is one with decimals or without.
var number = regexp.MustCompile(`-?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?`)

// long are numbers that have all their digits.
var long = regexp.MustCompile(`-?\d+\.\d{7,}(e[-+]?\d+)?|-?\d(\.\d+)?e[-+]?\d+`)

func encoded(content []byte) string { return base64.StdEncoding.EncodeToString(content) }

// unpack writes files that were recorded.
func unpack(t testing.TB, folder string, files map[string]string) {
	t.Helper()
	for name, packed := range files {
		content, err := base64.StdEncoding.DecodeString(packed)
		if err == nil {
			err = os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// screens are the fragments of the app's screens, as its links have them.
func screens(t testing.TB) (all []string) {
	t.Helper()
	openApp(t, "", view{}).eval(`[...document.querySelectorAll("nav a")].map(a => a.hash)`, &all)
	if len(all) == 0 {
		t.Fatal("no screens")
	}
	return all
}

// Each screen, as it opens, shows what the command shows that it names, bit for bit; it
// fits a telephone, axe-core finds nothing serious, nothing moves for who wants nothing
// to move.
func TestScreens(t *testing.T) {
	needApp(t)
	for _, screen := range screens(t) {
		t.Run(strings.TrimPrefix(screen, "#"), func(t *testing.T) {
			p := openApp(t, screen+either(screen == "#results", "?example=stand-in:hmmt25", ""), view{})
			if screen == "#story" { // runs nothing: see TestStory
				p.click("#coins-play")
			} else {
				p.checkRuns()
				p.pictured()
			}
			p.namesNoFlags()
			p.fits()
			p.accessible("light")
			p.look(view{dark: true})
			p.isDark(true)
			p.accessible("dark")
			p.look(view{width: 360, height: 740, still: true})
			p.fits()
			p.accessible("narrow")
			var moving int
			p.eval(`document.getAnimations().length`, &moving)
			if moving > 0 {
				t.Errorf("%d things move", moving)
			}
			p.reached()
			if screen != "#story" {
				p.sharesCommand()
			}
		})
	}
}

// namesNoFlags checks that no sentence speaks of the command line, but for the command that
// can be copied, and pictures, which are the command's.
func (p *tab) namesNoFlags() {
	p.Helper()
	var found []string
	p.eval(`(() => {
		const main = document.querySelector("main").cloneNode(true);
		for (const e of main.querySelectorAll("pre.command, svg, script")) e.remove();
		return main.textContent.match(/.{0,60}(--[a-z]|see settle ).{0,60}/g) ?? [];
	})()`, &found)
	for _, text := range found {
		p.Errorf("words of the command line: %q", text)
	}
}

// pictured checks that each picture has a name and a table beside it, and that each number
// of a table that has all its digits is one that the commands of the screen printed or wrote.
func (p *tab) pictured() {
	p.Helper()
	var found struct {
		Wrong  []string
		Tables []struct {
			Name string
			Rows [][]string
		}
	}
	p.eval(`(async () => {
		for (const e of document.querySelectorAll("main details")) e.open = true;
		await new Promise(done => setTimeout(done, 300));
		const wrong = [], seen = e => e.checkVisibility();
		for (const svg of [...document.querySelectorAll("main svg")].filter(e => seen(e) && !e.closest("button, a, label, [aria-hidden=true]"))) {
			const name = svg.getAttribute("aria-label") || svg.querySelector("title")?.textContent;
			if (!name?.trim()) wrong.push("a picture has no name: " + svg.outerHTML.slice(0, 200));
			if (!svg.closest("figure")?.querySelector("table tbody tr")) wrong.push("no table says what " + name + " shows");
		}
		const tables = [...document.querySelectorAll("main table")].filter(seen).map(t => ({
			name: t.caption?.textContent ?? t.closest("figure")?.querySelector("figcaption")?.textContent ?? "a table",
			rows: [...t.tBodies[0].rows].map(r => [...r.cells].map(c => c.textContent)),
		}));
		return { wrong, tables };
	})()`, &found)
	for _, w := range found.Wrong {
		p.Error(w)
	}
	printed := p.printed()
	for _, table := range found.Tables {
		wrong := 0
		for _, row := range table.Rows {
			for _, cell := range row {
				if long.MatchString(cell) && !printed[key(cell)] {
					if wrong++; wrong <= 3 {
						p.Errorf("%s: %q of the row %q is in nothing that the commands print", table.Name, cell, row)
					}
				}
			}
		}
		if len(table.Rows) == 0 {
			p.Errorf("%s has no rows", table.Name)
		}
	}
	if len(found.Tables) == 0 {
		p.Error("the screen has no table")
	}
}

// key is a cell in one form: a number as the float64 that it is.
func key(cell string) string {
	if v, err := strconv.ParseFloat(cell, 64); err == nil {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return cell
}

// printed are all numbers and texts in what the commands of a screen print, and in the data
// of what they draw, as they do outside of a browser.
func (p *tab) printed() map[string]bool {
	p.Helper()
	all := map[string]bool{"": true}
	var add func(v any)
	add = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, of := range v {
				all[name] = true
				add(of)
			}
		case []any:
			for _, of := range v {
				add(of)
			}
			all[key(strconv.Itoa(len(v)))] = true
		case float64:
			all[strconv.FormatFloat(v, 'g', -1, 64)] = true
		case string:
			all[key(v)] = true
		case bool:
			all[fmt.Sprint(v)] = true
		}
	}
	addCSV := func(text string) {
		rows, _ := csv.NewReader(strings.NewReader(text)).ReadAll()
		for _, row := range rows {
			for _, cell := range row {
				all[key(strings.TrimPrefix(cell, "'"))] = true
			}
		}
	}
	for _, r := range p.runs() { // which checkRuns holds against the command
		for name, packed := range r.Written {
			if content, err := base64.StdEncoding.DecodeString(packed); err == nil && strings.HasSuffix(name, ".csv") {
				addCSV(string(content))
			}
		}
		switch format := r.Args[len(r.Args)-1]; format {
		case "json":
			var v any
			if json.Unmarshal([]byte(r.Stdout), &v) == nil {
				add(v)
			}
		case "csv":
			addCSV(r.Stdout)
		case "md":
			for line := range strings.Lines(r.Stdout) {
				for _, cell := range cells.FindAllString(line, -1) {
					all[key(unescape.Replace(strings.TrimSpace(strings.TrimSuffix(cell, "|"))))] = true
				}
			}
		}
	}
	return all
}

// cells are those of a row in Markdown, each with the bar behind it.
var cells = regexp.MustCompile(`(?:[^\\|]|\\.)*\|`)

// unescape undoes what Markdown needs.
var unescape = strings.NewReplacer(`\`, "", "&lt;", "<", "&gt;", ">", "&amp;", "&")

// reached checks that the keyboard reaches whatever can be used, one after the other, and
// that one sees where it is.
func (p *tab) reached() {
	p.Helper()
	var want int
	p.eval(`(() => {
		document.activeElement.blur(); scrollTo(0, 0);
		const can = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")].filter(e =>
			e.checkVisibility({ visibilityProperty: true }) && !e.disabled && e.tabIndex >= 0 && !e.closest("[inert]"));
		const seen = new Set();
		for (const e of can) if (!(e.type === "radio" && seen.has(e.name))) { e.dataset.reach = "no"; if (e.type === "radio") seen.add(e.name); }
		return document.querySelectorAll("[data-reach]").length;
	})()`, &want)
	for range want + 5 {
		p.press("\t")
		p.eval(`(e => { if (e.dataset.reach) e.dataset.reach = getComputedStyle(e).outlineStyle !== "none" || getComputedStyle(e).boxShadow !== "none" ? "yes" : "unseen"; })(document.activeElement)`, nil)
	}
	var missed []string
	p.eval(`[...document.querySelectorAll("[data-reach]:not([data-reach=yes])")].map(e => e.dataset.reach + ": " + e.outerHTML.slice(0, 120))`, &missed)
	for _, e := range missed {
		p.Errorf("the keyboard does not reach, or does not show: %s", e)
	}
}

// sharesCommand checks that each command that a screen shows is one that it ran, and that
// the button copies it.
func (p *tab) sharesCommand() {
	p.Helper()
	var lines []string
	p.eval(`[...document.querySelectorAll("pre.command")].filter(e => e.checkVisibility()).map((e, i) => {
		e.closest(".share").dataset.test = i;
		return e.textContent;
	})`, &lines)
	if len(lines) == 0 {
		p.Error("the screen shows no command")
	}
	ran := map[string]bool{}
	for _, r := range p.runs() {
		ran[strings.Join(plain(r.Args), "\x00")] = true
	}
	for i, line := range lines {
		words := words(p, line)
		if len(words) > 1 && words[1] == "report" {
			continue // run when a reader saves the report: see TestReportOfTheApp
		}
		if words[0] != "settle" || !ran[strings.Join(plain(words[1:]), "\x00")] {
			p.Errorf("the screen shows %q, but ran %q", line, slices.Collect(maps.Keys(ran)))
		}
		p.click(fmt.Sprintf(`[data-test="%d"] button`, i))
		var copied string
		p.wait("the command is copied", func() bool {
			p.eval(`navigator.clipboard.readText()`, &copied)
			return copied == line
		}, func() { p.Logf("copied is %q", copied) })
	}
}

// plain are arguments without the form in which they are printed and drawn.
func plain(args []string) []string {
	args = slices.Clone(args)
	for _, flag := range []string{"--format", "--out", "--figures", "--width"} {
		if at := slices.Index(args, flag); at >= 0 && at+1 < len(args) {
			args = slices.Delete(args, at, at+2)
		}
	}
	return args
}

// words are those that a shell makes of a line.
func words(t testing.TB, line string) []string {
	t.Helper()
	out, err := exec.Command("sh", "-c", `for w in `+line+`; do printf '%s\0' "$w"; done`).Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}
