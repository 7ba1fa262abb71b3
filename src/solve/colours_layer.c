/* SPDX-License-Identifier: MIT
 *
 * Solving one layer of Yonmoque, ply by ply; see colours_state.h. In each ply wins are
 * looked for where the ply before has found losses of the opponent, and the reverse, so
 * late plies cost little; the first looks everywhere, for moves that end the game.
 */
#include "game/value.h"
#include "solve/colours_state.h"
#include "solve/per_isa/index_bits.h"

#include <string.h>

enum { CHUNK = 64, FEW = 4096 /* sets: not worth several threads */ };

/* ---- memory ------------------------------------------------------------------------- */

/* One array of the layer. */
struct array {
    void *pointer; /* where the pointer to it is */
    uint64_t count, size;
    const char *what;
};

enum { ARRAYS = 32 };

static unsigned list_arrays(struct colours_layer *l, struct array out[ARRAYS])
{
    const uint64_t wholes = l->wholes, parts = l->parts;
    unsigned n = 0;
    out[n++] = (struct array){&l->part_of, wholes * l->men, 4, "the lists of parts"};
    out[n++] = (struct array){&l->whole_of, parts * l->empties, 4, "the lists of wholes"};
    out[n++] = (struct array){&l->active, parts, 1, "the active parts"};
    for (unsigned side = 0; side < 2; side++) {
        uint64_t words = wholes * l->whole_words;
        out[n++] = (struct array){&l->codes[side], wholes << l->men, 1, "the codes"};
        out[n++] = (struct array){&l->won[side], words, 8, "the won positions"};
        out[n++] = (struct array){&l->lost[side], words, 8, "the lost positions"};
        out[n++] = (struct array){&l->gathered[side], parts * l->empties * l->part_words,
                                  8, "the departures"};
        out[n++] = (struct array){&l->live[side], wholes, 1, "the live sets"};
        out[n++] = (struct array){&l->fresh[side], wholes, 1, "the fresh sets"};
        out[n++] = (struct array){&l->news[side], wholes, 1, "the new sets"};
        out[n++] = (struct array){&l->wanted[side], wholes, 1, "the wanted sets"};
        if (!l->hand[side])
            continue;
        out[n++] = (struct array){&l->allowed[side], words, 8, "the losing placements"};
        out[n++] = (struct array){&l->events[side], wholes, sizeof *l->events[side],
                                  "the events"};
    }
    return n;
}

static void describe(const struct yon_numbers *n, const struct yon_layer *layer,
                     struct colours_layer *l)
{
    *l = (struct colours_layer){
        .n = n,
        .hand = {layer->hand[0], layer->hand[1]},
        .men = layer->men,
        .empties = colours_empties(n, layer->men),
        .whole_words = bits_words(layer->men),
        .part_words = bits_words(layer->men - 1u),
        .wholes = n->sets[layer->men].classes,
        .parts = n->sets[layer->men - 1].classes,
    };
}

uint64_t colours_layer_bytes(const struct yon_numbers *n, const struct yon_layer *layer)
{
    struct colours_layer l;
    struct array array[ARRAYS];
    uint64_t bytes = 0;
    describe(n, layer, &l);
    for (unsigned i = list_arrays(&l, array); i-- > 0;)
        bytes += array[i].count * array[i].size + 4096;
    for (unsigned side = 0; side < 2; side++)
        if (layer->hand[side])
            bytes += (uint64_t)n->sets[layer->men + 1].classes << (layer->men + 1);
    return bytes;
}

void colours_layer_give(struct colours_layer *l, struct run *run)
{
    struct array array[ARRAYS];
    for (unsigned i = list_arrays(l, array); i-- > 0;) {
        void *memory;
        memcpy(&memory, array[i].pointer, sizeof memory);
        mem_give(&run->memory, memory, array[i].count, array[i].size);
    }
    *l = (struct colours_layer){0};
}

enum code colours_layer_take(struct colours_layer *l, const struct yon_numbers *n,
                             const struct yon_layer *layer, struct run *run,
                             struct error *err)
{
    struct array array[ARRAYS];
    describe(n, layer, l);
    unsigned arrays = list_arrays(l, array);
    for (unsigned i = 0; i < arrays; i++) {
        enum code code = mem_take(&run->memory, array[i].count, array[i].size,
                                  array[i].what, array[i].pointer, err);
        if (code != CODE_OK) {
            colours_layer_give(l, run);
            return code;
        }
    }
    return CODE_OK;
}

/* Meeting costs more than the work where there is little of it. */
static int threads_for(const struct colours_layer *l, int threads)
{
    return l->wholes < FEW ? 1 : threads;
}

/* ---- before the first ply ----------------------------------------------------------- */

static void link_sets(struct colours_layer *l, int threads)
{
    const struct yon_numbers *n = l->n;
#pragma omp parallel for schedule(dynamic, 1024) num_threads(threads)
    for (uint32_t whole = 0; whole < l->wholes; whole++) {
        uint32_t set = n->sets[l->men].member[whole], men = set;
        for (unsigned i = 0; i < l->men; i++, men &= men - 1)
            l->part_of[(uint64_t)whole * l->men + i] =
                colours_part_of(n, l->men, set, men & (0u - men));
    }
#pragma omp parallel for schedule(dynamic, 1024) num_threads(threads)
    for (uint32_t part = 0; part < l->parts; part++) {
        uint32_t set = n->sets[l->men - 1].member[part];
        uint32_t empty = ~set & (((uint32_t)1 << n->board.cells) - 1);
        for (unsigned i = 0; i < l->empties; i++, empty &= empty - 1)
            l->whole_of[(uint64_t)part * l->empties + i] =
                colours_whole_of(n, l->men, set, empty & (0u - empty));
    }
}

/* Positions of the side without a ply; true if there are any. */
static bool judge_whole(struct colours_layer *l, uint32_t whole, unsigned side)
{
    uint32_t set = l->n->sets[l->men].member[whole], men = set;
    uint64_t can[BITS_WORDS] = {0}, any = 0;
    for (unsigned i = 0; i < l->men; i++, men &= men - 1)
        if (yon_targets(&l->n->board, (unsigned)__builtin_ctz(men), side, set))
            bits_where(can, l->men, side ? 1u << i : 0, side ? 0 : 1u << i);
    uint64_t *lost = l->lost[side] + (uint64_t)whole * l->whole_words;
    uint8_t *codes = l->codes[side] + ((uint64_t)whole << l->men);
    for (unsigned w = 0; w < l->whole_words; w++) {
        lost[w] = ~can[w] & bits_low_end(l->men);
        any |= lost[w];
        for (uint64_t bits = lost[w]; bits; bits &= bits - 1)
            codes[64 * w + (unsigned)__builtin_ctzll(bits)] = (uint8_t)code_loss(0);
    }
    return any;
}

void colours_layer_begin(struct colours_layer *l, const uint8_t *const after[2],
                         int threads)
{
    threads = threads_for(l, threads);
    link_sets(l, threads);
    for (unsigned side = 0; side < 2; side++) {
#pragma omp parallel for schedule(dynamic, CHUNK) num_threads(threads)
        for (uint32_t whole = 0; whole < l->wholes; whole++) {
            l->live[side][whole] = true;
            if (l->hand[side])
                colours_place(l, side, after[side], whole, whole + 1);
            else if (judge_whole(l, whole, side))
                l->fresh[side][whole] = 1u << COLOURS_WINS;
        }
    }
}

/* Positions with a code are decided; of the others, those whose placements lose by now
 * depend on their moves. */
static void restore_whole(struct colours_layer *l, uint32_t whole, unsigned side,
                          unsigned plies)
{
    const unsigned count = l->men < BITS_LOW ? 1u << l->men : 64;
    const uint64_t at = (uint64_t)whole * l->whole_words;
    uint8_t *codes = l->codes[side] + ((uint64_t)whole << l->men);
    uint64_t open = 0;
    for (unsigned w = 0; w < l->whole_words; w++, codes += count) {
        uint64_t decided = l->won[side][at + w] | l->lost[side][at + w];
        for (unsigned i = 0; i < count; i++)
            if (!(decided >> i & 1) && code_is_loss(codes[i]) &&
                code_plies(codes[i]) < plies) {
                l->allowed[side][at + w] |= (uint64_t)1 << i;
                codes[i] = 0;
            }
        open |= ~decided & bits_low_end(l->men);
    }
    l->live[side][whole] = open != 0;
    l->fresh[side][whole] = 1u << COLOURS_WINS | 1u << COLOURS_LOSSES;
}

void colours_layer_restore(struct colours_layer *l, unsigned plies, int threads)
{
    for (unsigned side = 0; side < 2; side++) {
#pragma omp parallel for schedule(dynamic, CHUNK) num_threads(threads)
        for (uint32_t whole = 0; whole < l->wholes; whole++)
            restore_whole(l, whole, side, plies);
    }
}

/* ---- a ply -------------------------------------------------------------------------- */

static bool has_event(const struct colours_layer *l, unsigned side, uint32_t whole,
                      enum colours_kind kind, unsigned plies)
{
    if (!l->events[side])
        return false;
    const struct colours_events *e = &l->events[side][whole];
    return (kind == COLOURS_WINS ? e->win : e->loss)[plies / 64] >> plies % 64 & 1;
}

/* Which sides have a fresh successor across the part, and a position left to decide. */
static unsigned moved_across(const struct colours_layer *l, uint32_t part,
                             enum colours_kind kind, bool all)
{
    const uint32_t *entry = l->whole_of + (uint64_t)part * l->empties;
    unsigned fresh = all ? 3 : 0, live = 0;
    for (unsigned i = 0; i < l->empties; i++) {
        uint32_t whole = entry[i] >> 3;
        fresh |= (l->fresh[1][whole] >> kind & 1u) | (l->fresh[0][whole] >> kind & 1u)
                                                         << 1;
        live |= l->live[0][whole] | (unsigned)l->live[1][whole] << 1;
    }
    return fresh & live;
}

/* What the kind has to look at in this ply; false: nothing. */
static bool choose(struct colours_layer *l, enum colours_kind kind, unsigned plies,
                   int threads)
{
    bool any = false, all = plies == 1;
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t part = 0; part < l->parts; part++)
        l->active[part] = (uint8_t)moved_across(l, part, kind, all);
#pragma omp parallel for schedule(static) num_threads(threads) reduction(|| : any)
    for (uint32_t whole = 0; whole < l->wholes; whole++) {
        unsigned sides = 0;
        for (unsigned i = 0; i < l->men; i++)
            sides |=
                l->active[(l->part_of[(uint64_t)whole * l->men + i] >> 3) / l->empties];
        for (unsigned side = 0; side < 2; side++) {
            bool now = all || sides >> side & 1 || has_event(l, side, whole, kind, plies);
            l->wanted[side][whole] = now && l->live[side][whole];
            any = any || l->wanted[side][whole];
        }
    }
    if (kind == COLOURS_WINS || !any)
        return any;
        /* A loss needs all moves, not only those with news. */
#pragma omp parallel for schedule(static) num_threads(threads)
    for (uint32_t part = 0; part < l->parts; part++) {
        unsigned sides = 0;
        for (unsigned i = 0; i < l->empties; i++) {
            uint32_t whole = l->whole_of[(uint64_t)part * l->empties + i] >> 3;
            sides |= l->wanted[0][whole] | (unsigned)l->wanted[1][whole] << 1;
        }
        l->active[part] = (uint8_t)sides;
    }
    return any;
}

static uint32_t chunk_end(uint32_t first, uint32_t count)
{
    return first + CHUNK < count ? first + CHUNK : count;
}

static uint64_t look_for(struct colours_layer *l, const struct colours_kernel *kernel,
                         enum colours_kind kind, unsigned plies, const struct run *run)
{
    const int threads = threads_for(l, run->threads);
    uint64_t found = 0;
    if (!choose(l, kind, plies, threads))
        return 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint32_t first = 0; first < l->parts; first += CHUNK)
        if (!run_stopped(run))
            kernel->gather(l, kind, plies, first, chunk_end(first, l->parts));
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) reduction(+ : found)
    for (uint32_t first = 0; first < l->wholes; first += CHUNK)
        if (!run_stopped(run))
            found += kernel->decide(l, kind, plies, first, chunk_end(first, l->wholes));
    return found;
}

bool colours_layer_ply(struct colours_layer *l, const struct colours_kernel *kernel,
                       unsigned plies, const struct run *run, uint64_t *found)
{
    const int threads = threads_for(l, run->threads);
    *found = look_for(l, kernel, COLOURS_WINS, plies, run);
    *found += look_for(l, kernel, COLOURS_LOSSES, plies, run);
    if (run_stopped(run))
        return false;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (uint32_t first = 0; first < l->wholes; first += CHUNK)
        kernel->commit(l, plies, first, chunk_end(first, l->wholes));
    for (unsigned side = 0; side < 2; side++) {
        uint8_t *old = l->fresh[side];
        l->fresh[side] = l->news[side];
        l->news[side] = old;
        memset(old, 0, l->wholes);
    }
    return true;
}

unsigned colours_layer_last_event(const struct colours_layer *l)
{
    uint64_t all[2] = {0, 0};
    for (unsigned side = 0; side < 2; side++)
        for (uint32_t whole = 0; l->events[side] && whole < l->wholes; whole++)
            for (unsigned i = 0; i < 2; i++)
                all[i] |= l->events[side][whole].win[i] | l->events[side][whole].loss[i];
    return all[1]   ? 127u - (unsigned)__builtin_clzll(all[1])
           : all[0] ? 63u - (unsigned)__builtin_clzll(all[0])
                    : 0;
}
