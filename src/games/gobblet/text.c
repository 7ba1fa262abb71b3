/* SPDX-License-Identifier: MIT
 * Gobblet Gobblers in print; see text.h. */
#include "games/gobblet/text.h"

#include "base/text.h"
#include "game/notation.h"

#include <stdio.h>
#include <string.h>

static const char letters[2][GOB_SIZES + 1] = {"SML", "sml"};

const char gob_rules_text[] =
    "Gobblet Gobblers is played on 3x3 cells. Each player owns two small, two medium and two\n"
    "large hollow pieces, all in hand at the start. A turn is one of:\n"
    "  - place a piece from the hand on a cell that holds no piece of its size or larger;\n"
    "  - move an own visible piece to another such cell.\n"
    "A piece covers smaller ones of either colour; covered pieces count for nothing until they\n"
    "are uncovered. Pieces never return to the hand, there is no pass, and a lifted piece may\n"
    "not go back to the cell it came from.\n"
    "Three visible pieces of a player in a row, column or diagonal are a line. Lines are judged\n"
    "when the move is complete: a line of the mover alone wins; if a line of the opponent is on\n"
    "the board (uncovered by this move), the opponent wins, also when the mover has one too.\n"
    "A position that neither side can force to a win is a draw.\n"
    "\n"
    "Variants (GAME:VARIANT), what differs:\n"
    "  gobblet              both have a line: the mover loses (\"after-opp\")\n"
    "  gobblet:after-mover  both have a line: the mover wins\n"
    "  gobblet:after-draw   both have a line: the game is drawn\n"
    "  gobblet:lift-loses   lifting a piece off an enemy line loses at once\n"
    "  gobblet:own-move     only a line of the player who has just moved counts\n"
    "  gobblet:mini, gobblet:mini-RULE   the same with one piece of each size\n"
    "\n"
    "Position: rows 1-3 from the top with '/' between them, cells a-c with ',' between them, a\n"
    "stack from bottom to top, '.' for an empty cell; the first player's pieces are S M L, the\n"
    "second's s m l; then a space and the player to move, 1 or 2. Hands follow from the board.\n"
    "  .,.,./.,.,./.,.,. 1    the start\n"
    "  .,.,./.,sL,./.,.,. 2   the first player's large covers the second's small on b2\n"
    "Move: S@b2 places a small piece on b2, a1-c3 moves the visible piece of a1 to c3.\n";

static enum code parse_stack(struct cursor *c, unsigned cell, struct gob_position *p,
                             struct error *err)
{
    if (*c->at == '.') {
        c->at++;
        return CODE_OK;
    }
    int top = -1;
    while (*c->at && strchr("SMLsml", *c->at)) {
        int who = strchr(letters[1], *c->at) != NULL;
        int size = (int)(strchr(letters[who], *c->at) - letters[who]);
        if (size <= top)
            return notation_error(c,
                                  "a larger piece is expected: a stack is written "
                                  "from bottom to top and its sizes grow",
                                  err);
        p->piece[who][size] |= (uint16_t)(1u << cell);
        top = size;
        c->at++;
    }
    if (top < 0)
        return notation_error(c, "a piece (S M L s m l) or '.' is expected", err);
    return CODE_OK;
}

enum code gob_parse(const struct variant *v, const char *text, unsigned pieces,
                    struct gob_position *out, struct error *err)
{
    struct cursor c = {text, text, v->game->position_example};
    struct gob_position p = {0};
    for (unsigned cell = 0; cell < GOB_CELLS; cell++) {
        if (cell > 0)
            TRY(notation_expect(&c, cell % 3 ? ',' : '/', err));
        TRY(parse_stack(&c, cell, &p, err));
    }
    TRY(notation_expect(&c, ' ', err));
    if (*c.at != '1' && *c.at != '2')
        return notation_error(&c, "the player to move, '1' or '2', is expected", err);
    p.side = *c.at++ == '2';
    if (!notation_at_end(&c))
        return notation_error(&c, "the end is expected", err);
    for (int who = 0; who < 2; who++)
        for (int size = 0; size < GOB_SIZES; size++)
            if (gob_count(p.piece[who][size]) > pieces) {
                char why[80];
                snprintf(why, sizeof why, "%u pieces '%c' where a player has only %u",
                         gob_count(p.piece[who][size]), letters[who][size], pieces);
                return notation_impossible(&c, why, err);
            }
    *out = p;
    return CODE_OK;
}

static void print_stack(const struct gob_position *p, unsigned cell,
                        char out[GOB_SIZES + 1])
{
    for (int size = 0; size < GOB_SIZES; size++)
        for (int who = 0; who < 2; who++)
            if (p->piece[who][size] >> cell & 1)
                *out++ = letters[who][size];
    *out = '\0';
}

void gob_print(const struct gob_position *p, char out[GAME_TEXT])
{
    out[0] = '\0';
    for (unsigned cell = 0; cell < GOB_CELLS; cell++) {
        char stack[GOB_SIZES + 1];
        print_stack(p, cell, stack);
        text_append(out, GAME_TEXT, "%s%s",
                    cell == 0  ? ""
                    : cell % 3 ? ","
                               : "/",
                    *stack ? stack : ".");
    }
    text_append(out, GAME_TEXT, " %d", p->side + 1);
}

void gob_print_move(unsigned size, struct gob_step step, char out[GAME_TEXT])
{
    char to[3] = {(char)('a' + step.to % 3), (char)('1' + step.to / 3), '\0'};
    if (step.from == GOB_HAND)
        snprintf(out, GAME_TEXT, "%c@%s", letters[0][size], to);
    else
        snprintf(out, GAME_TEXT, "%c%c-%s", 'a' + step.from % 3, '1' + step.from / 3, to);
}

/* The top piece large, what it covers in small print beside it. */
static void draw_cell(const struct gob_position *p, unsigned cell, bool color, char *out,
                      size_t size)
{
    char stack[GOB_SIZES + 1];
    print_stack(p, cell, stack);
    size_t n = strlen(stack);
    if (n == 0) {
        text_append(out, size, "   .   ");
        return;
    }
    char top = stack[n - 1];
    stack[n - 1] = '\0';
    bool first = strchr(letters[0], top) != NULL;
    const char *on = !color ? "" : first ? "\033[1;33m" : "\033[1;36m";
    text_append(out, size, "   %s%c%s", on, top, color ? "\033[0m" : "");
    char under[8] = "";
    if (n > 1)
        snprintf(under, sizeof under, "/%s", stack);
    text_append(out, size, "%-3s", under);
}

static void draw_hand(const struct gob_position *p, int who, unsigned pieces, char *out,
                      size_t size)
{
    text_append(out, size, "  player %d%s in hand:", who + 1,
                p->side == who ? " (to move)" : "");
    bool any = false;
    for (int k = 0; k < GOB_SIZES; k++)
        for (unsigned i = gob_count(p->piece[who][k]); i < pieces; i++) {
            text_append(out, size, " %c", letters[who][k]);
            any = true;
        }
    text_append(out, size, "%s\n", any ? "" : " nothing");
}

void gob_draw(const struct gob_position *p, unsigned pieces, bool color,
              char out[GAME_PICTURE])
{
    out[0] = '\0';
    draw_hand(p, 1, pieces, out, GAME_PICTURE);
    text_append(out, GAME_PICTURE, "\n       a       b       c\n");
    for (unsigned row = 0; row < 3; row++) {
        if (row > 0)
            text_append(out, GAME_PICTURE, "    -------+-------+-------\n");
        text_append(out, GAME_PICTURE, "  %u ", row + 1);
        for (unsigned column = 0; column < 3; column++) {
            text_append(out, GAME_PICTURE, "%s", column ? "|" : "");
            draw_cell(p, 3 * row + column, color, out, GAME_PICTURE);
        }
        text_append(out, GAME_PICTURE, "\n");
    }
    text_append(out, GAME_PICTURE, "\n");
    draw_hand(p, 0, pieces, out, GAME_PICTURE);
}
