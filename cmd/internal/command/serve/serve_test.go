package serve

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
	"time"

	"settle/internal/panics"
)

// The files are handed out to who asks for this machine, and to nobody who comes by
// another name, until the context ends; then the server has ended without an error.
func TestServe(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := listener.Addr().String()
	_, port, _ := net.SplitHostPort(at)
	files := fstest.MapFS{"index.html": {Data: []byte("the app")}, "a.js": {Data: []byte("1")}, "engine-0123456789ab.wasm.gz": {Data: []byte("2")}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, listener, handler(files, at)) }()
	for _, c := range []struct {
		method, host, path string
		status             int
		body               string
	}{
		{"GET", at, "/", http.StatusOK, "the app"},
		{"GET", "localhost:" + port, "/a.js", http.StatusOK, "1"},
		{"HEAD", at, "/a.js", http.StatusOK, ""},
		{"GET", at, "/b.js", http.StatusNotFound, "404 page not found\n"},
		{"GET", "rebound.example:" + port, "/", http.StatusForbidden, "the app is available only on the machine that serves it\n"},
		{"POST", at, "/", http.StatusMethodNotAllowed, "only GET and HEAD are supported\n"},
		{"PUT", at, "/a.js", http.StatusMethodNotAllowed, "only GET and HEAD are supported\n"},
		{"OPTIONS", at, "/a.js", http.StatusMethodNotAllowed, "only GET and HEAD are supported\n"},
		{"DELETE", "rebound.example:" + port, "/", http.StatusForbidden, "the app is available only on the machine that serves it\n"},
	} {
		request, err := http.NewRequest(c.method, "http://"+at+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = c.host
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != c.status || string(body) != c.body {
			t.Errorf("%s %s%s: %d %q, %v; want %d %q", c.method, c.host, c.path, response.StatusCode, body, err, c.status, c.body)
		}
		header := response.Header
		if got := header.Get("X-Content-Type-Options"); c.status == http.StatusOK && got != "nosniff" {
			t.Errorf("%s%s: X-Content-Type-Options %q", c.host, c.path, got)
		}
		if got := header.Get("Content-Security-Policy"); c.status == http.StatusOK && got != "frame-ancestors 'none'" {
			t.Errorf("%s%s: Content-Security-Policy %q", c.host, c.path, got)
		}
		if got := header.Get("Allow"); c.status == http.StatusMethodNotAllowed && got != "GET, HEAD" {
			t.Errorf("%s%s: Allow %q", c.host, c.path, got)
		}
	}
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the server does not end")
	}
}

// A panic of the handler ends the server and is raised by serve.
func TestServePanics(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		ended <- panics.Do(func() error {
			return serve(t.Context(), listener, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("a mistake") }))
		})
	}()
	if response, err := http.Get("http://" + listener.Addr().String()); err == nil {
		response.Body.Close()
	}
	if r, ok := (<-ended).(*panics.Recovered); !ok || r.Value != "a mistake" {
		t.Errorf("%v", r)
	}
}

// Files whose name says what is in them are kept forever. Others are asked for again, and
// sent again only if they have changed.
func TestCaching(t *testing.T) {
	ask := func(content, path, tag string) *http.Response {
		files := fstest.MapFS{"index.html": {Data: []byte(content)}, "engine-0123456789ab.wasm.gz": {Data: []byte(content)}}
		server := httptest.NewUnstartedServer(nil)
		server.Config.Handler = handler(files, server.Listener.Addr().String())
		server.Start()
		defer server.Close()
		request, err := http.NewRequest("GET", server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("If-None-Match", tag)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		return response
	}
	first := ask("one", "/", "")
	tag := first.Header.Get("ETag")
	if first.StatusCode != http.StatusOK || tag == "" || first.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("the page: %d, %v", first.StatusCode, first.Header)
	}
	if again := ask("one", "/", tag); again.StatusCode != http.StatusNotModified {
		t.Errorf("the same page again: %d", again.StatusCode)
	}
	if changed := ask("two", "/", tag); changed.StatusCode != http.StatusOK {
		t.Errorf("another page: %d", changed.StatusCode)
	}
	const forever = "public, max-age=31536000, immutable"
	if engine := ask("one", "/engine-0123456789ab.wasm.gz", ""); engine.Header.Get("Cache-Control") != forever {
		t.Errorf("the engine: %v", engine.Header)
	}
	if absent := ask("one", "/index-0123456789ab.js", ""); absent.StatusCode != http.StatusNotFound || absent.Header.Get("Cache-Control") == forever {
		t.Errorf("a file that is not there: %d, %v", absent.StatusCode, absent.Header)
	}
}
