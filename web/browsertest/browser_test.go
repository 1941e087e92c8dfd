package browsertest_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// scratch is a folder for what tests share, gone when all are done.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "browsertest"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	theBrowser.close()
	os.RemoveAll(scratch)
	os.Exit(code)
}

// chromium is the one Chromium of all tests. Each test has tabs of its own in it, which
// share no storage with those of others.
type chromium struct {
	once  sync.Once
	ctx   context.Context
	err   error
	ended []func()

	mu   sync.Mutex
	left []string // what was asked of other machines
}

var theBrowser chromium

// needBrowser is the browser, started when it is first needed. Without one it skips the
// test, or fails it where a browser is demanded.
func needBrowser(t testing.TB) *chromium {
	t.Helper()
	how := os.Getenv("BROWSER_TESTS")
	if how == "skip" {
		t.Skip("BROWSER_TESTS=skip: not tested in a browser")
	}
	path, err := findBrowser()
	if err != nil && how == "demand" {
		t.Fatal(err)
	}
	if err != nil {
		t.Skip(err)
	}
	theBrowser.once.Do(func() { theBrowser.err = theBrowser.start(path) })
	if theBrowser.err != nil {
		t.Fatal(theBrowser.err)
	}
	return &theBrowser
}

// needAll skips a test that takes long where not all are wanted.
func needAll(t testing.TB) {
	t.Helper()
	needBrowser(t)
	if !*update && (testing.Short() || os.Getenv("BROWSER_TESTS") != "demand") {
		t.Skip("takes long: make test-web, or BROWSER_TESTS=demand, runs it")
	}
}

// findBrowser is the path of Chromium.
func findBrowser() (string, error) {
	if named := os.Getenv("CHROMIUM"); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("$CHROMIUM: %w", err)
		}
		return path, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no browser: neither chromium, chromium-browser nor google-chrome is on the PATH, " +
		"and $CHROMIUM names none (Debian: apt-get install chromium)")
}

// start starts Chromium with an empty profile. All that it asks of other machines ends
// at a proxy, which answers nothing and remembers the request.
func (b *chromium) start(path string) error {
	proxy := httptest.NewServer(http.HandlerFunc(b.refuse))
	ctx, end := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // it runs as root in containers
		chromedp.DisableGPU,
		chromedp.ProxyServer(proxy.URL),
		chromedp.Flag("proxy-bypass-list", "127.0.0.1"),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("font-render-hinting", "none"),
	)...)
	b.ended = append(b.ended, end, proxy.Close)
	ctx, end = chromedp.NewContext(ctx)
	b.ended = append([]func(){end}, b.ended...)
	b.ctx = ctx
	return chromedp.Do(ctx)
}

func (b *chromium) refuse(w http.ResponseWriter, r *http.Request) {
	http.Error(w, "there is no network", http.StatusForbidden)
	if ownHosts.MatchString(r.URL.Hostname()) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.left = append(b.left, r.Method+" "+r.URL.Host+r.URL.Path)
}

// ownHosts are those that Chromium asks by itself, whatever it is told: for updates, the
// time, an account. A page that asked them is found by its tab.
var ownHosts = regexp.MustCompile(`^((update|optimizationguide-pa|content-autofill|safebrowsing)\.googleapis|(clients\d|accounts|www|mtalk|android\.clients)\.google|(.*\.)?gvt1)\.com$`)

// leaving are the requests that left this machine since it was last asked.
func (b *chromium) leaving() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := b.left
	b.left = nil
	return left
}

func (b *chromium) close() {
	for _, end := range b.ended {
		end()
	}
}
