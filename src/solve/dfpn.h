/* SPDX-License-Identifier: MIT
 *
 * Depth-first proof-number search (df-pn: Nagai 2002; Nakagawa, Arai, Hoki, Muramatsu for
 * Yonmoque) for any game of the registry: the value of one position without solving the
 * game.
 *
 * The question is always "can the attacker force a win?". A position that repeats on the
 * path counts as a failure of the attacker, so a proof never needs a repetition and holds
 * wherever the position occurs; what is proved is a win with a bounded number of plies.
 * Refutations that rest on a repetition hold only under that path. A position is lost if
 * the same question for the other side is proved, and a draw if both are refuted exactly.
 *
 * Wins and losses therefore never depend on how refutations are stored. The search first
 * stores them as if they were unbound (loose), which is faster; only a position that is
 * refuted for both sides that way is searched again with each refutation bound to the
 * visit of the path on which it rests (exact).
 */
#ifndef SOLVE_DFPN_H
#define SOLVE_DFPN_H

#include "game/game.h"

enum dfpn_value { DFPN_UNKNOWN, DFPN_WIN, DFPN_LOSS, DFPN_DRAW };

struct dfpn_options {
    uint64_t nodes;          /* limit; 0: none */
    double seconds;          /* limit; 0: none */
    const char *checkpoint;  /* file for the table; null: none */
    double checkpoint_every; /* seconds */
    const char *certificate; /* file for the proof; null: none */
};

struct dfpn_report {
    enum dfpn_value value; /* for the side to move */
    unsigned within;       /* win or loss: proved to take at most so many plies */
    uint64_t nodes;        /* positions looked at */
    uint64_t visited;      /* of them expanded */
    double seconds;
    uint64_t peak_bytes;
    bool resumed;
    uint64_t certificate_lines;
};

/* CODE_INTERRUPTED: the table has been saved. A limit that is reached is CODE_OK with
 * DFPN_UNKNOWN. */
enum code dfpn_prove(const struct variant *v, struct run *run, const struct position *p,
                     const struct dfpn_options *options, struct dfpn_report *out,
                     struct error *err);

const char *dfpn_value_name(enum dfpn_value value);

#endif
