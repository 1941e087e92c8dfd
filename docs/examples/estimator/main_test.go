package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// The example builds and runs. Shrinking all means towards their mean keeps
// their order, and so does Bayes@N (appendix B of the paper), so these two agree
// with the truth equally well. The bias of Bayes@16 is (½ − p̄)/9, from
// (c + 1)/(n + 2): the published means of the coins average 5.1097/11, which
// makes 0.0039, here met within what 300 boards leave open.
func TestExample(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 to run mine.py")
	}
	program := filepath.Join(t.TempDir(), "estimator.exe")
	if output, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	command := exec.Command(program)
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^(.*) at n = 16: τ with the truth (\d\.\d\d), bias (-?\d\.\d{3})$`).FindAllStringSubmatch(string(output), -1)
	if len(lines) != 3 || lines[0][1] != "bayes" || lines[1][1] != "median" || lines[2][1] != "exec:python3 mine.py" {
		t.Fatalf("it printed\n%s", output)
	}
	if lines[0][2] != lines[2][2] {
		t.Errorf("τ %s of bayes, %s of its monotone image", lines[0][2], lines[2][2])
	}
	bias, err := strconv.ParseFloat(lines[0][3], 64)
	if err != nil || bias < 0.0029 || bias > 0.0059 {
		t.Errorf("bias %s of bayes, want 0.0039 ± 0.0010 before rounding", lines[0][3])
	}
	board := regexp.MustCompile(`(?m)^(.*) on the board: τ (\d\.\d{3}) at n = 10, settled by n = 80 in (\d+) % of the orders$`).FindAllStringSubmatch(string(output), -1)
	if len(board) != 3 {
		t.Fatalf("it printed\n%s", output)
	}
	// Without replacement every order ends in the board, where bayes is gold.
	if board[0][3] != "100" || !slices.Equal(board[0][2:], board[2][2:]) {
		t.Errorf("bayes comes to %q on the board, its monotone image to %q, want the same and 100 %% settled", board[0][2:], board[2][2:])
	}
}
