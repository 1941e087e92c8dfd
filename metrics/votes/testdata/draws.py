"""Writes draws.json: long questions, and what numpy finds by drawing 20,000 subsets of K attempts.

    pip install numpy==2.4.6 && python draws.py > draws.json

Answers are numbers from 1, 0 is none; weights are in 64ths. Of each rule, the mean score of the
subsets and its standard error.
"""

import json

import numpy as np

DRAWS = 20_000


def scores(rng, answers, outcomes, weights, k):
    n, kinds = len(answers), answers.max() + 1
    subsets = np.argsort(rng.random((DRAWS, n)), axis=1)[:, :k]
    chosen, right, weight = answers[subsets], outcomes[subsets], weights[subsets]
    found = {"plurality": np.zeros(DRAWS), "vote": np.zeros(DRAWS)}
    for name, votes in ("plurality", np.ones_like(weight)), ("vote", weight):
        sums = np.stack([(votes * (chosen == a)).sum(1) for a in range(1, kinds)], 1)
        count = np.stack([(chosen == a).sum(1) for a in range(1, kinds)], 1)
        worth = np.stack([(right * (chosen == a)).sum(1) for a in range(1, kinds)], 1) / np.maximum(count, 1)
        won = (sums == np.where(count > 0, sums, -1).max(1, keepdims=True)) & (count > 0)
        found[name] = (won * worth).sum(1) / np.maximum(won.sum(1), 1)
    top = np.where(chosen > 0, weight, -1)
    first = (top == top.max(1, keepdims=True)) & (chosen > 0)
    found["best"] = (first * right).sum(1) / np.maximum(first.sum(1), 1)
    return {name: [float(s.mean()), float(s.std(ddof=1) / DRAWS**0.5)] for name, s in found.items()}


rng = np.random.default_rng(1)
for n, k in ((40, 8), (80, 8), (80, 20), (80, 64), (300, 16), (300, 100)):
    for _ in range(4):
        shares = rng.dirichlet(np.full(rng.integers(2, 9), 0.7))
        answers = rng.choice(len(shares), n, p=shares)
        outcomes = (answers == rng.integers(1, len(shares))).astype(int)
        weights = rng.integers(0, 65, n)
        print(json.dumps({
            "answers": answers.tolist(), "outcomes": outcomes.tolist(), "weights": weights.tolist(), "k": k,
            **scores(rng, answers, outcomes, weights, k),
        }, separators=(",", ":")))
