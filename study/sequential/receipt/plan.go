package receipt

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"settle/internal/quoted"
)

// Document names the format of a recorded plan and its version.
const Document = "settle/plan/1"

// A Plan holds the settings of an evaluation and a record of its looks (interim analyses) so far.
type Plan struct {
	Document string   `json:"document"`
	Settings Settings `json:"settings"`
	Chain    string   `json:"chain"` // digest of the settings
	Looks    []Look   `json:"looks"`
}

// A Look records the data and the decisions of one look at the results (an interim analysis).
type Look struct {
	Look     int         `json:"look"`     // its number, from 1
	Outcomes string      `json:"outcomes"` // SHA-256 of the outcomes that it saw
	ByModel  []string    `json:"by_model"` // by model: the first bytes of the digest of its outcomes
	Decided  [][2]string `json:"decided"`  // the pairs that it decided, better model first
	Ask      []Ask       `json:"ask"`      // the attempts to run before the next look
	Stop     string      `json:"stop"`     // why there is nothing to run; "" otherwise
	Chain    string      `json:"chain"`    // SHA-256 of the previous chain and all other fields
}

// An Ask is a number of attempts that a model must run.
type Ask struct {
	Model    string `json:"model"`
	Attempts int    `json:"attempts"`
}

// New returns a plan without looks. It fails if the settings are invalid.
func New(s Settings) (*Plan, error) {
	p := &Plan{Document: Document, Settings: s, Looks: []Look{}}
	p.Chain = digest(p.Document, s)
	if err := s.check(); err != nil {
		return nil, err
	}
	return p, nil
}

// Parse reads a plan from untrusted data. It fails if the data is not a plan, or if any setting
// or recorded look in it was altered or removed.
func Parse(data []byte) (*Plan, error) {
	p := &Plan{}
	if err := json.Unmarshal(data, p, json.RejectUnknownMembers(true)); err != nil {
		return nil, fmt.Errorf("is not a plan: %s; choose another file", Unreadable(err))
	}
	if p.Document != Document {
		return nil, fmt.Errorf("is document %s, not %s; choose another file", quoted.Text(p.Document), Document)
	}
	if err := p.Settings.check(); err != nil {
		return nil, fmt.Errorf("settings: %w; %s", err, restore)
	}
	if p.Chain != digest(p.Document, p.Settings) {
		return nil, fmt.Errorf("the settings were altered: their digest differs; %s", restore)
	}
	chain, places := p.Chain, p.Settings.places()
	for i := range p.Looks {
		if err := p.check(i, chain, places); err != nil {
			return nil, fmt.Errorf("%w; %s", err, restore)
		}
		chain = p.Looks[i].Chain
	}
	return p, nil
}

// Unreadable returns a description of a JSON error whose words do not depend on the Go version.
func Unreadable(err error) string {
	if wrong, ok := errors.AsType[*json.SemanticError](err); ok {
		return quoted.Bare(string(wrong.JSONPointer)) + " is unknown or has the wrong type"
	}
	return quoted.Message(err)
}

// restore is the advice that ends error messages about damaged plans.
const restore = "restore the file, or start a new plan"

// check returns an error if the recorded look with index i is invalid. chain is the chain digest
// before that look, and places maps each model to its index.
func (p *Plan) check(i int, chain string, places map[string]int) error {
	l := p.Looks[i]
	known := func(model string) bool { _, ok := places[model]; return ok }
	switch {
	case l.Look != i+1:
		return fmt.Errorf("look %d is missing: look %d is in its place", i+1, l.Look)
	case l.Chain != l.chainDigest(chain):
		return fmt.Errorf("look %d was altered, or an earlier look is missing: the digests differ", l.Look)
	case l.Stop == "" != (len(l.Ask) > 0):
		return fmt.Errorf("look %d must either stop or ask for attempts", l.Look)
	case l.Stop != "" && i+1 < len(p.Looks):
		return fmt.Errorf("look %d follows a stop", l.Look+1)
	}
	for _, pair := range l.Decided {
		if pair[0] == pair[1] || !known(pair[0]) || !known(pair[1]) {
			return fmt.Errorf("look %d decides %s and %s, which are not two planned models",
				l.Look, quoted.Text(pair[0]), quoted.Text(pair[1]))
		}
	}
	for _, ask := range l.Ask {
		if !known(ask.Model) || ask.Attempts < 1 {
			return fmt.Errorf("look %d asks for %d attempts of %s", l.Look, ask.Attempts, quoted.Text(ask.Model))
		}
	}
	return nil
}

// chainDigest returns a digest of a look and all earlier looks. The argument is the chain digest
// of the previous look.
func (l Look) chainDigest(before string) string {
	l.Chain = ""
	return digest(before, l)
}

// differingField returns a name for the first field in which two looks differ, or "" if there is
// none.
func (l Look) differingField(other Look) string {
	switch {
	case l.Outcomes != other.Outcomes || !slices.Equal(l.ByModel, other.ByModel):
		return "outcomes"
	case !slices.Equal(l.Decided, other.Decided):
		return "decisions"
	case !slices.Equal(l.Ask, other.Ask):
		return "attempts to run"
	case l.Stop != other.Stop:
		return "stop"
	}
	return ""
}

// Stopped returns the reason why the plan has stopped, or "" if it has not.
func (p *Plan) Stopped() string {
	if len(p.Looks) == 0 {
		return ""
	}
	return p.Looks[len(p.Looks)-1].Stop
}

// Decided returns the number of pairs of models that all recorded looks together have decided.
func (p *Plan) Decided() (pairs int) {
	for _, l := range p.Looks {
		pairs += len(l.Decided)
	}
	return pairs
}

// digest returns the SHA-256 digest, in hexadecimal, of a text followed by a value encoded as
// JSON.
func digest(text string, value any) string {
	sum := sha256.New()
	sum.Write([]byte(text + "\n"))
	if err := json.MarshalWrite(sum, value); err != nil {
		sum.Write([]byte(err.Error())) // an error means that names are not UTF-8; check rejects them
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Bytes returns the plan as JSON, with each setting and each look on its own line.
func (p *Plan) Bytes() ([]byte, error) {
	compact, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := writeLines(&b, jsontext.NewDecoder(bytes.NewReader(compact)), ""); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// writeLines writes the next JSON value that d reads to b. At the two outermost levels, it puts
// each object member and list element on its own line.
func writeLines(b *bytes.Buffer, d *jsontext.Decoder, indent string) error {
	kind := d.PeekKind()
	if kind != '{' && kind != '[' || d.StackDepth() > 1 {
		value, err := d.ReadValue()
		b.Write(value)
		return err
	}
	_, err := d.ReadToken()
	b.WriteByte(byte(kind))
	for line := "\n  "; err == nil && d.PeekKind() != kind+2; line = ",\n  " { // } and ] are 2 after { and [
		b.WriteString(line + indent)
		if kind == '{' {
			name, _ := d.ReadValue()
			b.Write(name)
			b.WriteString(": ")
		}
		err = writeLines(b, d, indent+"  ")
	}
	if err == nil {
		_, err = d.ReadToken()
	}
	b.WriteString("\n" + indent + string(rune(kind+2)))
	return err
}
