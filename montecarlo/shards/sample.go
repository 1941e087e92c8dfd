package shards

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// A Sample is the result of one replicate of a fold by itself. Whoever reads the sums visits
// the replicate again and compares.
type Sample struct {
	Replicate int    `json:"replicate"`
	SHA256    string `json:"sha256"` // of the bytes of its result
}

// Again visits one replicate by itself and returns its result as bytes, those of sums over
// that replicate alone. It returns nil if that fails or takes longer than MostAgain.
type Again func(replicate int) []byte

// MostAgain is the longest time that a replicate can take to be visited again.
const MostAgain = time.Second

// How many replicates of a fold are visited again, and how long checking the parts of a fold
// can take in all.
const (
	samples      = 3
	mostChecking = 10 * time.Second
)

// chosen returns the replicates of a fold to sample, in ascending order: which they are
// follows from the plan, the ranges and the sums, so that the samples of other sums, or of
// the same under another header, are of other replicates.
func (f *Fold) chosen(plan Plan) []int {
	digest := sha256.Sum256(fmt.Appendf(nil, "%s %s %x", plan.Hash(), nameOf(*f), sha256.Sum256(f.sums)))
	var places []int
	for i := range min(samples, f.Ranges.Len()) {
		place := int(binary.BigEndian.Uint64(digest[8*i:]) % uint64(f.Ranges.Len()-i)) // among those not chosen yet
		for _, before := range places {
			if place >= before {
				place++
			}
		}
		places = append(places, place)
		slices.Sort(places)
	}
	for i := range places {
		places[i] = f.Ranges.at(places[i])
	}
	return places
}

// sample takes the samples of a fold, unless one of them takes too long.
func (j *Job) sample(f *Fold) {
	if j.again == nil {
		return
	}
	for _, replicate := range f.chosen(j.share.Plan) {
		result := j.again(replicate)
		if result == nil {
			f.Samples = nil
			return
		}
		f.Samples = append(f.Samples, Sample{replicate, hashOf(result)})
	}
}

// check returns an error if the samples of a fold of a part are not those of its sums, or if
// a replicate that is visited again comes to another result. Results of another kind of
// processor are not compared: where exponentials and logarithms enter, their last digits can
// differ.
func (j *Job) check(p *Part, f *Fold) error {
	if len(f.Samples) == 0 {
		return nil
	}
	sampled := func(replicate int, s Sample) bool { return replicate == s.Replicate }
	if !slices.EqualFunc(f.chosen(p.Plan), f.Samples, sampled) {
		return errors.New("holds the sums of other replicates than it names: remove it, and make it again")
	}
	if j.again == nil || p.Processor != runtime.GOARCH {
		return nil
	}
	for _, s := range f.Samples {
		if j.checking > mostChecking {
			return nil
		}
		began := time.Now()
		result := j.again(s.Replicate)
		j.checking += time.Since(began)
		if result != nil && hashOf(result) != s.SHA256 {
			return fmt.Errorf("holds another result of replicate %d than this settle finds: it was made by settle %s, and this is %s: remove it, and make it again",
				s.Replicate, p.Version, j.share.Version)
		}
	}
	return nil
}

// hashOf returns the SHA-256 of bytes, in hexadecimal digits.
func hashOf(b []byte) string {
	digest := sha256.Sum256(b)
	return hex.EncodeToString(digest[:])
}
