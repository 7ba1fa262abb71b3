/* SPDX-License-Identifier: MIT
 *
 * Gobblet Gobblers, slow face. Rules: rules.h; numbering: layers.h; notation: text.h.
 *
 * Five rules decide what an uncovered line means; all are variants, and each exists once
 * more with one piece of each size ("mini", 753,571 positions), small enough for the
 * naive solver.
 */
#include "game/game.h"
#include "games/gobblet/fast.h"
#include "games/gobblet/tables.h"
#include "games/gobblet/text.h"

#include <stdlib.h>
#include <string.h>

static struct gob_position get(const struct position *p)
{
    struct gob_position gob;
    memcpy(&gob, p, sizeof gob);
    return gob;
}

static void put(const struct gob_position *gob, struct position *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->byte, gob->piece, sizeof gob->piece);
    out->byte[offsetof(struct gob_position, side)] = gob->side;
}

/* Sets of cells are stored and loaded one by one: a processor hands what it has just
 * stored on to a load only if that is no wider, and the checker plays billions of moves
 * this way. */
static uint16_t load_set(const struct position *p, unsigned who, unsigned size)
{
    uint16_t cells;
    memcpy(&cells,
           p->byte + offsetof(struct gob_position, piece) +
               (who * GOB_SIZES + size) * sizeof cells,
           sizeof cells);
    return cells;
}

static void store_set(struct position *p, unsigned who, unsigned size, uint16_t cells)
{
    memcpy(p->byte + offsetof(struct gob_position, piece) +
               (who * GOB_SIZES + size) * sizeof cells,
           &cells, sizeof cells);
}

static unsigned side_of(const struct position *p)
{
    return p->byte[offsetof(struct gob_position, side)];
}

static void board_of(const struct position *p, struct gob_board *b)
{
    const unsigned own = side_of(p), other = !own;
    for (unsigned size = 0; size < GOB_SIZES; size++) {
        b->layer[size].own = load_set(p, own, size);
        b->layer[size].other = load_set(p, other, size);
    }
}

static struct gob_triple triple_of(const struct fast_tables *t, const struct position *p)
{
    struct gob_board b;
    board_of(p, &b);
    return (struct gob_triple){.small = gob_layer_number(t, b.layer[0]),
                               .medium = gob_layer_number(t, b.layer[1]),
                               .large = gob_layer_number(t, b.layer[2])};
}

static void put_triple(const struct fast_tables *t, struct gob_triple from,
                       struct position *out)
{
    const uint32_t number[GOB_SIZES] = {from.small, from.medium, from.large};
    struct gob_position gob = {0};
    for (int size = 0; size < GOB_SIZES; size++) {
        gob.piece[0][size] = t->layer[number[size]].own;
        gob.piece[1][size] = t->layer[number[size]].other;
    }
    put(&gob, out);
}

static const struct variant_info variants[] = {
    {"", "lines judged after the move, both: the mover loses (after-opp)"},
    {"after-mover", "lines judged after the move, both: the mover wins"},
    {"after-draw", "lines judged after the move, both: a draw"},
    {"lift-loses", "uncovering an enemy line loses at once"},
    {"own-move", "only a line of the player who has just moved counts"},
    {"mini", "one piece of each size, after-opp"},
    {"mini-after-mover", "one piece of each size, after-mover"},
    {"mini-after-draw", "one piece of each size, after-draw"},
    {"mini-lift-loses", "one piece of each size, lift-loses"},
    {"mini-own-move", "one piece of each size, own-move"},
    {NULL, NULL},
};

static enum code open_variant(struct variant *v, const char *name, struct error *err)
{
    if (strcmp(name, "after-opp") == 0)
        name = "";
    else if (strcmp(name, "mini-after-opp") == 0)
        name = "mini";
    unsigned index;
    TRY(game_choose_variant(v, name, &index, err));
    struct fast_tables *t;
    TRY(mem_small(1, sizeof *t, &t, err));
    gob_tables_fill(t, (enum gob_rule)(index % 5), index < 5 ? 2 : 1);
    v->tables = t;
    v->span = (uint64_t)t->layers * t->layers;
    v->positions = v->span * t->layers;
    v->slots = v->span * t->classes;
    return CODE_OK;
}

static void close_variant(struct variant *v)
{
    free((void *)(uintptr_t)v->tables);
}

static void initial(const struct variant *v, struct position *out)
{
    (void)v;
    put(&(struct gob_position){0}, out);
}

static enum code parse(const struct variant *v, const char *text, struct position *out,
                       struct error *err)
{
    const struct fast_tables *t = v->tables;
    struct gob_position gob;
    TRY(gob_parse(v, text, t->pieces, &gob, err));
    put(&gob, out);
    return CODE_OK;
}

static void print(const struct variant *v, const struct position *p, char out[GAME_TEXT])
{
    (void)v;
    struct gob_position gob = get(p);
    gob_print(&gob, out);
}

static const char *side(const struct variant *v, const struct position *p)
{
    (void)v;
    return side_of(p) ? "2" : "1";
}

static enum ending ending(const struct variant *v, const struct position *p)
{
    const struct fast_tables *t = v->tables;
    struct gob_board b;
    board_of(p, &b);
    return gob_ending(t->rule, &b);
}

/* A move is its step and the size of the piece that makes it. */
static struct move encode(unsigned size, struct gob_step step)
{
    return (struct move){size << 8 | (uint32_t)step.from << 4 | step.to};
}

static struct gob_step step_of(struct move m)
{
    return (struct gob_step){m.code >> 4 & 15, m.code & 15};
}

static unsigned size_of(struct move m)
{
    return m.code >> 8;
}

static unsigned moves(const struct variant *v, const struct position *p,
                      struct move out[GAME_MOVES])
{
    const struct fast_tables *t = v->tables;
    struct gob_board b;
    board_of(p, &b);
    if (gob_ending(t->rule, &b) != GOES_ON)
        return 0;
    unsigned n = 0;
    for (unsigned size = 0; size < GOB_SIZES; size++) {
        struct gob_step step[GOB_LAYER_STEPS];
        unsigned steps = gob_steps(b.layer[size], gob_blocked(&b, size), t->pieces, step);
        for (unsigned i = 0; i < steps; i++)
            out[n++] = encode(size, step[i]);
    }
    return n;
}

static void print_move(const struct variant *v, const struct position *p, struct move m,
                       char out[GAME_TEXT])
{
    (void)v, (void)p;
    gob_print_move(size_of(m), step_of(m), out);
}

static enum ending play(const struct variant *v, const struct position *p, struct move m,
                        struct position *next)
{
    const struct fast_tables *t = v->tables;
    const unsigned mover = side_of(p), size = size_of(m);
    *next = *p;
    store_set(next, mover, size, gob_apply(load_set(p, mover, size), step_of(m)));
    next->byte[offsetof(struct gob_position, side)] = !mover;
    struct gob_board before;
    board_of(p, &before);
    if (gob_step_loses(t->rule, &before, size, step_of(m)))
        return ENDS_WIN;
    return ending(v, next);
}

static uint64_t rank(const struct variant *v, const struct position *p)
{
    return gob_rank(v->tables, triple_of(v->tables, p));
}

static void unrank(const struct variant *v, uint64_t number, struct position *out)
{
    put_triple(v->tables, gob_unrank(v->tables, number), out);
}

static uint64_t slot(const struct variant *v, const struct position *p)
{
    return gob_slot(v->tables, triple_of(v->tables, p));
}

static void at_slot(const struct variant *v, uint64_t number, struct position *out)
{
    put_triple(v->tables, gob_at_slot(v->tables, number), out);
}

static uint64_t weight(const struct variant *v, uint64_t number)
{
    const struct fast_tables *t = v->tables;
    return t->class_size[number / v->span];
}

/* The eight symmetries of the square, and the same with colours and turn exchanged. */
static void symmetric(const struct variant *v, const struct position *p, unsigned k,
                      struct position *out)
{
    struct gob_position from = get(p), to = {.side = from.side ^ (k >= GOB_SYMMETRIES)};
    for (int who = 0; who < 2; who++)
        for (int size = 0; size < GOB_SIZES; size++)
            to.piece[who ^ (k >= GOB_SYMMETRIES)][size] =
                gob_cells_image(v->tables, k & 7, from.piece[who][size]);
    put(&to, out);
}

static void draw(const struct variant *v, const struct position *p, bool color,
                 char out[GAME_PICTURE])
{
    const struct fast_tables *t = v->tables;
    struct gob_position gob = get(p);
    gob_draw(&gob, t->pieces, color, out);
}

/* Symmetry classes by the lemma that is not Burnside's: the mean number of fixed
 * positions. */
static enum code count(const struct variant *v, struct run *run,
                       struct count_report *report, struct error *err)
{
    (void)run;
    uint64_t fixed = 0;
    for (unsigned k = 0; k < GOB_SYMMETRIES; k++) {
        uint64_t layers = gob_layers_fixed(v->tables, k);
        fixed += layers * layers * layers;
    }
    TRY(count_add(report, "all", NULL, v->positions, err));
    return count_add(report, "unique", NULL, fixed / GOB_SYMMETRIES, err);
}

const struct game gobblet_game = {
    .name = "gobblet",
    .title = "Gobblet Gobblers",
    .rules = gob_rules_text,
    .position_example = ".,.,./.,sL,./.,.,. 2",
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
    .weight = weight,
    .symmetries = 2 * GOB_SYMMETRIES,
    .symmetric = symmetric,
    .draw = draw,
    .count = count,
};
