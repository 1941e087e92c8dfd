"""Writes weightedtau.json: weighted τ of Vigna (2015) by scipy.stats.weightedtau.

Gold has no ties here: scipy takes places as integers, where ties in gold would be broken
by the order of the models. Made with scipy 1.10.1:

    python3 make_weightedtau.py > weightedtau.json
"""

import json
import random

import scipy.stats

random.seed(20)
cases = []
for models in (2, 3, 5, 11, 30):
    for _ in range(8):
        gold = random.sample(range(-50, 50), models)
        keys = [random.randrange(models if random.random() < 0.5 else 4) for _ in gold]
        if len(set(keys)) == 1:
            continue
        place = [sum(g > own for g in gold) for own in gold]
        tau = scipy.stats.weightedtau(keys, gold, rank=place, additive=True)
        cases.append({"gold": gold, "keys": keys, "tau": float(getattr(tau, "statistic", tau[0]))})
print(json.dumps(cases))
