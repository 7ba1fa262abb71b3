/* SPDX-License-Identifier: MIT
 *
 * Tic-tac-toe, slow face: the worked example of docs/adding-a-game.md. The rules are in
 * fast.h; here are names, notation and the picture.
 */
#include "game/game.h"
#include "game/notation.h"
#include "games/tictactoe/fast.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct fast_position get(const struct position *p)
{
    struct fast_position fast;
    memcpy(&fast, p, sizeof fast);
    return fast;
}

static void put(const struct fast_position *fast, struct position *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out, fast, sizeof *fast);
}

/* Numbers the boards with so many marks from `rank` on; returns the next rank. */
static unsigned number_boards(struct fast_tables *t, unsigned marks, unsigned rank)
{
    for (unsigned board = 0; board < BOARDS; board++) {
        unsigned count[3] = {0};
        for (unsigned c = 0, rest = board; c < CELLS; c++, rest /= 3)
            count[rest % 3]++;
        if (count[1] + count[2] != marks || count[1] - count[2] > 1)
            continue;
        t->rank_of[board] = (uint16_t)rank;
        t->board_of[rank++] = (uint16_t)board;
    }
    return rank;
}

static enum code open_variant(struct variant *v, const char *name, struct error *err)
{
    unsigned index;
    TRY(game_choose_variant(v, name, &index, err));
    struct fast_tables *t;
    TRY(mem_small(1, sizeof *t, &t, err));
    unsigned positions = 0;
    for (unsigned part = 0; part <= CELLS; part++) {
        positions = number_boards(t, CELLS - part, positions);
        t->first[part + 1] = (uint16_t)positions;
    }
    v->positions = v->slots = positions;
    v->span = positions;
    v->tables = t;
    return CODE_OK;
}

static void close_variant(struct variant *v)
{
    free((void *)(uintptr_t)v->tables);
}

static void initial(const struct variant *v, struct position *out)
{
    (void)v;
    put(&(struct fast_position){{0, 0}}, out);
}

static enum code parse(const struct variant *v, const char *text, struct position *out,
                       struct error *err)
{
    struct cursor c = {text, text, v->game->position_example};
    struct fast_position p = {{0, 0}};
    for (int cell = 0; cell < CELLS; cell++, c.at++) {
        if (cell % 3 == 0 && cell > 0)
            TRY(notation_expect(&c, '/', err));
        int mark = toupper((unsigned char)*c.at);
        if (mark == 'X' || mark == 'O')
            p.mark[mark == 'O'] |= (uint16_t)(1u << cell);
        else if (mark != '.')
            return notation_error(&c, "'X', 'O' or '.' is expected", err);
    }
    unsigned x = ttt_count(p.mark[0]), o = ttt_count(p.mark[1]);
    TRY(notation_expect(&c, ' ', err));
    int side = toupper((unsigned char)*c.at);
    if (side != 'X' && side != 'O')
        return notation_error(&c, "the side to move, 'X' or 'O', is expected", err);
    c.at++;
    if (!notation_at_end(&c))
        return notation_error(&c, "the end is expected", err);
    if (x != o + (side == 'O'))
        return notation_impossible(&c, "X moves first and the players alternate", err);
    put(&p, out);
    return CODE_OK;
}

static const char *side(const struct variant *v, const struct position *p)
{
    (void)v;
    struct fast_position fast = get(p);
    return ttt_turn(&fast) ? "O" : "X";
}

static void print(const struct variant *v, const struct position *p, char out[GAME_TEXT])
{
    struct fast_position fast = get(p);
    for (int cell = 0; cell < CELLS; cell++) {
        *out++ = fast.mark[0] >> cell & 1 ? 'X' : fast.mark[1] >> cell & 1 ? 'O' : '.';
        *out++ = cell == 8 ? ' ' : '/';
        if (cell % 3 != 2)
            out--;
    }
    *out++ = *side(v, p);
    *out = '\0';
}

static enum ending ending(const struct variant *v, const struct position *p)
{
    struct fast_position fast = get(p);
    return fast_ending(v->tables, &fast);
}

static unsigned moves(const struct variant *v, const struct position *p,
                      struct move out[GAME_MOVES])
{
    struct fast_position fast = get(p);
    if (fast_ending(v->tables, &fast) != GOES_ON)
        return 0;
    unsigned n = 0;
    for (uint32_t cell = 0; cell < CELLS; cell++)
        if (!((fast.mark[0] | fast.mark[1]) >> cell & 1))
            out[n++].code = cell;
    return n;
}

static void print_move(const struct variant *v, const struct position *p, struct move m,
                       char out[GAME_TEXT])
{
    (void)v, (void)p;
    out[0] = (char)('a' + m.code % 3);
    out[1] = (char)('1' + m.code / 3);
    out[2] = '\0';
}

static enum ending play(const struct variant *v, const struct position *p, struct move m,
                        struct position *next)
{
    struct fast_position fast = get(p);
    fast.mark[ttt_turn(&fast)] |= (uint16_t)(1u << m.code);
    put(&fast, next);
    return fast_ending(v->tables, &fast);
}

static uint64_t rank(const struct variant *v, const struct position *p)
{
    struct fast_position fast = get(p);
    return fast_rank(v->tables, &fast);
}

static void unrank(const struct variant *v, uint64_t number, struct position *out)
{
    struct fast_position fast;
    fast_at(v->tables, number, &fast);
    put(&fast, out);
}

/* Symmetries of the square: bit 0 mirrors the columns, bit 1 the rows, bit 2 transposes.
 */
static void symmetric(const struct variant *v, const struct position *p, unsigned k,
                      struct position *out)
{
    (void)v;
    struct fast_position from = get(p), to = {{0, 0}};
    for (unsigned cell = 0; cell < CELLS; cell++) {
        unsigned column = k & 1 ? 2 - cell % 3 : cell % 3;
        unsigned row = k & 2 ? 2 - cell / 3 : cell / 3;
        unsigned image = k & 4 ? 3 * column + row : 3 * row + column;
        for (int who = 0; who < 2; who++)
            to.mark[who] |= (uint16_t)(((unsigned)from.mark[who] >> cell & 1u) << image);
    }
    put(&to, out);
}

/* Part i holds the boards with 9-i marks; a move leads to the part before. */
static unsigned parts(const struct variant *v)
{
    (void)v;
    return CELLS + 1;
}

static void part(const struct variant *v, unsigned i, struct part *out)
{
    const struct fast_tables *t = v->tables;
    out->first = t->first[i];
    out->count = (uint64_t)t->first[i + 1] - t->first[i];
    snprintf(out->name, sizeof out->name, "%u marks", CELLS - i);
}

static unsigned part_needs(const struct variant *v, unsigned i, unsigned out[GAME_NEEDS])
{
    (void)v;
    out[0] = i - 1;
    return i > 0;
}

static void draw(const struct variant *v, const struct position *p, bool color,
                 char out[GAME_PICTURE])
{
    (void)color;
    char text[GAME_TEXT];
    print(v, p, text);
    snprintf(out, GAME_PICTURE,
             "    a   b   c\n"
             "1   %c | %c | %c\n   ---+---+---\n"
             "2   %c | %c | %c\n   ---+---+---\n"
             "3   %c | %c | %c\n",
             text[0], text[1], text[2], text[4], text[5], text[6], text[8], text[9],
             text[10]);
}

static const struct variant_info variants[] = {
    {"", "three in a row on 3x3 cells"},
    {NULL, NULL},
};

const struct game tictactoe_game = {
    .name = "tictactoe",
    .title = "Tic-tac-toe",
    .rules =
        "Two players, X and O, take turns to mark an empty cell of 3x3; X begins.\n"
        "Three own marks in a row, column or diagonal win. A full board is a draw.\n"
        "\n"
        "Position: rows from the top, '/' between them, '.' for an empty cell, then the\n"
        "side to move: '.../.../... X' is the start.\n"
        "Move: column a-c and row 1-3 of the cell, 'b2' is the centre.\n",
    .position_example = "X../.O./... X",
    .variants = variants,
    .open = open_variant,
    .close = close_variant,
    .initial = initial,
    .parse = parse,
    .print = print,
    .side = side,
    .ending = ending,
    .moves = moves,
    .print_move = print_move,
    .play = play,
    .rank = rank,
    .unrank = unrank,
    .parts = parts,
    .part = part,
    .part_needs = part_needs,
    .symmetries = 8,
    .symmetric = symmetric,
    .draw = draw,
};
