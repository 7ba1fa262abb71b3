/* SPDX-License-Identifier: MIT
 * Notation and picture of NOCCAxNOCCA; see text.h. */
#include "games/nocca/text.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const stacks[NOCCA_STATES] = {"",    "W",   "B",   "WW",  "WB",
                                                 "BW",  "BB",  "WWW", "WWB", "WBW",
                                                 "BWW", "WBB", "BWB", "BBW", "BBB"};

unsigned nocca_pieces(const struct nocca_shape *s, const struct nocca_board *b,
                      bool white)
{
    unsigned n = 0;
    for (unsigned c = 0; c < s->cells; c++)
        for (const char *piece = stacks[b->cell[c]]; *piece; piece++)
            n += (*piece == 'W') == white;
    return n;
}

static enum code parse_stack(struct cursor *c, uint8_t *stack, struct error *err)
{
    *stack = 0;
    if (*c->at == '.') {
        c->at++;
        return CODE_OK;
    }
    for (int height = 0;; height++, c->at++) {
        int piece = toupper((unsigned char)*c->at);
        if (piece != 'W' && piece != 'B' && height > 0)
            return CODE_OK;
        if (piece != 'W' && piece != 'B')
            return notation_error(c, "'B', 'W' or '.' is expected", err);
        if (height == 3)
            return notation_error(c, "the stack already has three pieces", err);
        *stack = piece == 'W' ? nocca_push_white(*stack) : nocca_push_black(*stack);
    }
}

static bool shows(const struct nocca_shape *s, const struct nocca_board *b, bool white)
{
    for (unsigned c = 0; c < s->cells; c++)
        if (white ? nocca_white_top(b->cell[c]) : nocca_black_top(b->cell[c]))
            return true;
    return false;
}

/* Each side has one piece per column; the side that has just made its goal step lacks
 * one. Otherwise the piece that has just stepped is visible. */
static enum code check(const struct nocca_shape *s, const struct cursor *c,
                       const struct nocca_position *p, struct error *err)
{
    unsigned white = nocca_pieces(s, &p->board, true);
    unsigned black = nocca_pieces(s, &p->board, false);
    unsigned mover = p->white_moves ? white : black,
             other = p->white_moves ? black : white;
    char why[200];
    snprintf(why, sizeof why,
             "it has %u black and %u white pieces; each side has %u, and only the side "
             "that has "
             "just stepped into the goal one fewer",
             black, white, s->columns);
    if (mover != s->columns || (other != s->columns && other + 1u != s->columns))
        return notation_impossible(c, why, err);
    if (other == s->columns && !shows(s, &p->board, !p->white_moves))
        return notation_impossible(
            c, "the side that has just moved must have a piece on top of a stack", err);
    return CODE_OK;
}

enum code nocca_parse(const struct nocca_shape *s, const struct cursor *at,
                      struct nocca_position *out, struct error *err)
{
    struct cursor c = *at;
    struct nocca_position p;
    memset(&p, 0, sizeof p);
    for (unsigned cell = 0; cell < s->cells; cell++) {
        if (cell > 0)
            TRY(notation_expect(&c, cell % s->columns == 0 ? '/' : ',', err));
        TRY(parse_stack(&c, &p.board.cell[cell], err));
    }
    TRY(notation_expect(&c, ' ', err));
    int side = toupper((unsigned char)*c.at);
    if (side != 'B' && side != 'W')
        return notation_error(&c, "the side to move, 'B' or 'W', is expected", err);
    c.at++;
    if (!notation_at_end(&c))
        return notation_error(&c, "the end is expected", err);
    p.white_moves = side == 'W';
    TRY(check(s, &c, &p, err));
    *out = p;
    return CODE_OK;
}

void nocca_print(const struct nocca_shape *s, const struct nocca_position *p,
                 char out[GAME_TEXT])
{
    *out = '\0';
    for (unsigned cell = 0; cell < s->cells; cell++) {
        const char *stack = stacks[p->board.cell[cell]];
        const char *between = cell == 0 ? "" : cell % s->columns == 0 ? "/" : ",";
        text_append(out, GAME_TEXT, "%s%s", between, *stack ? stack : ".");
    }
    text_append(out, GAME_TEXT, " %c", p->white_moves ? 'W' : 'B');
}

/* White's home row on top, as black sees the board. */
void nocca_draw(const struct nocca_shape *s, const struct nocca_position *p, bool color,
                char out[GAME_PICTURE])
{
    *out = '\0';
    for (unsigned row = s->rows; row-- > 0;) {
        text_append(out, GAME_PICTURE, "%2u ", row + 1);
        for (unsigned column = 0; column < s->columns; column++) {
            const char *stack = stacks[p->board.cell[row * s->columns + column]];
            size_t height = strlen(stack);
            text_append(out, GAME_PICTURE, " ");
            for (size_t i = 0; i < 3; i++) {
                char piece = i < height ? stack[i] : height == 0 && i == 0 ? '.' : ' ';
                bool top = i + 1 == height;
                text_append(out, GAME_PICTURE, "%s%c%s",
                            color && top ? (piece == 'W' ? "\033[1;33m" : "\033[1;36m")
                                         : "",
                            piece, color && top ? "\033[0m" : "");
            }
        }
        text_append(out, GAME_PICTURE, "\n");
    }
    text_append(out, GAME_PICTURE, "   ");
    for (unsigned column = 0; column < s->columns; column++)
        text_append(out, GAME_PICTURE, " %c  ", 'a' + column);
    text_append(out, GAME_PICTURE, "\n");
}
