/* SPDX-License-Identifier: MIT
 *
 * The certificate of a proof: a text of lines, each a position of the winner's turn and
 * his move there. After the move every reply of the other side leads to a position that
 * an earlier line holds (itself or a symmetric one), or in which the winner ends the game
 * at once by some move, or that has ended in his favour. So every line is right if those
 * before it are, and the win has an end. If the other side is to move in the position
 * proved, the last line holds it without a move.
 *
 *   hissho proof 1
 *   game GAME
 *   position POSITION
 *   value win|loss
 *   POSITION;MOVE
 *   ...
 *   end LINES
 */
#ifndef SOLVE_DFPN_CERTIFICATE_H
#define SOLVE_DFPN_CERTIFICATE_H

#include "base/io.h"
#include "game/game.h"

enum { DFPN_CERTIFICATE_BUFFER = 1 << 16 };

struct dfpn_certificate {
    struct out_file file;
    const struct variant *v;
    uint64_t lines;
    size_t fill;
    char buffer[DFPN_CERTIFICATE_BUFFER];
};

enum code dfpn_certificate_begin(struct dfpn_certificate *c, const char *path,
                                 const struct variant *v, const struct position *root,
                                 bool win, struct error *err);
/* context is the certificate; a dfpn_emit. */
enum code dfpn_certificate_line(void *context, const struct position *p, struct move move,
                                bool has_move, struct error *err);
enum code dfpn_certificate_end(struct dfpn_certificate *c, struct error *err);
/* Removes an unfinished file; harmless after the end. */
void dfpn_certificate_abandon(struct dfpn_certificate *c);

#endif
