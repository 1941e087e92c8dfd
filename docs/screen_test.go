package docs_test

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestScreen checks that the picture at the top of the README shows what the command
// prints on a terminal of 100 columns; -update draws it.
func TestScreen(t *testing.T) {
	const line = "settle rank stand-in:aime25"
	run := exec.Command(filepath.Join(program(t), "settle"), "rank", "stand-in:aime25", "--color", "always")
	run.Env = append(os.Environ(), "COLUMNS=100")
	printed, err := run.Output()
	if err != nil {
		t.Fatal(err)
	}
	drawn := drawScreen("$ " + line + "\n\n" + strings.TrimRight(string(printed), "\n"))
	path := filepath.Join("images", "rank.svg")
	if *update {
		if err := os.WriteFile(path, []byte(drawn), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(path); err != nil || string(kept) != drawn {
		t.Errorf("%s does not show what %s prints (%v): go test ./docs -run Screen -update draws it", path, line, err)
	}
}

// The size of a character, and the margin, in pixels.
const (
	characterWidth = 8.0
	lineHeight     = 19.0
	margin         = 16.0
)

// colourOf maps the colours of a terminal, by the codes that select them, to those of
// the picture.
var colourOf = map[string]string{
	"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff", "36": "#56d4dd", "90": "#8b949e",
	"91": "#ff7b72", "92": "#7ee787", "93": "#e3b341", "94": "#79c0ff", "95": "#d2a8ff", "96": "#56d4dd",
}

// escape finds the sequences that select colours.
var escape = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// drawScreen draws what a terminal shows as SVG. Each run of words stands where its
// column is, so that tables keep their columns in any font.
func drawScreen(text string) string {
	var body strings.Builder
	columns, lines := 0, strings.Split(text, "\n")
	style := ""
	for at, line := range lines {
		y := margin + lineHeight*(float64(at)+0.75)
		column := 0
		for line != "" {
			found := escape.FindStringSubmatchIndex(line)
			plain, rest := line, ""
			if found != nil {
				plain, rest = line[:found[0]], line[found[1]:]
			}
			column = drawRuns(&body, plain, column, y, style)
			if found != nil {
				style = styleOf(style, line[found[2]:found[3]])
			}
			line = rest
		}
		columns = max(columns, column)
	}
	width, height := 2*margin+characterWidth*float64(columns), 2*margin+lineHeight*float64(len(lines))
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%[1]g" height="%[2]g" `+
		`font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#e6edf3">
<rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
%s</svg>
`, width, height, body.String())
}

// runs finds words with single spaces between them.
var runs = regexp.MustCompile(`[^ ]+(?: [^ ]+)*`)

// drawRuns draws text from a column on, and returns the column behind it.
func drawRuns(body *strings.Builder, text string, column int, y float64, style string) int {
	for _, run := range runs.FindAllStringIndex(text, -1) {
		before, word := utf8.RuneCountInString(text[:run[0]]), text[run[0]:run[1]]
		fmt.Fprintf(body, "<text x=\"%g\" y=\"%g\" textLength=\"%g\"%s>%s</text>\n", margin+characterWidth*float64(column+before), y,
			characterWidth*float64(utf8.RuneCountInString(word)), style, html.EscapeString(word))
	}
	return column + utf8.RuneCountInString(text)
}

// styleOf returns the attributes of text after the codes of an escape sequence.
func styleOf(style, codes string) string {
	for _, code := range strings.Split(codes, ";") {
		switch {
		case code == "" || code == "0" || code == "39":
			style = ""
		case code == "1":
			style += ` font-weight="bold"`
		case code == "2":
			style += ` fill-opacity="0.7"`
		case colourOf[code] != "":
			style += ` fill="` + colourOf[code] + `"`
		}
	}
	return style
}
