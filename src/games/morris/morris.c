/* SPDX-License-Identifier: MIT
 *
 * N men's morris, N = 3, 5, 6, 7, 9, 11, 12, slow face. Boards: board.h; rules: rules.h;
 * numbers: stages.h; the published counts: counts.h and unique.h.
 */
#include "game/game.h"
#include "game/notation.h"
#include "games/morris/counts.h"
#include "games/morris/diagrams.h"
#include "games/morris/draw.h"
#include "games/morris/rules.h"
#include "games/morris/subsets.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct morris_tables *tables(const struct variant *v)
{
    return v->tables;
}

static struct morris_position get(const struct position *p)
{
    struct morris_position morris;
    memcpy(&morris, p, sizeof morris);
    return morris;
}

static void put(const struct morris_position *morris, struct position *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->byte + offsetof(struct morris_position, men), morris->men,
           sizeof morris->men);
    memcpy(out->byte + offsetof(struct morris_position, hand), morris->hand,
           sizeof morris->hand);
    out->byte[offsetof(struct morris_position, side)] = morris->side;
}

static const struct variant_info variants[] = {
    {"9", "three rings, nine men a side, flying"},
    {"3", "one ring with a centre, three men a side"},
    {"5", "two rings, five men a side"},
    {"6", "two rings, six men a side"},
    {"7", "two rings with a centre, seven men a side, flying"},
    {"11", "three rings with diagonals, eleven men a side, flying"},
    {"12", "three rings with diagonals, twelve men a side, flying"},
    {"3-fly", "three men a side, which fly from the first move on"},
    {"5-fly", "five men a side, flying"},
    {"6-fly", "six men a side, flying"},
    {"7-nofly", "seven men a side, without flying"},
    {"9-nofly", "nine men a side, without flying"},
    {"11-nofly", "eleven men a side, without flying"},
    {"12-nofly", "twelve men a side, without flying"},
    {NULL, NULL},
};

static void print(const struct variant *v, const struct position *p, char out[GAME_TEXT])
{
    const struct morris_board *b = &tables(v)->board;
    struct morris_position morris = get(p);
    for (unsigned i = 0; i < b->points; i++)
        *out++ = morris.men[0] & morris_bit(b, i)   ? 'W'
                 : morris.men[1] & morris_bit(b, i) ? 'B'
                                                    : '.';
    snprintf(out, GAME_TEXT - b->points, " %c %u %u", morris.side ? 'B' : 'W',
             morris.hand[0], morris.hand[1]);
}

static void initial(const struct variant *v, struct position *out)
{
    uint8_t men = (uint8_t)tables(v)->board.men;
    put(&(struct morris_position){.hand = {men, men}}, out);
}

static enum code open_variant(struct variant *v, const char *name, struct error *err)
{
    unsigned index;
    TRY(game_choose_variant(v, *name ? name : "9", &index, err));
    struct morris_tables *t;
    TRY(mem_small(1, sizeof *t, &t, err));
    char *rest;
    unsigned men = (unsigned)strtoul(variants[index].name, &rest, 10);
    morris_board_make(&t->board, men);
    if (*rest)
        morris_board_make_flying(&t->board, men, strcmp(rest, "-fly") == 0);
    enum code code = morris_stages_make(&t->stages, &t->board, err);
    if (code == CODE_OK)
        code = morris_orbits_make(&t->orbits, &t->board, err);
    if (code != CODE_OK) {
        morris_stages_free(&t->stages);
        free(t);
        return code;
    }
    morris_slots_make(&t->slots, &t->board, &t->orbits);
    v->tables = t;
    v->positions = t->stages.base[t->stages.stages];
    v->slots = t->slots.layer[t->slots.layers].first;
    v->span = 1;
    struct position start;
    initial(v, &start);
    print(v, &start, t->example);
    v->example = t->example;
    return CODE_OK;
}

static void close_variant(struct variant *v)
{
    struct morris_tables *t = (void *)(uintptr_t)v->tables;
    if (t) {
        morris_stages_free(&t->stages);
        morris_orbits_free(&t->orbits);
    }
    free(t);
}

static enum code parse_hand(struct cursor *c, uint8_t *hand, struct error *err)
{
    TRY(notation_expect(c, ' ', err));
    if (!isdigit((unsigned char)*c->at))
        return notation_error(c, "a number of men in hand is expected", err);
    unsigned n = (unsigned)(*c->at++ - '0');
    if (isdigit((unsigned char)*c->at) && n > 0)
        n = 10 * n + (unsigned)(*c->at++ - '0');
    *hand = (uint8_t)n;
    return CODE_OK;
}

static enum code check(const struct morris_board *b, const struct cursor *c,
                       const struct morris_position *p, struct error *err)
{
    char why[160];
    for (int side = 0; side < 2; side++) {
        unsigned men = (unsigned)__builtin_popcount(p->men[side]);
        snprintf(why, sizeof why,
                 "%s has %u men on the board and %u in hand; each side has %u",
                 side ? "black" : "white", men, p->hand[side], b->men);
        if (men + p->hand[side] > b->men)
            return notation_impossible(c, why, err);
    }
    if (p->hand[1] != p->hand[0] + p->side && (p->hand[0] || p->hand[1]))
        return notation_impossible(
            c,
            "white begins and the sides take turns, so the hands are equal "
            "when white is to place, and black has one more when black is",
            err);
    return CODE_OK;
}

static enum code parse(const struct variant *v, const char *text, struct position *out,
                       struct error *err)
{
    const struct morris_board *b = &tables(v)->board;
    struct cursor c = {text, text, v->example};
    struct morris_position p = {.side = 0};
    for (unsigned i = 0; i < b->points; i++, c.at++) {
        int man = toupper((unsigned char)*c.at);
        if (man == 'W' || man == 'B')
            p.men[man == 'B'] |= morris_bit(b, i);
        else if (man != '.')
            return notation_error(&c, "'W', 'B' or '.' is expected", err);
    }
    TRY(notation_expect(&c, ' ', err));
    int side = toupper((unsigned char)*c.at);
    if (side != 'W' && side != 'B')
        return notation_error(&c, "the side to move, 'W' or 'B', is expected", err);
    p.side = side == 'B';
    c.at++;
    TRY(parse_hand(&c, &p.hand[0], err));
    TRY(parse_hand(&c, &p.hand[1], err));
    if (!notation_at_end(&c))
        return notation_error(&c, "the end is expected", err);
    TRY(check(b, &c, &p, err));
    put(&p, out);
    return CODE_OK;
}

static const char *side(const struct variant *v, const struct position *p)
{
    (void)v;
    return get(p).side ? "B" : "W";
}

static enum ending ending(const struct variant *v, const struct position *p)
{
    struct morris_position morris = get(p);
    return morris_ending(&tables(v)->board, &morris);
}

static unsigned moves(const struct variant *v, const struct position *p,
                      struct move out[GAME_MOVES])
{
    struct morris_position morris = get(p);
    return morris_moves(&tables(v)->board, &morris, out);
}

static void print_move(const struct variant *v, const struct position *p, struct move m,
                       char out[GAME_TEXT])
{
    (void)v, (void)p;
    unsigned from = m.code >> 10, to = m.code >> 5 & 31, taken = m.code & 31;
    int n = 0;
    if (from != MORRIS_NOWHERE)
        n += snprintf(out, GAME_TEXT, "%u-", from);
    n += snprintf(out + n, GAME_TEXT - (size_t)n, "%u", to);
    if (taken != MORRIS_NOWHERE)
        snprintf(out + n, GAME_TEXT - (size_t)n, "x%u", taken);
}

static enum ending play(const struct variant *v, const struct position *p, struct move m,
                        struct position *next)
{
    struct morris_position morris = get(p);
    morris_play(&tables(v)->board, &morris, m);
    put(&morris, next);
    return morris_ending(&tables(v)->board, &morris);
}

static uint64_t rank(const struct variant *v, const struct position *p)
{
    struct morris_position morris = get(p);
    return morris_rank(&tables(v)->stages, &tables(v)->board, &morris);
}

static void unrank(const struct variant *v, uint64_t number, struct position *out)
{
    struct morris_position morris;
    morris_unrank(&tables(v)->stages, &tables(v)->board, number, &morris);
    put(&morris, out);
}

static uint64_t slot(const struct variant *v, const struct position *p)
{
    struct morris_position morris = get(p);
    return morris_slot(&tables(v)->slots, &tables(v)->orbits, &morris);
}

static void at_slot(const struct variant *v, uint64_t number, struct position *out)
{
    struct morris_position morris;
    morris_at_slot(&tables(v)->slots, &tables(v)->orbits, number, &morris);
    put(&morris, out);
}

static uint64_t weight(const struct variant *v, uint64_t number)
{
    return morris_weight(&tables(v)->slots, &tables(v)->orbits, number);
}

static void weights(const struct variant *v, uint64_t first, uint64_t count,
                    uint16_t *out)
{
    morris_weights(tables(v), first, count, out);
}

static uint64_t alike(const struct variant *v, uint64_t slot, bool *same)
{
    return morris_alike(tables(v), slot, same);
}

static void counts(const struct variant *v, uint64_t first, uint64_t count, uint16_t *out)
{
    morris_counts(tables(v), true, first, count, out);
}

static void next_counts(const struct variant *v, uint64_t first, uint64_t count,
                        uint16_t *out)
{
    morris_counts(tables(v), false, first, count, out);
}

static unsigned subsets(const struct variant *v)
{
    return morris_subsets(&tables(v)->board);
}

static void subset_name(const struct variant *v, unsigned i, char out[GAME_NAME])
{
    morris_subset_name(&tables(v)->board, i, out);
}

static unsigned subset(const struct variant *v, const struct position *p)
{
    struct morris_position morris = get(p);
    return morris_subset_of(&tables(v)->board, &morris);
}

static uint64_t slot_subset(const struct variant *v, uint64_t number, unsigned *out)
{
    return morris_slot_subset(tables(v), number, out);
}

/* A part is a layer. */
static unsigned parts(const struct variant *v)
{
    return tables(v)->slots.layers;
}

static void part(const struct variant *v, unsigned i, struct part *out)
{
    const struct morris_layer *l = &tables(v)->slots.layer[i];
    out->first = l->first;
    out->count = l[1].first - l->first;
    if (l->hand)
        snprintf(out->name, sizeof out->name, "hand=%u men=%u", l->hand, l->men);
    else
        snprintf(out->name, sizeof out->name, "men=%u", l->men);
}

/* Taking leads to one man less, placing to one man more and one less in hand. */
static unsigned part_needs(const struct variant *v, unsigned i, unsigned out[GAME_NEEDS])
{
    const struct morris_slots *s = &tables(v)->slots;
    const struct morris_layer *l = &s->layer[i];
    const unsigned hand = l->hand ? l->hand - 1u : 0;
    unsigned n = 0, men = l->hand ? l->men : l->men - 1u;
    for (; men <= l->men + (l->hand ? 1u : 0u) && men <= MORRIS_POINTS; men++)
        if (s->layer_of[hand][men] < i)
            out[n++] = s->layer_of[hand][men];
    return n;
}

/* Fewer men on the same board: numbers in hand and on the board are any that the larger
 * game has, too, and what can follow does not depend on how many there were. */
static const char *larger(const struct variant *v)
{
    static const char *const pair[][2] = {
        {"morris:5", "morris:6"},
        {"morris:11", "morris:12"},
        {"morris:5-fly", "morris:6-fly"},
        {"morris:11-nofly", "morris:12-nofly"},
    };
    for (unsigned i = 0; i < sizeof pair / sizeof *pair; i++)
        if (strcmp(v->name, pair[i][0]) == 0)
            return pair[i][1];
    return NULL;
}

static uint64_t slot_in_larger(const struct variant *v, const struct variant *large,
                               uint64_t slot, uint64_t *there)
{
    const struct morris_slots *s = &tables(large)->slots;
    const struct morris_place at = morris_place_of(&tables(v)->slots, slot);
    const struct morris_layer *here = at.layer,
                              *l = &s->layer[s->layer_of[here->hand][here->men]];
    *there = l->start[at.own - l->least] + (slot - here->start[at.own - here->least]);
    return here->start[at.own + 1 - here->least] - slot;
}

/* The symmetries of the board; see board.h for those that only few positions have. */
static void symmetric(const struct variant *v, const struct position *p, unsigned k,
                      struct position *out)
{
    const struct morris_board *b = &tables(v)->board;
    struct morris_position morris = get(p);
    for (int who = 0; who < 2; who++)
        morris.men[who] = morris_image(b, k % b->ops, morris.men[who]);
    put(&morris, out);
}

static void draw(const struct variant *v, const struct position *p, bool color,
                 char out[GAME_PICTURE])
{
    struct morris_position morris = get(p);
    morris_draw(&tables(v)->board, &morris, color, out);
}

static const struct diagram *diagram(const struct variant *v, unsigned i)
{
    return morris_diagram(&tables(v)->board, i);
}

static enum code build_diagram(const struct variant *v, unsigned i, struct run *run,
                               const char *checkpoint, struct zdd *out, struct error *err)
{
    return morris_build_diagram(&tables(v)->board, i, run, checkpoint, out, err);
}

static enum code diagram_rank(const struct variant *v, unsigned i, const struct zdd *z,
                              const struct position *p, uint64_t *number,
                              struct error *err)
{
    struct morris_position morris = get(p);
    return morris_diagram_rank(&tables(v)->board, i, z, &morris, number, err);
}

static enum code diagram_unrank(const struct variant *v, unsigned i, const struct zdd *z,
                                uint64_t number, struct position *out, struct error *err)
{
    struct morris_position morris;
    TRY(morris_diagram_unrank(&tables(v)->board, i, z, number, &morris, err));
    put(&morris, out);
    return CODE_OK;
}

/* The subsets x-y of one set, as published: x >= y, both ways round. */
static enum code add_set(const struct morris_board *b, const char *set, bool any,
                         struct count_report *report, struct error *err)
{
    struct morris_counts counts;
    TRY(morris_count_direct(b, any, &counts, err));
    TRY(count_add(report, set, NULL, morris_total(&counts), err));
    for (unsigned x = MORRIS_LEAST; x <= b->men; x++)
        for (unsigned y = MORRIS_LEAST; y <= x; y++) {
            char name[16];
            snprintf(name, sizeof name, "%u-%u", x, y);
            TRY(count_add(report, set, name, morris_subset(&counts, x, y), err));
        }
    return CODE_OK;
}

static enum code count(const struct variant *v, struct run *run,
                       struct count_report *report, struct error *err)
{
    (void)run;
    const struct morris_tables *t = tables(v);
    TRY(count_add(report, "all", NULL, t->stages.base[1], err));
    TRY(count_add(report, "all with men in hand", NULL, v->positions, err));
    unsigned first = report->entries;
    TRY(add_set(&t->board, "pseudo-reachable", false, report, err));
    for (unsigned i = first, end = report->entries; i < end; i++) {
        const struct count_entry e = report->entry[i];
        TRY(count_add(report, "unique", *e.subset ? e.subset : NULL, e.positions, err));
    }
    /* The published table of this game leaves the condition on mills out. */
    return t->board.men == 12 ? add_set(&t->board, "unique-any-mills", true, report, err)
                              : CODE_OK;
}

const struct game morris_game = {
    .name = "morris",
    .title = "N Men's Morris",
    .rules =
        "Two sides, white and black, with N men each, all in hand at the start; white begins.\n"
        "\n"
        "Placing: a turn puts one man from the hand on an empty point. Moving, when all men are\n"
        "placed: a turn slides one man to an empty adjacent point. Flying, for N = 7, 9, 11 and\n"
        "12: a side with three men may go to any empty point.\n"
        "Mill: a turn that completes a line of three own men takes one opposing man from the\n"
        "board; not one in a mill, unless all are. Several mills at once take one man.\n"
        "A side with fewer than three men, hand included, loses, and so does a side that cannot\n"
        "move. Endless play is a draw, and so is a board that is full after placing (N = 12).\n"
        "\n"
        "Points are numbered ring by ring from the outermost, clockwise from the top left corner;\n"
        "the centre of the boards of 3 and 7 men comes last.\n"
        "Position: the points in that order, 'W', 'B' or '.', then the side to move and the men\n"
        "in hand of white and of black: '........................ W 9 9' is the start of\n"
        "morris:9.\n"
        "Move: '5' places, '5-6' moves, '5x12' and '5-6x12' also take the man on 12.\n",
    .position_example = "........................ W 9 9",
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
    .weights = weights,
    .unit = "orbits",
    .subsets = subsets,
    .subset_name = subset_name,
    .subset = subset,
    .slot_subset = slot_subset,
    .counts = counts,
    .alike = alike,
    .next_counts = next_counts,
    .parts = parts,
    .part = part,
    .part_needs = part_needs,
    .larger = larger,
    .slot_in_larger = slot_in_larger,
    .symmetries = 16,
    .symmetric = symmetric,
    .draw = draw,
    .diagram = diagram,
    .build_diagram = build_diagram,
    .diagram_rank = diagram_rank,
    .diagram_unrank = diagram_unrank,
    .count = count,
};
