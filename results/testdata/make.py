"""Writes numpy.npz, the arrays that TestReadNumpy expects, and two small boards.

Run it here with any numpy: python3 make.py
"""

import numpy as np

m, q, t = np.indices((2, 3, 4))
cells = (7 * m + 3 * q + t) % 5
arrays = {}
for order in "CF":
    arrays[f"bool {order}"] = np.array(cells % 2, dtype=bool, order=order)
    for dtype in "i1 u1 i2 u2 i4 u4 i8 u8".split():
        for end in "<>":
            arrays[f"{end}{dtype} {order}"] = np.array(cells, dtype=end + dtype, order=order)
arrays["models"] = np.array(["a", "ünï 😀"])
arrays["questions"] = np.array([b"q1", b"second", b"q"])
# What is none of the above is left alone.
arrays["notes"] = np.array([{"any": "object"}, None], dtype=object)
arrays["weights"] = np.ones((2, 3))
arrays["curve"] = np.arange(6).reshape(2, 3)
arrays["seed"] = np.array(7)
arrays["people"] = np.array([("x", 1)], dtype=[("name", "U3"), ("age", "i4")])
arrays["4-D"] = np.zeros((1, 1, 1, 1), dtype=int)
np.savez_compressed("numpy.npz", **arrays)

# A small board with its labels, as numpy writes it plain and compressed.
board = {"R": cells.astype(np.int8), "models": arrays["models"], "questions": np.array(["q1", "second", "q"])}
np.savez("stored.npz", **board)
np.savez_compressed("deflated.npz", **board)
