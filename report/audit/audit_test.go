package audit

import (
	"strings"
	"testing"
	"unicode/utf8"

	"settle/study/audit"
)

// The names of logs fit a line, and those that differ in one folder stay apart.
func TestNamesOfAuditedLogs(t *testing.T) {
	end := "/Scenario.codegeneration_" + strings.Repeat("10_0.2_", 9) + "eval_all.json"
	deep := "results/" + strings.Repeat("deep/", 9)
	var logs []audit.Log
	for _, model := range []string{"Gemma-2", "Qwen-3", "o4"} {
		logs = append(logs, audit.Log{File: deep + model + end})
	}
	names := shortNames(logs)
	for i, want := range []string{"…/Gemma-2/", "…/Qwen-3/", "…/o4/"} {
		if n := utf8.RuneCountInString(names[i]); n > 100 || !strings.HasPrefix(names[i], want) {
			t.Errorf("%d letters: %s", n, names[i])
		}
	}
	middle := strings.Repeat("x", 200)
	alike := shortNames([]audit.Log{{File: middle + "1" + middle}, {File: middle + "2" + middle}})
	if alike[0] == alike[1] {
		t.Errorf("two logs have one name, %s", alike[0])
	}
	if short := shortNames([]audit.Log{{File: "a/b.json"}}); short[0] != "a/b.json" {
		t.Error(short[0])
	}
}
