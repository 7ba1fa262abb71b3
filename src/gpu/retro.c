/* SPDX-License-Identifier: MIT
 *
 * The per-position retrograde engine on a device: the algorithm of solve/per_game/retro.c,
 * its loops as kernels (retro_kernel.h). Codes and candidates stay on the device; a step
 * goes over the slots in chunks, because the list of those to work on must have room.
 */
#define _GNU_SOURCE
#include "gpu/retro.h"

#include "game/codes.h"
#include "gpu/window.h"

#include <stdio.h>
#include <stdlib.h>

enum { CHUNK = 1 << 26, WINDOW = 1 << 24 /* at most; see device.h */ };

struct solver {
    const struct variant *v;
    const struct device *device;
    const struct retro_grid *grid;
    struct run *run;
    struct retro_args args;
    void *tables, *attached;
    uint64_t chunk; /* slots listed at a time */
    struct window window;
    bool loaded; /* from a checkpoint */
    uint64_t expanded;
};

/* ---- sizes -------------------------------------------------------------------------- */

static uint64_t words(const struct variant *v)
{
    return (v->slots + 31) / 32;
}

static uint64_t at_most(uint64_t n, uint64_t most)
{
    return n < most ? n : most;
}

uint64_t gpu_retro_memory(const struct variant *v)
{
    return at_most(v->slots, WINDOW);
}

uint64_t gpu_retro_device_memory(const struct variant *v)
{
    return v->slots + 4 * words(v) + 4 * at_most(v->slots, CHUNK) + (64 << 20);
}

/* Measured on an H200: some 5 ns for the moves of a position, forwards and backwards. */
double gpu_retro_seconds(const struct variant *v, int threads)
{
    (void)threads;
    return 0.5 + (double)v->slots * 5e-9;
}

/* ---- beginning and end -------------------------------------------------------------- */

void gpu_retro_finish(struct solver *s)
{
    const struct device *d = s->device;
    void *const memory[] = {s->args.count,  s->args.code, s->args.candidate, s->args.list,
                            s->args.listed, s->tables,    s->attached};
    for (unsigned i = 0; i < sizeof memory / sizeof *memory; i++)
        d->give(memory[i]);
    window_free(&s->window);
    free(s);
}

/* Copies the game's tables, and what they point to, to the device. */
static enum code put_tables(struct solver *s, struct error *err)
{
    const struct device *d = s->device;
    const size_t size = s->grid->tables_bytes;
    uint64_t bytes;
    const void *attached = s->grid->attached(s->v->tables, &bytes);
    unsigned char *copy;
    TRY(device_take(d, size, 1, "the tables", &s->tables, err));
    if (bytes) {
        TRY(device_take(d, bytes, 1, "the tables", &s->attached, err));
        d->put(s->attached, attached, bytes);
    }
    TRY(mem_small(size, 1, &copy, err));
    for (size_t i = 0; i < size; i++)
        copy[i] = ((const unsigned char *)s->v->tables)[i];
    if (bytes)
        s->grid->attach(copy, s->attached);
    d->put(s->tables, copy, size);
    free(copy);
    s->args.tables = s->tables;
    return CODE_OK;
}

static enum code allocate(struct solver *s, struct error *err)
{
    const struct device *d = s->device;
    struct retro_args *a = &s->args;
    TRY(device_take(d, s->v->slots, 1, "the codes", &a->code, err));
    TRY(device_take(d, words(s->v), 4, "the candidates", &a->candidate, err));
    TRY(device_take(d, s->chunk, 4, "the list of positions", &a->list, err));
    TRY(device_take(d, 1, 4, "the list of positions", &a->listed, err));
    TRY(device_take(d, KERNEL_COUNTERS, 8, "the counters", &a->count, err));
    TRY(put_tables(s, err));
    return window_make(&s->window, at_most(s->v->slots, d->window), &s->run->memory, err);
}

enum code gpu_retro_start(const struct device *d, const struct retro_grid *grid,
                          const struct variant *v, struct run *run, struct solver **out,
                          struct error *err)
{
    char name[64];
    uint64_t all, unused;
    struct solver *s;
    TRY(d->open(name, sizeof name, &all, &unused, err));
    TRY(mem_small(1, sizeof *s, &s, err));
    *s = (struct solver){.v = v,
                         .device = d,
                         .grid = grid,
                         .run = run,
                         .chunk = at_most(v->slots, d->chunk)};
    enum code code = allocate(s, err);
    if (code == CODE_OK)
        code = d->fault(err);
    if (code == CODE_OK)
        *out = s;
    else
        gpu_retro_finish(s);
    return code;
}

/* ---- codes -------------------------------------------------------------------------- */

void gpu_retro_load(struct solver *s, uint64_t first, uint64_t count,
                    const uint16_t *codes)
{
    enum { PIECE = 1 << 15 };
    unsigned char bytes[PIECE];
    s->loaded = true;
    for (uint64_t n; count > 0; first += n, codes += n, count -= n) {
        n = at_most(count, PIECE);
        codes_narrow(codes, n, bytes);
        s->device->put(s->args.code + first, bytes, n);
    }
}

static void fetch(void *context, uint64_t number, unsigned char *bytes)
{
    const struct solver *s = context;
    uint64_t first = number * s->window.size, left = s->v->slots - first;
    s->device->get(bytes, s->args.code + first, at_most(left, s->window.size));
}

void gpu_retro_codes(const struct solver *constant, uint64_t first, uint64_t count,
                     uint16_t *out)
{
    struct solver *s = (struct solver *)(uintptr_t)constant; /* the window has a lock */
    while (count > 0) {
        uint64_t at = first % s->window.size, n = s->window.size - at;
        const unsigned char *codes =
            window_hold(&s->window, first / s->window.size, fetch, s);
        if (n > count)
            n = count;
        for (uint64_t i = 0; i < n; i++)
            out[i] = codes[at + i] == RETRO_RULE_DRAW ? CODE_DRAWN : codes[at + i];
        window_release(&s->window);
        first += n;
        out += n;
        count -= n;
    }
}

enum code gpu_retro_fault(const struct solver *s, struct error *err)
{
    return s->device->fault(err);
}

/* ---- steps -------------------------------------------------------------------------- */

/* Runs the kernel over all slots. */
static void over_slots(struct solver *s, kernel *work)
{
    for (uint64_t first = 0; first < s->v->slots; first += s->chunk) {
        uint64_t left = s->v->slots - first;
        s->args.first = first;
        work(&s->args, at_most(left, s->chunk));
    }
}

/* Lists with one kernel and works on the list with another, chunk by chunk; false when the
 * run was stopped. `each` slots are an item of the first. */
static bool over_lists(struct solver *s, kernel *find, unsigned each, kernel *work,
                       uint64_t *listed)
{
    for (uint64_t first = 0; first < s->v->slots; first += s->chunk) {
        uint64_t left = s->v->slots - first, n = at_most(left, s->chunk);
        uint32_t found;
        if (run_stopped(s->run))
            return false;
        s->args.first = first;
        s->device->clear(s->args.listed, sizeof found);
        find(&s->args, (n + each - 1) / each);
        s->device->get(&found, s->args.listed, sizeof found);
        work(&s->args, found);
        *listed += found;
    }
    return true;
}

static bool decide(struct solver *s, unsigned plies)
{
    const struct retro_grid *g = s->grid;
    uint64_t tested = 0;
    if (plies == 0) {
        over_slots(s, g->judge);
        return true;
    }
    if (plies == 1 && g->judges_moves(s->v->tables))
        over_slots(s, g->judge_moves);
    return over_lists(s, g->find_decided, 1, g->expand, &s->expanded) &&
           over_lists(s, g->find_candidates, 32, g->test, &tested);
}

static uint64_t count_decided(struct solver *s)
{
    uint64_t counts[KERNEL_COUNTERS];
    s->device->clear(s->args.count, sizeof counts);
    over_slots(s, s->grid->count);
    s->device->get(counts, s->args.count, sizeof counts);
    return counts[0];
}

enum code gpu_retro_step(struct solver *s, unsigned plies, uint64_t *decided,
                         struct error *err)
{
    char note[32];
    if (!s->run->progress.task[0])
        progress_begin(&s->run->progress, "solving", 0);
    if (s->loaded)
        over_slots(s, s->grid->restore);
    s->loaded = false;
    s->args.plies = plies;
    window_drop(&s->window);
    if (!decide(s, plies))
        return error_set(err, CODE_INTERRUPTED, "interrupted in ply %u", plies);
    *decided = count_decided(s);
    snprintf(note, sizeof note, "ply %u", plies);
    progress_update(&s->run->progress, s->expanded, s->v->slots, "positions", note);
    return s->device->fault(err);
}
