// Package serve is the command that offers the app to a browser on this machine.
package serve

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"time"

	"settle/cmd/internal/cli"
	"settle/internal/panics"
	"settle/report"
	"settle/web"
)

// Command is the grammar of settle serve.
type Command struct {
	Port uint16 `default:"8321" placeholder:"N" help:"Port to listen on; 0 takes any that is free."`
}

// Help says what the command does.
func (Command) Help() string {
	return "Offer the app to a browser on this machine, at 127.0.0.1 only, until interrupted: " +
		"it flips coins, compares models, and ranks results that are opened in it. It computes in the browser; " +
		"this command only hands out its files."
}

// served is what is said, as JSON.
type served struct {
	URL string `json:"url"`
}

// Run serves until the command is interrupted, which is how it is meant to end.
func (c *Command) Run(env *cli.Env) error {
	files := web.Files()
	if files == nil {
		return errors.New("this settle was built without the app: in a checkout of it, 'make build' puts a settle with the app " +
			"into bin, and 'make web' writes the app to out/web for any static server")
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(c.Port))))
	if err != nil {
		return fmt.Errorf("%w; another port is taken by --port", err)
	}
	defer listener.Close()
	at := listener.Addr().String()
	url := "http://" + at + "/"
	said := report.Report{Sentence: "The app is at " + url + " (Ctrl-C ends it).", JSON: served{url}}
	if err := env.Print(said); err != nil {
		return err
	}
	return serve(env.Context, listener, handler(files, at))
}

// patience is how long a browser may take to ask.
const patience = 10 * time.Second

// serve answers until the context ends, which is no error. It raises a panic of h, which
// ends the server, too.
func serve(ctx context.Context, listener net.Listener, h http.Handler) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	server := &http.Server{ReadHeaderTimeout: patience}
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := panics.Do(func() error {
			h.ServeHTTP(w, r)
			return nil
		})
		if err != nil {
			end(err)
		}
	})
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	_ = panics.Raise(context.Cause(ctx))
	return nil
}

// handler hands out files to those who ask for this machine by its number or by
// localhost: a page from elsewhere that makes its own name point here gets nothing, and
// none can show the app in a frame.
func handler(files fs.FS, at string) http.Handler {
	_, port, _ := net.SplitHostPort(at)
	hand := http.FileServerFS(files)
	tags := tagsOf(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != at && r.Host != net.JoinHostPort("localhost", port) {
			http.Error(w, "this app is offered to its own machine only", http.StatusForbidden)
			return
		}
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		if name := path.Clean("/" + r.URL.Path); hashed.MatchString(name) {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			w.Header().Set("Cache-Control", "no-cache")
			if tag, ok := tags[name]; ok {
				w.Header().Set("ETag", tag)
			}
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are answered", http.StatusMethodNotAllowed)
			return
		}
		hand.ServeHTTP(w, r)
	})
}

// hashed matches names that say what is in a file, as web/build gives them.
var hashed = regexp.MustCompile(`-[0-9a-f]{12}\.`)

// tagsOf returns the entity tags of files by the paths that are asked for, so that
// browsers fetch again only what has changed: built-in files have no time.
func tagsOf(files fs.FS) map[string]string {
	tags := map[string]string{}
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || hashed.MatchString(name) {
			return err
		}
		content, err := fs.ReadFile(files, name)
		tags["/"+name] = fmt.Sprintf(`"%.12x"`, sha256.Sum256(content))
		return err
	})
	tags["/"] = tags["/index.html"]
	return tags
}
