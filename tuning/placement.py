#!/usr/bin/env python3
"""A player of `octahedra` that places its men at random and plays on like the engine it is given.

    tuning/placement.py PATH/TO/alea [SEED]

It speaks the protocol like an engine, so that any referee can use it. Every command is passed on to the
engine but a `go` while men are being placed, which is answered with any legal drop.
"""

import random
import subprocess
import sys
import threading


def main():
    engine = subprocess.Popen(
        [sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    drops = threading.Event()

    def answers():
        for line in engine.stdout:
            words = line.split()
            if drops.is_set() and words[:1] == ["legal"]:
                drops.clear()
                print("bestmove", rng.choice(words[1:]), flush=True)
            else:
                print(line, end="", flush=True)

    threading.Thread(target=answers, daemon=True).start()
    placing = True
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "position":
            # All men stand after 32 drops, and no throw is made for the placement any more.
            placing = "startpos" in words and sum("@" in word for word in words) < 32
        if command == "go" and placing:
            drops.set()
            line = "legal\n"
        engine.stdin.write(line)
        engine.stdin.flush()
        if command == "quit":
            break
    engine.wait()


main()
