#!/usr/bin/env python3
"""Solves tic-tac-toe and the small Gobblet variants from their rules, with nothing of Hissho.

    oracle.py > tallies.txt

Positions are plain tuples, successors are listed once, values found by backward induction with
counters of open successors. The output is the expectation of tests/solve_test.c: for each game
the number of positions by value and distance. Takes some minutes.
"""
import sys
from itertools import product

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
HAND = 9


def has_line(top, who):
    return any(all(top[c] == who for c in line) for line in LINES)


class TicTacToe:
    """Board of nine; 1 is X. X moves when the counts are equal."""

    def positions(self):
        for board in product((0, 1, 2), repeat=9):
            if board.count(1) - board.count(2) in (0, 1):
                yield board

    def ending(self, board):
        mover = 1 if board.count(1) == board.count(2) else 2
        if has_line(board, mover):
            return "win"
        if has_line(board, 3 - mover):
            return "loss"
        return None if 0 in board else "draw"

    def successors(self, board):
        mover = 1 if board.count(1) == board.count(2) else 2
        return [board[:c] + (mover,) + board[c + 1:] for c in range(9) if board[c] == 0]


class Mini:
    """Gobblet with one piece per size: (S a, S b, M a, M b, L a, L b), cells or HAND; a moves."""

    def __init__(self, rule):
        self.rule = rule

    def positions(self):
        layer = [(a, b) for a in range(10) for b in range(10) if a != b or a == HAND]
        for s, m, l in product(layer, repeat=3):
            yield s + m + l

    @staticmethod
    def tops(p):
        top = [None] * 10
        for i, cell in enumerate(p):
            top[cell] = "ab"[i % 2]
        return top[:9]

    def ending(self, p):
        top = self.tops(p)
        own, other = has_line(top, "a"), has_line(top, "b")
        if own and other:
            return {"after-opp": "win", "lift-loses": "win", "after-mover": "loss",
                    "own-move": "loss", "after-draw": "draw"}[self.rule]
        if other:
            return "loss"
        return "win" if own and self.rule != "own-move" else None

    def successors(self, p):
        out = []
        for i in (0, 2, 4):
            start, larger = p[i], p[i + 2:]
            if start != HAND and start in larger:
                continue
            lost = False
            if self.rule == "lift-loses" and start != HAND:
                lost = has_line(self.tops(p[:i] + (HAND,) + p[i + 1:]), "b")
            for to in range(9):
                if to == start or to in p[i:]:
                    continue
                q = p[:i] + (to,) + p[i + 1:]
                out.append("win" if lost else (q[1], q[0], q[3], q[2], q[5], q[4]))
        return out


def solve(game):
    """{position: (value, plies)}; what stays open is drawn."""
    value, left, before, level = {}, {}, {}, []
    won_at_once = []
    for p in game.positions():
        end = game.ending(p)
        if end:
            value[p] = (end, 0)
            if end != "draw":
                level.append(p)
            continue
        after = game.successors(p)
        left[p] = len(after)
        for q in after:
            if q == "win":
                left[p] -= 1
            else:
                before.setdefault(q, []).append(p)
        if left[p] == 0:
            won_at_once.append(p)
    plies = 0
    while level or plies == 0:
        plies += 1
        coming = []
        if plies == 1:
            for p in won_at_once:
                value[p] = ("loss", 1)
                coming.append(p)
        for q in level:
            if value[q][0] == "loss":
                for p in before.get(q, ()):
                    if p not in value:
                        value[p] = ("win", plies)
                        coming.append(p)
        for q in level:
            if value[q][0] == "win":
                for p in before.get(q, ()):
                    left[p] -= 1
                    if left[p] == 0 and p not in value:
                        value[p] = ("loss", plies)
                        coming.append(p)
        level = coming
    return value


def report(name, game):
    value, tally, positions = solve(game), {}, 0
    for p in game.positions():
        positions += 1
        v = value.get(p, ("draw", 0))
        key = (v[1], v[0]) if v[0] != "draw" else (0, "draw")
        tally[key] = tally.get(key, 0) + 1
    print(name, "positions", positions)
    for (plies, kind), n in sorted(tally.items()):
        print(name, kind, plies, n)
    sys.stdout.flush()


if __name__ == "__main__":
    print("# Made by tests/data/oracle.py, which knows the rules and nothing of Hissho.")
    print("# GAME VALUE PLIES POSITIONS (a draw has no plies: 0)")
    report("tictactoe", TicTacToe())
    for rule in ("after-opp", "after-mover", "after-draw", "lift-loses", "own-move"):
        report("gobblet:mini" + ("" if rule == "after-opp" else "-" + rule), Mini(rule))
