"""Fits the evaluation weights of `cheshire` to self-play games; see holes.md.

    python3 fit_holes.py PREFIX... --first weights.rs --frame weights.rs --out new.rs

The model is E = tanh(K cp / 1200) for White with cp = sum of count * (middle * phase + ending *
(24 - phase)) / (24 * 16). K turns centipawns as the engine shows them into results; it is found for the
weights at the start and kept, so that the weights keep their scale. The target is a mean of the result
and of the value of a search. Gauss-Newton steps minimise the squared error plus a pull towards the
weights at the start.
"""

import argparse
import re

import numpy as np

SCALE = 1200.0
TUPLE = re.compile(r"\((-?\d+), (-?\d+)\)")
# Columns of a .meta record, as holes.rs writes them.
GAME, RESULT, VALUE, PHASE, NUMBER = range(5)
# No pawn stands on the first or last rank: these squares keep weight 0.
DEAD = [6 + s for s in (*range(8), *range(56, 64))]


def read(prefixes):
    metas, terms, games = [], [], 0
    for prefix in prefixes:
        meta = np.fromfile(prefix + ".meta", "<f4").reshape(-1, 5).astype(np.float64)
        meta[:, GAME] += games
        games = int(meta[:, GAME].max()) + 1
        metas.append(meta)
        terms.append(np.fromfile(prefix + ".terms", "<i2").reshape(-1, 2))
    return np.concatenate(metas), np.concatenate(terms)


class Data:
    def __init__(self, meta, terms, size):
        self.meta, self.terms, self.size = meta, terms, size
        self.start = np.concatenate([[0], np.cumsum(meta[:, NUMBER]).astype(np.int64)])
        self.middle = (meta[:, PHASE] / 24).astype(np.float32)

    def chunks(self, rows, chunk=8192):
        """Dense pieces: row numbers and the matrix d cp / d weights (all middle, then all ending)."""
        for at in range(0, len(rows), chunk):
            part = rows[at : at + chunk]
            lengths = self.start[part + 1] - self.start[part]
            line = np.repeat(np.arange(len(part)), lengths)
            skip = np.repeat(np.cumsum(lengths) - lengths, lengths)
            places = np.repeat(self.start[part], lengths) + np.arange(len(line)) - skip
            counts = np.zeros((len(part), self.size), np.float32)
            counts[line, self.terms[places, 0]] = self.terms[places, 1] / 16
            middle = self.middle[part, None]
            yield part, np.hstack([counts * middle, counts * (1 - middle)])

    def centipawns(self, rows, weights):
        return np.concatenate([m @ weights.astype(np.float32) for _, m in self.chunks(rows)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", nargs="+")
    parser.add_argument("--first", nargs="+", required=True, help="the files whose weights, one behind the other, are the start")
    parser.add_argument("--frame", required=True, help="the weights file whose comments are kept")
    parser.add_argument("--out", required=True, help="the weights file to write")
    parser.add_argument("--strength", type=float, nargs="+", default=[0.03, 0.1, 0.3], help="pulls to try; the best is kept")
    parser.add_argument("--centipawns", type=float, default=30, help="how far pull 1 lets a usual count move the sum")
    parser.add_argument("--results", type=float, default=0.5, help="the share of results in the target")
    parser.add_argument("--steps", type=int, default=3, help="Gauss-Newton steps")
    args = parser.parse_args()

    pairs = np.array([p for name in args.first for p in TUPLE.findall(open(name).read())], np.float64)
    size, first = len(pairs), np.concatenate([pairs[:, 0], pairs[:, 1]])
    meta, terms = read(args.prefix)
    data = Data(meta, terms, size)
    games = int(meta[:, GAME].max()) + 1
    held = (np.random.default_rng(1).random(games) < 0.1)[meta[:, GAME].astype(int)]
    train, test = np.flatnonzero(~held), np.flatnonzero(held)
    print(f"{games} games, {len(train)} positions to fit, {len(test)} held out")

    shown = SCALE * np.arctanh(np.clip(meta[:, VALUE], -0.999, 0.999))
    static = data.centipawns(train, first)
    k = min(np.arange(0.5, 8, 0.05), key=lambda k: np.mean((np.tanh(k * static / SCALE) - meta[train, RESULT]) ** 2))
    print(f"K = {k:.2f}")
    target = args.results * meta[:, RESULT] + (1 - args.results) * np.tanh(k * shown / SCALE)

    usual = np.ones(size)
    for term in range(size):
        counts = terms[terms[:, 0] == term, 1].astype(np.float64)
        if len(counts) > 10:
            usual[term] = np.sqrt(np.mean(counts**2))
    precision = (usual / (16 * args.centipawns)) ** 2
    precision[DEAD] = 1e6
    precision = np.concatenate([precision, precision])

    def error(weights):
        value = np.tanh(k * data.centipawns(test, weights) / SCALE)
        return np.mean((value - meta[test, RESULT]) ** 2), np.mean((value - target[test]) ** 2)

    print("error against        result     target")
    print("held out, before    {:.5f}    {:.5f}".format(*error(first)))
    best = None
    for strength in args.strength:
        weights = first.copy()
        for _ in range(args.steps):
            normal, gradient = np.zeros((2 * size, 2 * size)), np.zeros(2 * size)
            for part, matrix in data.chunks(train):
                value = np.tanh(k * (matrix @ weights.astype(np.float32)) / SCALE)
                matrix *= (k * (1 - value**2) / SCALE).astype(np.float32)[:, None]
                normal += matrix.T @ matrix
                gradient += matrix.T @ (target[part] - value).astype(np.float32)
            gradient -= strength * precision * (weights - first)
            weights += np.linalg.solve(normal + strength * np.diag(precision), gradient)
        result, fitted = error(weights)
        print(f"held out, pull {strength:<5}{result:.5f}    {fitted:.5f}", flush=True)
        if best is None or fitted < best[0]:
            best = (fitted, strength, weights)
    rounded = np.clip(np.rint(best[2]), -32768, 32767).astype(int)
    numbers = iter(zip(rounded[:size], rounded[size:]))
    with open(args.out, "w") as out:
        out.write(TUPLE.sub(lambda _: "({}, {})".format(*next(numbers)), open(args.frame).read()))
    print(f"written with pull {best[1]}")


if __name__ == "__main__":
    main()
