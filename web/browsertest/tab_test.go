package browsertest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
	"github.com/go-json-experiment/json/jsontext"
)

// view is how a reader looks at a page.
type view struct {
	width      int  // of the screen in pixels, 1100 if it is 0
	height     int  // 900 if it is 0
	dark       bool // prefers dark colours
	still      bool // prefers reduced motion
	scriptless bool // scripts do not run
	printed    bool // on paper
}

// tab is a page in the browser, watched as long as its test lasts.
type tab struct {
	testing.TB
	ctx     context.Context
	close   context.CancelFunc
	address string // of the page, without what follows #
	saved   string // the folder of what is saved
	strict  bool   // axe-core must find nothing at all

	mu     sync.Mutex
	faults []string
	asked  []string // every URL that was requested
	done   map[string]bool
	names  map[string]string // of files saved, by the name that the browser gave them

	tracing chan struct{} // closed when all that was traced is there
	traced  []jsontext.Value
}

// patience is how long a page may take for anything that a test waits for.
const patience = 60 * time.Second

// open opens an empty tab for a page. What is wrong with the page until the test ends
// fails the test.
func open(t testing.TB, address string, v view) *tab {
	t.Helper()
	b := needBrowser(t)
	address, _, _ = strings.Cut(address, "#")
	p := &tab{TB: t, address: address, saved: t.TempDir(), done: map[string]bool{}, names: map[string]string{}}
	ctx, end := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext(), chromedp.WithListener(p.watch))
	p.ctx, p.close = ctx, end
	t.Cleanup(func() {
		for _, left := range b.leaving() {
			p.fault("a request left this machine: %s", left)
		}
		end()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, fault := range p.faults {
			t.Errorf("%s: %s", filepath.Base(address), fault)
		}
	})
	if err := chromedp.Do(ctx); err != nil { // it makes the tab, which ends with the context
		t.Fatal(err)
	}
	command(p, network.Enable, network.EnableParams{})
	command(p, audits.Enable, cdp.Empty{})
	command(p, log.Enable, cdp.Empty{})
	events := true
	command(p, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllowAndName, DownloadPath: p.saved, EventsEnabled: &events,
		BrowserContextID: chromedp.FromContext(ctx).BrowserContextID,
	})
	p.look(v)
	return p
}

// command sends a command to the tab.
func command[P, R any](p *tab, c cdp.Command[P, R], params P) R {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	result, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (R, error) {
		return cdp.Call(ctx, t, c, params)
	})
	if err != nil {
		p.Fatalf("%s: %v", c.Method, err)
	}
	return result
}

// do does things in the tab, or fails the test.
func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// visit goes to the address of the page, with what follows #, and waits until it is loaded.
func (p *tab) visit(fragment string) {
	p.Helper()
	p.do(chromedp.Navigate(p.address + fragment))
}

// opened is a page that is opened and loaded.
func opened(t testing.TB, address string, v view) *tab {
	t.Helper()
	p := open(t, address, v)
	p.visit("")
	return p
}

// unfolded is a page that is opened, with all sections open.
func unfolded(t testing.TB, address string, v view) *tab {
	t.Helper()
	p := opened(t, address, v)
	p.eval(`document.querySelectorAll(".folded > details").forEach(e => { e.open = true; })`, nil)
	return p
}

// look looks at the page in another way.
func (p *tab) look(v view) {
	p.Helper()
	if v.width == 0 {
		v.width = 1100
	}
	if v.height == 0 {
		v.height = 900
	}
	command(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: int64(v.width), Height: int64(v.height), DeviceScaleFactor: 1,
	})
	command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: either(v.printed, "print", ""),
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: either(v.dark, "dark", "light")},
			{Name: "prefers-reduced-motion", Value: either(v.still, "reduce", "no-preference")},
		},
	})
	command(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: v.scriptless})
}

func either(first bool, one, other string) string {
	if first {
		return one
	}
	return other
}

func (p *tab) fault(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, fmt.Sprintf(format, args...))
}

// watch collects what is wrong with a page.
func (p *tab) watch(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.fault("an exception: %v", e.ExceptionDetails)
	case *runtime.EventConsoleAPICalled:
		var said []string
		for _, a := range e.Args {
			said = append(said, string(a.Value)+a.Description)
		}
		p.fault("console.%s: %s", e.Type, strings.Join(said, " "))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning || e.Entry.Source == log.EntrySourceWorker {
			p.fault("the browser says (%s): %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	case *audits.EventIssueAdded:
		if e.Issue.Code == audits.InspectorIssueCodeContentSecurityPolicyIssue {
			details, _ := json.Marshal(e.Issue.Details.ContentSecurityPolicyIssueDetails)
			p.fault("against the content security policy: %s", details)
		}
	case *page.EventJavascriptDialogOpening:
		p.fault("a dialogue: %s", e.Message)
		go command(p, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{})
	case *page.EventWindowOpen:
		p.fault("a window opens: %s", e.URL)
	case *network.EventWebSocketCreated:
		p.fault("a socket: %s", e.URL)
	case *network.EventRequestWillBeSent:
		p.mu.Lock()
		p.asked = append(p.asked, e.Request.URL)
		p.mu.Unlock()
		if !p.within(e.Request.URL) {
			p.fault("a request leaves the page: %s", e.Request.URL)
		}
	case *tracing.EventDataCollected:
		p.mu.Lock()
		for _, one := range e.Value {
			p.traced = append(p.traced, slices.Clone(one))
		}
		p.mu.Unlock()
	case *tracing.EventTracingComplete:
		close(p.tracing)
	case *browser.EventDownloadWillBegin:
		p.mu.Lock()
		p.names[e.GUID] = e.SuggestedFilename
		p.mu.Unlock()
	case *browser.EventDownloadProgress:
		if e.State == browser.DownloadProgressStateCompleted {
			p.mu.Lock()
			p.done[e.GUID] = true
			p.mu.Unlock()
		}
	}
}

// within tells whether a request stays with the page: it is the file itself, data that
// the page holds, or of the server that the page comes from.
func (p *tab) within(request string) bool {
	to, err := url.Parse(request)
	from, _ := url.Parse(p.address)
	switch {
	case err != nil:
		return false
	case to.Scheme == "data" || to.Scheme == "blob":
		return true
	case from.Scheme == "file":
		return to.Scheme == "file" && to.Path == from.Path
	default:
		return to.Scheme == from.Scheme && to.Host == from.Host
	}
}

// eval is the value of a JavaScript expression on the page, put into out; a promise is
// waited for.
func (p *tab) eval(expression string, out any) {
	p.Helper()
	yes := true
	result := command(p, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, AwaitPromise: &yes, ReturnByValue: &yes})
	if result.ExceptionDetails != nil {
		p.Fatalf("%.200s: %v", expression, result.ExceptionDetails)
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal(result.Result.Value, out); err != nil {
		p.Fatalf("%.200s is %s: %v", expression, result.Result.Value, err)
	}
}

// call is the value of a JavaScript function of JSON values, put into out.
func (p *tab) call(out any, function string, args ...any) {
	p.Helper()
	values, err := json.Marshal(args)
	if err != nil {
		p.Fatal(err)
	}
	p.eval("("+function+")(..."+string(values)+")", out)
}

// until waits until a JavaScript expression is true, and fails the test if it never is.
func (p *tab) until(what, expression string) {
	p.Helper()
	p.wait(what, func() (is bool) {
		p.eval("!!("+expression+")", &is)
		return is
	}, func() {})
}

// wait waits until something is true. If it never is, it says more and fails the test.
func (p *tab) wait(what string, is func() bool, more func()) {
	p.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			more()
			p.Fatalf("waited in vain until %s", what)
		}
	}
}

// point is a place on the screen.
type point struct{ X, Y float64 }

// middle scrolls to the first element of a selector and is the middle of what is seen
// of it.
func (p *tab) middle(selector string) point {
	p.Helper()
	var at *point
	p.call(&at, `selector => {
		const e = document.querySelector(selector);
		if (!e?.checkVisibility()) return null;
		e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		const r = e.getClientRects()[0];
		return { X: r.left + r.width / 2, Y: r.top + r.height / 2 };
	}`, selector)
	if at == nil {
		p.Fatalf("nothing to be seen is %s", selector)
	}
	return *at
}

// click clicks on the middle of an element, as a mouse does.
func (p *tab) click(selector string) {
	p.Helper()
	at := p.middle(selector)
	p.do(chromedp.MouseClickXY(at.X, at.Y))
}

// hover moves the mouse to a place.
func (p *tab) hover(at point) {
	p.Helper()
	command(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: at.X, Y: at.Y})
}

// save clicks on an element and is the name and the content of the file that it saves.
func (p *tab) save(selector string) (name string, content []byte) {
	p.Helper()
	p.mu.Lock()
	clear(p.names)
	clear(p.done)
	p.mu.Unlock()
	p.click(selector)
	return p.savedFile(selector)
}

// savedFile waits for a file to be saved.
func (p *tab) savedFile(by string) (name string, content []byte) {
	p.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		p.mu.Lock()
		for id := range p.done {
			name := p.names[id]
			p.mu.Unlock()
			content, err := os.ReadFile(filepath.Join(p.saved, id))
			if err != nil {
				p.Fatal(err)
			}
			return name, content
		}
		p.mu.Unlock()
	}
	p.Fatalf("%s saves nothing", by)
	return "", nil
}

// found are the faults that were found so far, which then fail the test no more.
func (p *tab) found() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	found := p.faults
	p.faults = nil
	return found
}
