package clustertest_test

import (
	"os"
	"testing"
)

// parts is where the recipes put the parts of eight shards.
const parts = "parts/*.settle-part"

// Recipes for one machine, as their page starts them.
func TestOneMachine(t *testing.T) {
	for _, one := range []struct {
		file  string
		start []string
	}{
		{"xargs.sh", []string{"./xargs.sh"}},
		{"parallel.sh", []string{"./parallel.sh"}},
		{"Makefile", []string{"make", "-j", "2"}},
		{"Snakefile", []string{"snakemake", "--cores", "2", "--quiet"}},
	} {
		t.Run(one.file, func(t *testing.T) {
			programs := map[string]string{"xargs.sh": "xargs", "parallel.sh": "parallel", "Makefile": "make", "Snakefile": "snakemake"}
			requirePrograms(t, programs[one.file])
			r := newRecipe(t, one.file)
			r.env = append(r.env, "HOME="+r.folder) // where Snakemake and GNU parallel leave something
			r.run(one.start[0], one.start[1:]...)
			r.sameAsSingle(r.read("result.json"))
			if found := r.files(parts); len(found) != 8 {
				t.Errorf("%d parts: %q, want 8", len(found), found)
			}
			t.Log("eight shards and the merge: result.json is that of the single run")
			r.againWithout(one.start)
		})
	}
}

// againWithout starts a recipe again after one part was lost, and after its report was:
// it ends in the same report.
func (r *recipe) againWithout(start []string) {
	r.t.Helper()
	for _, lost := range []string{r.files(parts)[3], r.path("result.json"), r.path("shards.log")} {
		if err := os.Remove(lost); err != nil && !os.IsNotExist(err) {
			r.t.Fatal(err)
		}
	}
	r.run(start[0], start[1:]...)
	r.sameAsSingle(r.read("result.json"))
	r.t.Log("a part and the report lost, started again: the same")
}
