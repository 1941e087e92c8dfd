// Release makes what users of Settle download. Run it in the folder release:
//
//	go run . licences
//	go run . pack -version VERSION -date DATE -stamp FLAGS FOLDER
//
// The first writes LICENSES.md. The second writes archives, Debian and RPM packages, an SBOM and
// checksums into FOLDER, and adds files that are already there to the checksums. Its output
// depends on the commit alone. `make release` calls it twice and compares.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// root is the folder of the main module.
const root = ".."

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 1 && args[0] == "licences" {
		all, err := dependencies()
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(root, licencesFile), licencesPage(all), 0o644)
	}
	flags := flag.NewFlagSet("release pack", flag.ContinueOnError)
	version := flags.String("version", "", "version, such as v0.1.0")
	date := flags.String("date", "", "time of the commit, RFC 3339")
	stamp := flags.String("stamp", "", "flags of the linker that set the version")
	if len(args) == 0 || args[0] != "pack" {
		return errors.New("usage: go run . licences | pack [flags] FOLDER")
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	at, err := time.Parse(time.RFC3339, *date)
	if err != nil || flags.NArg() != 1 || *version == "" {
		return fmt.Errorf("pack requires --version, --date and one folder: %w", err)
	}
	return pack(flags.Arg(0), *version, *stamp, at.UTC())
}
