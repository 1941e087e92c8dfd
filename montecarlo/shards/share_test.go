package shards_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"settle/internal/filelock"
	"settle/montecarlo/shards"
)

// run is a share with a folder and the sums that its jobs are given.
type run struct {
	*shards.Share
	given []string
}

func newRun(folder string, shard shards.Shard) *run {
	return &run{Share: &shards.Share{
		Plan: shards.Plan{{Name: "command", Value: "toy"}}, Command: []string{"toy"}, Version: "devel",
		Shard: shard, Folder: &shards.Folder{Path: folder},
	}}
}

func (r *run) begin(t *testing.T, replicates int) *shards.Job {
	t.Helper()
	j, err := r.Begin("toys", replicates, func(sums []byte, _ int) error {
		if string(sums) == "unreadable" {
			return errors.New("holds other sums")
		}
		r.given = append(r.given, string(sums))
		return nil
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// save saves sums of all but what is lacking.
func save(t *testing.T, j *shards.Job, sums string, lacking ...shards.Range) {
	t.Helper()
	err := j.Save(func() (shards.Ranges, []byte) {
		found, more := j.Found(lacking)
		if !more {
			t.Errorf("nothing new but for %v", lacking)
		}
		return found, []byte(sums)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// parts returns the names of the files in the folder of the only plan.
func parts(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	hidden, err := filepath.Glob(filepath.Join(folder, "*", ".*"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, path := range append(paths, hidden...) {
		names = append(names, filepath.Base(path))
	}
	return names
}

func mustBe[T any](t *testing.T, what string, got, want []T, same func(a, b T) bool) {
	t.Helper()
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func equal[T comparable](a, b T) bool { return a == b }

// A run goes on from what the one before it saved, gaps included; a longer part takes the
// place of shorter ones.
func TestGoesOn(t *testing.T) {
	dir := t.TempDir()
	first := newRun(dir, shards.Shard{}).begin(t, 100)
	mustBe(t, "at first", first.Todo, shards.Ranges{{From: 0, To: 100}}, equal)
	save(t, first, "a", shards.Range{From: 10, To: 100})
	save(t, first, "b", shards.Range{From: 60, To: 100}, shards.Range{From: 30, To: 40}, shards.Range{From: 10, To: 12})
	if names := parts(t, dir); len(names) != 1 || !strings.HasPrefix(names[0], "toys-0-60-") {
		t.Errorf("parts %v", names)
	}

	again := newRun(dir, shards.Shard{})
	second := again.begin(t, 100)
	mustBe(t, "sums", again.given, []string{"b"}, equal)
	mustBe(t, "left", second.Todo, shards.Ranges{{From: 10, To: 12}, {From: 30, To: 40}, {From: 60, To: 100}}, equal)
	if second.Kept != 48 || again.Status().Kept != 48 { // 100 − 2 − 10 − 40
		t.Errorf("%d were kept, and %d in all", second.Kept, again.Status().Kept)
	}
	if _, more := second.Found(second.Todo); more {
		t.Error("what was read is to be saved again")
	}
	save(t, second, "all")
	mustBe(t, "parts at the end", parts(t, dir), []string{"toys-0-100" + shards.Extension}, equal)
}

// A run that ended stays for others of as many replicates, when one with more goes on from
// it; one with fewer uses what fits.
func TestMoreAndFewer(t *testing.T) {
	dir := t.TempDir()
	for _, step := range []struct {
		replicates int
		given      []string
		todo       shards.Ranges
	}{
		{100, nil, shards.Ranges{{From: 0, To: 100}}},
		{300, []string{"100"}, shards.Ranges{{From: 100, To: 300}}},
		{300, []string{"300"}, nil},
		{100, []string{"100"}, nil},
		{200, []string{"100"}, shards.Ranges{{From: 100, To: 200}}},
		{50, nil, shards.Ranges{{From: 0, To: 50}}},
	} {
		r := newRun(dir, shards.Shard{})
		j := r.begin(t, step.replicates)
		mustBe(t, "sums", r.given, step.given, equal)
		mustBe(t, "left", j.Todo, step.todo, equal)
		if len(j.Todo) > 0 {
			save(t, j, map[int]string{50: "50", 100: "100", 200: "200", 300: "300"}[step.replicates])
		}
	}
}

// Shards keep what is theirs, and a run of all goes on from them.
func TestShardsInAFolder(t *testing.T) {
	dir := t.TempDir()
	for i, want := range []shards.Range{{From: 0, To: 34}, {From: 34, To: 67}, {From: 67, To: 100}} {
		r := newRun(dir, shards.Shard{I: i + 1, N: 3})
		j := r.begin(t, 100)
		mustBe(t, "shard", j.Todo, shards.Ranges{want}, equal)
		if i != 1 {
			save(t, j, string(rune('a'+i)))
		}
	}
	r := newRun(dir, shards.Shard{})
	j := r.begin(t, 100)
	slices.Sort(r.given)
	mustBe(t, "sums", r.given, []string{"a", "c"}, equal)
	mustBe(t, "left", j.Todo, shards.Ranges{{From: 34, To: 67}}, equal)
}

// A file that is damaged, foreign or misnamed is left where it is and named; its
// replicates are visited again. What is no part is left alone.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	save(t, newRun(dir, shards.Shard{}).begin(t, 10), "ten")
	save(t, newRun(dir, shards.Shard{}).begin(t, 20), "unreadable")
	names := parts(t, dir)
	folder := filepath.Dir(glob(t, filepath.Join(dir, "*", names[0])))
	ten, err := os.ReadFile(filepath.Join(folder, "toys-0-10"+shards.Extension))
	if err != nil {
		t.Fatal(err)
	}
	foreign := newRun(t.TempDir(), shards.Shard{})
	foreign.Plan[0].Value = "another"
	save(t, foreign.begin(t, 30), "foreign")
	other, err := os.ReadFile(glob(t, filepath.Join(foreign.Folder.Path, "*", "*")))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{
		"toys-0-5.settle-part":       ten[:len(ten)-1],
		"toys-0-6.settle-part":       append(bytes.Clone(ten[:len(ten)-40]), append([]byte{ten[len(ten)-40] ^ 1}, ten[len(ten)-39:]...)...),
		"toys-0-7.settle-part":       nil,
		"toys-0-8.settle-part":       []byte("settle-part 99\n{}\n"),
		"toys-0-9.settle-part":       other,
		"toys-0-11.settle-part":      ten,
		"toys-10-40.settle-part":     {1}, // of more than is wanted, by its name
		"toys-more-0-5.settle-part":  ten, // of a fold of another name
		"toys-0-5.settle-part.saved": {1},
		"notes.txt":                  {1},
	} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := newRun(dir, shards.Shard{})
	j := r.begin(t, 20)
	mustBe(t, "sums", r.given, []string{"ten"}, equal)
	mustBe(t, "left", j.Todo, shards.Ranges{{From: 10, To: 20}}, equal)
	var refused []string
	for _, err := range r.Status().Refused {
		name, reason, _ := strings.Cut(strings.TrimPrefix(err.Error(), folder+string(filepath.Separator)), shards.Extension+" ")
		refused = append(refused, name+": "+reason[:min(len(reason), 12)])
	}
	slices.Sort(refused)
	mustBe(t, "refused", refused, []string{
		"toys-0-11: is a part of", "toys-0-20: holds other ", "toys-0-5: is damaged o", "toys-0-6: is damaged o",
		"toys-0-7: is empty", "toys-0-8: is a part of", "toys-0-9: is a part of",
	}, equal)
	save(t, j, "twenty")
	if left := len(parts(t, dir)); left != 12 { // those of above, and the two of runs that ended
		t.Errorf("%d files are left: %v", left, parts(t, dir))
	}
}

// A part that cannot be used takes nothing away of what is within it, at first or later, and
// is left as it is; nor does one that is not used since it overlaps another.
func TestRefusedTakesNothingAway(t *testing.T) {
	dir := t.TempDir()
	lacking := func(from int) shards.Range { return shards.Range{From: from, To: 100} }
	parallel := func(sums string, lacking ...shards.Range) { // of one that began when nothing was kept
		other := newRun(t.TempDir(), shards.Shard{})
		save(t, other.begin(t, 100), sums, lacking...)
		from := glob(t, filepath.Join(other.Folder.Path, "*", "*"))
		to := filepath.Join(dir, filepath.Base(filepath.Dir(from)), filepath.Base(from))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.Rename(from, to)); err != nil {
			t.Fatal(err)
		}
	}
	parallel("good", lacking(50))
	parallel("unreadable", lacking(60))
	parallel("overlaps", shards.Range{From: 0, To: 45}, lacking(75)) // 45–74, beside 0–49
	parallel("within", shards.Range{From: 0, To: 65}, lacking(70))   // 65–69
	names := parts(t, dir)

	r := newRun(dir, shards.Shard{})
	j := r.begin(t, 100)
	mustBe(t, "sums", r.given, []string{"good", "within"}, equal)
	mustBe(t, "left", j.Todo, shards.Ranges{{From: 50, To: 65}, {From: 70, To: 100}}, equal)
	mustBe(t, "parts", parts(t, dir), names, equal)
	if len(r.Status().Refused) != 1 {
		t.Errorf("refused: %v", r.Status().Refused)
	}
	save(t, j, "more", lacking(80))
	mustBe(t, "parts later", parts(t, dir), []string{"toys-0-60" + shards.Extension, "toys-0-80" + shards.Extension}, equal)
}

// A run that uses what another version of the program found says so, and so does one that
// uses what that saved.
func TestMakersAreTold(t *testing.T) {
	dir := t.TempDir()
	lacking := func(from int) shards.Range { return shards.Range{From: from, To: 100} }
	for _, test := range []struct {
		version string
		want    []string
		from    int
	}{{"1.0", nil, 20}, {"1.0", nil, 40}, {"1.1", []string{"1.0"}, 60}, {"1.1", []string{"1.0"}, 80}} {
		r := newRun(dir, shards.Shard{})
		r.Version = test.version
		j := r.begin(t, 100)
		mustBe(t, "makers", r.Status().Makers, test.want, equal)
		save(t, j, "sums", lacking(test.from))
	}
}

func glob(t *testing.T, pattern string) string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) != 1 {
		t.Fatalf("%s: %v, %v", pattern, paths, err)
	}
	return paths[0]
}

// Two runs on one folder: neither takes away what only the other holds.
func TestNeighbours(t *testing.T) {
	dir := t.TempDir()
	save(t, newRun(dir, shards.Shard{}).begin(t, 100), "old", shards.Range{From: 10, To: 100})
	a, b := newRun(dir, shards.Shard{}).begin(t, 100), newRun(dir, shards.Shard{}).begin(t, 100)
	save(t, a, "a", shards.Range{From: 50, To: 60}, shards.Range{From: 80, To: 100})
	save(t, b, "b", shards.Range{From: 20, To: 30}, shards.Range{From: 80, To: 100})
	if names := parts(t, dir); len(names) != 2 || slices.Contains(names, "toys-0-10"+shards.Extension) {
		t.Errorf("parts %v", names)
	}
	save(t, b, "all")
	if names := parts(t, dir); len(names) != 2 { // that of a is a's to take away
		t.Errorf("parts %v", names)
	}
	newRun(dir, shards.Shard{}).begin(t, 100) // or anybody's who reads both
	mustBe(t, "parts after a look", parts(t, dir), []string{"toys-0-100" + shards.Extension}, equal)
	save(t, a, "all")
	mustBe(t, "parts at the end", parts(t, dir), []string{"toys-0-100" + shards.Extension}, equal)
}

// halfWritten returns the name of a file that has not got its own.
func halfWritten(letter string) string { return ".settle-" + strings.Repeat(letter, 26) + ".tmp" }

// What a killed run left half-written goes when the next one begins, and a longer part
// takes the place of those that a killed run had no time to take away.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	j := newRun(dir, shards.Shard{}).begin(t, 100)
	save(t, j, "short", shards.Range{From: 10, To: 100})
	short := glob(t, filepath.Join(dir, "*", "*"))
	content, err := os.ReadFile(short)
	if err != nil {
		t.Fatal(err)
	}
	save(t, j, "longer", shards.Range{From: 20, To: 100})
	for _, path := range []string{short, filepath.Join(filepath.Dir(short), halfWritten("A"))} {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	living := filepath.Join(filepath.Dir(short), halfWritten("D"))
	if err := os.WriteFile(living, content, 0o666); err != nil {
		t.Fatal(err)
	}
	hold, err := os.OpenFile(living, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if state := filelock.Try(hold); state != filelock.Locked {
		t.Skipf("no locks here: %v", state)
	}
	r := newRun(dir, shards.Shard{})
	next := r.begin(t, 100)
	if _, err := os.Stat(living); err != nil {
		t.Errorf("the file of one who writes: %v", err)
	}
	filelock.Close(hold)
	newRun(dir, shards.Shard{}).begin(t, 100)
	mustBe(t, "sums", r.given, []string{"longer"}, equal)
	mustBe(t, "swept", parts(t, dir), []string{"toys-0-20" + shards.Extension}, equal)
	save(t, next, "longest", shards.Range{From: 30, To: 100})
	mustBe(t, "replaced", parts(t, dir), []string{"toys-0-30" + shards.Extension}, equal)
}

// Tasks that start at the same time on one folder, as a scheduler starts them, sweep it
// while others write; none of them loses anything or fails.
func TestManyBegin(t *testing.T) {
	const runs, rounds = 24, 20
	for range rounds {
		dir := t.TempDir()
		start := make(chan struct{})
		var group sync.WaitGroup
		for i := range runs {
			group.Go(func() {
				r := newRun(dir, shards.Shard{I: i + 1, N: runs})
				<-start
				j, err := r.Begin("toys", 10*runs, func([]byte, int) error { return nil }, nil)
				if err == nil {
					err = j.Save(func() (shards.Ranges, []byte) { return shards.Ranges{{From: 10 * i, To: 10*i + 10}}, []byte("sums") })
				}
				if err != nil {
					t.Errorf("run %d: %v", i, err)
				}
			})
		}
		close(start)
		group.Wait()
		if names := parts(t, dir); len(names) != runs {
			t.Errorf("%d runs leave %v", runs, names)
		}
	}
}

// A folder that cannot be one is said at once, and what is kept when nothing more can be.
func TestNoFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := newRun(file, shards.Shard{}).Begin("toys", 10, nil, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "cannot store sums in "+file+": ") {
		t.Errorf("a file as a folder: %v", err)
	}

	r := newRun(filepath.Join(dir, "folder"), shards.Shard{})
	j := r.begin(t, 100)
	save(t, j, "some", shards.Range{From: 40, To: 100})
	plan := filepath.Dir(glob(t, filepath.Join(dir, "folder", "*", "*")))
	if err := os.Rename(plan, plan+".gone"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(plan, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	err = j.Save(func() (shards.Ranges, []byte) { return shards.Ranges{{From: 0, To: 50}}, []byte("more") })
	if err == nil || !errors.Is(r.Status().Unsaved, err) {
		t.Errorf("a folder that is one no more: %v, and the share says %v", err, r.Status().Unsaved)
	}
	mustBe(t, "held", r.Status().Held, []shards.Held{{Fold: "toys", Kept: 40, Of: 100}}, equal)
	if errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the reason is %v", err)
	}
}

// Of what runs of several lengths kept, by shards and without, those are taken that hold
// most together; what they lack is told by shards only where all are.
func TestCollectKept(t *testing.T) {
	dir := t.TempDir()
	all := func() []string {
		paths, err := filepath.Glob(filepath.Join(dir, "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return paths
	}
	shard := func(i int) shards.Shard { return shards.Shard{I: i, N: 2} }
	late := newRun(dir, shards.Shard{}).begin(t, 90) // it saves when others have ended
	save(t, newRun(dir, shards.Shard{}).begin(t, 70), "70")
	save(t, newRun(dir, shard(1)).begin(t, 90), "first")
	save(t, late, "late", shards.Range{From: 10, To: 90})
	for _, test := range []struct {
		replicates int
		missing    string // "" for none
		shards     int    // that hold these
		whole      int
	}{
		{0, "70–89", 0, 70}, // those of 70 hold more than the shard
		{90, "70–89", 0, 0},
		{70, "", 0, 0},
	} {
		_, err := shards.Collect(all(), test.replicates)
		var e *shards.Incomplete
		switch errors.As(err, &e); {
		case test.missing == "" && err != nil, test.missing != "" && e == nil:
			t.Errorf("of %d: %v", test.replicates, err)
		case e != nil && (e.Missing.String() != test.missing || len(e.Shards) != test.shards || e.Whole != test.whole):
			t.Errorf("of %d: %v are missing, of shards %v, and %d are whole", test.replicates, e.Missing, e.Shards, e.Whole)
		}
	}
	if err := os.Remove(glob(t, filepath.Join(dir, "*", "toys-0-70.settle-part"))); err != nil {
		t.Fatal(err)
	}
	_, err := shards.Collect(all(), 0)
	var e *shards.Incomplete
	if !errors.As(err, &e) || e.Missing.String() != "45–89" || !slices.Equal(e.Shards, []shards.Shard{shard(2)}) {
		t.Errorf("of a shard and what one without shards kept late: %v", err)
	}
	save(t, newRun(dir, shard(2)).begin(t, 90), "second")
	c, err := shards.Collect(all(), 0)
	if err != nil {
		t.Fatal(err)
	}
	r := newRun(dir, shards.Shard{})
	r.Collected = c
	r.begin(t, 90)
	slices.Sort(r.given)
	mustBe(t, "sums", r.given, []string{"first", "second"}, equal)
	if _, err := shards.Collect(all(), 80); err == nil || !strings.Contains(err.Error(), "not 80; run: settle toy --replicates 80 --checkpoint "+dir) {
		t.Errorf("of 80: %v", err)
	}
}
