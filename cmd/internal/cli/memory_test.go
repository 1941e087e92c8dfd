package cli

import (
	"strings"
	"testing"
	"time"
)

// What takes too much memory ends with one line and exit 1, soon; what needs too
// much is refused before it begins.
func TestMemory(t *testing.T) {
	var hoard [][]byte
	greedy := func(env *Env) error {
		for deadline := time.Now().Add(20 * time.Second); env.Context.Err() == nil; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Error("nobody stops it")
				break
			}
			if len(hoard) < 1000 {
				hoard = append(hoard, make([]byte, 1<<20))
				for i := range hoard[len(hoard)-1] {
					hoard[len(hoard)-1][i] = 1
				}
			}
		}
		return env.Context.Err()
	}
	code, stdout, stderr := play(t.Context(), greedy, "--max-memory", "200MB")
	hoard = nil
	if code != 1 || stdout != "" || stderr != "doll: out of memory: the command needs more than the 200 MB that --max-memory allows\n" {
		t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}

	needs := func(env *Env) error { return env.Needs(3e9, "this") }
	code, _, stderr = play(t.Context(), needs, "--max-memory", "2GB")
	if code != 1 || stderr != "doll: this needs about 3.0 GB of memory, but --max-memory allows 2.0 GB\n" {
		t.Errorf("exit %d, stderr %q", code, stderr)
	}
	if code, _, stderr = play(t.Context(), needs, "--max-memory", "4GB"); code == 1 {
		t.Errorf("3 GB are refused where 4 are allowed: %s", stderr)
	}
	for _, size := range []string{"0", "-1GB", "many", "1e99GB"} {
		if code, _, stderr := play(t.Context(), needs, "--max-memory="+size); code != 2 || !strings.Contains(stderr, "--max-memory") {
			t.Errorf("%s: exit %d, stderr %q", size, code, stderr)
		}
	}
}
