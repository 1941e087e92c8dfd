package rubric

import "slices"

// A Variable is a statement about an attempt that is true or false and that rules can
// use, as in the upper half of Table 4.
type Variable struct {
	Name    string   // name in rules, such as "high_conf"
	Formula string   // condition for it to be true, in terms of signals, thresholds and other variables
	About   string   // description in one phrase
	Needs   []Signal // signals from which it and its thresholds are computed
	Paper   bool     // whether it is in Table 4; other variables define cases that Table 5 does not specify
}

// Variables returns all variables that rules can use. The variables of Table 4 come
// first, in its order, and then further variables that Table 5 needs. The last two,
// degenerate and off_task, are the two parts of invalid. They are for your own
// schemata, which then need not use signals that you do not have.
func Variables() []Variable {
	list := make([]Variable, len(vocabulary))
	for i, v := range vocabulary {
		list[i] = v.Variable
		list[i].Needs = slices.Clone(v.Needs)
	}
	return list
}

// A predicate reports whether a variable is true for an attempt with the signals x.
type predicate func(x *Signals, t *Thresholds) bool

// A term is a variable with its definition: a predicate or, for a complement of another
// variable, the name of that other variable.
type term struct {
	Variable
	holds      predicate
	complement string
}

var vocabulary = []term{
	{Variable: Variable{"invalid", "repeated_pattern = 1 ∨ C ≥ 0.5", "degenerate or off-task", []Signal{RepeatedPattern, C}, true}, holds: invalid},
	{Variable: Variable{"correct", "is_correct ≥ 0.5", "answered correctly", []Signal{IsCorrect}, true}, holds: correct},
	{Variable: Variable{"wrong", "¬correct", "complement of correct", []Signal{IsCorrect}, true}, complement: "correct"},
	{Variable: Variable{"high_conf", "completion_bpt ≤ τ_high", "confident", []Signal{CompletionBPT}, true}, holds: highConf},
	{Variable: Variable{"low_conf", "¬high_conf", "complement of high_conf", []Signal{CompletionBPT}, true}, complement: "high_conf"},
	{Variable: Variable{"wrong_high_conf", "wrong ∧ completion_bpt ≤ τ_low_wrong", "confidently wrong", []Signal{IsCorrect, CompletionBPT}, true}, holds: wrongHighConf},
	{Variable: Variable{"ood", "prompt_bpt ≥ τ_prompt", "out-of-distribution prompt", []Signal{PromptBPT}, true}, holds: ood},
	{Variable: Variable{"ind", "¬ood", "in-distribution prompt", []Signal{PromptBPT}, true}, complement: "ood"},
	{Variable: Variable{"economical", "token_ratio ≤ len_p33", "short completion", []Signal{TokenRatio}, true}, holds: economical},
	{Variable: Variable{"moderate", "len_p33 < token_ratio ≤ len_p66", "completion of medium length", []Signal{TokenRatio}, true}, holds: moderate},
	{Variable: Variable{"verbose", "¬economical ∧ ¬moderate", "long completion", []Signal{TokenRatio}, true}, holds: verbose},
	{Variable: Variable{"boxed", "has_box ≥ 0.5", "answer in a box", []Signal{HasBox}, true}, holds: boxed},
	{Variable: Variable{"unboxed", "¬boxed", "complement of boxed", []Signal{HasBox}, true}, complement: "boxed"},
	{Variable: Variable{"A_high", "A ≥ 0.6", "verifier rates it correct", []Signal{A}, true}, holds: aHigh},

	{Variable: Variable{"correct_high_conf", "correct ∧ completion_bpt ≤ corr_p33", "correct with high confidence", []Signal{IsCorrect, CompletionBPT}, false}, holds: correctHighConf},
	{Variable: Variable{"correct_mid_conf", "correct ∧ corr_p33 < completion_bpt ≤ corr_p66", "correct with medium confidence", []Signal{IsCorrect, CompletionBPT}, false}, holds: correctMidConf},
	{Variable: Variable{"B_over_C", "B ≥ C", "verifier rates it wrong rather than off-task", []Signal{B, C}, false}, holds: bOverC},
	{Variable: Variable{"degenerate", "repeated_pattern = 1", "generation did not stop by itself", []Signal{RepeatedPattern}, false}, holds: degenerate},
	{Variable: Variable{"off_task", "C ≥ 0.5", "verifier rates it off-task", []Signal{C}, false}, holds: offTask},
}

func degenerate(x *Signals, _ *Thresholds) bool { return x[RepeatedPattern] == 1 }
func offTask(x *Signals, _ *Thresholds) bool    { return x[C] >= 0.5 }
func invalid(x *Signals, t *Thresholds) bool    { return degenerate(x, t) || offTask(x, t) }
func correct(x *Signals, _ *Thresholds) bool    { return x[IsCorrect] >= 0.5 }
func boxed(x *Signals, _ *Thresholds) bool      { return x[HasBox] >= 0.5 }
func aHigh(x *Signals, _ *Thresholds) bool      { return x[A] >= 0.6 }
func bOverC(x *Signals, _ *Thresholds) bool     { return x[B] >= x[C] }
func ood(x *Signals, t *Thresholds) bool        { return x[PromptBPT] >= t.Prompt }
func highConf(x *Signals, t *Thresholds) bool   { return x[CompletionBPT] <= t.High }
func economical(x *Signals, t *Thresholds) bool { return x[TokenRatio] <= t.LenP33 }

func moderate(x *Signals, t *Thresholds) bool {
	return !economical(x, t) && x[TokenRatio] <= t.LenP66
}

func verbose(x *Signals, t *Thresholds) bool {
	return !economical(x, t) && !moderate(x, t)
}

func wrongHighConf(x *Signals, t *Thresholds) bool {
	return !correct(x, t) && x[CompletionBPT] <= t.LowWrong
}

func correctHighConf(x *Signals, t *Thresholds) bool {
	return correct(x, t) && x[CompletionBPT] <= t.CorrP33
}

func correctMidConf(x *Signals, t *Thresholds) bool {
	return correct(x, t) && !correctHighConf(x, t) && x[CompletionBPT] <= t.CorrP66
}

// find returns the index in vocabulary of the variable with the given name, or −1 if
// there is none.
func find(name string) int {
	return slices.IndexFunc(vocabulary, func(v term) bool { return v.Name == name })
}
