package report

import "settle/results"

// A MissingDocument describes, for JSON, the attempts that were missing when a board
// was made, and how they were treated.
type MissingDocument struct {
	Policy    string       `json:"policy"` // unequal, common or wrong
	Cells     uint64       `json:"cells"`  // attempts of a complete board
	Made      int          `json:"made"`   // attempts made, scored or failed
	Failed    int          `json:"failed"` // failed attempts among these
	NeverMade uint64       `json:"never_made"`
	Kept      int          `json:"kept"`               // attempts on the board
	LeftOut   int          `json:"questions_left_out"` // questions left out of the board
	Unmet     int          `json:"questions_unmet"`    // questions of the board on which some model has no trial
	Box       *boxDocument `json:"box,omitempty"`      // set by --missing common
}

// A boxDocument gives the size of the part of a board in which all models have
// attempts: its number of questions and its number of trials.
type boxDocument struct {
	Questions int `json:"questions"`
	Trials    int `json:"trials"`
}

// Missing returns a description, for JSON, of the attempts that are missing on a board.
// It returns nil if none are missing, or if the board was not made from attempts.
func Missing(k *results.Kept) *MissingDocument {
	if k == nil || k.Complete() {
		return nil
	}
	d := &MissingDocument{
		Policy: k.Policy.Missing.String(), Cells: k.Cells(), Made: k.Made, Failed: k.Failed, NeverMade: k.NeverMade(),
		Kept: k.Attempts, LeftOut: k.LeftOut, Unmet: k.Unmet,
	}
	if k.Box > 0 {
		d.Box = &boxDocument{Questions: k.Questions - k.LeftOut, Trials: k.Box}
	}
	return d
}
