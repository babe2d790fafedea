#!/usr/bin/env python3
"""A greedy player of `chez`: after its turn as many of its men as possible stand at home.

    tuning/homebody.py PATH/TO/alea [SEED]

It speaks the protocol like an engine, so that any referee can use it, and has the rules from the engine
that it is given: every command but `go` is passed on to that. Of the turns that are equally good it
chooses one at random.
"""

import random
import subprocess
import sys

ROWS = {"w": ("RNBQKBNR", "PPPPPPPP"), "b": ("rnbqkbnr", "pppppppp")}


def at_home(board, side):
    """How many men of a side stand at home in the board field of a position text."""
    rows = board.split("[")[0].split("/")
    last, pawns = (rows[7], rows[6]) if side == "w" else (rows[0], rows[1])
    count = 0
    for row, wanted in zip((last, pawns), ROWS[side]):
        file = 0
        for i, char in enumerate(row):
            if char.isdigit():
                file += int(char)
            elif char != "~":
                disguised = row[i + 1 : i + 2] == "~"
                count += char == wanted[file] and not disguised
                file += 1
    return count


class Rules:
    """An engine asked about positions."""

    def __init__(self, path):
        self.engine = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def send(self, line):
        self.engine.stdin.write(line + "\n")
        self.engine.stdin.flush()

    def answer(self, start):
        """The rest of the first line that begins with a word, all others being left out."""
        for line in self.engine.stdout:
            words = line.split()
            if words and words[0] == start:
                return words[1:]
        sys.exit("the engine has ended")

    def choose(self, rng):
        self.send("legal")
        moves = self.answer("legal")
        if not moves:
            return "(none)"
        self.send("board")
        text = " ".join(self.answer("board"))
        side = text.split()[1]
        # All questions at once: waiting for each answer would take longer than answering.
        self.send("\n".join(f"position fen {text} moves {move}\nboard" for move in moves))
        counts = [at_home(self.answer("board")[0], side) for _ in moves]
        best = max(counts)
        return rng.choice([move for move, count in zip(moves, counts) if count == best])


def main():
    rules = Rules(sys.argv[1])
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "go":
            print("bestmove", rules.choose(rng), flush=True)
        elif command in ("uci", "isready"):
            rules.send(command)
            end = "uciok" if command == "uci" else "readyok"
            for answer in rules.engine.stdout:
                print(answer, end="", flush=True)
                if answer.strip() == end:
                    break
        elif command == "quit":
            break
        elif command != "stop":
            rules.send(line.strip())
    rules.send("quit")


main()
