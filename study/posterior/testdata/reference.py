"""Writes reference.json: probabilities of ranks by numerical integration.

Independent of the Go code, which draws at random. Every model has Dirichlet
parameters nu for each question; its score is the mean over questions of the
weighted probabilities. The density of one question's score is a Beta density,
or for three categories a histogram of the simplex; that of the mean of several
is their convolution on a grid. Run with python3 and scipy.
"""

import json
import pathlib

import numpy as np
from scipy import stats

BINS = 4000  # of the scores from 0 to 1


def question(nu, weights):
    """Probabilities of one question's score in each bin of [0, 1]."""
    if len(nu) == 2:
        edges = np.linspace(0, 1, BINS + 1)
        return np.diff(stats.beta(nu[1], nu[0]).cdf(edges))
    steps = 3000
    x, y = np.meshgrid((np.arange(steps) + 0.5) / steps, (np.arange(steps) + 0.5) / steps)
    inside = x + y < 1
    x, y = x[inside], y[inside]
    density = (1 - x - y) ** (nu[0] - 1) * x ** (nu[1] - 1) * y ** (nu[2] - 1)
    score = weights[0] * (1 - x - y) + weights[1] * x + weights[2] * y
    mass, _ = np.histogram(score, BINS, (0, 1), weights=density)
    return mass / mass.sum()


def model(nus, weights):
    mass = np.array([1.0])
    for nu in nus:
        mass = np.convolve(mass, question(nu, weights))
    return mass


def ranks(masses):
    """P(rank = r) of each model, of scores within a bin half each way."""
    below = [np.cumsum(m) - m / 2 for m in masses]
    table = []
    for i, m in enumerate(masses):
        counts = np.zeros((len(masses), len(m)))  # by number of better models
        counts[0] = 1
        for j, b in enumerate(below):
            if i != j:
                better = 1 - b
                shifted = np.vstack([np.zeros(len(m)), counts[:-1]])
                counts = counts * (1 - better) + shifted * better
        table.append([float((c * m).sum()) for c in counts])
    return table


CASES = [
    {"name": "two, one question", "top": 1, "weights": "0,1", "trials": 5, "counts": [[[4]], [[2]]]},
    {"name": "three, one question", "top": 1, "weights": "0,1", "trials": 8, "counts": [[[7]], [[5]], [[4]]]},
    {"name": "three, two questions", "top": 1, "weights": "0,1", "trials": 6, "counts": [[[6], [2]], [[3], [4]], [[0], [6]]]},
    {"name": "with a prior", "top": 1, "weights": "0,1", "trials": 3, "counts": [[[3]], [[2]]],
     "prior_trials": 4, "prior": [[[0]], [[4]]]},
    {"name": "graded", "top": 2, "weights": "0,1/2,1", "trials": 6, "counts": [[[2, 3]], [[4, 1]], [[1, 2]]]},
]

for case in CASES:
    weights = [0, 1] if case["top"] == 1 else [0, 0.5, 1]
    masses = []
    for m, rows in enumerate(case["counts"]):
        nus = []
        for q, row in enumerate(rows):
            nu = [1 + case["trials"] - sum(row)] + [1 + c for c in row]
            if "prior" in case:
                prior = case["prior"][m][q]
                nu = [a + b for a, b in zip(nu, [case["prior_trials"] - sum(prior)] + prior)]
            nus.append(nu)
        masses.append(model(nus, weights))
    case["ranks"] = [[round(p, 5) for p in row] for row in ranks(masses)]

text = "[\n" + ",\n".join("  " + json.dumps(c) for c in CASES) + "\n]\n"
pathlib.Path(__file__).with_name("reference.json").write_text(text)
