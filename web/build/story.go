package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// storyLine is the command line whose results the app shows first. The build runs it.
var storyLine = []string{"simulate", "converge", "--coins", "paper", "--trials", "80", "--seed", "1", "--metrics", "bayes",
	"--gold", "ties=any", "--replicates", "10000", "--trace", "225", "--looks", "8,9,16"}

// storyWidths holds the widths of the story's figure on wide and on narrow screens, in
// millimetres. A width of 88 fits a phone of 360 pixels.
var storyWidths = map[string]string{"wide": "180", "narrow": "88"}

// runStory runs storyLine, which writes figures into a folder. It returns a headline with the
// share of leaderboards that one more trial changes. It also returns the JSON of the story that
// the app shows.
func runStory(folder string) (headline string, script []byte, err error) {
	var printed []byte
	told := map[string]any{"args": storyLine}
	for name, width := range storyWidths {
		line := slices.Concat([]string{"run", "./cmd/settle"}, storyLine,
			[]string{"--out", filepath.Join(folder, name), "--figures", "svg,png", "--width", width, "--format", "json"})
		command := exec.Command("go", line...)
		var said strings.Builder // the list of written files, or the error
		command.Stderr = &said
		if printed, err = command.Output(); err != nil {
			return "", nil, fmt.Errorf("run the story: %w: %s", err, &said)
		}
		svg, err := os.ReadFile(filepath.Join(folder, name, "cdf.svg"))
		if err != nil {
			return "", nil, err
		}
		told[name] = string(svg)
	}
	data, err := os.ReadFile(filepath.Join(folder, "wide", "cdf.csv"))
	if err != nil {
		return "", nil, err
	}
	told["data"], told["document"] = string(data), json.RawMessage(printed)
	var document struct {
		Looks []struct{ Points []struct{ Changed float64 } }
	}
	if err := json.Unmarshal(printed, &document); err != nil {
		return "", nil, err
	}
	share := 100 * document.Looks[0].Points[1].Changed
	script, err = json.Marshal(told)
	return fmt.Sprintf("%.1f\u00a0%% of leaderboards change between trial 8 and trial 9", share), script, err
}
