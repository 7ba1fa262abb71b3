/* SPDX-License-Identifier: MIT
 * Statistics of a solution; see tally.h. */
#include "solve/tally.h"

#include "game/codes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    PIECE = 1 << 15, /* slots at a time: weights of 16 bits add up in 32 */
    ALIKE = 1 << 9   /* so many of the same weight are counted without looking at it */
};

/* Four histograms side by side, so that equal neighbours do not wait for each other. Only
 * as much of them is touched as the codes at hand need. */
static void histogram(const uint16_t *codes, uint64_t count, uint64_t weight,
                      uint64_t sum[TALLY_CODES])
{
    uint32_t part[4][TALLY_CODES];
    const unsigned largest = codes_largest(codes, count);
    uint64_t i = 0;
    assert(largest < TALLY_CODES);
    for (int k = 0; k < 4; k++)
        memset(part[k], 0, (largest + 1) * sizeof part[k][0]);
    for (; i + 4 <= count; i += 4)
        for (int k = 0; k < 4; k++)
            part[k][codes[i + (uint64_t)k]]++;
    for (; i < count; i++)
        part[0][codes[i]]++;
    for (unsigned code = 0; code <= largest; code++)
        for (int k = 0; k < 4; k++)
            sum[code] += weight * part[k][code];
}

static void weighted(const uint16_t *codes, const uint16_t *weight, uint64_t count,
                     uint64_t sum[TALLY_CODES])
{
    uint32_t part[4][TALLY_CODES];
    const unsigned largest = codes_largest(codes, count);
    uint64_t i = 0;
    assert(largest < TALLY_CODES && count <= PIECE);
    for (int k = 0; k < 4; k++)
        memset(part[k], 0, (largest + 1) * sizeof part[k][0]);
    for (; i + 4 <= count; i += 4)
        for (int k = 0; k < 4; k++)
            part[k][codes[i + (uint64_t)k]] += weight[i + (uint64_t)k];
    for (; i < count; i++)
        part[0][codes[i]] += weight[i];
    for (unsigned code = 0; code <= largest; code++)
        for (int k = 0; k < 4; k++)
            sum[code] += part[k][code];
}

typedef void weigh(const struct variant *v, uint64_t first, uint64_t count,
                   uint16_t *out);

/* How many of the slots, from the first on, have the same weight, and which; 0: few. */
static uint64_t same_weight(const struct variant *v, weigh *each, uint64_t first,
                            uint64_t count, uint64_t *weight)
{
    uint64_t run = v->span ? v->span - first % v->span : count;
    uint16_t one;
    bool same = true;
    if (!each) {
        *weight = game_weight(v, first);
        return run < count ? run : count;
    }
    run = v->game->alike ? v->game->alike(v, first, &same) : 0;
    if (!same || run < ALIKE)
        return 0;
    each(v, first, 1, &one);
    *weight = one;
    return run < count ? run : count;
}

/* each: the weights slot by slot; null: constant on spans. */
static void add(uint64_t sum[TALLY_CODES], const struct variant *v, weigh *each,
                uint64_t first, uint64_t count, const uint16_t *codes)
{
    const uint64_t limit = (uint64_t)1 << 31; /* part[] counts in 32 bits */
    uint16_t weights[PIECE];
    while (count > 0) {
        uint64_t weight, run = same_weight(v, each, first, count, &weight);
        if (run > limit)
            run = limit;
        if (run > 0 && weight > 0) {
            histogram(codes, run, weight, sum);
        } else if (run == 0) {
            run = count < PIECE ? count : PIECE;
            each(v, first, run, weights);
            weighted(codes, weights, run, sum);
        }
        first += run;
        codes += run;
        count -= run;
    }
}

void tally_add(struct tally *tally, const struct variant *v, uint64_t first,
               uint64_t count, const uint16_t *codes)
{
    add(tally->positions, v, v->game->weights, first, count, codes);
}

/* Code 0 is counted as what it means. */
static void add_shown(uint64_t sum[TALLY_CODES], const struct variant *v, weigh *each,
                      uint64_t first, uint64_t count, const uint16_t *codes)
{
    const uint64_t before = sum[0];
    add(sum, v, each, first, count, codes);
    if (!v->game->undecided || sum[0] == before)
        return;
    struct position p;
    game_at_slot(v, first, &p);
    uint64_t undecided = sum[0] - before;
    sum[0] = before;
    sum[game_shown(v, &p, CODE_DRAWN)] += undecided;
}

void subset_tally_add(struct subset_tally *t, const struct variant *v, uint64_t first,
                      uint64_t count, const uint16_t *codes)
{
    const struct game *game = v->game;
    while (count > 0) {
        unsigned subset;
        uint64_t run = v->game->slot_subset(v, first, &subset);
        assert(run > 0 && subset < t->subsets);
        if (run > count)
            run = count;
        add_shown(t->count[subset], v, game->counts ? game->counts : game->weights, first,
                  run, codes);
        if (game->next_counts && subset + 1 < t->subsets)
            add_shown(t->count[subset + 1], v, game->next_counts, first, run, codes);
        first += run;
        codes += run;
        count -= run;
    }
}

void subset_tally_merge(struct subset_tally *into, const struct subset_tally *from)
{
    for (unsigned i = 0; i < into->subsets; i++)
        for (unsigned code = 0; code < TALLY_CODES; code++)
            into->count[i][code] += from->count[i][code];
}

void tally_merge(struct tally *into, const struct tally *from)
{
    for (int code = 0; code < TALLY_CODES; code++)
        into->positions[code] += from->positions[code];
}

uint64_t tally_total(const struct tally *tally, enum value value)
{
    uint64_t sum = 0;
    for (unsigned code = 0; code < TALLY_CODES; code++)
        if (code_value((uint16_t)code) == value)
            sum += tally->positions[code];
    return sum;
}

uint64_t tally_all(const struct tally *tally)
{
    uint64_t sum = 0;
    for (unsigned code = 0; code < TALLY_CODES; code++)
        sum += tally->positions[code];
    return sum;
}

unsigned tally_max_plies(const struct tally *tally)
{
    for (unsigned code = CODES; code > 0; code--)
        if (tally->positions[code] && code_has_plies((uint16_t)code))
            return code_plies((uint16_t)code);
    return 0;
}

enum code subset_tally_make(const struct variant *v, struct subset_tally *out,
                            struct error *err)
{
    out->subsets = game_subsets(v);
    out->count = NULL;
    return out->subsets ? mem_small(out->subsets, sizeof *out->count, &out->count, err)
                        : CODE_OK;
}

void subset_tally_free(struct subset_tally *t)
{
    free(t->count);
    *t = (struct subset_tally){0};
}

void subset_tally_total(const struct subset_tally *t, struct tally *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < t->subsets; i++)
        for (unsigned code = 0; code < TALLY_CODES; code++)
            out->positions[code] += t->count[i][code];
}
