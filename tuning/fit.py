"""Fits the evaluation weights of `dicechess` or `threedice` to self-play games; see README.md.

    python3 fit.py VARIANT PREFIX... --weights weights.rs --out new.rs

The model is what the engine reckons, all for White:

    E = fixed + share * (won - lost + (1 - won - lost) * tanh(cp / 1200))

where cp = sum of count * (middle * phase + ending * (24 - phase)) / (24 * 16), and won and lost are sums
of risk * share of the risk. Gauss-Newton steps minimise the squared error against the games plus a
pull towards the weights that are there.
"""

import argparse
import re

import numpy as np

SCALE = 1200.0
# As `risk::OWN` in the evaluation of dice chess: so many risks are the enemy's, the others the thrower's.
OWN = 3
TUPLE = re.compile(r"\((-?\d+), (-?\d+)\)")
FACTORS = re.compile(r"(?<=RISK_SHARES: Risks = \[)[^\]]*")
# Columns of a .meta record, as generate.rs writes them.
GAME, TURN, RESULT, BEFORE, AFTER, RANDOM, SIDE, PHASE, FIXED, SHARE, STATIC, NUMBER = range(12)
# No pawn stands on the first or last rank: these squares keep weight 0.
SQUARES = 6
DEAD = [SQUARES + s for s in (*range(8), *range(56, 64))]


def read(prefixes):
    metas, terms, risks, games = [], [], [], 0
    for prefix in prefixes:
        meta = np.fromfile(prefix + ".meta", "<f4").reshape(-1, 12).astype(np.float64)
        meta[:, GAME] += games
        games = int(meta[:, GAME].max()) + 1
        metas.append(meta)
        terms.append(np.fromfile(prefix + ".terms", "<i2").reshape(-1, 2))
        risk = np.fromfile(prefix + ".risks", "<f4")
        risks.append(risk.reshape(len(meta), len(risk) // len(meta)))
    return np.concatenate(metas), np.concatenate(terms), np.concatenate(risks)


def targets(meta, memory):
    """What each position led to, without the luck of the dice.

    Result = value now + all changes of value. A change by a throw is luck and has mean 0, so it may be
    left out; a change by a random move is left out too. What remains is how far the values before
    successive throws differ from what the search expected. `memory` = 1 sums up all of these (no bias,
    whatever the values are), less weakens later ones geometrically; 0 gives the search value alone.
    """
    n = len(meta)
    last = np.append(meta[1:, GAME] != meta[:-1, GAME], True)
    following = np.append(meta[1:, BEFORE], 0.0)
    end = np.where(meta[:, RESULT] == 2, meta[:, AFTER], meta[:, RESULT])
    following[last] = end[last]
    change = np.where(meta[:, RANDOM] == 1, 0.0, following - meta[:, AFTER])
    target, later = np.empty(n), 0.0
    for i in range(n - 1, -1, -1):
        later = change[i] + (0.0 if last[i] else memory * later)
        target[i] = meta[i, BEFORE] + later
    return target


class Data:
    def __init__(self, meta, terms, risks, size, memory):
        self.meta, self.terms, self.size = meta, terms, size
        sides = np.where(np.arange(risks.shape[1]) < OWN, 1.0, -1.0)
        self.risks = (risks * sides * meta[:, SIDE, None]).astype(np.float32)
        self.length = 2 * size + risks.shape[1]
        self.start = np.concatenate([[0], np.cumsum(meta[:, NUMBER]).astype(np.int64)])
        self.target = targets(meta, memory)
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

    def model(self, part, matrix, weights):
        """Values, and their derivatives by centipawns and by the factors of the risks."""
        t = np.tanh(matrix @ weights[: 2 * self.size].astype(np.float32) / SCALE)
        fixed, share = self.meta[part, FIXED], self.meta[part, SHARE]
        factors, risks = weights[2 * self.size :], self.risks[part]
        rest = 1 - np.abs(risks) @ factors
        value = fixed + share * (risks @ factors + rest * t)
        by_factors = share[:, None] * (risks - np.abs(risks) * t[:, None])
        return value, share * rest * (1 - t * t) / SCALE, by_factors

    def step(self, rows, weights):
        """Normal matrix and gradient of half the squared error."""
        normal = np.zeros((self.length, self.length))
        gradient = np.zeros(self.length)
        for part, matrix in self.chunks(rows):
            value, slope, by_factors = self.model(part, matrix, weights)
            matrix *= slope[:, None].astype(np.float32)
            matrix = np.hstack([matrix, by_factors.astype(np.float32)])
            normal += matrix.T @ matrix
            gradient += matrix.T @ (self.target[part] - value).astype(np.float32)
        return normal, gradient

    def errors(self, rows, weights):
        """Mean squared error against results (games that ended) and against the targets."""
        value = np.empty(len(rows))
        at = 0
        for part, matrix in self.chunks(rows):
            value[at : at + len(part)] = self.model(part, matrix, weights)[0]
            at += len(part)
        result = self.meta[rows, RESULT]
        ended = result != 2
        return (
            np.mean((value - result)[ended] ** 2),
            np.mean((value - self.target[rows]) ** 2),
        )


def pull(data, rows, centipawns):
    """Prior precision of each weight: a usual count should move the sum by so many centipawns."""
    usual = np.ones(data.size)
    terms = data.terms
    for term in range(data.size):
        counts = np.abs(terms[terms[:, 0] == term, 1].astype(np.float64))
        if len(counts) > 10:
            usual[term] = np.sqrt(np.mean(counts**2))
    precision = (usual / (16 * centipawns)) ** 2
    precision[DEAD] = 1e6
    return np.concatenate([precision, precision, np.full(data.length - 2 * data.size, 1.0)])


def fit(data, rows, first, precision, strength, steps):
    weights = first.copy()
    for _ in range(steps):
        normal, gradient = data.step(rows, weights)
        gradient -= strength * precision * (weights - first)
        weights += np.linalg.solve(normal + strength * np.diag(precision), gradient)
    return weights


def importance(data, rows, weights, groups):
    """By how much the error would rise without each group of terms, others adapting (linearised)."""
    normal, _ = data.step(rows, weights)
    inverse = np.linalg.inv(normal + 1e-3 * np.diag(np.diag(normal)) + 1e-12 * np.eye(len(normal)))
    groups = groups + [(f"risk {i}", None, i) for i in range(data.length - 2 * data.size)]
    for name, start, end in groups:
        if start is None:
            places = np.array([2 * data.size + end])
        else:
            places = np.r_[start:end, data.size + start : data.size + end]
        part = np.linalg.inv(inverse[np.ix_(places, places)])
        rise = weights[places] @ part @ weights[places] / len(rows)
        print(f"{name:<20} {rise * 1e5:8.2f} hundred-thousandths")


def write(text, weights, size, note):
    rounded = np.clip(np.rint(weights[: 2 * size]), -32768, 32767).astype(int)
    numbers = iter(zip(rounded[:size], rounded[size:]))
    text = TUPLE.sub(lambda _: "({}, {})".format(*next(numbers)), text)
    if len(weights) == 2 * size:
        return note + re.sub(r"\A(//!.*\n)+", "", text)
    factors = ", ".join(str(f) for f in np.rint(1024 * weights[2 * size :]).astype(int))
    text = FACTORS.sub(factors, text)
    body = re.sub(r"\A(//!.*\n)+", "", text)
    return note + body


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("variant", help="named in the weights file")
    parser.add_argument("prefix", nargs="+")
    parser.add_argument("--weights", required=True, help="the weights file to start from")
    parser.add_argument("--out", required=True, help="the weights file to write")
    parser.add_argument(
        "--strength", type=float, nargs="+", default=[0.1, 0.5], help="pulls to try; the best is kept"
    )
    parser.add_argument(
        "--centipawns", type=float, default=30, help="how far pull 1 lets a usual count move the sum"
    )
    parser.add_argument("--memory", type=float, default=0.9, help="see targets()")
    parser.add_argument("--steps", type=int, default=2, help="Gauss-Newton steps")
    parser.add_argument("--skip", type=int, default=1, help="use one position in so many")
    parser.add_argument("--importance", action="store_true", help="tell what each term is good for")
    args = parser.parse_args()

    text = open(args.weights).read()
    pairs = np.array(TUPLE.findall(text), np.float64)
    size, first = len(pairs), np.concatenate([pairs[:, 0], pairs[:, 1]])
    factors = FACTORS.search(text)
    factors = [int(f) / 1024 for f in factors[0].split(",")] if factors else []
    first = np.concatenate([first, factors])
    meta, terms, risks = read(args.prefix)
    data = Data(meta, terms, risks, size, args.memory)
    games = int(meta[:, GAME].max()) + 1
    live = np.abs(meta[:, SHARE]) > 1e-6
    test_game = np.random.default_rng(1).random(games) < 0.1
    test = test_game[meta[:, GAME].astype(int)]
    train = np.flatnonzero(live & ~test)[:: args.skip]
    held = np.flatnonzero(live & test)
    print(f"{games} games, {len(train)} positions to fit, {len(held)} held out")
    ended = meta[:, RESULT] != 2
    print(
        "variance of result about target {:.4f}, of target {:.4f}; error of the engine's own {:.5f}".format(
            np.mean((meta[ended, RESULT] - data.target[ended]) ** 2),
            np.var(data.target),
            np.mean((meta[held, STATIC] - data.target[held]) ** 2),
        )
    )
    precision = pull(data, train, args.centipawns)
    print("error against        result     target")
    before = data.errors(held, first)
    print("held out, before    {:.5f}    {:.5f}".format(*before))
    best = None
    for strength in args.strength:
        weights = fit(data, train, first, precision, strength, args.steps)
        result, target = data.errors(held, weights)
        inside = data.errors(train, weights)[1]
        print(
            f"held out, pull {strength:<5}{result:.5f}    {target:.5f}   (fitted: {inside:.5f})",
            flush=True,
        )
        if best is None or target < best[0]:
            best = (target, strength, weights)
    note = (
        "//! Evaluation weights of `{}`, fitted to {} positions of {} self-play games (see\n"
        "//! `tuning/README.md`), from men's worth and squares of PeSTO's tables by Ronald Friederich (Chess\n"
        "//! Programming Wiki, \"PeSTO's Evaluation Function\") and other terms set by hand.\n"
        "//!\n"
        "//! Middle-game and ending weight of each term, in sixteenths of a centipawn.\n"
    ).format(args.variant, len(train), games)
    with open(args.out, "w") as out:
        out.write(write(text, best[2], size, note))
    print("shares of risks", np.round(best[2][2 * size :], 3))
    if args.importance:
        names, at = [], 0
        for line in text.splitlines():
            if found := re.match(r" *// ([A-Z_]+)", line):
                names.append([found[1], at, at])
            elif names:
                at += len(TUPLE.findall(line))
                names[-1][2] = at
        importance(data, train, best[2], names)
    print(f"written with pull {best[1]}")


if __name__ == "__main__":
    main()
