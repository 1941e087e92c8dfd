package input

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"settle/cmd/internal/cli"
	"settle/internal/bounded"
	"settle/internal/quoted"
	"settle/internal/reason"
)

// ReadNames reads names from a text file, one per line. It trims white space and skips empty
// lines. It fails if a line is longer than bounded.Record bytes, or the file longer than
// bounded.File bytes.
func ReadNames(path string) ([]string, error) {
	file, err := reason.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readNames(file, quoted.Path(path))
}

func readNames(r io.Reader, file string) (names []string, err error) {
	lines := bufio.NewScanner(bounded.Reader(r, bounded.File))
	lines.Buffer(nil, bounded.Record)
	line := 0
	for lines.Scan() {
		line++
		name := strings.TrimSpace(lines.Text())
		if !utf8.ValidString(name) {
			return nil, fmt.Errorf("%s:%d: name %s is not UTF-8", file, line, quoted.Text(name))
		}
		if name != "" {
			names = append(names, name)
		}
	}
	const needs = "the file must have one name per line"
	_, tooLong := errors.AsType[*bounded.TooLong](lines.Err())
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("%s:%d: line is longer than %d bytes; %s", file, line+1, bounded.Record, needs)
	case tooLong:
		return nil, fmt.Errorf("%s: %w; %s", file, err, needs)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, cli.Reason(err))
	}
	return names, nil
}
