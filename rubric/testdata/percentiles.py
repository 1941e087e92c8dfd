"""Writes percentiles.json: percentiles by numpy.percentile, its default rule.

Independent of the Go code. The samples are awkward on purpose: one value, ties,
infinities, gaps that dwarf the rest, subnormal numbers, places that fall on a
value or just beside one. Numbers are hexadecimal floats, so that nothing is
rounded on the way. Run with python3 and numpy; the version that wrote the file
is in it.
"""

import json
import math
import pathlib
import random

import numpy as np

PERCENTS = [33, 40, 60, 66, 90]

draw = random.Random(7)
samples = {
    "one": [0.3],
    "two": [0.1, 0.7],
    "three": [0.1, 0.2, 0.7],
    "ten": [draw.random() for _ in range(10)],
    "eleven": [draw.gauss(0, 1) for _ in range(11)],  # 40, 60 and 90 % fall on a value
    "hundred and one": [draw.expovariate(1) for _ in range(101)],
    "a thousand": [draw.lognormvariate(0, 3) for _ in range(1000)],
    "all tied": [0.1] * 7,
    "ties": [0.1, 0.1, 0.1, 0.3, 0.3, 0.9],
    "nearly tied": [0.1, math.nextafter(0.1, 1), math.nextafter(0.1, 1), 0.1 + 1e-16, 0.3],
    "opposite signs": [-1e-300, 0.0, 1e-300, -1.0, 1.0],
    "huge gap": [1e-300, 1e300, 1.0, -1e300, 2.0],
    "dwarfed": [0.1, 0.2, 0.3, 1e17, 1e17 + 16],
    "subnormal": [5e-324, 1e-323, 2e-323, 4e-323],
    "infinite top": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, math.inf, math.inf],
    "infinite bottom": [-math.inf, -math.inf, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0],
}


def exact(x):
    if math.isinf(x):
        return "+Inf" if x > 0 else "-Inf"
    return float(x).hex()


with np.errstate(invalid="ignore"):  # an infinity minus itself
    document = {
        "source": "percentiles.py with numpy " + np.__version__,
        "samples": [
            {
                "name": name,
                "values": [exact(x) for x in values],
                "percentiles": {str(p): exact(np.percentile(values, p)) for p in PERCENTS},
            }
            for name, values in samples.items()
        ],
    }
path = pathlib.Path(__file__).with_name("percentiles.json")
path.write_text(json.dumps(document, separators=(",", ":")).replace('{"name"', '\n{"name"') + "\n")
