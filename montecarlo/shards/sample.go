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

// A Sample holds a hash of the result of a single replicate. A program that reads
// stored sums can check them: it computes this replicate again and compares the hash.
type Sample struct {
	Replicate int    `json:"replicate"`
	SHA256    string `json:"sha256"` // hash of the encoded result
}

// An Again function recomputes a single replicate and returns the encoded sums over
// that replicate alone. It returns nil if this fails or takes longer than MostAgain.
type Again func(replicate int) []byte

// MostAgain is the longest time that recomputing a replicate for a check can take.
const MostAgain = time.Second

// The number of replicates of a fold that are recomputed as a check, and the longest
// time for checking all parts of a fold.
const (
	samples      = 3
	mostChecking = 10 * time.Second
)

// sampleReplicates returns, in ascending order, the replicates that are to be
// recomputed as a check of the sums. The choice depends on the plan, the ranges and the
// sums. If the sums or the header are changed, other replicates are chosen.
func (f *Fold) sampleReplicates(plan Plan) []int {
	digest := sha256.Sum256(fmt.Appendf(nil, "%s %s %x", plan.Hash(), nameOf(*f), sha256.Sum256(f.sums)))
	var places []int
	for i := range min(samples, f.Ranges.Len()) {
		place := int(binary.BigEndian.Uint64(digest[8*i:]) % uint64(f.Ranges.Len()-i)) // index among the replicates not yet chosen
		for _, before := range places {
			if place >= before {
				place++
			}
		}
		places = append(places, place)
		slices.Sort(places)
	}
	for i := range places {
		places[i] = f.Ranges.replicate(places[i])
	}
	return places
}

// sample recomputes a few replicates of the fold f and stores hashes of their results
// in f. These hashes serve to check the sums of f later. If a replicate takes too long,
// f gets no hashes.
func (j *Job) sample(f *Fold) {
	if j.again == nil {
		return
	}
	for _, replicate := range f.sampleReplicates(j.share.Plan) {
		result := j.again(replicate)
		if result == nil {
			f.Samples = nil
			return
		}
		f.Samples = append(f.Samples, Sample{replicate, hashOf(result)})
	}
}

// check returns an error if the hashes stored in f contradict its sums. They do so if
// they are for other replicates than the sums require, or if recomputing one of their
// replicates gives another result. Results from another kind of processor are not
// compared, since the last digits of exponentials and logarithms can differ.
func (j *Job) check(p *Part, f *Fold) error {
	if len(f.Samples) == 0 {
		return nil
	}
	sampled := func(replicate int, s Sample) bool { return replicate == s.Replicate }
	if !slices.EqualFunc(f.sampleReplicates(p.Plan), f.Samples, sampled) {
		return errors.New("does not hold the sums of the replicates that it names; remove the part and run its command again")
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
			return fmt.Errorf("holds a different result for replicate %d: it was written by settle %s, and this is settle %s; remove it and run its command again",
				s.Replicate, p.Version, j.share.Version)
		}
	}
	return nil
}

// hashOf returns the SHA-256 hash of b in hexadecimal.
func hashOf(b []byte) string {
	digest := sha256.Sum256(b)
	return hex.EncodeToString(digest[:])
}
