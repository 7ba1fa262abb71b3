/* SPDX-License-Identifier: MIT
 *
 * The colours engine: bit-parallel retrograde analysis of Yonmoque. A position is a set of
 * occupied cells and a colouring; the set changes by one cell in a move, the colouring in
 * many ways. So for every set there is one bit for each of its up to 4,096 colourings, and
 * a move works on all of them at once: it rearranges the bits of the index
 * (per_isa/index_bits.h, colours_state.h).
 *
 * Parts are the layers, that is, what the players still hold. Placements lead to layers
 * that are done; what they bring is settled before the first ply (colours_place.c). The
 * last part is the first two plies of the game, 26 positions that are looked up.
 *
 * Memory: for k men, a byte and half a bit for each position (its code; won, lost), and
 * one bit for each set of k-1 men, place of another man, and colouring (the departures):
 * 10.1 GiB for twelve men.
 */
#include "solve/colours.h"

#include "games/yonmoque/yonmoque.h"
#include "solve/colours_first.h"
#include "solve/colours_state.h"
#include "solve/per_isa/index_bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct solver {
    const struct variant *v;
    const struct yon_numbers *n;
    struct run *run;
    const struct colours_kernel *kernel;
    unsigned part;
    struct colours_layer layer; /* while a layer is solved */
    struct colours_first first; /* else */
    bool loaded; /* codes came from a checkpoint, nothing else shows them yet */
};

/* ---- size ------------------------------------------------------------------------- */

static uint64_t memory(const struct variant *v)
{
    const struct yon_numbers *n = yon_numbers_of(v);
    uint64_t most = 0;
    for (unsigned i = 0; n && i < n->layers; i++) {
        uint64_t bytes = colours_layer_bytes(n, &n->layer[i]);
        most = bytes > most ? bytes : most;
    }
    return most;
}

/* Measured on a 2.6 GHz server: 65 ns of processor time for a slot. */
static double seconds(const struct variant *v, int threads)
{
    return 0.05 + (double)v->slots * 65e-9 / threads;
}

static enum code start(const struct variant *v, struct run *run, struct solver **out,
                       struct error *err)
{
    TRY(mem_small(1, sizeof **out, out, err));
    (*out)->v = v;
    (*out)->n = yon_numbers_of(v);
    (*out)->run = run;
    (*out)->kernel = colours_kernel(0);
    return CODE_OK;
}

static void finish(struct solver *s)
{
    if (s->layer.n)
        colours_layer_give(&s->layer, s->run);
    free(s);
}

/* ---- parts ------------------------------------------------------------------------ */

/* Codes of a layer for one side to move. */
static enum code read_half(const struct solver *s, const struct earlier *earlier,
                           const struct yon_layer *layer, unsigned side, uint8_t *out,
                           struct error *err)
{
    uint64_t half = (uint64_t)s->n->sets[layer->men].classes << layer->men;
    return earlier->read(earlier->context, layer->first_slot + side * half, half,
                         (struct codes){out, 1}, err);
}

static enum code begin_layer(struct solver *s, const struct earlier *earlier,
                             struct error *err)
{
    const struct yon_numbers *n = s->n;
    const struct yon_layer *layer = &n->layer[s->part];
    const uint64_t half = layer->men < 2u * n->board.pieces
                              ? (uint64_t)n->sets[layer->men + 1].classes
                                    << (layer->men + 1)
                              : 0;
    uint8_t *after[2] = {NULL, NULL};
    TRY(colours_layer_take(&s->layer, n, layer, s->run, err));
    enum code code = CODE_OK;
    for (unsigned side = 0; side < 2 && code == CODE_OK; side++) {
        if (!layer->hand[side])
            continue;
        code = mem_take(&s->run->memory, half, 1, "the codes after placements",
                        &after[side], err);
        unsigned next = n->layer_of[layer->hand[0] - !side][layer->hand[1] - side];
        if (code == CODE_OK)
            code = read_half(s, earlier, &n->layer[next], !side, after[side], err);
    }
    if (code == CODE_OK)
        colours_layer_begin(&s->layer, (const uint8_t *const *)after, s->run->threads);
    for (unsigned side = 0; side < 2; side++)
        mem_give(&s->run->memory, after[side], half, 1);
    return code;
}

static enum code begin(struct solver *s, unsigned part, const struct earlier *earlier,
                       struct error *err)
{
    if (s->layer.n)
        colours_layer_give(&s->layer, s->run);
    s->part = part;
    s->loaded = false;
    return part < s->n->layers ? begin_layer(s, earlier, err)
                               : colours_first_make(&s->first, s->v, earlier, err);
}

static unsigned horizon(const struct solver *s)
{
    return s->part < s->n->layers ? colours_layer_last_event(&s->layer)
                                  : colours_first_last(&s->first);
}

/* ---- steps ------------------------------------------------------------------------ */

static uint64_t count_stuck(const struct solver *s)
{
    const struct colours_layer *l = &s->layer;
    uint64_t n = 0;
    for (unsigned side = 0; side < 2; side++)
        for (uint64_t w = 0; w < (uint64_t)l->wholes * l->whole_words; w++)
            n += (uint64_t)__builtin_popcountll(l->lost[side][w]);
    return n;
}

/* Slots of finished layers and of sets without open positions. */
static void report(const struct solver *s, unsigned plies)
{
    const struct colours_layer *l = &s->layer;
    uint64_t closed = 0;
    for (unsigned side = 0; side < 2; side++)
        for (uint32_t whole = 0; whole < l->wholes; whole++)
            closed += !l->live[side][whole];
    char note[48];
    snprintf(note, sizeof note, "hands %u,%u, ply %u", l->hand[0], l->hand[1], plies);
    progress_update(&s->run->progress,
                    s->n->layer[s->part].first_slot + (closed << l->men), s->v->slots,
                    "positions", note);
}

static enum code step(struct solver *s, unsigned plies, uint64_t *decided,
                      struct error *err)
{
    if (s->part >= s->n->layers) {
        *decided = colours_first_count(&s->first, plies);
        return CODE_OK;
    }
    if (s->loaded)
        colours_layer_restore(&s->layer, plies, s->run->threads);
    s->loaded = false;
    if (plies == 0)
        *decided = count_stuck(s);
    else if (!colours_layer_ply(&s->layer, s->kernel, plies, s->run, decided))
        return error_set(err, CODE_INTERRUPTED, "interrupted");
    report(s, plies);
    return CODE_OK;
}

/* ---- codes ------------------------------------------------------------------------ */

/* Where a slot of the layer lies: side, and place among the side's codes and bits. */
struct place {
    unsigned side;
    uint64_t code, word;
    unsigned bit;
};

static struct place place_of(const struct solver *s, uint64_t slot)
{
    const struct colours_layer *l = &s->layer;
    const uint64_t half = (uint64_t)l->wholes << l->men;
    slot -= s->n->layer[s->part].first_slot;
    struct place p = {.side = slot >= half, .code = slot % half};
    p.word = (p.code >> l->men) * l->whole_words;
    p.bit = (unsigned)(p.code & (((uint64_t)1 << l->men) - 1));
    p.word += p.bit / 64;
    p.bit %= 64;
    return p;
}

/* Only what is decided: an open position's byte is what its placements promise. */
static void codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out)
{
    const struct colours_layer *l = &s->layer;
    if (s->part >= s->n->layers) {
        memcpy(out, s->first.code + (first - s->n->second_slot), count * sizeof *out);
        return;
    }
    const unsigned run = l->men < BITS_LOW ? 1u << l->men : 64;
    for (uint64_t i = 0; i < count;) {
        struct place p = place_of(s, first + i);
        uint64_t decided = l->won[p.side][p.word] | l->lost[p.side][p.word];
        const uint8_t *from = l->codes[p.side] + p.code - p.bit;
        for (unsigned bit = p.bit; bit < run && i < count; bit++)
            out[i++] = (uint16_t)(from[bit] & (0u - (unsigned)(decided >> bit & 1)));
    }
}

static void load(struct solver *s, uint64_t first, uint64_t count, const uint16_t *from)
{
    struct colours_layer *l = &s->layer;
    s->loaded = s->part < s->n->layers;
    for (uint64_t i = 0; i < count && s->loaded; i++) {
        if (!from[i])
            continue;
        struct place p = place_of(s, first + i);
        l->codes[p.side][p.code] = (uint8_t)from[i];
        (code_is_win(from[i]) ? l->won : l->lost)[p.side][p.word] |= (uint64_t)1 << p.bit;
    }
}

const struct engine colours_engine = {
    .name = "colours",
    .summary = "bit-parallel over all colourings of the men on the board",
    .memory = memory,
    .seconds = seconds,
    .start = start,
    .load = load,
    .step = step,
    .codes = codes,
    .finish = finish,
    .begin = begin,
    .horizon = horizon,
    .most_plies = BYTE_PLIES,
};
