#!/usr/bin/env python3
"""Paired games between two engines that speak the protocol; a third Alea process knows the rules.

Both games of a pair get the same dice, sides swapped. The referee checks every move and its time.

    tuning/match.py --rules target/release/alea --a target/release/alea \\
        --b "other-engine --flags" --variant dicechess --games 60 --movetime 100

Options of an engine are given as name=value, several separated by commas:
    --a-options "Hash=16,Skill Level=5"
"""
import argparse
import math
import queue
import shlex
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor


class Engine:
    """A process that answers lines."""

    def __init__(self, command, variant, options=""):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.ask("uci", "uciok")
        self.say(f"setoption name UCI_Variant value {variant}")
        for option in filter(None, options.split(",")):
            name, value = option.split("=")
            self.say(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.rstrip("\n")))
        self.lines.put((time.monotonic(), None))

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, answer, seconds=30):
        """Sends a line and returns the answer that begins with the word `answer`."""
        self.say(line)
        return self.wait(answer, seconds)

    def wait(self, answer, seconds=30):
        """Returns the next line that begins with the word `answer`; `came` is when it was read."""
        end = time.monotonic() + seconds
        while True:
            self.came, got = self.lines.get(timeout=max(0.001, end - time.monotonic()))
            if got is None:
                raise EOFError("engine has gone")
            if got.startswith("info string error"):
                raise ValueError(got)
            if got.split(" ")[0] == answer:
                return got

    def legal(self, sides):
        """The legal moves, for each of the sides that are to choose at once."""
        self.say("legal")
        return [self.wait("legal").split()[sides:] for _ in range(sides)]

    def quit(self):
        try:
            self.say("quit")
            self.process.wait(timeout=2)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()


def play(args, pair, swapped):
    """Plays one game; returns (score of A, events, latest answers of A and B in ms after the move time, end,
    last position text)."""
    rules = Engine(args.rules, args.variant)
    players = [Engine(args.a, args.variant, args.a_options), Engine(args.b, args.variant, args.b_options)]
    white, black = (1, 0) if swapped else (0, 1)
    for engine in [rules, *players]:
        engine.say("ucinewgame")
    rules.say(f"setoption name Seed value {args.seed * 1_000_003 + pair}")
    events, worst = [], [-1e9, -1e9]

    def over(points, reason):
        return points, events, worst, reason, rules.ask("board", "board").split(" ", 1)[1]

    try:
        while len(events) < args.most:
            phase = rules.ask("phase", "phase").split()
            if phase[1] == "over":
                result, reason = phase[3], phase[5]
                points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[result]
                return over(1 - points if swapped else points, reason)
            if phase[1] == "roll":
                event = rules.ask("dice", "dice").split()[1]
            else:
                # At a sealed turn both choose, neither knowing the other's choice.
                sides = ["white", "black"] if phase[1] == "sealed" else [phase[3]]
                legal = dict(zip(sides, rules.legal(len(sides))))
                movers = {side: white if side == "white" else black for side in sides}
                position = "position startpos" + (" moves " + " ".join(events) if events else "")
                start, choices = time.monotonic(), []
                for side, mover in movers.items():
                    players[mover].say(position)
                    players[mover].say("go " + (f"side {side} " if len(sides) > 1 else "") + args.go)
                for side, mover in movers.items():
                    try:
                        choice = players[mover].wait("bestmove").split()[1]
                    except (EOFError, queue.Empty):
                        return over(float(mover == 1), f"forfeit by {'AB'[mover]}")
                    if args.movetime:
                        late = (players[mover].came - start) * 1000 - args.movetime
                        worst[mover] = max(worst[mover], late)
                    if choice not in legal[side]:
                        return over(float(mover == 1), f"illegal {choice} by {'AB'[mover]}")
                    choices.append(choice)
                event = "|".join(choices)
            rules.say(f"play {event}")
            events.append(event)
        return over(0.5, "length")
    finally:
        for engine in [rules, *players]:
            engine.quit()


def elo(score):
    return -400 * math.log10(1 / min(max(score, 1e-6), 1 - 1e-6) - 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", required=True, help="Alea, as the authority on rules and dice")
    parser.add_argument("--a", required=True)
    parser.add_argument("--b", required=True)
    parser.add_argument("--a-options", default="")
    parser.add_argument("--b-options", default="")
    parser.add_argument("--variant", default="dicechess")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--movetime", type=int, default=100)
    parser.add_argument("--go", help="what stands behind go, instead of movetime")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=2000, help="events after which a game is a draw")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--record", type=argparse.FileType("w"),
                        help="file for a line a game: score of A, who had White, end | last position | events")
    args = parser.parse_args()
    if args.go:
        args.movetime = 0
    else:
        args.go = f"movetime {args.movetime}"
    pairs, reasons, lengths, worst = [], {}, [], [-1e9, -1e9]

    def pair(number):
        return [play(args, number, swapped) for swapped in (False, True)]

    with ThreadPoolExecutor(args.concurrency) as pool:
        for games in pool.map(pair, range(args.games // 2)):
            pairs.append(sum(g[0] for g in games) / 2)
            for swapped, (points, events, late, reason, text) in enumerate(games):
                reasons[reason] = reasons.get(reason, 0) + 1
                lengths.append(len(events))
                if args.record:
                    args.record.write(f"{points} {'BA'[not swapped]} {reason} | {text} | {' '.join(events)}\n")
                worst = [max(a, b) for a, b in zip(worst, late)]
            n, mean = len(pairs), sum(pairs) / len(pairs)
            spread = math.sqrt(sum((p - mean) ** 2 for p in pairs) / max(1, n - 1) / n)
            print(f"\r{2 * n} games: A {100 * mean:.1f} % ± {196 * spread:.1f} (95 %), Elo {elo(mean):+.0f}",
                  end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{2 * n} games, {args.variant}, go {args.go}: A scores {100 * mean:.1f} % ± {196 * spread:.1f} (95 %, by pairs)")
    print(f"ends: {', '.join(f'{k} {v}' for k, v in sorted(reasons.items()))}; "
          f"mean length {sum(lengths) / len(lengths):.0f} events; latest answers {worst[0]:+.0f} (A) and {worst[1]:+.0f} (B) ms after the move time")


if __name__ == "__main__":
    main()
