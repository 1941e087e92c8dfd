"""Writes reference.json: 500 boards, and what scorio 0.2.3 (PyPI) chooses of their answers.

    pip install scorio==0.2.3 && python reference.py > reference.json

Each line is a board of one model. A question has the answers of its attempts ("-" for none), the
right one, the weights in 64ths, and the answers that scorio chooses: by majority_vote, by
weighted_majority_vote and by best_of_n. "beta" and "dirichlet" are the samples after which
adaptive_consistency_stop and adaptive_consistency_dirichlet_stop stop at .95, and "window" those
after which esc_stop does with windows of 3; 0 for never.
"""

import json
import random

from scorio import aggregate


def stop(rule, answers):
    for n in range(1, len(answers) + 1):
        if rule(answers[:n], threshold=0.95):
            return n
    return 0


def window(size, answers):
    for n in range(size, len(answers) + 1, size):
        if aggregate.esc_stop(answers[n - size : n]):
            return n
    return 0


def question(r, n):
    shares = [r.random() ** 2 for _ in range(r.randint(1, 6))]
    answers = r.choices("ABCDEF"[: len(shares)] + "-", [*shares, r.choice([0, 0.1])], k=n)
    weights = [r.randint(0, 64) for _ in range(n)]
    given = [None if a == "-" else a for a in answers]
    scores = [w / 64 for w in weights]
    return {
        "answers": "".join(answers),
        "right": r.choice("ABC"),
        "weights": weights,
        "majority": aggregate.majority_vote(given) or "-",
        "weighted": aggregate.weighted_majority_vote(given, scores) or "-",
        "best": aggregate.best_of_n(given, scores) or "-",
        "beta": stop(aggregate.adaptive_consistency_stop, given),
        "dirichlet": stop(aggregate.adaptive_consistency_dirichlet_stop, given),
        "window": window(3, given),
    }


r = random.Random(1)
for _ in range(500):
    n = r.randint(1, 20)
    print(json.dumps([question(r, n) for _ in range(r.randint(1, 4))], separators=(",", ":")))
