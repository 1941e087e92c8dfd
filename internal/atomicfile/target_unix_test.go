//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// typeOf returns the type of what has a path, links not followed.
func typeOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Type()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustRead(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, want)
	}
}

// A link stays, and the file that it names is replaced, however it names it: by a relative
// or an absolute path, through a folder that is a link, through a second link, and also if
// there is no such file yet. Only links that lead nowhere fail.
func TestWriteThroughLinks(t *testing.T) {
	for name, c := range map[string]struct {
		link string // what links/link names
		file string // the file that it leads to
	}{
		"relative":      {"../files/old", "files/old"},
		"in the folder": {"beside", "links/beside"},
		"a second link": {"../second", "files/old"},
		"missing":       {"../files/new", "files/new"},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			for _, folder := range []string{"files", "links"} {
				must(t, os.Mkdir(filepath.Join(top, folder), 0o777))
			}
			must(t, os.Symlink("links", filepath.Join(top, "via")))
			must(t, os.Symlink(filepath.Join(top, "files", "old"), filepath.Join(top, "second")))
			old := filepath.Join(top, "files", "old")
			must(t, os.WriteFile(old, []byte("before"), 0o666))
			held, err := os.Open(old) // a reader of the old file goes on reading that
			must(t, err)
			defer held.Close()
			must(t, os.Symlink(c.link, filepath.Join(top, "links", "link")))

			must(t, Write(filepath.Join(top, "via", "link"), []byte("after")))
			if typeOf(t, filepath.Join(top, "links", "link")) != fs.ModeSymlink {
				t.Error("the link is replaced")
			}
			mustRead(t, filepath.Join(top, c.file), "after")
			content := make([]byte, 10)
			if n, _ := held.Read(content); string(content[:n]) != "before" {
				t.Errorf("a reader of the old file reads %q: it was not replaced as a whole", content[:n])
			}
		})
	}

	top := t.TempDir()
	must(t, os.Symlink("nowhere/file", filepath.Join(top, "dangling")))
	must(t, os.Symlink("loop", filepath.Join(top, "loop")))
	if err := Write(filepath.Join(top, "dangling"), nil); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link into a folder that is not there: %v", err)
	}
	if err := Write(filepath.Join(top, "loop"), nil); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("a loop: %v", err)
	}
	mustHold(t, top, "dangling", "loop")
}

// A FIFO stays one, and its reader gets the content, also through a link.
func TestWriteToFIFO(t *testing.T) {
	folder := t.TempDir()
	pipe, link := filepath.Join(folder, "pipe"), filepath.Join(folder, "link")
	must(t, unix.Mkfifo(pipe, 0o600))
	must(t, os.Symlink("pipe", link))
	for _, path := range []string{pipe, link} {
		read := make(chan string)
		go func() {
			content, err := os.ReadFile(pipe)
			if err != nil {
				content = []byte(err.Error())
			}
			read <- string(content)
		}()
		must(t, Write(path, []byte("content")))
		if got := <-read; got != "content" {
			t.Errorf("%s: the reader gets %q", path, got)
		}
		if typeOf(t, pipe) != fs.ModeNamedPipe || typeOf(t, link) != fs.ModeSymlink {
			t.Errorf("%s: it is replaced", path)
		}
	}
	mustHold(t, folder, "link", "pipe")
}

// A device stays one: a null device of its own, which only root can make, 1 and 3 being its
// numbers in Linux's list of devices.
func TestWriteToDevice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "null")
	if runtime.GOOS != "linux" {
		t.Skip("of Linux")
	}
	if err := unix.Mknod(path, unix.S_IFCHR|0o666, int(unix.Mkdev(1, 3))); err != nil {
		t.Skip("no devices can be made: ", err)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no devices can be opened here: ", err)
	}
	file.Close()
	must(t, Write(path, []byte("content")))
	if typeOf(t, path) != fs.ModeDevice|fs.ModeCharDevice {
		t.Error("the device is replaced")
	}
}
