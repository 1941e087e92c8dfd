package command

import (
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"settle/cmd/internal/cli"
	"settle/internal/rng"
	"settle/internal/tests/clitest"
)

var (
	soakTimes = flag.Int("soak", 1, "how often TestSoak tries each kind")
	soakSeed  = flag.Uint64("soakseed", 1, "the seed of TestSoak")
)

func TestMain(m *testing.M) {
	clitest.Main(m, map[string]func(){"settle": func() { cli.Main(Settle) }})
}

// kinds of harm. A try reports what was mishandled as an error of the test.
var kinds = []struct {
	name string
	try  func(t *trial)
}{
	{"kills", tryKill},
	{"no room", tryNoRoom},
	{"bit flips", tryFlip},
	{"truncations", tryCut},
	{"evil names", tryName},
	{"restarts", tryRestarts},
}

// trial is one try: a folder of its own, random numbers, and the program.
type trial struct {
	*testing.T
	random *rand.Rand
	settle string // path of the program
	folder string
}

func newTrial(t *testing.T, purpose string, index int) *trial {
	t.Helper()
	if testing.Short() && !demanded() {
		t.Skip("kills commands again and again")
	}
	settle, err := exec.LookPath("settle")
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp(t.TempDir(), "try-")
	if err != nil {
		t.Fatal(err)
	}
	return &trial{T: t, random: rand.New(rng.New(*soakSeed, purpose, index)), settle: settle, folder: folder}
}

// What must not hurt does not, however often it is tried: kills, a lack of room, damaged
// files, evil names, restarts. `make soak` tries each a thousand times.
func TestSoak(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			if kind.name == "restarts" && *soakTimes == 1 {
				t.Skip("TestRestarts does that")
			}
			for i := 0; i < *soakTimes && !t.Failed(); i++ {
				one := newTrial(t, "soak "+kind.name, i)
				kind.try(one)
				if err := os.RemoveAll(one.folder); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// demanded reports whether restarts are asked for in the environment.
func demanded() bool { return os.Getenv("RESTART_TESTS") == "demand" }

// For twenty lines over all commands, a run that is ended twenty times, once in a write and
// once for lack of room, and goes on from its checkpoint each time, comes to what a run does
// that is let alone. That takes minutes: with -short, or where it is not demanded, the first
// line of each command is ended four times.
func TestRestarts(t *testing.T) {
	lines, times := firstOfEach(sharedLines), 4
	demand := demanded() && !testing.Short()
	if demand {
		lines, times = sharedLines, 20
	}
	var mu sync.Mutex
	var all ends
	t.Run("lines", func(t *testing.T) {
		for i, line := range lines {
			t.Run(line.words, func(t *testing.T) {
				t.Parallel()
				if why := line.lacks(); why != "" {
					t.Skip(why)
				}
				found := newTrial(t, "restarts", i).restart(line, times)
				t.Log(found)
				mu.Lock()
				defer mu.Unlock()
				all.add(found)
			})
		}
	})
	t.Logf("%d command lines: %v", len(lines), all)
	if demand && all.writes == 0 {
		t.Error("no end was seen within a write: where files are in memory that takes no time; let TMPDIR be on a disk")
	}
	switch {
	case !canFill():
		t.Log("no disk was full: to make one takes root, Linux and leave to mount")
	case demand && all.full == 0:
		t.Error("no disk was full")
	}
}

// firstOfEach are the first lines of each command.
func firstOfEach(lines []sharedLine) (first []sharedLine) {
	seen := map[string]bool{}
	for _, line := range lines {
		if command, _, _ := strings.Cut(line.words, " "); !seen[command] {
			seen[command] = true
			first = append(first, line)
		}
	}
	return first
}
