/* SPDX-License-Identifier: MIT
 *
 * The sweep engine on a device: the recurrences of solve/sweep.c. The maps of both sides and
 * all slices stay on the device, so the slices need no order: a step makes all of lost[] and
 * then all of won[]. Both only grow, in place.
 *
 * Plies: what step n wins is stamped with n+1 in bit planes beside won[]; the planes are
 * taken as the steps need them. Codes are read off the planes.
 *
 * A solve takes seconds, and its state is tens of gigabytes: there is no checkpoint.
 * Interrupted, it starts again.
 */
#define _GNU_SOURCE
#include "gpu/sweep.h"

#include "base/bits.h"
#include "gpu/sweep_plan.h"
#include "gpu/window.h"
#include "solve/sweep_orbits.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Counters on the device, KERNEL_COUNTERS each: bits set in all steps, and, of positions
 * that a symmetry leaves as they are, bits that are set now; by side and by the positions
 * that a slot stands for. */
enum { LOST, WON, SIDES };
enum { COUNTS = 2 * SIDES * 2 };

struct solver {
    const struct variant *v;
    const struct mus_board *board;
    const struct device *device;
    const struct sweep_grid *grid;
    struct run *run;
    uint64_t words; /* of a slice */
    uint64_t *won, *lost, *half, *plane[SWEEP_PLANES];
    uint64_t (*count)[KERNEL_COUNTERS];
    struct sweep_black_args black[MUS_POINTS];
    struct sweep_brown_args brown[MUS_POINTS];
    unsigned steps; /* done; step n wins in 2n+1 plies */
    struct sweep_orbits orbits[SIDES];
    struct window window;
};

/* ---- sizes -------------------------------------------------------------------------- */

static const struct mus_board *board_of(const struct variant *v)
{
    if (strcmp(v->game->name, "musashi") != 0)
        return NULL;
    const struct mus_board *b = v->tables;
    return b->points - 1 > SWEEP_LOW && b->points - 1 <= SWEEP_BITS ? b : NULL;
}

uint64_t gpu_sweep_memory(const struct variant *v)
{
    return board_of(v) ? window_slots(v->slots) / 8 * SWEEP_PLANES : 0;
}

/* Two maps, half a slice's and five planes; a sixth where there are more than 31 steps. */
uint64_t gpu_sweep_device_memory(const struct variant *v)
{
    return v->slots / 8 * 7 + v->span / 8 + (64 << 20);
}

/* Measured on an H200. */
double gpu_sweep_seconds(const struct variant *v, int threads)
{
    return 0.3 + (double)v->slots * 0.05e-9 + (double)v->slots * 4e-9 / threads;
}

/* The table alone: measured, 0.7 bits per slot. */
uint64_t gpu_sweep_disk(const struct variant *v)
{
    return v->slots / 8 + (1 << 20);
}

/* ---- beginning and end -------------------------------------------------------------- */

void gpu_sweep_finish(struct solver *s)
{
    s->device->give(s->won);
    s->device->give(s->lost);
    s->device->give(s->half);
    s->device->give(s->count);
    for (unsigned k = 0; k < SWEEP_PLANES; k++)
        s->device->give(s->plane[k]);
    window_free(&s->window);
    free(s);
}

static uint64_t *counters(const struct solver *s, bool fixed, unsigned side,
                          unsigned slice)
{
    bool on_axis = s->board->on_axis[s->board->black[slice]];
    return s->count[(fixed ? 2u * SIDES : 0u) + side * 2 + (on_axis ? 1u : 0u)];
}

static void make_plans(struct solver *s)
{
    for (unsigned k = 0; k < s->board->slices; k++) {
        struct sweep_black_args *black = &s->black[k];
        struct sweep_brown_args *brown = &s->brown[k];
        uint8_t to[SWEEP_EXITS];
        sweep_black_plan(s->board, k, black, to);
        for (unsigned e = 0; e < black->exits; e++)
            black->exit[e].map = s->won + to[e] * s->words;
        black->lost = s->lost + k * s->words;
        black->half = s->board->on_axis[s->board->black[k]] ? s->half : NULL;
        black->count = counters(s, false, LOST, k);
        sweep_brown_plan(s->board, k, brown);
        brown->lost = black->lost;
        brown->won = s->won + k * s->words;
        brown->count = counters(s, false, WON, k);
    }
}

static enum code allocate(struct solver *s, struct error *err)
{
    const struct device *d = s->device;
    const uint64_t all = s->board->slices * s->words;
    uint64_t slots = s->v->slots < d->window ? s->v->slots : d->window;
    TRY(device_take(d, all, 8, "the maps", &s->won, err));
    TRY(device_take(d, all, 8, "the maps", &s->lost, err));
    TRY(device_take(d, s->words, 8, "the maps", &s->half, err));
    TRY(device_take(d, COUNTS, sizeof *s->count, "the counters", &s->count, err));
    return window_make(&s->window, d, slots / 8 * SWEEP_PLANES, &s->run->memory, err);
}

enum code gpu_sweep_start(const struct device *d, const struct sweep_grid *grid,
                          const struct variant *v, struct run *run, struct solver **out,
                          struct error *err)
{
    struct solver *s;
    TRY(device_solver(d, sizeof *s, &s, err));
    s->v = v;
    s->board = board_of(v);
    s->device = d;
    s->grid = grid;
    s->run = run;
    s->words = v->span >> SWEEP_LOW;
    enum code code = allocate(s, err);
    if (code == CODE_OK) {
        make_plans(s);
        code = d->fault(err);
    }
    if (code == CODE_OK)
        *out = s;
    else
        gpu_sweep_finish(s);
    return code;
}

/* ---- statistics --------------------------------------------------------------------- */

/* Bits of a slice at positions that symmetries leave as they are. */
static void count_fixed(struct solver *s, unsigned slice, unsigned side,
                        const uint64_t *map)
{
    const struct mus_board *b = s->board;
    const unsigned p = b->black[slice];
    for (unsigned g = 1; g < b->symmetries; g++) {
        struct sweep_fixed_args a = {.count = counters(s, true, side, slice), .map = map};
        uint64_t cycle[MUS_POINTS];
        unsigned men[MUS_POINTS];
        if (b->image[g][p] != p)
            continue;
        a.cycles = sweep_cycles(b, slice, g, cycle, men);
        assert(a.cycles <= SWEEP_BITS);
        for (unsigned k = 0; k < a.cycles; k++) {
            a.cycle[k] = cycle[k];
            a.men[k] = (uint8_t)men[k];
        }
        s->grid->fixed(&a, (uint64_t)1 << a.cycles);
    }
}

/* The orbits decided so far; how many of them by this step, brown to move. */
static uint64_t take_orbits(struct solver *s)
{
    uint64_t count[COUNTS][KERNEL_COUNTERS], decided = 0;
    const unsigned symmetries = s->board->symmetries;
    s->device->get(count, s->count, sizeof count);
    for (unsigned side = 0; side < SIDES; side++)
        for (unsigned n = 0; n < s->board->points; n++) {
            uint64_t sum = 0;
            for (unsigned fixed = 0; fixed < 2; fixed++)
                sum += 2 * count[fixed * 2 * SIDES + side * 2][n] +
                       count[fixed * 2 * SIDES + side * 2 + 1][n];
            assert(sum % symmetries == 0);
            s->orbits[side].with[s->steps][n] = sum / symmetries;
            if (side == WON)
                decided += sum / symmetries -
                           (s->steps ? s->orbits[side].with[s->steps - 1][n] : 0);
        }
    return decided;
}

enum code gpu_sweep_subsets(const struct solver *s, struct subset_tally *out,
                            struct error *err)
{
    (void)err;
    sweep_orbit_subsets(s->board, s->steps, &s->orbits[WON], &s->orbits[LOST], out);
    return CODE_OK;
}

/* ---- a step ------------------------------------------------------------------------- */

static enum code take_planes(struct solver *s, struct error *err)
{
    const unsigned stamp = s->steps + 1;
    for (unsigned k = 0; k < SWEEP_PLANES; k++)
        if (stamp >> k & 1 && !s->plane[k])
            TRY(device_take(s->device, s->board->slices * s->words, 8, "the plies",
                            &s->plane[k], err));
    return CODE_OK;
}

static void black_half(struct solver *s, unsigned slice)
{
    const struct sweep_black_args *a = &s->black[slice];
    s->grid->black(a, s->words);
    if (a->half)
        s->grid->mirror(a, s->words);
    count_fixed(s, slice, LOST, a->lost);
}

static void brown_half(struct solver *s, unsigned slice)
{
    struct sweep_brown_args *a = &s->brown[slice];
    a->stamp = s->steps + 1;
    for (unsigned k = 0; k < SWEEP_PLANES; k++)
        a->plane[k] = s->plane[k] ? s->plane[k] + slice * s->words : NULL;
    s->grid->brown(a, s->words);
    count_fixed(s, slice, WON, a->won);
}

enum code gpu_sweep_step(struct solver *s, unsigned plies, uint64_t *decided,
                         struct error *err)
{
    char note[32];
    if (!s->run->progress.task[0])
        progress_begin(&s->run->progress, "solving", 0);
    *decided = 1;
    if (plies % 2 == 0) /* found together with the odd ply that follows */
        return CODE_OK;
    assert(plies == 2 * s->steps + 1);
    if (s->steps == HISTORY_STEPS)
        return error_set(err, CODE_RESOURCES, "%s has wins in more than %d plies",
                         s->v->name, 2 * HISTORY_STEPS);
    TRY(take_planes(s, err));
    window_drop(&s->window);
    s->device->clear(s->count[2 * SIDES], 2 * SIDES * sizeof *s->count);
    for (unsigned k = 0; k < s->board->slices; k++)
        black_half(s, k);
    for (unsigned k = 0; k < s->board->slices; k++)
        brown_half(s, k);
    *decided = take_orbits(s);
    s->steps++;
    snprintf(note, sizeof note, "ply %u", plies);
    progress_update(&s->run->progress, s->steps, 0, "steps", note);
    return s->device->fault(err);
}

/* ---- codes -------------------------------------------------------------------------- */

/* A window holds the words of all planes, one plane after the other. */
static void fetch(void *context, uint64_t number, unsigned char *bytes)
{
    const struct solver *s = context;
    const uint64_t words = s->window.size / (8 * SWEEP_PLANES), first = number * words;
    uint64_t left = s->board->slices * s->words - first;
    for (unsigned k = 0; k < SWEEP_PLANES; k++) {
        if (s->plane[k])
            s->device->get(bytes + k * words * 8, s->plane[k] + first,
                           8 * (left < words ? left : words));
        else
            memset(bytes + k * words * 8, 0, words * 8);
    }
}

/* Eight at a time: a byte each gets its stamp, times four; a stamp n is the code 4n - 1. */
static void decode(const uint64_t plane[SWEEP_PLANES], uint64_t any, uint16_t out[64])
{
    uint8_t bytes[64];
    for (unsigned i = 0; i < 64; i += 8) {
        uint64_t eight = 0;
        for (unsigned k = 0; k < SWEEP_PLANES; k++)
            eight += bits_spread(plane[k] >> i & 255) << (k + 2);
        eight -= bits_spread(any >> i & 255);
        memcpy(bytes + i, &eight, 8);
    }
    for (unsigned i = 0; i < 64; i++)
        out[i] = bytes[i];
}

static void decode_word(const unsigned char *bytes, uint64_t words, uint64_t word,
                        uint16_t out[64])
{
    uint64_t plane[SWEEP_PLANES], any = 0;
    for (unsigned k = 0; k < SWEEP_PLANES; k++) {
        memcpy(&plane[k], bytes + 8 * (k * words + word), 8);
        any |= plane[k];
    }
    if (any)
        decode(plane, any, out);
    else
        memset(out, 0, 64 * sizeof *out);
}

void gpu_sweep_codes(const struct solver *constant, uint64_t first, uint64_t count,
                     uint16_t *out)
{
    struct solver *s = (struct solver *)(uintptr_t)constant; /* the window has a lock */
    const uint64_t words = s->window.size / (8 * SWEEP_PLANES);
    while (count > 0) {
        uint64_t word = first >> SWEEP_LOW, number = word / words;
        const unsigned char *bytes = window_hold(&s->window, number, fetch, s);
        for (uint64_t end = (number + 1) * words; count > 0 && word < end; word++) {
            uint16_t codes[64];
            uint64_t at = first & 63, n = 64 - at < count ? 64 - at : count;
            decode_word(bytes, words, word % words, codes);
            memcpy(out, codes + at, n * sizeof *out);
            first += n;
            out += n;
            count -= n;
        }
        window_release(&s->window, number);
    }
}

enum code gpu_sweep_fault(const struct solver *s, struct error *err)
{
    return s->device->fault(err);
}
