/* SPDX-License-Identifier: MIT
 *
 * Yonmoque, slow face. Rules: rules.h; boards and readings: board.h; numbers of positions:
 * numbers.h; notation: text.h.
 *
 * Positions carry no history and repetition is not forbidden: what nobody can force is a
 * draw. A result of this game that is not a draw also holds under the rule that no
 * position may occur twice, for every position that a placement has made: the winner
 * comes nearer to the end with each ply, so never repeats, and the loser has only fewer
 * plies to choose from.
 */
#include "games/yonmoque/yonmoque.h"
#include "base/text.h"
#include "game/game.h"
#include "games/yonmoque/board.h"
#include "games/yonmoque/count.h"
#include "games/yonmoque/numbers.h"
#include "games/yonmoque/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct game yonmoque_game;

struct tables {
    struct yon_numbers *numbers;
    char example[GAME_TEXT];
};

static const struct yon_numbers *numbers(const struct variant *v)
{
    const struct tables *t = v->tables;
    return t->numbers;
}

const struct yon_numbers *yon_numbers_of(const struct variant *v)
{
    return v->game == &yonmoque_game ? numbers(v) : NULL;
}

static const struct yon_board *board(const struct variant *v)
{
    return &numbers(v)->board;
}

static struct yon_state get(const struct position *p)
{
    struct yon_state s;
    memcpy(s.men, p->byte, 8);
    s.hand[0] = p->byte[8];
    s.hand[1] = p->byte[9];
    s.side = p->byte[10];
    return s;
}

static void put(const struct yon_state *s, struct position *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->byte, s->men, 8);
    out->byte[8] = s->hand[0];
    out->byte[9] = s->hand[1];
    out->byte[10] = s->side;
}

/* ---- variants --------------------------------------------------------------------- */

/* For listings; open() takes every combination. */
static const struct variant_info variants[] = {
    {"", "four in a row by moving and turning, 5x5 cells, six pieces each"},
    {"any", "after a move every line on the board counts"},
    {"arrival", "only lines through the arrival cell count"},
    {"bishop", "slides cross cells of any colour"},
    {"five", "also a placement that makes five loses"},
    {"any-bishop", "every line counts, slides cross cells of any colour"},
    {"2", "two pieces each"},
    {"3", "three pieces each"},
    {"3x5-3", "three rows, three pieces each"},
    {"3x5-4", "three rows, four pieces each"},
    {"4x4-4", "four rows and columns, four pieces each"},
    {NULL, NULL},
};

static void name_variant(const struct yon_board *b, char out[GAME_NAME])
{
    char parts[GAME_NAME] = "";
    if (b->rows != YON_SIDE || b->columns != YON_SIDE)
        text_append(parts, sizeof parts, "-%ux%u", b->rows, b->columns);
    if (b->pieces != YON_PIECES)
        text_append(parts, sizeof parts, "-%u", b->pieces);
    if (b->counted != YON_CHANGED)
        text_append(parts, sizeof parts, "-%s",
                    b->counted == YON_ANY ? "any" : "arrival");
    if (b->bishop)
        text_append(parts, sizeof parts, "-bishop");
    if (b->five_loses)
        text_append(parts, sizeof parts, "-five");
    snprintf(out, GAME_NAME, "yonmoque%s%.50s", *parts ? ":" : "",
             *parts ? parts + 1 : "");
}

static const char *summary_of(const char *name)
{
    const char *colon = strchr(name, ':');
    for (const struct variant_info *info = variants; info->name; info++)
        if (strcmp(info->name, colon ? colon + 1 : "") == 0)
            return info->summary;
    return "another board or reading";
}

/* Slots of one set of cells have one weight, and so have those of the first plies. */
static uint64_t common_span(const struct yon_numbers *n)
{
    uint64_t tail = n->board.cells + 1;
    return tail % 4 == 0 ? 4 : tail % 2 == 0 ? 2 : 1;
}

static enum code open_variant(struct variant *v, const char *name, struct error *err)
{
    struct yon_board b;
    TRY(yon_board_make(name, &b, err));
    struct tables *t;
    TRY(mem_small(1, sizeof *t, &t, err));
    enum code code = yon_numbers_make(&b, &t->numbers, err);
    if (code != CODE_OK) {
        free(t);
        return code;
    }
    const struct yon_numbers *n = t->numbers;
    struct yon_state s;
    yon_first(n, 0, &s);
    yon_print(&b, &s, t->example);
    name_variant(&b, v->name);
    v->summary = summary_of(v->name);
    v->positions = n->start_rank + 1;
    v->slots = n->start_slot + 1;
    v->span = common_span(n);
    v->tables = t;
    v->example = t->example;
    return CODE_OK;
}

static void close_variant(struct variant *v)
{
    struct tables *t = (void *)(uintptr_t)v->tables;
    if (t)
        yon_numbers_free(t->numbers);
    free(t);
}

/* ---- positions -------------------------------------------------------------------- */

static void initial(const struct variant *v, struct position *out)
{
    struct yon_state s;
    yon_first(numbers(v), 0, &s);
    put(&s, out);
}

static enum code parse(const struct variant *v, const char *text, struct position *out,
                       struct error *err)
{
    struct yon_state s;
    struct cursor c = {text, text, game_example(v)};
    TRY(yon_parse(board(v), &c, &s, err));
    put(&s, out);
    return CODE_OK;
}

static void print(const struct variant *v, const struct position *p, char out[GAME_TEXT])
{
    struct yon_state s = get(p);
    yon_print(board(v), &s, out);
}

static const char *side(const struct variant *v, const struct position *p)
{
    (void)v;
    return get(p).side ? "W" : "B";
}

static enum ending ending(const struct variant *v, const struct position *p)
{
    struct yon_state s = get(p);
    return yon_ending(board(v), &s);
}

/* ---- moves ------------------------------------------------------------------------ */

static struct move encode(unsigned from, unsigned to)
{
    return (struct move){from << 8 | to};
}

static unsigned moves(const struct variant *v, const struct position *p,
                      struct move out[GAME_MOVES])
{
    const struct yon_board *b = board(v);
    struct yon_state s = get(p);
    const uint32_t occupied = yon_occupied(&s);
    unsigned n = 0;
    for (unsigned to = 0; to < b->cells && s.hand[s.side]; to++)
        if (!(occupied >> to & 1))
            out[n++] = encode(YON_HAND, to);
    for (uint32_t men = s.men[s.side]; men; men &= men - 1) {
        unsigned from = (unsigned)__builtin_ctz(men);
        uint32_t targets = yon_targets(b, from, s.side, occupied);
        for (; targets; targets &= targets - 1)
            out[n++] = encode(from, (unsigned)__builtin_ctz(targets));
    }
    return n;
}

static void print_move(const struct variant *v, const struct position *p, struct move m,
                       char out[GAME_TEXT])
{
    (void)p;
    unsigned columns = board(v)->columns, from = m.code >> 8, to = m.code & 255;
    *out = '\0';
    if (from != YON_HAND)
        text_append(out, GAME_TEXT, "%u%c-", from / columns + 1, 'a' + from % columns);
    text_append(out, GAME_TEXT, "%u%c", to / columns + 1, 'a' + to % columns);
}

static enum ending play(const struct variant *v, const struct position *p, struct move m,
                        struct position *next)
{
    struct yon_state s = get(p), after;
    enum ending judged = yon_play(board(v), &s, m.code >> 8, m.code & 255, &after);
    put(&after, next);
    return judged == GOES_ON ? yon_ending(board(v), &after) : judged;
}

/* ---- numbers ---------------------------------------------------------------------- */

static uint64_t rank(const struct variant *v, const struct position *p)
{
    struct yon_state s = get(p);
    return yon_rank(numbers(v), &s);
}

static void unrank(const struct variant *v, uint64_t number, struct position *out)
{
    struct yon_state s;
    yon_unrank(numbers(v), number, &s);
    put(&s, out);
}

static uint64_t slot(const struct variant *v, const struct position *p)
{
    struct yon_state s = get(p);
    return yon_slot(numbers(v), &s);
}

static void at_slot(const struct variant *v, uint64_t number, struct position *out)
{
    struct yon_state s;
    yon_at_slot(numbers(v), number, &s);
    put(&s, out);
}

/* The layer that holds a slot; `layers` for the slots of the first two plies. */
static unsigned layer_at(const struct yon_numbers *n, uint64_t number)
{
    unsigned i = n->layers;
    if (number < n->second_slot)
        while (n->layer[--i].first_slot > number)
            ;
    return i;
}

static uint64_t weight(const struct variant *v, uint64_t number)
{
    struct yon_state s;
    if (number >= numbers(v)->second_slot)
        return 1;
    yon_at_slot(numbers(v), number, &s);
    return yon_class_size(numbers(v), yon_occupied(&s));
}

/* All colourings of a set have its weight. */
static void weights(const struct variant *v, uint64_t first, uint64_t slots,
                    uint16_t *out)
{
    const struct yon_numbers *n = numbers(v);
    for (uint64_t i = 0; i < slots;) {
        unsigned l = layer_at(n, first + i);
        uint64_t left = 1;
        if (l < n->layers) {
            uint64_t run = (uint64_t)1 << n->layer[l].men;
            left = run - (first + i - n->layer[l].first_slot) % run;
        }
        uint16_t common = (uint16_t)weight(v, first + i);
        for (; left > 0 && i < slots; left--)
            out[i++] = common;
    }
}

static void symmetric(const struct variant *v, const struct position *p, unsigned k,
                      struct position *out)
{
    struct yon_state s = get(p);
    k %= board(v)->symmetries; /* boards have different numbers of them */
    s.men[0] = yon_turned(numbers(v), k, s.men[0]);
    s.men[1] = yon_turned(numbers(v), k, s.men[1]);
    put(&s, out);
}

/* ---- subsets: hands and side to move ---------------------------------------------- */

static unsigned subsets(const struct variant *v)
{
    return 2 * numbers(v)->layers + 2;
}

static void subset_name(const struct variant *v, unsigned i, char out[GAME_NAME])
{
    const struct yon_numbers *n = numbers(v);
    unsigned pieces = n->board.pieces;
    if (i < 2 * n->layers)
        snprintf(out, GAME_NAME, "hands=%u,%u to_move=%s", n->layer[i / 2].hand[0],
                 n->layer[i / 2].hand[1], i % 2 ? "white" : "blue");
    else if (i == 2 * n->layers)
        snprintf(out, GAME_NAME, "hands=%u,%u to_move=white", pieces - 1, pieces);
    else
        snprintf(out, GAME_NAME, "hands=%u,%u to_move=blue", pieces, pieces);
}

static unsigned subset(const struct variant *v, const struct position *p)
{
    const struct yon_numbers *n = numbers(v);
    struct yon_state s = get(p);
    if (yon_is_first(n, &s))
        return 2 * n->layers + (yon_occupied(&s) == 0);
    return 2u * n->layer_of[s.hand[0]][s.hand[1]] + s.side;
}

/* Halves of layers are subsets; so are the last slot and those before it. */
static uint64_t slot_subset(const struct variant *v, uint64_t number, unsigned *out)
{
    const struct yon_numbers *n = numbers(v);
    unsigned l = layer_at(n, number);
    if (l == n->layers) {
        *out = 2 * n->layers + (number == n->start_slot);
        return number == n->start_slot ? 1 : n->start_slot - number;
    }
    uint64_t half = (uint64_t)n->sets[n->layer[l].men].classes << n->layer[l].men;
    uint64_t inside = number - n->layer[l].first_slot;
    *out = 2 * l + (inside >= half);
    return half - inside % half;
}

/* ---- parts: layers, and the first two plies ------------------------------------------ */

static unsigned parts(const struct variant *v)
{
    return numbers(v)->layers + 1;
}

static void part(const struct variant *v, unsigned i, struct part *out)
{
    const struct yon_numbers *n = numbers(v);
    out->first = i < n->layers ? n->layer[i].first_slot : n->second_slot;
    uint64_t end = i + 1 < n->layers    ? n->layer[i + 1].first_slot
                   : i + 1 == n->layers ? n->second_slot
                                        : v->slots;
    out->count = end - out->first;
    if (i < n->layers)
        snprintf(out->name, sizeof out->name, "hands=%u,%u", n->layer[i].hand[0],
                 n->layer[i].hand[1]);
    else
        snprintf(out->name, sizeof out->name, "first plies");
}

static unsigned part_needs(const struct variant *v, unsigned i, unsigned out[GAME_NEEDS])
{
    const struct yon_numbers *n = numbers(v);
    unsigned count = 0;
    if (i == n->layers) {
        out[0] = n->layers - 1;
        return 1;
    }
    const uint8_t *hand = n->layer[i].hand;
    if (hand[0])
        out[count++] = n->layer_of[hand[0] - 1][hand[1]];
    if (hand[1])
        out[count++] = n->layer_of[hand[0]][hand[1] - 1];
    return count;
}

static enum code count(const struct variant *v, struct run *run,
                       struct count_report *report, struct error *err)
{
    (void)run;
    return yon_count(numbers(v), report, err);
}

static void draw(const struct variant *v, const struct position *p, bool color,
                 char out[GAME_PICTURE])
{
    struct yon_state s = get(p);
    yon_draw(board(v), &s, color, out);
}

const struct game yonmoque_game = {
    .name = "yonmoque",
    .title = "Yonmoque",
    .rules = yon_rules_page,
    .position_example = "...../...../...../...../..... B 6 6",
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
    .symmetries = YON_SYMMETRIES,
    .symmetric = symmetric,
    .subsets = subsets,
    .subset_name = subset_name,
    .subset = subset,
    .slot_subset = slot_subset,
    .weights = weights,
    .parts = parts,
    .part = part,
    .part_needs = part_needs,
    .draw = draw,
    .count = count,
};
