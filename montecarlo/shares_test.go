package montecarlo_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"settle/bootstrap"
	"settle/internal/tests/boardtest"
	"settle/montecarlo"
	"settle/montecarlo/shards"
	"settle/replicate"
	"settle/sim"
)

// parts writes the parts of a run in so many shards, and returns them collected, the last
// shard first.
func parts(t *testing.T, shares int, run func(o *shards.Share) error) *shards.Collected {
	t.Helper()
	var files []string
	for i := 1; i <= shares; i++ {
		share := &shards.Share{Plan: shards.Plan{{Name: "seed", Value: "1"}}, Command: []string{"run"}, Shard: shards.Shard{I: i, N: shares}}
		if err := run(share); !errors.Is(err, shards.ErrPart) {
			t.Fatalf("shard %d: %v", i, err)
		}
		path := filepath.Join(t.TempDir(), fmt.Sprint(i, shards.Extension))
		if err := share.Part().Write(path); err != nil {
			t.Fatal(err)
		}
		files = append(files, path)
	}
	slices.Reverse(files)
	collected, err := shards.Collect(files, 0)
	if err != nil {
		t.Fatal(err)
	}
	return collected
}

// What is found in one go is found to the last bit by parts put together and through a
// folder in which an interrupted run has left sums, by any number of workers: of boards of
// few models, and of 45 near-equal ones, which compare with gold in more ways than are
// counted.
func TestFollowInParts(t *testing.T) {
	few := source(t, randomBoard(t, 1), bootstrap.Options{Replacement: true})
	coins, err := sim.Random(45, 6, 0.2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		source     replicate.Source
		gold       []int
		scores     bool
		replicates int
	}{
		{"few models", few, order(few.Shape().Models), true, 700},
		{"many models", coins.Source(6, 1), coins.Gold(), false, 6000},
	} {
		if testing.Short() && c.replicates > 1000 {
			continue
		}
		ms := boardtest.Parse(t, "pass@2,bayes,avg")
		follow := func(ctx context.Context, workers int, share *shards.Share, progress func(int)) (montecarlo.Followed, error) {
			return montecarlo.Follow(ctx, c.source, ms, montecarlo.Wanted{Gold: c.gold, Scores: c.scores, Distributions: true},
				montecarlo.Options{Replicates: c.replicates, Workers: workers, Share: share, Progress: progress})
		}
		want, err := follow(context.Background(), 1, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		check := func(how string, got montecarlo.Followed, err error) {
			t.Helper()
			if err != nil || !same(got, want) {
				t.Errorf("%s, %s: %v: %+v, want %+v", c.name, how, err, got, want)
			}
		}
		got, err := follow(context.Background(), 7, nil, nil)
		check("seven workers", got, err)
		collected := parts(t, 3, func(share *shards.Share) error {
			_, err := follow(context.Background(), share.Shard.I, share, nil)
			return err
		})
		got, err = follow(context.Background(), 2, &shards.Share{Collected: collected}, nil)
		check("three parts", got, err)

		kept := &shards.Share{Plan: shards.Plan{{Name: "seed", Value: "1"}}, Command: []string{"run"}, Folder: &shards.Folder{Path: t.TempDir()}}
		ctx, cancel := context.WithCancel(context.Background())
		_, err = follow(ctx, 2, kept, func(done int) {
			if done > c.replicates/2 {
				cancel()
			}
		})
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		for range 2 { // the second time all is there
			got, err = follow(context.Background(), 2, kept, nil)
			check("a folder", got, err)
		}
	}
}

// Sums of other replicates than the part names are refused, whatever is to be made of them.
func TestFollowNoMoreThanThereIs(t *testing.T) {
	few := source(t, randomBoard(t, 1), bootstrap.Options{Replacement: true})
	ms := boardtest.Parse(t, "bayes,avg")
	for name, wanted := range map[string]montecarlo.Wanted{
		"tau":    {Gold: order(few.Shape().Models), Distributions: true},
		"scores": {Scores: true},
		"both":   {Gold: order(few.Shape().Models), Scores: true, Distributions: true},
	} {
		follow := func(replicates int, share *shards.Share) error {
			_, err := montecarlo.Follow(t.Context(), few, ms, wanted, montecarlo.Options{Replicates: replicates, Workers: 1, Share: share, Fold: "toys"})
			return err
		}
		var sums []byte
		collected := parts(t, 1, func(share *shards.Share) error { return follow(300, share) })
		fold := collected.First.Folds[0].Name
		_, err := (&shards.Share{Collected: collected}).Begin(fold, 300, func(s []byte, _ int) error { sums = s; return nil }, nil)
		if err != nil {
			t.Fatal(err)
		}
		for replicates, good := range map[int]bool{299: false, 300: true, 400: false} {
			claims := parts(t, 1, func(share *shards.Share) error {
				job, err := share.Begin(fold, replicates, nil, nil)
				if err != nil {
					return err
				}
				return job.Finish(func() []byte { return sums })
			})
			if err := follow(replicates, &shards.Share{Collected: claims}); (err == nil) != good {
				t.Errorf("%s: sums of 300 replicates as those of %d: %v", name, replicates, err)
			}
		}
	}
}

// order returns so many models, one better than the other.
func order(models int) []int {
	list := make([]int, models)
	for i := range list {
		list[i] = i
	}
	return list
}

// same compares by the hexadecimal digits of floats, so that NaN is the same as NaN.
func same(a, b montecarlo.Followed) bool {
	return fmt.Sprintf("%x", a) == fmt.Sprintf("%x", b)
}
