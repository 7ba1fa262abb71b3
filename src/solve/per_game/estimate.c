/* SPDX-License-Identifier: MIT
 *
 * How long the retro engine will take, from a short measurement; compiled once for each game
 * that has a fast face.
 */
#include "game/game.h"

#include FAST_FACE

#define PASTE(a, b)  a##b
#define NAME(prefix) PASTE2(prefix, FAST_GAME)
#define PASTE2(a, b) PASTE(a, b)

/* Generates the predecessors and, for half of them, the successors of some slots. */
static uint64_t generate(const struct variant *v, uint64_t slot, int samples)
{
    const struct fast_tables *t = v->tables;
    uint64_t n = 0;
    for (int i = 0; i < samples; i++) {
        struct fast_position p;
        uint64_t before[FAST_UNMOVES], next[FAST_MOVES];
        slot = (slot + 0x9e3779b97f4a7c15u) % v->slots;
        fast_at(t, slot, &p);
        n += fast_predecessors(t, &p, before);
        if (i % 2 == 0 && fast_ending(t, &p) == GOES_ON)
            n += fast_successors(t, &p, next);
    }
    return n;
}

/* Every slot is expanded once and about half are tested: times both on a sample, and adds the
 * look-ups at the rate that prefetched random reads have. */
double NAME(estimate_)(const struct variant *v, int threads);

double NAME(estimate_)(const struct variant *v, int threads)
{
    enum { SAMPLE = 8192 };
    const double look_up = 4e-9;
    volatile uint64_t warm_up = generate(v, 0, SAMPLE);
    double start_time = progress_clock();
    uint64_t n = generate(v, warm_up, SAMPLE);
    double each = (progress_clock() - start_time + (double)n * look_up) / SAMPLE;
    return each * (double)v->slots / threads;
}
