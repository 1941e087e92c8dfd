"""Scores models by their share of correct trials: as "one" board after the other, which
are lists, or "many" at once, which are an array."""
import sys

sys.path.insert(0, sys.argv[2])  # where settle_estimator.py is
from settle_estimator import estimator

if sys.argv[1] == "one":

    @estimator(single=True, batch=int(sys.argv[3]))
    def shares(counts, trials):
        return [sum(right for _, right in questions) / trials / len(questions) for questions in counts]

else:

    @estimator(batch=int(sys.argv[3]))
    def shares(counts):
        return (counts[..., 1] / counts.sum(axis=-1)).mean(axis=-1)


shares.run()
