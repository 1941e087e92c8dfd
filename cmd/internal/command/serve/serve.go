// Package serve implements settle serve, which serves the web app to a browser on this machine.
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

// Command holds the flags of settle serve, without the flags that all commands share.
type Command struct {
	Port uint16 `default:"8321" placeholder:"N" help:"Port to listen on; 0 chooses a free port."`
}

// Help returns the help text of the command.
func (Command) Help() string {
	return "Serve the web app to a browser on this machine (127.0.0.1 only) until interrupted. " +
		"The app simulates coins, compares models, and ranks results that you open in it. All computation runs in the browser; " +
		"this command only serves the files."
}

// addressReport is the JSON report of the command.
type addressReport struct {
	URL string `json:"url"`
}

// Run serves the app until the command is interrupted, which is not an error.
func (c *Command) Run(env *cli.Env) error {
	files := web.Files()
	if files == nil {
		return errors.New("this build of settle does not include the web app; in a source checkout, 'make build' builds settle with the app " +
			"into bin/, and 'make web' writes the app to out/web/ for any static server")
	}
	listener, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(c.Port))))
	if err != nil {
		return fmt.Errorf("%w; choose another port with --port", err)
	}
	defer listener.Close()
	at := listener.Addr().String()
	url := "http://" + at + "/"
	said := report.Report{Sentence: "The app is at " + url + " (press Ctrl-C to stop).", JSON: addressReport{url}}
	if err := env.Print(said); err != nil {
		return err
	}
	return serve(env.Context, listener, handler(files, at))
}

// patience is the maximum time that a browser can take to send the headers of a request.
const patience = 10 * time.Second

// serve answers requests until the context ends. The end of the context is not an error. A panic
// of h stops the server, and serve panics with the same value.
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

// handler serves files to requests whose host is the given address, or localhost with the same
// port. It refuses other host names, so that foreign pages cannot reach the app through a name that
// resolves to this machine. It also keeps other pages from showing the app in a frame.
func handler(files fs.FS, address string) http.Handler {
	_, port, _ := net.SplitHostPort(address)
	hand := http.FileServerFS(files)
	tags := tagsOf(files)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != address && r.Host != net.JoinHostPort("localhost", port) {
			http.Error(w, "the app is available only on the machine that serves it", http.StatusForbidden)
			return
		}
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		if name := path.Clean("/" + r.URL.Path); digestInName.MatchString(name) {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		} else {
			w.Header().Set("Cache-Control", "no-cache")
			if tag, ok := tags[name]; ok {
				w.Header().Set("ETag", tag)
			}
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are supported", http.StatusMethodNotAllowed)
			return
		}
		hand.ServeHTTP(w, r)
	})
}

// digestInName matches file names that contain a digest of the content, as web/build creates them.
var digestInName = regexp.MustCompile(`-[0-9a-f]{12}\.`)

// tagsOf maps the URL path of each file to an entity tag. Entity tags let browsers fetch only
// changed files; modification times cannot, because embedded files have none.
func tagsOf(files fs.FS) map[string]string {
	tags := map[string]string{}
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || digestInName.MatchString(name) {
			return err
		}
		content, err := fs.ReadFile(files, name)
		tags["/"+name] = fmt.Sprintf(`"%.12x"`, sha256.Sum256(content))
		return err
	})
	tags["/"] = tags["/index.html"]
	return tags
}
