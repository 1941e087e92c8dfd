#!/usr/bin/env python3
"""A metric, exec:mine=./mine.py: the mean, shrunk towards that of all models."""
from settle_estimator import estimator


@estimator(single=True)  # one board at a time; without single a numpy array of many
def mine(counts, trials):
    """Return a score for each model, larger for better ones, and standard errors."""
    means, noise = [], 0.0
    for questions in counts:  # of one model, by question: [wrong, correct], of so many trials
        correct = [right for wrong, right in questions]
        means.append(sum(correct) / (trials * len(correct)))
        noise += sum(c / trials * (1 - c / trials) for c in correct) / len(correct) ** 2 / trials
    noise /= len(means)  # the variance of a model's mean, on average
    grand = sum(means) / len(means)
    spread = sum((mean - grand) ** 2 for mean in means) / max(1, len(means) - 1)
    keep = spread / (spread + noise) if spread > 0 else 1.0
    scores = [grand + keep * (mean - grand) for mean in means]
    return {"scores": scores, "errors": [(keep * noise) ** 0.5] * len(means)}


if __name__ == "__main__":
    mine.run()
