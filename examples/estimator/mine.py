#!/usr/bin/env python3
"""A metric, exec:mine=./mine.py: the mean, shrunk towards that of all models."""
import json
import sys

for line in sys.stdin:
    board = json.loads(line)
    n, means, noise = board["trials"], [], 0.0
    for questions in board["counts"]:  # of one model, by question: [wrong, correct]
        correct = [right for wrong, right in questions]
        means.append(sum(correct) / (n * len(correct)))
        noise += sum(c / n * (1 - c / n) for c in correct) / len(correct) ** 2 / n
    noise /= len(means)  # the variance of a model's mean, on average
    grand = sum(means) / len(means)
    spread = sum((mean - grand) ** 2 for mean in means) / max(1, len(means) - 1)
    keep = spread / (spread + noise) if spread > 0 else 1.0
    scores = [grand + keep * (mean - grand) for mean in means]
    errors = [(keep * noise) ** 0.5] * len(means)
    print(json.dumps({"id": board["id"], "scores": scores, "errors": errors}), flush=True)
