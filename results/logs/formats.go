package logs

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"settle/internal/lists"
)

// A format describes one kind of log: how to recognise it and how to read it.
type format struct {
	name  string
	page  string            // name in the documentation, if it differs from name
	looks func(*shape) bool // reports whether JSON has this format
	read  func(*reading) error
	table readTable // reads the format's tables; nil if it has none
}

// A readTable function returns the columns that it needs from a table, and a function
// that receives the table's rows. It returns nil if the table has another format.
type readTable func(r *reading, columns []string) (wanted []string, add addRow)

// formats lists the log formats. A file's format is recognised by its JSON or by the
// columns of a table, and the first match counts. Formats without attempts follow the
// logs that they accompany. To add a format, add an entry here and a file that reads
// it; a documentation test then shows which pages must name it.
var formats = []format{
	{name: "Inspect", looks: requirePaths("status", "eval.task", "eval.model"), read: readInspectJSON},
	{name: "EvalPlus", read: readEvalPlus, looks: requireEither(
		requirePaths("eval.*.[0].base_status"), requirePaths("eval.*.base", "eval.*.files"), requirePaths("eval.*.base", "eval.*.nfiles"))},
	{name: "BigCodeBench", looks: requirePaths("eval.*.[0].task_id", "eval.*.[0].status"), read: readEvalPlus},
	{name: "lm-eval", page: "lm-evaluation-harness", looks: rows("doc_id", "resps", "filtered_resps"),
		read: readLMEval},
	{name: "lm-eval", looks: requirePaths("results", "configs", "versions"),
		read: noAttempts("aggregates of the samples_….jsonl next to it")},
	{name: "lighteval", looks: requirePaths("config_general", "results"),
		read: noAttempts("aggregates; the attempts are in the Parquet files of details"), table: readLighteval},
	{name: "LiveCodeBench", looks: requirePaths("[0].question_id", "[0].graded_list"), read: readLiveCodeBench},
	{name: "LiveCodeBench", looks: requirePaths("[0].pass@1", "[0].detail", "[1].{}"),
		read: noAttempts("aggregates; the attempts are in the …_eval_all.json next to it")},
	{name: "tau2", read: readTau2, looks: requireEither(
		requirePaths("simulations.[0].reward_info"), requirePaths("simulations.[]", "info", "tasks"), requireWhole(requirePaths("info.{}", "tasks.[]")))},
	{name: "tau2", looks: requirePaths("task_id", "reward_info", "termination_reason"),
		read: noAttempts("one simulation; the results.json above its folder lists all")},
	{name: "tau-bench", looks: requirePaths("[0].task_id", "[0].reward", "[0].traj", "[0].trial"), read: readTauBench},
	{name: "Harbor", looks: requirePaths("n_total_trials", "stats"), read: readHarbor},
	{name: "Harbor", looks: requirePaths("task_name", "trial_name", "agent_info"),
		read: noAttempts("one trial; the result.json of the job is in the folder above")},
	{name: "verifiers", looks: requirePaths("env.{}", "task.data", "traces.[]"), read: readVerifiers},
	{name: "verifiers", looks: requirePaths("task.data", "nodes.[]", "rewards.{}"), read: readVerifiersTraces},
	{name: "verifiers", looks: requirePaths("example_id", "prompt", "completion", "reward"), read: readVerifiersResults},
	{name: "verifiers", looks: requirePaths("env_id", "model", "rollouts_per_example"),
		read: noAttempts("aggregates of the results.jsonl next to it")},
	{name: "promptfoo", looks: requirePaths("evalId", "results.version", "results.prompts.[]"), read: readPromptfoo},
	{name: "human-eval", looks: rows("task_id", "passed", "result"), read: readHumanEval},
	{name: "MathArena", looks: requirePaths("idx", "problem", "gold_answer", "answers", "messages"), read: readMathArena},
	{name: "MathArena rows", page: "MathArena", read: readMathArenaRows, table: readMathArenaTable, looks: requireEither(
		rows("problem_idx", "model_name", "idx_answer", correctVerdict),
		rows("problem_idx", "model_name", "idx_answer", pointsVerdict+"1"))},
	{name: "HELM", looks: requirePaths("[0].instance_id", "[0].train_trial_index", "[0].stats"), read: readHELM},
	{name: "HELM", looks: requireEither(requirePaths("[0].name.name", "[0].count"), requirePaths("adapter_spec", "scenario_spec")),
		read: noAttempts("other data; the attempts are in the per_instance_stats.json next to it")},
	{name: "Every Eval Ever", looks: rows("schema_version", "sample_id", "evaluation"), read: readEveryEvalEver},
	{name: "Every Eval Ever", looks: requirePaths("schema_version", "evaluation_id", "evaluation_results.[]"),
		read: noAttempts("aggregates; the attempts are in the …_samples.jsonl next to it")},
	// SWE-bench writes no tests_status if the patch did not apply.
	{name: "SWE-bench", looks: requireEither(requirePaths("*.resolved", "*.tests_status"), requirePaths("*.resolved", "*.patch_is_None")), read: readSWEBench},
	{name: "SWE-bench", looks: requireEither(requirePaths("resolved_ids", "submitted_ids"), requirePaths("resolved_ids", "completed_ids")),
		read: noAttempts("a summary of a run; the attempts are in the report.json of each instance")},
	{name: "Qwen2.5-Math", looks: rows("idx", "gt", "pred", "score.[]"), read: readQwenMath},
	{name: "Qwen2.5-Math", looks: requirePaths("num_samples", "num_scores", "acc"), read: noAttempts("aggregates of the .jsonl next to it")},
	{name: "scorio", looks: rows("seed", "data_id", "processed_results"), read: readScorio},
	{name: "OpenCompass", read: readOpenCompass, looks: requireEither(
		requirePaths("details.[0].example_abbr"), requirePaths("details.type", "details.0"), looksLikeOneDetail)},
	{name: "OpenCompass", looks: requirePaths("0.origin_prompt", "0.prediction"),
		read: noAttempts("texts without verdicts")},
	{name: nemoSkills, read: readNeMo, looks: requireEither( // the lines of a file share nothing else
		requirePaths("symbolic_correct"), requirePaths("judgement"), requirePaths("proof_status"), requirePaths("strict_eval", "loose_eval"),
		requirePaths("generation", "is_correct"), requirePaths("generation", "graded_list"),
		requirePaths("num_generated_tokens", "is_correct"), requirePaths("num_generated_tokens", "graded_list"))},
	{name: nemoSkills, looks: requirePaths("*.*.num_entries"),
		read: noAttempts("aggregates of the output-rs….jsonl in the folders next to it")},
}

// Formats returns the names of the supported formats, as the documentation writes them.
// It returns two lists: the names of all formats, and the names of formats that can
// also be tables.
func Formats() (all, tables []string) {
	pages := map[string]string{}
	for _, f := range formats {
		pages[f.name] = cmp.Or(pages[f.name], f.page, f.name)
		if !slices.Contains(all, pages[f.name]) {
			all = append(all, pages[f.name])
		}
		if f.table != nil {
			tables = append(tables, pages[f.name])
		}
	}
	return all, tables
}

// requirePaths returns a check which requires that all of the given paths exist in a
// value. Paths are written as for shape.lookup.
func requirePaths(paths ...string) func(*shape) bool {
	return func(s *shape) bool {
		return !slices.ContainsFunc(paths, func(path string) bool { return s.lookup(path) == nil })
	}
}

// rows returns a check which requires that all of the given paths exist in the first
// record of a file. That record is the value itself or, if the value is an array, its
// first element.
func rows(paths ...string) func(*shape) bool {
	return requireEither(requirePaths(paths...), requirePaths(lists.Each(paths, func(path string) string { return "[0]." + path })...))
}

// requireWhole returns a check which requires that the given check succeeds and that
// the whole value was examined.
func requireWhole(look func(*shape) bool) func(*shape) bool {
	return func(s *shape) bool { return s.whole && look(s) }
}

// requireEither returns a check which requires that at least one of the given checks
// succeeds.
func requireEither(looks ...func(*shape) bool) func(*shape) bool {
	return func(s *shape) bool {
		return slices.ContainsFunc(looks, func(look func(*shape) bool) bool { return look(s) })
	}
}

// lookup returns the part of a value at a path of names, separated by dots. In a path,
// * means the first member of an object, [0] and [1] mean elements of an array, and []
// and {} mean the value itself if it is an array or an object. It returns nil if there
// is no such part.
func (s *shape) lookup(path string) *shape {
	for step := range strings.SplitSeq(path, ".") {
		switch {
		case s == nil, step == "[]" && !s.array(), step == "{}" && !s.object():
			return nil
		case step == "[]", step == "{}":
		case step == "*":
			s = s.first
		case step == "[0]":
			s = s.item(0)
		case step == "[1]":
			s = s.item(1)
		default:
			s = s.members[step]
		}
	}
	return s
}

// noAttempts returns a reader for files that belong to a log but list no attempts. The
// reader always fails. The argument is the part of its error that describes the
// contents of such a file.
func noAttempts(what string) func(*reading) error {
	return func(r *reading) error {
		return companion{fmt.Errorf("%s: %w: it has %s", r.format, ErrNoAttempts, what)}
	}
}

// A companion wraps the error for a file without attempts, so that the error also
// matches ErrCompanion.
type companion struct{ error }

func (c companion) Is(target error) bool { return target == ErrCompanion }
func (c companion) Unwrap() error        { return c.error }
