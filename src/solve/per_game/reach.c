/* SPDX-License-Identifier: MIT
 *
 * Positions that are reachable from the initial one, over the fast face; compiled once for
 * each game that has one. One bit per slot; a pass expands the newly reached slots until
 * there are none.
 */
#include "game/game.h"

#include FAST_FACE

#define PASTE(a, b)  a##b
#define NAME(prefix) PASTE2(prefix, FAST_GAME)
#define PASTE2(a, b) PASTE(a, b)

static uint64_t words(uint64_t slots)
{
    return (slots + 63) / 64;
}

struct reach {
    const struct variant *v;
    uint64_t *reached, *fresh, *coming;
};

static void spread(struct reach *r, uint64_t slot)
{
    const struct fast_tables *t = r->v->tables;
    struct fast_position p;
    uint64_t next[FAST_MOVES];
    fast_at(t, slot, &p);
    if (fast_ending(t, &p) != GOES_ON)
        return;
    unsigned n = fast_successors(t, &p, next);
    for (unsigned i = 0; i < n; i++) {
        if (next[i] >= SLOT_DRAWN)
            continue;
        uint64_t bit = (uint64_t)1 << next[i] % 64;
        if (!(__atomic_load_n(&r->reached[next[i] / 64], __ATOMIC_RELAXED) & bit))
            __atomic_fetch_or(&r->coming[next[i] / 64], bit, __ATOMIC_RELAXED);
    }
}

/* A table may keep several slots for one symmetry class; reaching one reaches all. */
static void close_under_symmetry(struct reach *r, uint64_t slot)
{
    struct position p, image;
    game_at_slot(r->v, slot, &p);
    for (unsigned k = 1; k < game_symmetries(r->v); k++) {
        game_symmetric(r->v, &p, k, &image);
        uint64_t other = game_slot(r->v, &image);
        r->coming[other / 64] |= (uint64_t)1 << other % 64;
    }
}

static uint64_t pass(struct reach *r, int threads)
{
    uint64_t fresh = 0;
#pragma omp parallel for schedule(dynamic, 1024) num_threads(threads)
    for (uint64_t w = 0; w < words(r->v->slots); w++)
        for (uint64_t bits = r->fresh[w]; bits; bits &= bits - 1)
            spread(r, 64 * w + (uint64_t)__builtin_ctzll(bits));
    if (r->v->slots != r->v->positions)
        for (uint64_t w = 0; w < words(r->v->slots); w++)
            for (uint64_t bits = r->coming[w]; bits; bits &= bits - 1)
                close_under_symmetry(r, 64 * w + (uint64_t)__builtin_ctzll(bits));
    for (uint64_t w = 0; w < words(r->v->slots); w++) {
        r->fresh[w] = r->coming[w] & ~r->reached[w];
        r->reached[w] |= r->fresh[w];
        r->coming[w] = 0;
        fresh += (uint64_t)__builtin_popcountll(r->fresh[w]);
    }
    return fresh;
}

/* Is the slot the smallest among those of its symmetry class? */
static bool is_first(const struct variant *v, uint64_t slot)
{
    struct position p, image;
    game_at_slot(v, slot, &p);
    for (unsigned k = 1; k < game_symmetries(v); k++) {
        game_symmetric(v, &p, k, &image);
        if (game_slot(v, &image) < slot)
            return false;
    }
    return true;
}

enum code NAME(reach_)(const struct variant *v, struct run *run, uint64_t *positions,
                       uint64_t *unique, struct error *err);

enum code NAME(reach_)(const struct variant *v, struct run *run, uint64_t *positions,
                       uint64_t *unique, struct error *err)
{
    struct reach r = {.v = v};
    uint64_t *bits, n = words(v->slots);
    TRY(mem_take(&run->memory, 3 * n, 8, "the reachable positions", &bits, err));
    r.reached = bits;
    r.fresh = bits + n;
    r.coming = bits + 2 * n;
    struct position p;
    v->game->initial(v, &p);
    uint64_t slot = game_slot(v, &p);
    r.reached[slot / 64] = r.fresh[slot / 64] = (uint64_t)1 << slot % 64;
    while (pass(&r, run->threads) > 0 && !run_stopped(run))
        continue;
    *positions = *unique = 0;
    for (slot = 0; slot < v->slots; slot++)
        if (r.reached[slot / 64] >> slot % 64 & 1) {
            *positions += game_weight(v, slot);
            *unique += is_first(v, slot);
        }
    mem_give(&run->memory, bits, 3 * n, 8);
    return run_stopped(run) ? error_set(err, CODE_INTERRUPTED, "interrupted") : CODE_OK;
}
