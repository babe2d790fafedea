#!/usr/bin/env python3
"""A plain UCI client, python-chess, plays and analyses with the engine; its log must hold no warning.

Usage: tests/python_chess_client.py target/release/alea      (needs PyPI's `chess`)
"""
import logging
import sys

import chess
import chess.engine


class Warnings(logging.Handler):
    def __init__(self):
        super().__init__(logging.WARNING)
        self.seen = []

    def emit(self, record):
        self.seen.append(record.getMessage())


def main():
    warnings = Warnings()
    logging.getLogger("chess.engine").addHandler(warnings)
    with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
        assert engine.id["name"].startswith("Alea"), engine.id
        engine.configure({"Hash": 16, "Threads": 2, "Skill Level": 20})
        engine.ping()

        # A whole game against itself, on a clock.
        board = chess.Board()
        clock = chess.engine.Limit(white_clock=4, black_clock=4, white_inc=0.02, black_inc=0.02)
        while not board.is_game_over(claim_draw=True):
            result = engine.play(board, clock, info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves, (board.fen(), result.move)
            assert "score" in result.info, result.info
            board.push(result.move)
        print(f"game over after {board.ply()} plies: {board.result(claim_draw=True)}")

        # Several lines of analysis, each legal to its end and in order of value.
        board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
        lines = engine.analyse(board, chess.engine.Limit(depth=8), multipv=4)
        assert len(lines) == 4, lines
        values = [line["score"].pov(board.turn).score(mate_score=100_000) for line in lines]
        assert values == sorted(values, reverse=True), values
        assert len({line["pv"][0] for line in lines}) == 4
        for line in lines:
            replay = board.copy()
            for move in line["pv"]:
                assert move in replay.legal_moves
                replay.push(move)

        # Analysis without end, broken off; a mate; moves to choose from; a finished game.
        with engine.analysis(board, multipv=2) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 6:
                    break
        mate = chess.Board("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1")
        assert engine.analyse(mate, chess.engine.Limit(depth=6))["score"].white().mate() == 2
        only = [chess.Move.from_uci("a2a3")]
        assert engine.play(mate, chess.engine.Limit(nodes=500), root_moves=only).move == only[0]
        done = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        assert engine.play(done, chess.engine.Limit(depth=3)).move is None
        ponder = engine.play(chess.Board(), chess.engine.Limit(time=0.1), ponder=True)
        assert ponder.move is not None
        engine.play(chess.Board(), chess.engine.Limit(time=0.1))
    assert not warnings.seen, warnings.seen
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main()
