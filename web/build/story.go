package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// The app opens on this command line, which the build runs.
var storyLine = []string{"simulate", "converge", "--coins", "paper", "--trials", "80", "--seed", "1", "--metrics", "bayes",
	"--gold", "ties=any", "--replicates", "10000", "--trace", "225", "--looks", "8,9,16"}

// storyWidths are those of the figure on wide and on narrow screens, in millimetres; 88
// fit a telephone of 360 pixels.
var storyWidths = map[string]string{"wide": "180", "narrow": "88"}

// story holds what the app shows before it can compute.
type story struct {
	headline string // with the share that the program computes
	script   []byte // JSON: what the program prints, with its arguments and the figure of all runs
	svg, png []byte // the run that is played
}

func runStory() (*story, error) {
	folder, err := os.MkdirTemp("", "settle-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	var printed []byte
	var failure error
	read := func(parts ...string) []byte {
		content, err := os.ReadFile(filepath.Join(append([]string{folder}, parts...)...))
		failure = cmp.Or(failure, err)
		return content
	}
	figure := map[string]string{}
	for name, width := range storyWidths {
		line := slices.Concat([]string{"run", "./cmd/settle"}, storyLine,
			[]string{"--out", filepath.Join(folder, name), "--figures", "svg,png", "--width", width, "--format", "json"})
		command := exec.Command("go", line...)
		command.Stderr = os.Stderr
		if printed, err = command.Output(); err != nil {
			return nil, fmt.Errorf("run the story: %w", err)
		}
		figure[name] = string(read(name, "cdf.svg"))
		figure["data"] = string(read(name, "cdf.csv"))
	}
	svg, png := read("wide", "trace-225-bayes.svg"), read("wide", "trace-225-bayes.png")
	if failure != nil {
		return nil, failure
	}
	told, err := tell(printed, figure)
	if err != nil {
		return nil, err
	}
	told.svg, told.png = svg, png
	return told, nil
}

// tell returns the story of what the program printed, without what it does not show.
func tell(printed []byte, figure map[string]string) (*story, error) {
	var document map[string]any
	var looks struct {
		Looks []struct {
			Points []struct {
				N       int
				Changed float64
			}
		}
	}
	if err := json.Unmarshal(printed, &document); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(printed, &looks); err != nil {
		return nil, err
	}
	for _, trace := range document["traces"].([]any) {
		delete(trace.(map[string]any), "scores")
	}
	delete(document, "metrics") // the figure shows them
	document["args"], document["figure"] = storyLine, figure
	script, err := json.Marshal(document)
	share := looks.Looks[0].Points[1].Changed
	return &story{headline: fmt.Sprintf("%.1f\u00a0%% of leaderboards change between trial 8 and trial 9", 100*share), script: script}, err
}
