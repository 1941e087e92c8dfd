// Release makes the files that users of Settle download. Run it in the folder release:
//
//	go run . licences
//	go run . pack VERSION DATE FLAGS FOLDER
//
// The first command writes LICENSES.md. The second writes archives, Debian and RPM packages, an
// SBOM and checksums into FOLDER. The checksums include files that are already in FOLDER. VERSION
// is a version such as 0.1.0, DATE is the time of the commit in RFC 3339, and FLAGS are the linker
// flags that set the version. The output depends only on the commit and the arguments. `make
// release` runs pack twice and compares the output.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// root is the path of the main module's folder.
const root = ".."

func main() {
	defer func() {
		if err, failed := recover().(error); failed {
			fmt.Fprintln(os.Stderr, "release:", err)
			os.Exit(1)
		}
	}()
	switch args := os.Args[1:]; {
	case len(args) == 1 && args[0] == "licences":
		check(os.WriteFile(licencesFile, licencesPage(dependencies()), 0o644))
	case len(args) == 5 && args[0] == "pack":
		pack(args[4], args[1], must(time.Parse(time.RFC3339, args[2])).UTC(), args[3])
	default:
		check(fmt.Errorf("usage: go run . licences | pack VERSION DATE FLAGS FOLDER"))
	}
}

// check panics with err if err is not nil, because the program cannot continue after a failure.
func check(err error) {
	if err != nil {
		panic(err)
	}
}

// must returns the given value if err is nil. Otherwise it panics with err.
func must[T any](value T, err error) T {
	check(err)
	return value
}

// goOutput runs the go command in root for a platform such as linux_amd64. It returns the output
// without its last newline.
func goOutput(platform string, args ...string) string {
	goos, arch, _ := strings.Cut(platform, "_")
	command := exec.Command("go", args...)
	command.Dir, command.Stderr = root, os.Stderr
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+arch, "GOFLAGS=", "GOAMD64=v1", "GOARM64=v8.0")
	out, err := command.Output()
	if err != nil {
		check(fmt.Errorf("cannot run %s for %s: %w", command, platform, err))
	}
	return strings.TrimSuffix(string(out), "\n")
}
