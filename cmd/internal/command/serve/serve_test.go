package serve

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/fstest"
	"time"
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
	files := fstest.MapFS{"index.html": {Data: []byte("the app")}, "a.js": {Data: []byte("1")}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- serve(ctx, listener, handler(files, at)) }()
	for _, c := range []struct {
		host, path string
		status     int
		body       string
	}{
		{at, "/", http.StatusOK, "the app"},
		{"localhost:" + port, "/a.js", http.StatusOK, "1"},
		{at, "/b.js", http.StatusNotFound, "404 page not found\n"},
		{"rebound.example:" + port, "/", http.StatusForbidden, "this app is offered to its own machine only\n"},
	} {
		request, err := http.NewRequest(http.MethodGet, "http://"+at+c.path, nil)
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
			t.Errorf("%s%s: %d %q, %v; want %d %q", c.host, c.path, response.StatusCode, body, err, c.status, c.body)
		}
		if got := response.Header.Get("X-Content-Type-Options"); c.status == http.StatusOK && got != "nosniff" {
			t.Errorf("%s%s: X-Content-Type-Options %q", c.host, c.path, got)
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
