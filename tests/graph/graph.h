/* SPDX-License-Identifier: MIT
 * The slow face of the graph (graph/fast.h), and the drawing of one. */
#ifndef TESTS_GRAPH_GRAPH_H
#define TESTS_GRAPH_GRAPH_H

#include "game/game.h"
#include "graph/fast.h"

struct graph_shape {
    uint64_t seed;
    unsigned most;     /* nodes of a part, besides the corridor */
    unsigned corridor; /* nodes of each part in one long line to an end */
    bool judges;
};

static uint64_t graph_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void graph_initial(const struct variant *v, struct position *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out, &(uint64_t){v->slots - 1}, 8);
}

static uint64_t graph_rank(const struct variant *v, const struct position *p)
{
    uint64_t node;
    (void)v;
    memcpy(&node, p, 8);
    return node;
}

static void graph_unrank(const struct variant *v, uint64_t rank, struct position *out)
{
    (void)v;
    memset(out, 0, sizeof *out);
    memcpy(out, &rank, 8);
}

static void graph_print(const struct variant *v, const struct position *p,
                        char out[GAME_TEXT])
{
    snprintf(out, GAME_TEXT, "%llu", (unsigned long long)graph_rank(v, p));
}

static enum ending graph_ending(const struct variant *v, const struct position *p)
{
    const struct fast_tables *t = v->tables;
    return (enum ending)t->ending[graph_rank(v, p)];
}

static unsigned graph_moves(const struct variant *v, const struct position *p,
                            struct move out[GAME_MOVES])
{
    const struct fast_tables *t = v->tables;
    unsigned n = graph_ending(v, p) == GOES_ON ? t->degree[graph_rank(v, p)] : 0;
    for (unsigned i = 0; i < n; i++)
        out[i].code = i;
    return n;
}

static enum ending graph_play(const struct variant *v, const struct position *p,
                              struct move m, struct position *next)
{
    const struct fast_tables *t = v->tables;
    uint64_t to = t->next[graph_rank(v, p)][m.code];
    graph_unrank(v, to < v->slots ? to : 0, next);
    return to == SLOT_WON     ? ENDS_WIN
           : to == SLOT_LOST  ? ENDS_LOSS
           : to == SLOT_DRAWN ? ENDS_DRAW
                              : graph_ending(v, next);
}

/* Weights 0, 1, 2, and units of another kind. */
static uint64_t graph_weight(const struct variant *v, uint64_t slot)
{
    (void)v;
    return slot * slot % 3;
}

static void graph_weights(const struct variant *v, uint64_t first, uint64_t count,
                          uint16_t *out)
{
    for (uint64_t i = 0; i < count; i++)
        out[i] = (uint16_t)graph_weight(v, first + i);
}

static void graph_counts(const struct variant *v, uint64_t first, uint64_t count,
                         uint16_t *out)
{
    (void)v;
    for (uint64_t i = 0; i < count; i++)
        out[i] = (uint16_t)((first + i) % 5);
}

/* Subsets: the parts' nodes by hundreds, odd and even ones apart. */
static unsigned graph_subsets(const struct variant *v)
{
    (void)v;
    return 2;
}

static uint64_t graph_slot_subset(const struct variant *v, uint64_t slot,
                                  unsigned *subset)
{
    (void)v;
    *subset = slot / 100 % 2;
    return 100 - slot % 100;
}

static unsigned graph_subset(const struct variant *v, const struct position *p)
{
    return graph_rank(v, p) / 100 % 2;
}

static void graph_subset_name(const struct variant *v, unsigned i, char out[GAME_NAME])
{
    (void)v;
    snprintf(out, GAME_NAME, "%s", i ? "odd" : "even");
}

static unsigned graph_parts(const struct variant *v)
{
    (void)v;
    return GRAPH_PARTS;
}

static void graph_part(const struct variant *v, unsigned i, struct part *out)
{
    const struct fast_tables *t = v->tables;
    out->first = t->first[i];
    out->count = t->first[i + 1] - t->first[i];
    snprintf(out->name, sizeof out->name, "part %u", i);
}

static unsigned graph_part_needs(const struct variant *v, unsigned i,
                                 unsigned out[GAME_NEEDS])
{
    unsigned n = 0;
    (void)v;
    if (i >= 2)
        out[n++] = i - 2;
    if (i >= 1)
        out[n++] = i - 1;
    return n;
}

static const struct game graph_game = {.name = "graph",
                                       .title = "Graph",
                                       .initial = graph_initial,
                                       .print = graph_print,
                                       .ending = graph_ending,
                                       .moves = graph_moves,
                                       .play = graph_play,
                                       .rank = graph_rank,
                                       .unrank = graph_unrank,
                                       .weight = graph_weight,
                                       .weights = graph_weights,
                                       .counts = graph_counts,
                                       .subsets = graph_subsets,
                                       .subset = graph_subset,
                                       .subset_name = graph_subset_name,
                                       .slot_subset = graph_slot_subset,
                                       .parts = graph_parts,
                                       .part = graph_part,
                                       .part_needs = graph_part_needs};

static void graph_link(struct fast_tables *t)
{
    t->before_at = calloc(t->nodes + 2, sizeof *t->before_at);
    t->before = calloc(t->nodes * FAST_MOVES, sizeof *t->before);
    for (uint64_t n = 0; n < t->nodes; n++)
        for (unsigned i = 0; i < t->degree[n]; i++)
            if (t->next[n][i] < t->nodes)
                t->before_at[t->next[n][i] + 2]++;
    for (uint64_t n = 0; n < t->nodes; n++)
        t->before_at[n + 2] += t->before_at[n + 1];
    for (uint64_t n = 0; n < t->nodes; n++)
        for (unsigned i = 0; i < t->degree[n]; i++)
            if (t->next[n][i] < t->nodes)
                t->before[t->before_at[t->next[n][i] + 1]++] = n;
}

/* An edge from a node of part p. */
static uint64_t graph_edge(const struct fast_tables *t, unsigned p, uint64_t *seed)
{
    static const uint64_t judged[] = {SLOT_WON, SLOT_LOST, SLOT_DRAWN};
    uint64_t r = graph_random(seed);
    if (t->judges && r % 32 == 0)
        return judged[r / 32 % 3];
    unsigned back = r % 10 < 6 ? 0 : r % 10 < 9 ? 1 : 2, q = p >= back ? p - back : p;
    return t->first[q] + (r >> 16) % (t->first[q + 1] - t->first[q]);
}

static void graph_node(struct fast_tables *t, unsigned p, uint64_t n, uint64_t *seed)
{
    uint64_t r = graph_random(seed);
    t->ending[n] = (uint8_t)(r % 100 < 4   ? ENDS_LOSS
                             : r % 100 < 6 ? ENDS_WIN
                             : r % 100 < 8 ? ENDS_DRAW
                                           : GOES_ON);
    t->degree[n] = t->ending[n] == GOES_ON ? (uint8_t)(1 + (r >> 32) % 4) : 0;
    for (unsigned i = 0; i < t->degree[n]; i++)
        t->next[n][i] = graph_edge(t, p, seed);
}

static struct variant graph_make(const struct graph_shape *shape)
{
    struct fast_tables *t = calloc(1, sizeof *t);
    uint64_t seed = shape->seed;
    t->judges = shape->judges;
    for (unsigned p = 0; p < GRAPH_PARTS; p++)
        t->first[p + 1] =
            t->first[p] + 1 + graph_random(&seed) % shape->most + shape->corridor;
    t->nodes = t->first[GRAPH_PARTS];
    t->ending = calloc(t->nodes, 1);
    t->degree = calloc(t->nodes, 1);
    t->next = calloc(t->nodes, sizeof *t->next);
    uint64_t last = UINT64_MAX; /* of the corridor */
    for (unsigned p = 0; p < GRAPH_PARTS; p++) {
        for (uint64_t n = t->first[p]; n < t->first[p + 1]; n++)
            graph_node(t, p, n, &seed);
        for (uint64_t n = t->first[p + 1] - shape->corridor; n < t->first[p + 1]; n++) {
            t->ending[n] = last == UINT64_MAX ? ENDS_LOSS : GOES_ON;
            t->degree[n] = last != UINT64_MAX;
            t->next[n][0] = last;
            last = n;
        }
    }
    graph_link(t);
    struct variant v = {.game = &graph_game,
                        .name = "graph",
                        .summary = "for tests",
                        .slots = t->nodes,
                        .span = 1,
                        .tables = t};
    for (uint64_t n = 0; n < t->nodes; n++)
        v.positions++;
    return v;
}

static void graph_free(struct variant *v)
{
    struct fast_tables *t = (struct fast_tables *)(uintptr_t)v->tables;
    free(t->ending);
    free(t->degree);
    free(t->next);
    free(t->before_at);
    free(t->before);
    free(t);
}

#endif
