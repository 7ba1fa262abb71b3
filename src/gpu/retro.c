/* SPDX-License-Identifier: MIT
 *
 * The per-position retrograde engine on a device: the algorithm of solve/per_game/retro.c,
 * its loops as kernels (retro_kernel.h). The codes of a part, of those that it needs, and
 * the candidates are on the device; a step goes over the slots in chunks, because the list
 * of those to work on must have room. Where no move stays inside a part (placing), the first
 * pass is all there is to do.
 */
#define _GNU_SOURCE
#include "gpu/retro.h"

#include "game/fast.h"
#include "gpu/kept.h"
#include "gpu/window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 26 /* at most; see device.h */ };

struct solver {
    const struct variant *v;
    const struct device *device;
    const struct retro_grid *grid;
    struct run *run;
    struct retro_args args;
    struct kept kept; /* codes of the part and of those before it */
    void *tables, *attached[FAST_PIECES];
    struct window window;
    bool open;     /* a part is being solved */
    bool prepared; /* the first pass over it is done */
    bool settled;  /* that pass has found all: no move stays inside the part */
    uint64_t expanded;
};

/* ---- sizes -------------------------------------------------------------------------- */

static uint64_t words(uint64_t slots)
{
    return (slots + 31) / 32;
}

static uint64_t at_most(uint64_t n, uint64_t most)
{
    return n < most ? n : most;
}

uint64_t gpu_retro_memory(const struct variant *v)
{
    return 2 * window_slots(v->slots);
}

uint64_t gpu_retro_part_memory(const struct variant *v)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < game_parts(v); i++) {
        unsigned needs[GAME_NEEDS], n = game_part_needs(v, i, needs);
        struct part part;
        game_part(v, i, &part);
        uint64_t bytes = 2 * part.count + 4 * words(part.count);
        for (unsigned k = 0; k < n; k++) {
            game_part(v, needs[k], &part);
            bytes += 2 * part.count;
        }
        most = bytes > most ? bytes : most;
    }
    return most;
}

uint64_t gpu_retro_device_memory(const struct variant *v)
{
    return gpu_retro_part_memory(v) + 4 * at_most(v->slots, CHUNK) + (64 << 20);
}

/* Measured on an H200: 1.2 to 1.5 ns for the moves of a position of morris, forwards and
 * backwards. */
double gpu_retro_seconds(const struct variant *v, int threads)
{
    (void)threads;
    return 0.3 + (double)v->slots * 1.4e-9;
}

/* ---- beginning and end -------------------------------------------------------------- */

void gpu_retro_finish(struct solver *s)
{
    const struct device *d = s->device;
    void *const memory[] = {s->args.count, s->args.candidate, s->args.list,
                            s->args.listed, s->tables};
    for (unsigned i = 0; i < sizeof memory / sizeof *memory; i++)
        d->give(memory[i]);
    for (unsigned i = 0; i < FAST_PIECES; i++)
        d->give(s->attached[i]);
    kept_free(&s->kept);
    window_free(&s->window);
    free(s);
}

/* Copies what the tables point to, and points the copy of the tables there. */
static enum code put_attached(struct solver *s, void *tables, struct error *err)
{
    for (unsigned i = 0; i < FAST_PIECES; i++) {
        uint64_t bytes;
        const void *piece = s->grid->attached(s->v->tables, i, &bytes);
        if (bytes == 0)
            break;
        TRY(device_take(s->device, bytes, 1, "the tables", &s->attached[i], err));
        s->device->put(s->attached[i], piece, bytes);
        s->grid->attach(tables, i, s->attached[i]);
    }
    return CODE_OK;
}

static enum code put_tables(struct solver *s, struct error *err)
{
    const size_t size = s->grid->tables_bytes;
    void *copy;
    TRY(device_take(s->device, size, 1, "the tables", &s->tables, err));
    TRY(mem_small(size, 1, &copy, err));
    memcpy(copy, s->v->tables, size);
    enum code code = put_attached(s, copy, err);
    s->device->put(s->tables, copy, size);
    free(copy);
    s->args.tables = s->tables;
    return code;
}

static enum code allocate(struct solver *s, struct error *err)
{
    const struct device *d = s->device;
    struct retro_args *a = &s->args;
    uint64_t slots = at_most(s->v->slots, d->window);
    TRY(device_take(d, at_most(s->v->slots, d->chunk), 4, "the list of positions",
                    &a->list, err));
    TRY(device_take(d, 1, 4, "the list of positions", &a->listed, err));
    TRY(device_take(d, KERNEL_COUNTERS, 8, "the counters", &a->count, err));
    TRY(put_tables(s, err));
    TRY(kept_make(&s->kept, s->v, d, err));
    return window_make(&s->window, d, 2 * slots, &s->run->memory, err);
}

enum code gpu_retro_start(const struct device *d, const struct retro_grid *grid,
                          const struct variant *v, struct run *run, struct solver **out,
                          struct error *err)
{
    struct solver *s;
    TRY(device_solver(d, sizeof *s, &s, err));
    *s = (struct solver){.v = v, .device = d, .grid = grid, .run = run};
    enum code code = allocate(s, err);
    if (code == CODE_OK)
        code = d->fault(err);
    if (code == CODE_OK)
        *out = s;
    else
        gpu_retro_finish(s);
    return code;
}

/* ---- parts -------------------------------------------------------------------------- */

/* Runs the kernel over all slots of the part. */
static void over_slots(struct solver *s, kernel *work)
{
    const struct retro_range part = s->args.range[0];
    for (uint64_t from = part.first; from < part.end; from += s->device->chunk) {
        s->args.from = from;
        work(&s->args, at_most(part.end - from, s->device->chunk));
    }
}

/* Codes of a part, among those that the kernels know. */
static void add_range(struct solver *s, unsigned number)
{
    struct part part;
    game_part(s->v, number, &part);
    s->args.range[s->args.ranges++] = (struct retro_range){
        part.first, part.first + part.count, s->kept.part[number].code};
}

/* Brings the codes of the part that was added last to the device, through the window. */
static enum code read_earlier(struct solver *s, const struct earlier *earlier,
                              struct error *err)
{
    const struct retro_range part = s->args.range[s->args.ranges - 1];
    const uint64_t piece = s->window.size / 2;
    struct codes to = {s->window.bytes, 2};
    for (uint64_t first = part.first; first < part.end; first += piece) {
        uint64_t n = at_most(part.end - first, piece);
        TRY(earlier->read(earlier->context, first, n, to, err));
        s->device->put(part.code + (first - part.first), to.at, 2 * n);
    }
    return CODE_OK;
}

enum code gpu_retro_begin(struct solver *s, unsigned part, const struct earlier *earlier,
                          struct error *err)
{
    struct retro_args *a = &s->args;
    bool fresh;
    if (s->open)
        over_slots(s, s->grid->close);
    s->open = false;
    window_drop(&s->window);
    s->device->give(a->candidate);
    a->candidate = NULL;
    a->ranges = 0;
    kept_begin(&s->kept, part);
    TRY(kept_take(&s->kept, part, &fresh, err));
    add_range(s, part);
    for (unsigned i = 0; i < s->kept.needed; i++) {
        TRY(kept_take(&s->kept, s->kept.needs[i], &fresh, err));
        add_range(s, s->kept.needs[i]);
        if (fresh)
            TRY(read_earlier(s, earlier, err));
    }
    TRY(kept_room(&s->kept, words(a->range[0].end - a->range[0].first), 4,
                  "the candidates", &a->candidate, err));
    s->open = true;
    s->prepared = s->settled = false;
    s->expanded = 0;
    a->plies = 0;
    return s->device->fault(err);
}

/* ---- codes -------------------------------------------------------------------------- */

void gpu_retro_load(struct solver *s, uint64_t first, uint64_t count,
                    const uint16_t *codes)
{
    s->device->put(s->args.range[0].code + (first - s->args.range[0].first), codes,
                   2 * count);
}

/* Windows are counted from the first slot of the part. */
static void fetch(void *context, uint64_t number, unsigned char *bytes)
{
    const struct solver *s = context;
    const struct retro_range *part = &s->args.range[0];
    const uint64_t piece = s->window.size / 2, from = number * piece;
    s->device->get(bytes, part->code + from,
                   2 * at_most(part->end - part->first - from, piece));
}

/* Codes of the future are notes, not results. */
void gpu_retro_codes(const struct solver *constant, uint64_t first, uint64_t count,
                     uint16_t *out)
{
    struct solver *s = (struct solver *)(uintptr_t)constant; /* the window has a lock */
    const uint64_t piece = s->window.size / 2;
    const uint16_t last = code_loss(s->args.plies);
    for (uint64_t slot = first - s->args.range[0].first, n; count > 0;
         slot += n, out += n, count -= n) {
        const uint64_t number = slot / piece;
        const unsigned char *bytes = window_hold(&s->window, number, fetch, s);
        n = at_most(piece - slot % piece, count);
        memcpy(out, bytes + 2 * (slot % piece), 2 * n);
        window_release(&s->window, number);
        for (uint64_t i = 0; i < n; i++)
            out[i] = out[i] > last ? CODE_DRAWN : out[i];
    }
}

enum code gpu_retro_fault(const struct solver *s, struct error *err)
{
    return s->device->fault(err);
}

/* ---- steps -------------------------------------------------------------------------- */

/* Lists with one kernel and works on the list with another, chunk by chunk; false when the
 * run was stopped. `each` slots are an item of the first. */
static bool over_lists(struct solver *s, kernel *find, unsigned each, kernel *work,
                       uint64_t *listed)
{
    const struct retro_range part = s->args.range[0];
    for (uint64_t from = part.first; from < part.end; from += s->device->chunk) {
        uint64_t n = at_most(part.end - from, s->device->chunk);
        uint32_t found;
        if (run_stopped(s->run))
            return false;
        s->args.from = from;
        s->device->clear(s->args.listed, sizeof found);
        find(&s->args, (n + each - 1) / each);
        s->device->get(&found, s->args.listed, sizeof found);
        work(&s->args, found);
        *listed += found;
    }
    return true;
}

/* Runs the kernel over all slots of the part; what it has counted under the number. */
static uint64_t count_slots(struct solver *s, kernel *work, unsigned number)
{
    uint64_t counts[KERNEL_COUNTERS];
    s->device->clear(s->args.count, sizeof counts);
    over_slots(s, work);
    s->device->get(counts, s->args.count, sizeof counts);
    return counts[number];
}

static bool decide(struct solver *s)
{
    const struct retro_grid *g = s->grid;
    uint64_t tested = 0;
    if (!s->prepared) {
        s->settled = count_slots(s, g->prepare, RETRO_WITHIN) == 0;
        s->prepared = true;
        progress_begin(&s->run->progress, "solving", 0);
    }
    return s->args.plies == 0 || s->settled ||
           (over_lists(s, g->find_decided, 1, g->expand, &s->expanded) &&
            over_lists(s, g->find_candidates, 32, g->test, &tested));
}

static void report(struct solver *s)
{
    struct part part;
    char note[32 + GAME_NAME];
    game_part(s->v, s->kept.at, &part);
    snprintf(note, sizeof note, "%s%sply %u", part.name, part.name[0] ? ", " : "",
             s->args.plies);
    progress_update(&s->run->progress, s->expanded, part.count, "positions", note);
}

enum code gpu_retro_step(struct solver *s, unsigned plies, uint64_t *decided,
                         struct error *err)
{
    s->args.plies = plies;
    window_drop(&s->window);
    if (!decide(s))
        return error_set(err, CODE_INTERRUPTED, "interrupted in ply %u", plies);
    /* Where all is settled, a ply follows from the parts before alone: the driver knows how
     * many plies those take. */
    *decided = s->settled ? 0 : count_slots(s, s->grid->count, RETRO_DECIDED);
    report(s);
    return s->device->fault(err);
}
