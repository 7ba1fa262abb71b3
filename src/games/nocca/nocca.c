/* SPDX-License-Identifier: MIT
 *
 * NOCCAxNOCCA on R rows and C columns, slow face. Rules: rules.h; position sets: sets.h;
 * notation: text.h.
 *
 * The index numbers the set P of Yamamoto & Hoki: C pieces of each colour, one of each
 * visible, seen by the side to move. A position after a goal step is written as the board
 * without the piece that left; there, and where the side to move has no visible piece,
 * the game is over and the position has no rank.
 */
#include "game/game.h"
#include "game/notation.h"
#include "games/nocca/fast.h"
#include "games/nocca/halves.h"
#include "games/nocca/sets.h"
#include "games/nocca/text.h"
#include "index/compile.h"
#include "zdd/zdd.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(GAME_UNRANKED == INDEX_NONE, "rank() hands it through");

/* A position's bytes: two cells in each, then the side to move. */
enum { SIDE = NOCCA_CELLS / 2 };

static struct nocca_position get(const struct position *p)
{
    struct nocca_position nocca;
    for (unsigned c = 0; c < NOCCA_CELLS; c++)
        nocca.board.cell[c] = p->byte[c / 2] >> c % 2 * 4 & 15;
    nocca.white_moves = p->byte[SIDE];
    return nocca;
}

static void put(const struct nocca_position *nocca, struct position *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned c = 0; c < NOCCA_CELLS; c++)
        out->byte[c / 2] |= (uint8_t)(nocca->board.cell[c] << c % 2 * 4);
    out->byte[SIDE] = nocca->white_moves;
}

static const struct nocca_shape *shape(const struct variant *v)
{
    const struct fast_tables *t = v->tables;
    return &t->shape;
}

/* Rows reversed, colours exchanged. */
static void flip(const struct nocca_shape *s, struct nocca_board *b)
{
    struct nocca_board old = *b;
    for (unsigned c = 0; c < s->cells; c++) {
        unsigned row = c / s->columns, column = c % s->columns;
        b->cell[(s->rows - 1 - row) * s->columns + column] =
            nocca_swap_colours(old.cell[c]);
    }
}

/* The board as the side to move sees it: that side is black. */
static struct nocca_board seen(const struct nocca_shape *s,
                               const struct nocca_position *p)
{
    struct nocca_board b = p->board;
    if (p->white_moves)
        flip(s, &b);
    return b;
}

/* A few boards for listings; open() takes every ROWSxCOLUMNS. */
static const struct variant_info variants[] = {
    {"6x5", "the commercial board, 6 rows and 5 columns"},
    {"5x5", "5 rows, 5 columns"},
    {"4x5", "4 rows, 5 columns"},
    {"4x4", "4 rows, 4 columns"},
    {"4x3", "4 rows, 3 columns"},
    {"3x3", "3 rows, 3 columns"},
    {"3x2", "3 rows, 2 columns"},
    {NULL, NULL},
};

struct tables {
    struct fast_tables fast; /* first: the engines see only this */
    struct nocca_halves *halves;
    char example[GAME_TEXT];
};

static void make_shape(struct nocca_shape *s, unsigned rows, unsigned columns)
{
    s->rows = (uint8_t)rows;
    s->columns = (uint8_t)columns;
    s->cells = (uint8_t)(rows * columns);
    for (unsigned from = 0; from < s->cells; from++)
        for (unsigned to = 0; to < s->cells; to++) {
            int down = (int)(to / columns) - (int)(from / columns);
            int across = (int)(to % columns) - (int)(from % columns);
            if (to != from && abs(down) <= 1 && abs(across) <= 1)
                s->neighbour[from][s->neighbours[from]++] = (uint8_t)to;
        }
}

static enum code read_size(const char *name, unsigned *rows, unsigned *columns,
                           struct error *err)
{
    *rows = 6;
    *columns = 5;
    if (*name == '\0')
        return CODE_OK;
    bool well = isdigit((unsigned char)name[0]) &&
                tolower((unsigned char)name[1]) == 'x' &&
                isdigit((unsigned char)name[2]) && name[3] == '\0';
    if (well) {
        *rows = (unsigned)(name[0] - '0');
        *columns = (unsigned)(name[2] - '0');
        if (*rows >= 2 && *rows <= NOCCA_ROWS && *columns >= 1 &&
            *columns <= NOCCA_COLUMNS)
            return CODE_OK;
    }
    return error_set(
        err, CODE_USAGE,
        "nocca has no board '%.40s'; a board is ROWSxCOLUMNS with 2..%d rows and "
        "1..%d columns, as in nocca:6x5",
        name, NOCCA_ROWS, NOCCA_COLUMNS);
}

static void start(const struct nocca_shape *s, struct nocca_position *p)
{
    memset(p, 0, sizeof *p);
    for (unsigned column = 0; column < s->columns; column++) {
        p->board.cell[column] = nocca_push_black(0);
        p->board.cell[s->cells - 1u - column] = nocca_push_white(0);
    }
}

static const char *summary_of(const char *board)
{
    for (const struct variant_info *info = variants; info->name; info++)
        if (strcmp(info->name, board) == 0)
            return info->summary;
    return "a board of another size";
}

/* The board cannot be numbered: says how many positions there are, if that is why. */
static enum code too_large(const struct zdd_problem *p, enum code code, struct error *err)
{
    struct zdd z;
    struct error exact;
    if (zdd_build(p, ZDD_REDUCED, &z, &exact) == CODE_OK) {
        if (zdd_numbered(&z, &exact) != CODE_OK)
            error_set(err, code, "%s", exact.text);
        zdd_free(&z);
    }
    return code;
}

static void close_variant(struct variant *v)
{
    struct tables *t = (void *)(uintptr_t)v->tables;
    if (t) {
        blocks_free(&t->fast.blocks);
        halves_free(t->halves);
    }
    free(t);
    v->tables = NULL;
}

static enum code open_variant(struct variant *v, const char *name, struct error *err)
{
    unsigned rows, columns;
    TRY(read_size(name, &rows, &columns, err));
    struct nocca_problem p;
    nocca_declare(&p, rows, columns, NOCCA_P);
    struct tables *t;
    TRY(mem_small(1, sizeof *t, &t, err));
    make_shape(&t->fast.shape, rows, columns);
    enum code code = blocks_compile(&p.problem, 0, &t->fast.blocks, err);
    if (code != CODE_OK) {
        free(t);
        return too_large(&p.problem, code, err);
    }
    struct nocca_position initial_position;
    start(&t->fast.shape, &initial_position);
    nocca_print(&t->fast.shape, &initial_position, t->example);
    v->example = t->example;
    int n = snprintf(v->name, sizeof v->name, "nocca:%ux%u", rows, columns);
    v->summary = summary_of(v->name + n - strlen("6x5"));
    v->positions = v->slots = v->span = t->fast.blocks.count;
    v->tables = t;
    if (!halves_suit(rows, columns))
        return CODE_OK;
    code = halves_make(rows, columns, &t->halves, err);
    if (code != CODE_OK) {
        close_variant(v);
        return code;
    }
    t->fast.halves = t->halves;
    v->slots = t->halves->slot_start[HALF_CLASSES];
    v->span = 0;
    return CODE_OK;
}

static void initial(const struct variant *v, struct position *out)
{
    struct nocca_position p;
    start(shape(v), &p);
    put(&p, out);
}

static enum code parse(const struct variant *v, const char *text, struct position *out,
                       struct error *err)
{
    struct nocca_position p;
    struct cursor c = {text, text, v->example};
    TRY(nocca_parse(shape(v), &c, &p, err));
    put(&p, out);
    return CODE_OK;
}

static void print(const struct variant *v, const struct position *p, char out[GAME_TEXT])
{
    struct nocca_position nocca = get(p);
    nocca_print(shape(v), &nocca, out);
}

static const char *side(const struct variant *v, const struct position *p)
{
    (void)v;
    return p->byte[SIDE] ? "W" : "B";
}

static enum ending ending(const struct variant *v, const struct position *p)
{
    const struct nocca_shape *s = shape(v);
    struct nocca_position nocca = get(p);
    struct nocca_board b = seen(s, &nocca);
    bool goal = nocca_pieces(s, &b, true) < s->columns;
    return goal || nocca_stuck(s, &b) ? ENDS_LOSS : GOES_ON;
}

static struct move encode(unsigned from, unsigned to)
{
    return (struct move){from << 8 | to};
}

static unsigned moves(const struct variant *v, const struct position *p,
                      struct move out[GAME_MOVES])
{
    const struct nocca_shape *s = shape(v);
    struct nocca_position nocca = get(p);
    if (ending(v, p) != GOES_ON)
        return 0;
    bool white = nocca.white_moves;
    unsigned n = 0;
    for (unsigned from = 0; from < s->cells; from++) {
        unsigned stack = nocca.board.cell[from];
        if (!(white ? nocca_white_top(stack) : nocca_black_top(stack)))
            continue;
        for (unsigned i = 0; i < s->neighbours[from]; i++)
            if (nocca_height(nocca.board.cell[s->neighbour[from][i]]) < 3)
                out[n++] = encode(from, s->neighbour[from][i]);
        unsigned far = white ? 0 : s->rows - 1u;
        if (from / s->columns == far)
            out[n++] = encode(from, NOCCA_GOAL);
    }
    return n;
}

static void print_move(const struct variant *v, const struct position *p, struct move m,
                       char out[GAME_TEXT])
{
    (void)p;
    unsigned columns = shape(v)->columns, from = m.code >> 8, to = m.code & 255;
    int n = snprintf(out, GAME_TEXT, "%c%u-", 'a' + from % columns, from / columns + 1);
    if (to == NOCCA_GOAL)
        snprintf(out + n, GAME_TEXT - (size_t)n, "goal");
    else
        snprintf(out + n, GAME_TEXT - (size_t)n, "%c%u", 'a' + to % columns,
                 to / columns + 1);
}

static enum ending play(const struct variant *v, const struct position *p, struct move m,
                        struct position *next)
{
    struct nocca_position nocca = get(p);
    unsigned from = m.code >> 8, to = m.code & 255;
    nocca.board.cell[from] = nocca_pop(nocca.board.cell[from]);
    if (to != NOCCA_GOAL) {
        unsigned under = nocca.board.cell[to];
        nocca.board.cell[to] =
            nocca.white_moves ? nocca_push_white(under) : nocca_push_black(under);
    }
    nocca.white_moves = !nocca.white_moves;
    put(&nocca, next);
    return ending(v, next);
}

static uint64_t rank(const struct variant *v, const struct position *p)
{
    struct nocca_position nocca = get(p);
    struct nocca_board b = seen(shape(v), &nocca);
    return nocca_rank(v->tables, &b);
}

static void unrank(const struct variant *v, uint64_t number, struct position *out)
{
    struct nocca_position p;
    struct fast_position fast;
    memset(&p, 0, sizeof p);
    memset(&fast, 0, sizeof fast);
    fast_at(v->tables, number, &fast);
    p.board = fast.board;
    put(&p, out);
}

/* ---- slots ---- */

static const struct nocca_halves *halves(const struct variant *v)
{
    const struct fast_tables *t = v->tables;
    return t->halves;
}

static uint64_t slot(const struct variant *v, const struct position *p)
{
    uint64_t number = SLOT_DERIVED;
    if (!halves(v))
        return rank(v, p);
    struct nocca_position nocca = get(p);
    struct nocca_board b = seen(shape(v), &nocca);
    halves_kind(halves(v), &b, &number);
    return number;
}

static void at_slot(const struct variant *v, uint64_t number, struct position *out)
{
    struct nocca_position p;
    struct half a, x;
    if (!halves(v)) {
        unrank(v, number, out);
        return;
    }
    memset(&p, 0, sizeof p);
    halves_at_slot(halves(v), number, &a, &x);
    halves_join(halves(v), &a, &x, &p.board);
    put(&p, out);
}

/* Is there a move after which the other side has none? */
static bool can_block(const struct variant *v, const struct position *p)
{
    struct move list[GAME_MOVES];
    struct position next;
    unsigned n = moves(v, p, list);
    for (unsigned i = 0; i < n; i++)
        if (play(v, p, list[i], &next) == ENDS_LOSS)
            return true;
    return false;
}

static bool known(const struct variant *v, const struct position *p, uint16_t *code)
{
    uint64_t number;
    struct nocca_position nocca = get(p);
    struct nocca_board b = seen(shape(v), &nocca);
    switch (halves_kind(halves(v), &b, &number)) {
    case HALVES_GOAL:
        *code = code_win(1);
        return true;
    case HALVES_KILL:
        *code = code_win(can_block(v, p) ? 1 : 3);
        return true;
    default:
        return false;
    }
}

static unsigned subsets(const struct variant *v)
{
    return halves(v) ? 3 : 0;
}

static void subset_name(const struct variant *v, unsigned i, char out[GAME_NAME])
{
    static const char *const name[] = {"quiet", "threatened", "goal"};
    (void)v;
    snprintf(out, GAME_NAME, "%s", name[i]);
}

static unsigned subset(const struct variant *v, const struct position *p)
{
    uint64_t number;
    struct nocca_position nocca = get(p);
    struct nocca_board b = seen(shape(v), &nocca);
    enum halves_kind kind = halves_kind(halves(v), &b, &number);
    return kind == HALVES_GOAL ? 2 : kind == HALVES_THREAT;
}

/* Bit 0 mirrors the columns, bit 1 exchanges the players: rows, colours, side to move. */
static void symmetric(const struct variant *v, const struct position *p, unsigned k,
                      struct position *out)
{
    const struct nocca_shape *s = shape(v);
    struct nocca_position from = get(p), to = from;
    for (unsigned c = 0; c < s->cells && k & 1; c++)
        to.board.cell[c - c % s->columns + s->columns - 1 - c % s->columns] =
            from.board.cell[c];
    if (k & 2) {
        flip(s, &to.board);
        to.white_moves = !to.white_moves;
    }
    put(&to, out);
}

static void draw(const struct variant *v, const struct position *p, bool color,
                 char out[GAME_PICTURE])
{
    struct nocca_position nocca = get(p);
    nocca_draw(shape(v), &nocca, color, out);
}

static const struct blocks *blocks(const struct variant *v)
{
    const struct fast_tables *t = v->tables;
    return &t->blocks;
}

static const struct diagram diagrams[] = {
    {"positions", "P, nodes shared when they carry the same (as published)", 2, false},
    {"reduced", "P, the canonical reduced diagram", 2, false},
};

static const struct diagram *diagram(const struct variant *v, unsigned i)
{
    (void)v;
    return i < 2 ? &diagrams[i] : NULL;
}

static enum code build_diagram(const struct variant *v, unsigned i, struct run *run,
                               const char *checkpoint, struct zdd *out, struct error *err)
{
    (void)run, (void)checkpoint;
    struct nocca_problem p;
    nocca_declare(&p, shape(v)->rows, shape(v)->columns, NOCCA_P);
    return zdd_build(&p.problem, i == 0 ? ZDD_SHARE_CARRIED : ZDD_REDUCED, out, err);
}

/* Position of a cell in the order of the numbering: black's far row first. */
static unsigned place_of(const struct nocca_shape *s, unsigned cell)
{
    return (s->rows - 1 - cell / s->columns) * s->columns + cell % s->columns;
}

static enum code diagram_rank(const struct variant *v, unsigned i, const struct zdd *z,
                              const struct position *p, uint64_t *number,
                              struct error *err)
{
    (void)i;
    const struct nocca_shape *s = shape(v);
    struct nocca_position nocca = get(p);
    struct nocca_board b = seen(s, &nocca);
    uint8_t state[NOCCA_CELLS];
    for (unsigned c = 0; c < s->cells; c++)
        state[place_of(s, c)] = b.cell[c];
    return zdd_number_of(z, state, number, err);
}

static enum code diagram_unrank(const struct variant *v, unsigned i, const struct zdd *z,
                                uint64_t number, struct position *out, struct error *err)
{
    (void)i;
    const struct nocca_shape *s = shape(v);
    uint8_t state[NOCCA_CELLS];
    TRY(zdd_unrank(z, number, state, err));
    struct nocca_position p;
    memset(&p, 0, sizeof p);
    for (unsigned c = 0; c < s->cells; c++)
        p.board.cell[c] = state[place_of(s, c)];
    put(&p, out);
    return CODE_OK;
}

static enum code count(const struct variant *v, struct run *run,
                       struct count_report *report, struct error *err)
{
    (void)run;
    return nocca_count(shape(v)->rows, shape(v)->columns, report, err);
}

const struct game nocca_game = {
    .name = "nocca",
    .title = "NOCCAxNOCCA",
    .rules = "A board of R rows and C columns; each side has C pieces, black on row 1, "
             "white on row\n"
             "R. Black walks towards row R, white towards row 1; black begins.\n"
             "\n"
             "A cell holds a stack of up to three pieces, and only its top piece can "
             "move. A turn is\n"
             "one of:\n"
             "  - a step: one of your top pieces goes to one of the up to eight "
             "neighbouring cells\n"
             "    whose stack is lower than three, on top of whatever is there;\n"
             "  - a goal step: one of your top pieces on your far row leaves the board "
             "and wins.\n"
             "There is no passing and nothing is captured. A side that has to move and "
             "cannot loses.\n"
             "Play that never ends is a draw.\n"
             "\n"
             "Position: rows from black's home row, '/' between rows and ',' between "
             "cells, a stack\n"
             "from bottom to top, '.' for an empty cell, then the side to move:\n"
             "'B,B,B,B,B/.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./W,W,W,W,W B' is the "
             "start. After a\n"
             "goal step the board is written without the piece that left.\n"
             "Move: column a.. and row 1.. of the piece and of its target, 'c1-d2'; "
             "'c6-goal'.\n"
             "Boards: nocca:RxC, nocca:6x5 is the default.\n",
    .position_example = "B,B,B,B,B/.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./W,W,W,W,W B",
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
    .slot = slot,
    .at_slot = at_slot,
    .known = known,
    .subsets = subsets,
    .subset_name = subset_name,
    .subset = subset,
    .symmetries = 4,
    .symmetric = symmetric,
    .draw = draw,
    .blocks = blocks,
    .diagram = diagram,
    .build_diagram = build_diagram,
    .diagram_rank = diagram_rank,
    .diagram_unrank = diagram_unrank,
    .count = count,
};
