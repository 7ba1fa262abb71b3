/* SPDX-License-Identifier: MIT
 * Notation and picture of Yonmoque; see text.h. */
#include "games/yonmoque/text.h"

#include "base/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char yon_rules_page[] =
    "Two players, blue (first) and white, have six pieces each; the board is empty. "
    "Cells are\n"
    "blue, white or neutral (rows 1-5, columns a-e):\n"
    "\n"
    "      a b c d e\n"
    "   1  . w b w .\n"
    "   2  w b w b w\n"
    "   3  b w . w b\n"
    "   4  w b w b w\n"
    "   5  . w b w .\n"
    "\n"
    "Players take turns; there is no passing. A turn is one of:\n"
    "  - a placement: one piece from the hand goes to an empty cell. It turns nothing "
    "and\n"
    "    decides nothing, whatever lines it makes;\n"
    "  - a move: an own piece steps to an empty neighbouring cell (eight directions), "
    "or, from\n"
    "    a cell of its own colour, slides along a diagonal as long as the cells it "
    "enters are\n"
    "    empty and of its own colour.\n"
    "After a move, opponent pieces in a straight line between the arrival cell and "
    "another own\n"
    "piece turn to the own colour, in all directions at once.\n"
    "\n"
    "If the move has then made a line of five own pieces, the mover loses; otherwise, if "
    "it has\n"
    "made a line of four, the mover wins. The line must contain the moved piece or one "
    "that was\n"
    "turned. A player who cannot make a ply loses. Play that never ends is a draw; there "
    "is no\n"
    "rule of repetition here.\n"
    "\n"
    "Readings: yonmoque:any (after a move every line on the board counts), "
    "yonmoque:arrival\n"
    "(only lines through the arrival cell), yonmoque:bishop (slides cross cells of any "
    "colour),\n"
    "yonmoque:five (also a placement that makes five loses), joined by '-'. Small games: "
    "RxC-N,\n"
    "the middle R rows and C columns with N pieces each.\n"
    "\n"
    "Position: rows 1-5 with '/' between, 'B' blue, 'W' white, '.' empty; then the side "
    "to move,\n"
    "blue's and white's hand: '...../...../...../...../..... B 6 6' is the start.\n"
    "Move: row and column: '3c' places, '2e-1d' moves.\n";

static enum code parse_board(const struct yon_board *b, struct cursor *c,
                             struct yon_state *s, struct error *err)
{
    for (unsigned cell = 0; cell < b->cells; cell++, c->at++) {
        if (cell > 0 && cell % b->columns == 0)
            TRY(notation_expect(c, '/', err));
        int piece = toupper((unsigned char)*c->at);
        if (piece == 'B')
            s->men[YON_BLUE] |= (uint32_t)1 << cell;
        else if (piece == 'W')
            s->men[YON_WHITE] |= (uint32_t)1 << cell;
        else if (piece != '.')
            return notation_error(c, "'B', 'W' or '.' is expected", err);
    }
    return CODE_OK;
}

static enum code parse_hand(const struct yon_board *b, struct cursor *c, uint8_t *hand,
                            struct error *err)
{
    TRY(notation_expect(c, ' ', err));
    if (*c->at < '0' || *c->at > '0' + b->pieces) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "a number of pieces in hand, 0..%u, is expected",
                 b->pieces);
        return notation_error(c, wanted, err);
    }
    *hand = (uint8_t)(*c->at++ - '0');
    return CODE_OK;
}

/* Every piece is in a hand or on the board, and both players begin by placing one. */
static enum code check(const struct yon_board *b, const struct cursor *c,
                       const struct yon_state *s, struct error *err)
{
    unsigned men = (unsigned)__builtin_popcount(yon_occupied(s));
    if (men + s->hand[0] + s->hand[1] != 2u * b->pieces) {
        char why[120];
        snprintf(why, sizeof why, "%u pieces on the board and %u + %u in hand are not %u",
                 men, s->hand[0], s->hand[1], 2u * b->pieces);
        return notation_impossible(c, why, err);
    }
    if (s->hand[0] < b->pieces && s->hand[1] < b->pieces)
        return CODE_OK;
    bool start = men == 0 && s->side == YON_BLUE;
    bool second = s->hand[0] + 1 == b->pieces && men == 1 && s->men[YON_BLUE] &&
                  s->side == YON_WHITE;
    return start || second
               ? CODE_OK
               : notation_impossible(
                     c, "blue, then white, begin by placing a piece of their own", err);
}

enum code yon_parse(const struct yon_board *b, const struct cursor *at,
                    struct yon_state *out, struct error *err)
{
    struct cursor c = *at;
    struct yon_state s = {0};
    TRY(parse_board(b, &c, &s, err));
    TRY(notation_expect(&c, ' ', err));
    int side = toupper((unsigned char)*c.at);
    if (side != 'B' && side != 'W')
        return notation_error(&c, "the side to move, 'B' or 'W', is expected", err);
    c.at++;
    s.side = side == 'W';
    TRY(parse_hand(b, &c, &s.hand[0], err));
    TRY(parse_hand(b, &c, &s.hand[1], err));
    if (!notation_at_end(&c))
        return notation_error(&c, "the end is expected", err);
    TRY(check(b, &c, &s, err));
    *out = s;
    return CODE_OK;
}

static char piece_at(const struct yon_state *s, unsigned cell)
{
    return s->men[YON_BLUE] >> cell & 1 ? 'B' : s->men[YON_WHITE] >> cell & 1 ? 'W' : '.';
}

void yon_print(const struct yon_board *b, const struct yon_state *s, char out[GAME_TEXT])
{
    for (unsigned cell = 0; cell < b->cells; cell++) {
        if (cell > 0 && cell % b->columns == 0)
            *out++ = '/';
        *out++ = piece_at(s, cell);
    }
    snprintf(out, 16, " %c %u %u", s->side ? 'W' : 'B', s->hand[0], s->hand[1]);
}

/* Empty cells show their colour in small letters. */
void yon_draw(const struct yon_board *b, const struct yon_state *s, bool color,
              char out[GAME_PICTURE])
{
    static const char *const shade[] = {"\033[34m", "\033[37m", "\033[2m"};
    *out = '\0';
    text_append(out, GAME_PICTURE, "   ");
    for (unsigned column = 0; column < b->columns; column++)
        text_append(out, GAME_PICTURE, " %c", 'a' + column);
    for (unsigned cell = 0; cell < b->cells; cell++) {
        char piece = piece_at(s, cell);
        if (cell % b->columns == 0)
            text_append(out, GAME_PICTURE, "\n %u ", cell / b->columns + 1);
        const char *begin = piece == 'B'   ? "\033[1;44;97m"
                            : piece == 'W' ? "\033[1;47;30m"
                                           : shade[b->colour[cell]];
        text_append(out, GAME_PICTURE, " %s%c%s", color ? begin : "",
                    piece == '.' ? "bw."[b->colour[cell]] : piece,
                    color ? "\033[0m" : "");
    }
    text_append(out, GAME_PICTURE, "\n   in hand: blue %u, white %u\n", s->hand[0],
                s->hand[1]);
}
