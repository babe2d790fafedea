#!/usr/bin/env python3
"""The PGN of the arena, read by python-chess: python_chess_pgn.py ./alea

Games of the orthodox forms are read whole, dice chess as far as its moves are legal in orthodox chess
(kings may stay in check there). Every move has to be the one of the records.
"""
import json
import logging
import pathlib
import subprocess
import sys
import tempfile

import chess.pgn


def main():
    alea = sys.argv[1]
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    for variant in ["chess", "dicechess", "cheshire", "brainking"]:
        with tempfile.TemporaryDirectory() as directory:
            out = pathlib.Path(directory) / "records"
            engines = [f"name={name},cmd={alea},nodes={nodes}" for name, nodes in [("a", 400), ("b", 200)]]
            command = [alea, "arena", "--quiet", "--variant", variant, "--games", "20", "--out", str(out)]
            for engine in engines:
                command += ["--engine", engine]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            records = [json.loads(line) for line in (out / "games.jsonl").open()]
            moves_read = moves_played = 0
            with (out / "games.pgn").open() as pgn:
                for record in records:
                    game = chess.pgn.read_game(pgn)
                    headers = game.headers
                    assert headers["White"] == record["white"] and headers["Result"] == record["result"]
                    played = [e for e in record["events"] if not e.startswith("r:")]
                    read = [node.move.uci() for node in game.mainline()]
                    assert read == played[:len(read)], (variant, read, played)
                    assert variant != "chess" or (not game.errors and read == played), game.errors
                    throws = [e[2:] for e in record["events"] if e.startswith("r:")]
                    text = (game.comment or "") + "".join(node.comment for node in game.mainline())
                    for throw in throws[:len(read)]:
                        at = text.index(f"[%roll {throw}]")
                        text = text[at + 1:]
                    moves_read += len(read)
                    moves_played += len(played)
                assert chess.pgn.read_game(pgn) is None
            print(f"{variant}: {moves_read} of {moves_played} moves read")
            assert moves_read > moves_played // 10


if __name__ == "__main__":
    main()
