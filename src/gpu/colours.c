/* SPDX-License-Identifier: MIT
 *
 * The colours engine on a device: the algorithm of solve/colours.c, its loops as kernels
 * (colours_kernel.h). Everything is there: the layer that is solved, and the codes of all
 * layers in the order of slots, so that placements find them without a copy. After a
 * resume, codes of layers that were finished before are fetched when they are needed.
 *
 * Memory: a byte for each slot, and for the largest layer, of k men, half a bit for each
 * position and one for each set of k-1 men, place of another man, and colouring.
 */
#define _GNU_SOURCE
#include "gpu/colours.h"

#include "games/yonmoque/yonmoque.h"
#include "gpu/colours_kernel.h"
#include "gpu/window.h"
#include "solve/colours_first.h"

#include <stdio.h>
#include <stdlib.h>

struct solver {
    const struct variant *v;
    const struct yon_numbers *n;
    const struct device *device;
    const struct colours_kernels *kernels;
    struct run *run;
    unsigned part;
    struct colours_first first; /* when the part is not a layer */
    uint64_t stuck, found;      /* in the layer: without a ply, and in all */
    bool there[YON_LAYERS];     /* codes of the layer are on the device */
    struct window window;
    /* On the device. */
    struct yon_numbers *numbers;
    void *sets[YON_MEN + 1][3]; /* what its pointers point to */
    uint32_t *part_of[YON_MEN + 1], *whole_of[YON_MEN + 1]; /* by men; null: not yet */
    uint8_t *codes;                                         /* of all layers, by slot */
    uint8_t *arena;                                         /* the arrays of a layer */
    uint64_t *count;
    struct colours_args args;
};

/* ---- sizes -------------------------------------------------------------------------- */

/* Takes a piece of the arena; null: only counts. */
static void *piece(uint8_t *arena, uint64_t *used, uint64_t bytes)
{
    void *at = arena ? arena + *used : NULL;
    *used += (bytes + 255) / 256 * 256;
    return at;
}

/* Lays the arrays of a layer out in the arena; says how many bytes they take, and of these
 * how many must be 0 at the beginning. */
static uint64_t lay_out(const struct yon_numbers *n, const struct yon_layer *layer,
                        uint8_t *arena, struct colours_args *a, uint64_t *zero)
{
    uint64_t used = 0;
    a->men = layer->men;
    a->empties = colours_empties(n, a->men);
    a->whole_words = bits_words(a->men);
    a->part_words = bits_words(a->men - 1);
    a->wholes = n->sets[a->men].classes;
    a->parts = n->sets[a->men - 1].classes;
    const uint64_t bytes = (uint64_t)a->wholes * a->whole_words * 8;
    for (unsigned side = 0; side < 2; side++) {
        const bool places = layer->hand[side] > 0;
        const uint64_t events = 4ull * COLOURS_EVENTS * (a->wholes + 1ull);
        a->won[side] = piece(arena, &used, bytes);
        a->lost[side] = piece(arena, &used, bytes);
        a->allowed[side] = places ? piece(arena, &used, bytes) : NULL;
        a->events[side] = places ? piece(arena, &used, events) : NULL;
    }
    a->news = piece(arena, &used, a->wholes);
    *zero = used;
    a->flags = piece(arena, &used, a->wholes);
    a->wanted = piece(arena, &used, a->wholes);
    a->active = piece(arena, &used, a->parts);
    for (unsigned side = 0; side < 2; side++)
        a->gathered[side] =
            piece(arena, &used, (uint64_t)a->parts * a->empties * a->part_words * 8);
    return used;
}

static uint64_t arena_bytes(const struct yon_numbers *n)
{
    struct colours_args a;
    uint64_t most = 0, zero;
    for (unsigned i = 0; i < n->layers; i++) {
        uint64_t bytes = lay_out(n, &n->layer[i], NULL, &a, &zero);
        most = bytes > most ? bytes : most;
    }
    return most;
}

uint64_t gpu_colours_memory(const struct variant *v)
{
    return yon_numbers_of(v) ? window_slots(v->slots) : 0;
}

uint64_t gpu_colours_device_memory(const struct variant *v)
{
    const struct yon_numbers *n = yon_numbers_of(v);
    uint64_t bytes = n->second_slot + arena_bytes(n) + (16 << 20);
    for (unsigned men = 2; men <= 2u * n->board.pieces; men++)
        bytes += 4ull * n->sets[men].classes * men +
                 4ull * n->sets[men - 1].classes * colours_empties(n, men);
    return bytes;
}

/* Measured on an H200 with 16 threads that take the codes over. */
double gpu_colours_seconds(const struct variant *v, int threads)
{
    (void)threads;
    return 0.5 + (double)v->slots * 0.65e-9;
}

/* ---- beginning and end -------------------------------------------------------------- */

void gpu_colours_finish(struct solver *s)
{
    const struct device *d = s->device;
    for (unsigned men = 0; men <= YON_MEN; men++) {
        for (unsigned i = 0; i < 3; i++)
            d->give(s->sets[men][i]);
        d->give(s->part_of[men]);
        d->give(s->whole_of[men]);
    }
    d->give(s->numbers);
    d->give(s->codes);
    d->give(s->arena);
    d->give(s->count);
    window_free(&s->window);
    free(s);
}

/* A copy of an array on the device. */
static enum code copy(struct solver *s, const void *from, uint64_t bytes, void **out,
                      struct error *err)
{
    TRY(device_take(s->device, bytes, 1, "the numbers of sets", out, err));
    s->device->put(*out, from, bytes);
    return CODE_OK;
}

static enum code copy_sets(struct solver *s, unsigned men, struct yon_sets *there,
                           struct error *err)
{
    const struct yon_sets *here = &s->n->sets[men];
    const uint64_t words = here->sets / 64 + 1;
    TRY(copy(s, here->smallest, words * 8, &s->sets[men][0], err));
    TRY(copy(s, here->before, words * 4, &s->sets[men][1], err));
    TRY(copy(s, here->member, here->classes * 4ull, &s->sets[men][2], err));
    there->smallest = s->sets[men][0];
    there->before = s->sets[men][1];
    there->member = s->sets[men][2];
    return CODE_OK;
}

static enum code copy_numbers(struct solver *s, struct error *err)
{
    struct yon_numbers *there;
    void *at = NULL;
    TRY(mem_small(1, sizeof *there, &there, err));
    *there = *s->n;
    enum code code = CODE_OK;
    for (unsigned men = 1; men <= 2u * s->n->board.pieces && code == CODE_OK; men++)
        code = copy_sets(s, men, &there->sets[men], err);
    if (code == CODE_OK)
        code = copy(s, there, sizeof *there, &at, err);
    s->numbers = at;
    free(there);
    return code;
}

static enum code allocate(struct solver *s, struct error *err)
{
    const struct device *d = s->device;
    const uint64_t slots = s->n->second_slot;
    TRY(copy_numbers(s, err));
    TRY(device_take(d, slots, 1, "the codes", &s->codes, err));
    TRY(device_take(d, arena_bytes(s->n), 1, "a layer", &s->arena, err));
    TRY(device_take(d, KERNEL_COUNTERS, 8, "the counters", &s->count, err));
    TRY(window_make(&s->window, d, slots < d->window ? slots : d->window, &s->run->memory,
                    err));
    return d->fault(err);
}

enum code gpu_colours_start(const struct device *d, const struct colours_kernels *kernels,
                            const struct variant *v, struct run *run, struct solver **out,
                            struct error *err)
{
    struct solver *s;
    TRY(device_solver(d, sizeof *s, &s, err));
    s->v = v;
    s->n = yon_numbers_of(v);
    s->device = d;
    s->kernels = kernels;
    s->run = run;
    enum code code = allocate(s, err);
    if (code == CODE_OK)
        *out = s;
    else
        gpu_colours_finish(s);
    return code;
}

/* ---- parts -------------------------------------------------------------------------- */

/* The links of wholes of so many men; made once. */
static enum code link_sets(struct solver *s, unsigned men, struct error *err)
{
    const struct yon_sets *sets = s->n->sets;
    struct colours_args a = {.count = s->count, .n = s->numbers, .men = men};
    if (s->part_of[men])
        return CODE_OK;
    a.empties = colours_empties(s->n, men);
    TRY(device_take(s->device, (uint64_t)sets[men].classes * men, 4, "the parts",
                    &s->part_of[men], err));
    TRY(device_take(s->device, (uint64_t)sets[men - 1].classes * a.empties, 4,
                    "the wholes", &s->whole_of[men], err));
    a.part_of = s->part_of[men];
    a.whole_of = s->whole_of[men];
    s->kernels->link_whole(&a, sets[men].classes);
    s->kernels->link_part(&a, sets[men - 1].classes);
    return CODE_OK;
}

static uint64_t half_of(const struct solver *s, const struct yon_layer *layer)
{
    return (uint64_t)s->n->sets[layer->men].classes << layer->men;
}

/* Brings the codes of a finished layer to the device, through the window's memory. */
static enum code fetch_layer(struct solver *s, const struct earlier *earlier,
                             unsigned number, struct error *err)
{
    const struct yon_layer *layer = &s->n->layer[number];
    const uint64_t end = layer->first_slot + 2 * half_of(s, layer);
    uint64_t count;
    if (s->there[number])
        return CODE_OK;
    window_drop(&s->window);
    for (uint64_t slot = layer->first_slot; slot < end; slot += count) {
        count = end - slot < s->window.size ? end - slot : s->window.size;
        TRY(earlier->read(earlier->context, slot, count,
                          (struct codes){s->window.bytes, 1}, err));
        s->device->put(s->codes + slot, s->window.bytes, count);
    }
    s->there[number] = true;
    return CODE_OK;
}

/* What placements by the side bring. */
static enum code place(struct solver *s, const struct earlier *earlier, unsigned side,
                       struct error *err)
{
    const struct yon_layer *layer = &s->n->layer[s->part];
    const unsigned next = s->n->layer_of[layer->hand[0] - !side][layer->hand[1] - side];
    const struct yon_layer *larger = &s->n->layer[next];
    struct colours_args a = s->args;
    TRY(fetch_layer(s, earlier, next, err));
    TRY(link_sets(s, larger->men, err));
    a.side = side;
    a.larger_of = s->whole_of[larger->men];
    a.after = s->codes + larger->first_slot + (side ? 0 : half_of(s, larger));
    unsigned log = a.men < COLOURS_EIGHT ? a.men : COLOURS_EIGHT;
    s->kernels->place(&a, (uint64_t)a.wholes << (a.men - log));
    return CODE_OK;
}

static enum code begin_layer(struct solver *s, const struct earlier *earlier,
                             struct error *err)
{
    const struct yon_layer *layer = &s->n->layer[s->part];
    const uint64_t half = half_of(s, layer);
    struct colours_args *a = &s->args;
    uint64_t zero;
    *a = (struct colours_args){.count = s->count, .n = s->numbers};
    lay_out(s->n, layer, s->arena, a, &zero);
    s->device->clear(s->arena, zero);
    s->device->clear(s->count, COLOURS_COUNTS * sizeof *s->count);
    TRY(link_sets(s, a->men, err));
    a->part_of = s->part_of[a->men];
    a->whole_of = s->whole_of[a->men];
    a->codes[0] = s->codes + layer->first_slot;
    a->codes[1] = a->codes[0] + half;
    s->device->clear(a->codes[0], 2 * half);
    for (unsigned side = 0; side < 2; side++)
        if (layer->hand[side])
            TRY(place(s, earlier, side, err));
    s->kernels->begin(a, a->wholes);
    s->device->get(&s->stuck, s->count, sizeof s->stuck);
    s->found = 0;
    s->there[s->part] = true;
    return s->device->fault(err);
}

enum code gpu_colours_begin(struct solver *s, unsigned part,
                            const struct earlier *earlier, struct error *err)
{
    if (!s->run->progress.task[0])
        progress_begin(&s->run->progress, "solving", 0);
    s->part = part;
    window_drop(&s->window);
    return part < s->n->layers ? begin_layer(s, earlier, err)
                               : colours_first_make(&s->first, s->v, earlier, err);
}

/* Events of all wholes stand after those of the last one. */
unsigned gpu_colours_horizon(const struct solver *s)
{
    const struct colours_args *a = &s->args;
    unsigned last = 0;
    if (s->part >= s->n->layers)
        return colours_first_last(&s->first);
    for (unsigned side = 0; side < 2; side++) {
        uint32_t all[COLOURS_EVENTS];
        if (!a->events[side])
            continue;
        s->device->get(all, a->events[side] + (uint64_t)a->wholes * COLOURS_EVENTS,
                       sizeof all);
        for (unsigned plies = 0; plies < 32 * COLOURS_EVENTS / 2; plies++)
            if ((all[plies / 32] | all[4 + plies / 32]) >> plies % 32 & 1)
                last = plies > last ? plies : last;
    }
    return last;
}

/* ---- steps -------------------------------------------------------------------------- */

/* Decides what of the kind has the distance. */
static void look_for(struct solver *s, enum colours_kind kind, unsigned plies)
{
    struct colours_args *a = &s->args;
    uint64_t count[COLOURS_COUNTS];
    a->kind = kind;
    a->plies = plies;
    s->kernels->choose_part(a, a->parts);
    s->kernels->choose_whole(a, a->wholes);
    if (kind == COLOURS_LOSSES)
        s->kernels->choose_again(a, a->parts);
    s->device->get(count, s->count, sizeof count);
    if (!count[COLOURS_COUNT_WANTED + kind])
        return;
    s->kernels->gather(a, a->parts);
    s->kernels->decide(a, a->wholes);
}

static uint64_t ply(struct solver *s, unsigned plies)
{
    uint64_t found;
    s->device->clear(s->count, COLOURS_COUNTS * sizeof *s->count);
    look_for(s, COLOURS_WINS, plies);
    look_for(s, COLOURS_LOSSES, plies);
    s->device->get(&found, s->count + COLOURS_COUNT_FOUND, sizeof found);
    s->kernels->commit(&s->args, s->args.wholes);
    return found;
}

enum code gpu_colours_step(struct solver *s, unsigned plies, uint64_t *decided,
                           struct error *err)
{
    char note[48];
    if (s->part >= s->n->layers) {
        *decided = colours_first_count(&s->first, plies);
        return CODE_OK;
    }
    const struct yon_layer *layer = &s->n->layer[s->part];
    window_drop(&s->window);
    *decided = plies == 0 ? s->stuck : ply(s, plies);
    s->found += *decided;
    snprintf(note, sizeof note, "hands %u,%u, ply %u", layer->hand[0], layer->hand[1],
             plies);
    progress_update(&s->run->progress, layer->first_slot + s->found, s->v->slots,
                    "positions", note);
    return s->device->fault(err);
}

/* ---- codes -------------------------------------------------------------------------- */

static void fetch(void *context, uint64_t number, unsigned char *bytes)
{
    const struct solver *s = context;
    const uint64_t first = number * s->window.size, left = s->n->second_slot - first;
    s->device->get(bytes, s->codes + first,
                   left < s->window.size ? left : s->window.size);
}

/* When the layer is done; before that, a position may have the code that its placements
 * promise. */
void gpu_colours_codes(const struct solver *constant, uint64_t first, uint64_t count,
                       uint16_t *out)
{
    struct solver *s = (struct solver *)(uintptr_t)constant; /* the window has a lock */
    if (s->part < s->n->layers)
        window_codes(&s->window, first, count, fetch, s, out);
    else
        memcpy(out, s->first.code + (first - s->n->second_slot), count * sizeof *out);
}

enum code gpu_colours_fault(const struct solver *s, struct error *err)
{
    return s->device->fault(err);
}
