package reporter_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// manyModels writes a board of so many models at eight questions, three trials each.
func manyModels(t *testing.T, models int) string {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(models)))
	var lines strings.Builder
	lines.WriteString("model,question,trial,outcome\n")
	for model := range models {
		able := random.Float64()
		for q := range 8 {
			for trial := range 3 {
				right := 0
				if random.Float64() < able {
					right = 1
				}
				fmt.Fprintf(&lines, "model-%04d,q%d,%d,%d\n", model, q, trial, right)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "many.csv")
	if err := os.WriteFile(file, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

var few = []string{"--replicates", "5", "--draws", "50"}

// A page of many models grows with the models: by no more from 180 to 250 than from 110 to
// 180, but for a quarter, since it says more of one board than of another, and by less than
// 2,800 bytes a model. With the pairs it would grow by half as much again, 30,100 to 20,300.
// That of all 110 is larger.
func TestManyModelsGrowLinearly(t *testing.T) {
	long(t)
	few := append([]string{"--metrics", "avg,pass@2"}, few...) // which are quick
	sizes := map[int]int{}
	for _, models := range []int{110, 180, 250} {
		sizes[models] = len(pageOf(t, append(few, manyModels(t, models))...))
	}
	first, second := sizes[180]-sizes[110], sizes[250]-sizes[180]
	if float64(second) > 1.25*float64(first) || second > 70*2800 {
		t.Errorf("%d bytes more of 70 models, and then %d", first, second)
	}
	whole := len(pageOf(t, append(few, "--top", "110", manyModels(t, 110))...))
	if whole < sizes[110] {
		t.Errorf("%d bytes of all 110 models, and %d of the first 50", whole, sizes[110])
	}
	t.Logf("%v bytes, %d of all", sizes, whole)
}

// What a page of many models leaves out is said, with how to get it; every model has a row;
// and what is said of each, the sets of ranks for all at once among it, is what rank says of
// all of them.
func TestManyModelsSayWhatIsLeftOut(t *testing.T) {
	long(t)
	file := manyModels(t, 130)
	page := pageOf(t, append(few, file)...)
	for said, times := range map[string]int{
		`data-shown="30"`: 1, ` beyond">`: 100, // of the leaderboard
		// the probabilities of ranks, the pairs, the trajectory and the other metrics
		"Only the first 30 of 130 models are shown.":                      4,
		"The last column sums all ranks beyond 100":                       1,
		"The pairs of neighbours and the pairs with the leader are shown": 1,
		"omitted for so many models":                                      2, // budget and next
	} {
		if got := strings.Count(page, said); got != times {
			t.Errorf("%q is there %d times, want %d", said, got, times)
		}
	}
	for model := range 130 {
		if !strings.Contains(page, fmt.Sprintf(">model-%04d</t", model)) {
			t.Errorf("model %d has no row", model)
		}
	}
	documents := documentsOf(t, page)
	if documents["json-budget"] != nil || documents["json-next"] != nil {
		t.Error("documents that the page says it does not hold are there")
	}
	shown := documents["json-rank"].(map[string]any)["metrics"].([]any)
	args := append([]string{"rank", file, "--metrics", "bayes:fitted,avg,pass@2", "--format", "json"}, few[2:]...)
	printed := nearPairs(decoded(t, settle(t, args...)).(map[string]any)).(map[string]any)["metrics"].([]any)[:1]
	for _, row := range printed[0].(map[string]any)["rows"].([]any) {
		delete(row.(map[string]any), "rank_probabilities")
	}
	if !reflect.DeepEqual(shown, printed) {
		t.Error("the ranking that the page holds is not that of rank")
	}
}

// The models that are shown may be chosen, of a board of any size.
func TestTop(t *testing.T) {
	page := pageOf(t, "coins:6x8,trials=4", "--replicates", "5", "--draws", "50", "--top", "3")
	if !strings.Contains(page, `data-shown="3"`) || !strings.Contains(page, "Only the first 3 of 6 models are shown.") {
		t.Error("the page does not say that it shows three models")
	}
	whole := pageOf(t, "coins:6x8,trials=4", "--replicates", "5", "--draws", "50", "--top", "6")
	if strings.Contains(whole, "data-shown") || strings.Contains(whole, "The first 3 of") {
		t.Error("a page of all models says that there are others")
	}
}
