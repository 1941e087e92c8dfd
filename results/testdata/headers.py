"""Writes headers.json: what numpy makes of NPY headers, for TestHeadersOfNumpy.

Run it here with any numpy: python3 headers.py
"""

import io
import json
import warnings

import numpy as np

D, F, S = "'descr': '<i2'", "'fortran_order': False", "'shape': (1, 2, 1)"
plain = "{" + D + ", " + F + ", " + S + ", }"
texts = [
    plain,
    plain + "\n",
    plain + " \t\r\n\n",
    "  \t" + plain,
    "\n" + plain,
    "{" + ", ".join([S, F, D]) + "}",  # another order, no last comma
    "{" + ",".join([F, S, D]).replace(" ", "") + "}",
    "{ " + " , ".join([D, F, S]).replace(":", " : ").replace("(1, 2, 1)", "( 1 ,2,1 , )") + " , }",
    "{\n" + D + ",\n" + F + ",\r\n\t" + S + "\n}",
    plain.replace("'", '"'),
    plain.replace("'descr'", "u'descr'").replace("'<i2'", "u'<i2'"),
    plain.replace("1, 2, 1", "1L, 2L, 1L"),  # Python 2
    plain.replace("1, 2, 1", "1l, 2l, 1l"),
    plain.replace("False", "True"),
    plain.replace("(1, 2, 1)", "()"),
    plain.replace("(1, 2, 1)", "(2,)"),
    plain.replace("(1, 2, 1)", "(2)"),
    plain.replace("(1, 2, 1)", "2"),
    plain.replace("(1, 2, 1)", "[1, 2, 1]"),
    plain.replace("(1, 2, 1)", "(1, 2,, 1)"),
    plain.replace("(1, 2, 1)", "(,)"),
    plain.replace("(1, 2, 1)", "(1 2 1)"),
    plain.replace("(1, 2, 1)", "(1, 02, 1)"),
    plain.replace("(1, 2, 1)", "(1, 2.0, 1)"),
    plain.replace("(1, 2, 1)", "(1, 'x', 1)"),
    plain.replace("(1, 2, 1)", "(1, 2, 1"),
    plain.replace("(1, 2, 1)", "(1, 2, 1]"),
    plain.replace("False", "0"),
    plain.replace("False", "None"),
    plain.replace("False", "'False'"),
    plain.replace("False", "false"),
    plain.replace("descr", "Descr"),
    plain.replace(D + ", ", ""),
    plain.replace("}", "'more': 1}"),
    plain.replace("}", ",}"),
    plain.replace("{", "{,"),
    plain.replace("{", "").replace("}", ""),
    plain.replace("}", ""),
    plain.replace(", " + F, " " + F),
    plain + "x",
    plain + plain,
    "[" + plain + "]",
    "",
    "\0" + plain,
    plain.replace("'<i2'", "'>i2'"),
    plain.replace("'<i2'", "'|i1'"),
    plain.replace("'<i2'", "'i1'"),
    plain.replace("'<i2'", "'int8'"),
    plain.replace("'<i2'", "'uint64'"),
    plain.replace("'<i2'", "'bool'"),
    plain.replace("'<i2'", "'?'"),
    plain.replace("'<i2'", "'|b1'"),
    plain.replace("'<i2'", "'<U3'"),
    plain.replace("'<i2'", "'|S3'"),
    plain.replace("'<i2'", "'<f8'"),
    plain.replace("'<i2'", "[('a', '<i8'), ('b', '|S2', (3,))]"),
    plain.replace("'<i2'", "[('it\\'s', '<i8')]"),
    plain.replace("'<i2'", "[('a', '<i8')"),
]

cases = []
for text in texts:
    for version in (1, 2, 3):
        data = text.encode("latin1")
        length = len(data).to_bytes(2 if version == 1 else 4, "little")
        file = io.BytesIO(bytes([version, 0]) + length + data)
        case = {"text": text, "version": version}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                shape, fortran, dtype = np.lib.format._read_array_header(file, np.lib.format.read_magic(io.BytesIO(b"\x93NUMPY" + file.read(2))))
            case |= {"shape": shape, "fortran": fortran, "kind": dtype.kind, "size": dtype.itemsize, "big": dtype.byteorder == ">"}
        except Exception:  # of many kinds, some of the tokenizer
            case["error"] = True
        cases.append(case)
with open("headers.json", "w") as f:
    f.write("[\n" + ",\n".join(json.dumps(c) for c in cases) + "\n]\n")
