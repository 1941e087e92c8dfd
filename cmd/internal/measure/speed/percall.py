"""Times Fig. 2 (c) the way it is first written: loops over replicates, n and metrics,
and one call of scipy.stats.kendalltau for every ranking. The scores come from a table
per metric and n, which is kinder than one call per question.
usage: percall.py REPLICATES"""
import json, sys, time
from math import comb
import numpy as np
from scipy.stats import kendalltau

L, M, N = 11, 30, 80
METRICS = {1: 1, 2: 4, 4: 4, 8: 4}  # how many start at n = k
replicates = int(sys.argv[1])
rng = np.random.default_rng(1)
gold = np.linspace(0.2, 0.7, L)
R = (rng.random((L, M, N)) < gold[:, None, None]).astype(int)
tables = [(k, [np.array([1 - comb(n - c, k) / comb(n, k) for c in range(n + 1)]) if n >= k else None
               for n in range(N + 1)]) for k, count in METRICS.items() for _ in range(count)]
start, rankings = time.time(), 0
for _ in range(replicates):
    drawn = np.take_along_axis(R, rng.integers(0, N, R.shape), 2)
    for n in range(1, N + 1):
        c = drawn[:, :, :n].sum(2)
        for k, table in tables:
            if n >= k:
                kendalltau(gold, table[n][c].mean(1))
                rankings += 1
seconds = time.time() - start
print(json.dumps(dict(replicates=replicates, rankings=rankings // replicates, seconds_per_replicate=seconds / replicates)))
