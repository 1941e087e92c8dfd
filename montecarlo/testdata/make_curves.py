"""Makes curves.json: the mean tau_b curves that the tests of package montecarlo compare with.

usage: python3 make_curves.py DIRECTORY_OF_REFERENCE_PY > curves.json

reference.py is an independent numpy program: it resamples whole matrices, scores them from tables of floats
and compares signs with a tolerance of 1e-12. The board and the coins below are drawn here, with numpy.
"""
import json, sys
sys.path.insert(0, sys.argv[1])
import numpy as np
import reference as ref

rng = np.random.default_rng(2510)
L, M, N, B = 6, 10, 20, 20000
p = rng.beta(3, 2, (L, M))
p[3] = p[2]                                   # a tie in the gold of the coins
R = (rng.random((L, M, N)) < p[:, :, None]).astype(np.int8)
R[:, :, 1::2] |= R[:, :, ::2] * (rng.random((L, 1, N // 2)) < 0.5)   # trials of one column hang together
R[1, :, :] = R[4, ::-1, ::-1]                 # a tie in the gold of the board
metrics = ref.PAPER + ['pass^3']
gold = R.sum((1, 2))
out = dict(source="curves of reference.py (numpy), made by make_curves.py; tau and se are the mean over replicates "
                  "and its standard error, by metric and n = 1..N; undefined tau counts as 0",
           replicates=B, board=R.tolist(), coins=p.tolist(), metrics=metrics, curves={})
cases = [(f"{s} {'with' if r else 'without'} replacement", dict(scheme=s, replacement=r)) for s in ('rows', 'columns') for r in (True, False)]
for i, (name, how) in enumerate(cases):
    c, _ = ref.curves(R, gold, metrics, B, seed=i, chunk=500, **how)
    out['curves'][name] = {m: dict(tau=np.round(c[m][0], 12).tolist(), se=np.round(c[m][1], 12).tolist()) for m in metrics}
c, _ = ref.curves(None, p.mean(1), metrics, B, seed=9, chunk=500, coins=(p, N))
out['curves']['fresh'] = {m: dict(tau=np.round(c[m][0], 12).tolist(), se=np.round(c[m][1], 12).tolist()) for m in metrics}
json.dump(out, sys.stdout)
