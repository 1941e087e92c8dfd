"""Makes histograms.json: the distributions of convergence@n that the tests of package converge compare with.

usage: python3 make_histograms.py DIRECTORY_OF_REFERENCE_PY > histograms.json

reference.py is an independent numpy program: it resamples whole matrices and takes the last n at which the signs
of all pairs differ from those of the board's success totals. The boards are drawn here, with numpy.
"""
import json, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import reference as ref

rng = np.random.default_rng(80)
B = 20000
metrics = ['bayes', 'pass@2', 'pass-naive@2', 'pass^2', 'gpass@4:0.5', 'mgpass@4', 'pass@8']

def board(means, M, N, spread):
    p = rng.beta(np.array(means)[:, None] * spread, (1 - np.array(means))[:, None] * spread, (len(means), M))
    return (rng.random((len(means), M, N)) < p[:, :, None]).astype(np.int8)

boards = {'four models': board([.2, .4, .6, .8], 12, 16, 4), 'six models': board([.3, .4, .5, .55, .7, .8], 20, 30, 2)}
tied = board([.3, .5, .5, .8], 10, 20, 3)
tied[2] = tied[1, ::-1, ::-1]              # the same successes: a tie in gold
boards['a tie in gold'] = tied
out = dict(source='histograms of reference.py (numpy), made by make_histograms.py; counts of replicates that settle '
                  'at n = 1..N and, last, of those that never do', replicates=B, metrics=metrics, boards={})
seed = 0
for name, R in boards.items():
    entry = dict(outcomes=[[''.join(map(str, row)) for row in model] for model in R.tolist()], histograms={})
    for scheme in ('rows', 'columns'):
        for replacement in (True, False):
            h, _ = ref.converge(R, metrics, B, scheme, replacement, seed=seed, chunk=500); seed += 1
            entry['histograms'][f"{scheme} {'with' if replacement else 'without'} replacement"] = {m: h[m][1:].tolist() for m in metrics}
    out['boards'][name] = entry
json.dump(out, sys.stdout)
