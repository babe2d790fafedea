#!/usr/bin/env python3
"""A player of sealed turns that knows Alea's strategy of depth 1 and plays a best reply to it.

    alea arena --engine cmd=alea --engine "cmd=tuning/best_reply.py alea" --variant simultaneous

It speaks the protocol and leaves everything but the choice to an Alea process of its own, which says what
each choice is worth against the other side's strategy.
"""
import subprocess
import sys


def main():
    alea = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def pass_on(line):
        alea.stdin.write(line + "\n")
        alea.stdin.flush()

    def answers(last):
        for line in alea.stdout:
            yield line.rstrip("\n")
            if line.split(" ")[0].strip() == last:
                return

    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["go"] and "side" in words:
            side = words[words.index("side") + 1]
            pass_on("setoption name UCI_AnalyseMode value true")
            pass_on(f"go side {side} depth 1")
            best = None
            for answer in answers("bestmove"):
                # The best reply is told first.
                if best is None and answer.startswith(f"info string reply {side} "):
                    best = answer.split()[4]
                if answer.startswith("info depth"):
                    print(answer, flush=True)
            print(f"bestmove {best}", flush=True)
        else:
            pass_on(line.rstrip("\n"))
            last = {"uci": "uciok", "isready": "readyok"}.get(words[0] if words else "")
            if last:
                for answer in answers(last):
                    print(answer, flush=True)
            if words[:1] == ["quit"]:
                return
    pass_on("quit")


if __name__ == "__main__":
    main()
