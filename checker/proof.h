/* SPDX-License-Identifier: MIT
 *
 * Checking the certificate of a proof search (format: docs/format.md). Shares with the
 * search only the rules of the games, through their slow face.
 */
#ifndef CHECKER_PROOF_H
#define CHECKER_PROOF_H

#include "game/game.h"

struct proof_report {
    char game[GAME_NAME];
    char position[GAME_TEXT];
    bool win;       /* what the certificate claims for the side to move */
    uint64_t lines; /* that were found right */
};

/* CODE_OK: right. CODE_NO: a line does not follow from those before it; err says which.
 * CODE_DAMAGED: not a complete certificate. */
enum code proof_check(const char *path, struct proof_report *report, struct error *err);

#endif
