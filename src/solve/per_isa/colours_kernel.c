/* SPDX-License-Identifier: MIT
 *
 * Kernels of the colours engine, compiled once per instruction set (ISA is its name). See
 * colours_state.h for what is computed and index_bits.h for how vectors of colourings are
 * moved about.
 */
#include "solve/colours_state.h"
#include "solve/per_isa/index_bits.h"
#include "solve/per_isa/kernel.h"

#ifdef __AVX512BW__
#include <immintrin.h>
#endif

enum { PART_WORDS = BITS_WORDS / 2 };

/* The vectors of colours_turns.h. */
struct vector {
    uint64_t w[PART_WORDS];
};

static inline void vector_clear(struct vector *v, unsigned bits)
{
    memset(v->w, 0, bits_words(bits) * sizeof *v->w);
}

static inline void vector_or(struct vector *v, const struct vector *from, unsigned bits)
{
    for (unsigned w = 0; w < bits_words(bits); w++)
        v->w[w] |= from->w[w];
}

static inline void vector_drop(struct vector *v, const struct vector *from, unsigned bits)
{
    for (unsigned w = 0; w < bits_words(bits); w++)
        v->w[w] &= ~from->w[w];
}

static inline void vector_keep(struct vector *v, const struct vector *from, unsigned bits)
{
    for (unsigned w = 0; w < bits_words(bits); w++)
        v->w[w] &= from->w[w];
}

static inline bool any_bit(const uint64_t *v, unsigned words)
{
    uint64_t sum = 0;
    for (unsigned w = 0; w < words; w++)
        sum |= v[w];
    return sum != 0;
}

static inline bool vector_any(const struct vector *v, unsigned bits)
{
    return any_bit(v->w, bits_words(bits));
}

static inline void vector_where(struct vector *v, unsigned bits, unsigned set,
                                unsigned clear)
{
    bits_where(v->w, bits, set, clear);
}

static inline void vector_pull(struct vector *v, unsigned bits, unsigned set,
                               unsigned clear, unsigned change)
{
    bits_pull(v->w, bits, set, clear, change);
}

#include "solve/colours_turns.h"

/* ---- gather ------------------------------------------------------------------------- */

/* How the part lies in the smallest set of the class of part and cell. */
static void plan_arrival(const struct colours_layer *l, uint32_t part, unsigned cell,
                         uint32_t entry, struct bits_plan *plan)
{
    const uint8_t *image = l->n->board.image[entry & 7];
    uint32_t whole = l->n->sets[l->men].member[entry >> 3];
    uint8_t place[BITS_MOST];
    unsigned i = 0;
    for (; part; part &= part - 1)
        place[i++] = (uint8_t)colours_place_in(whole, image[__builtin_ctz(part)]);
    bits_plan(plan, l->men, place, colours_place_in(whole, image[cell]));
}

struct arrivals {
    struct vector v[2][YON_CELLS];
    bool any[2][YON_CELLS];
};

static void arrive(const struct colours_layer *l, enum colours_kind kind, unsigned plies,
                   struct arrival *a, uint32_t entry, unsigned sides, unsigned i,
                   struct arrivals *out)
{
    const uint64_t at = (uint64_t)(entry >> 3) * l->whole_words;
    const unsigned words = l->part_words;
    struct bits_plan plan;
    bool planned = false, turns = false;
    for (unsigned side = 0; side < 2; side++) {
        struct vector *v = &out->v[side][i];
        out->any[side][i] = false;
        if (!(sides >> side & 1))
            continue;
        bool fresh = l->fresh[!side][entry >> 3] >> kind & 1;
        if (kind == COLOURS_WINS && !fresh && plies != 1)
            continue;
        if (!planned) {
            plan_arrival(l, a->set, a->cell, entry, &plan);
            planned = true;
        }
        if (kind == COLOURS_WINS) {
            bits_extract(&plan, l->lost[!side] + at, side, v->w);
        } else {
            bits_extract(&plan, l->won[!side] + at, side, v->w);
            for (unsigned w = 0; w < words; w++)
                v->w[w] = ~v->w[w] & bits_low_end(a->bits);
        }
        if (plies != 1 && !vector_any(v, a->bits))
            continue;
        if (!turns) {
            find_turns(a);
            turns = true;
        }
        pull_turns(a, side, v);
        judge(a, side, plies == 1 && kind == COLOURS_WINS, v);
        out->any[side][i] = vector_any(v, a->bits);
    }
}

static void depart(const struct colours_layer *l, uint32_t part, unsigned side,
                   uint32_t set, const struct arrivals *arrivals)
{
    const struct yon_board *b = &l->n->board;
    const unsigned words = l->part_words;
    uint64_t *out = l->gathered[side] + (uint64_t)part * l->empties * words;
    uint8_t number[YON_CELLS];
    unsigned n = 0;
    for (unsigned cell = 0; cell < b->cells; cell++)
        if (!(set >> cell & 1))
            number[cell] = (uint8_t)n++;
    for (unsigned cell = 0; cell < b->cells; cell++) {
        if (set >> cell & 1)
            continue;
        uint32_t targets = yon_targets(b, cell, side, set);
        uint64_t sum[PART_WORDS] = {0};
        for (; targets; targets &= targets - 1) {
            unsigned i = number[__builtin_ctz(targets)];
            if (arrivals->any[side][i])
                for (unsigned w = 0; w < words; w++)
                    sum[w] |= arrivals->v[side][i].w[w];
        }
        memcpy(out, sum, words * sizeof *sum);
        out += words;
    }
}

/* Vectors lie scattered: those of the next part are called while this one is worked on. */
static inline void call_arrival(const struct colours_layer *l, enum colours_kind kind,
                                uint32_t entry, unsigned sides)
{
    const uint64_t at = (uint64_t)(entry >> 3) * l->whole_words;
    for (unsigned side = 0; side < 2; side++)
        if (sides >> side & 1) {
            const uint64_t *v = (kind == COLOURS_WINS ? l->lost : l->won)[!side] + at;
            for (unsigned w = 0; w < l->whole_words; w += 8)
                __builtin_prefetch(v + w);
        }
}

static void gather(const struct colours_layer *l, enum colours_kind kind, unsigned plies,
                   uint32_t first, uint32_t end)
{
    struct arrivals arrivals;
    struct arrival a = {.b = &l->n->board, .bits = l->men - 1};
    for (uint32_t part = first; part < end; part++) {
        unsigned sides = l->active[part];
        if (!sides)
            continue;
        a.set = l->n->sets[l->men - 1].member[part];
        const uint32_t *entry = l->whole_of + (uint64_t)part * l->empties;
        unsigned i = 0, next = part + 1 < end ? l->active[part + 1] : 0;
        for (a.cell = 0; a.cell < a.b->cells; a.cell++)
            if (!(a.set >> a.cell & 1)) {
                if (next)
                    call_arrival(l, kind, entry[l->empties + i], next);
                arrive(l, kind, plies, &a, entry[i], sides, i, &arrivals);
                i++;
            }
        for (unsigned side = 0; side < 2; side++)
            if (sides >> side & 1)
                depart(l, part, side, a.set, &arrivals);
    }
}

/* ---- decide ------------------------------------------------------------------------- */

/* Which of up to 64 codes are equal to the given one. */
static inline uint64_t equal_codes(const uint8_t *codes, unsigned count, uint8_t code)
{
#ifdef __AVX512BW__
    if (count == 64)
        return _mm512_cmpeq_epi8_mask(_mm512_loadu_si512(codes),
                                      _mm512_set1_epi8((char)code));
#endif
    uint64_t equal = 0;
    for (unsigned i = 0; i < count; i++)
        equal |= (uint64_t)(codes[i] == code) << i;
    return equal;
}

static inline void write_codes(uint8_t *codes, uint64_t bits, uint8_t code)
{
#ifdef __AVX512BW__
    _mm512_mask_storeu_epi8(codes, bits, _mm512_set1_epi8((char)code));
#else
    for (; bits; bits &= bits - 1)
        codes[__builtin_ctzll(bits)] = code;
#endif
}

/* How the part without the man lies in the whole. */
static void plan_departure(const struct colours_layer *l, uint32_t whole, unsigned cell,
                           uint32_t entry, struct bits_plan *plan)
{
    const uint8_t *image = l->n->board.image[entry & 7];
    uint32_t part = l->n->sets[l->men - 1].member[(entry >> 3) / l->empties];
    uint8_t place[BITS_MOST];
    unsigned fixed = 0, i = 0;
    for (uint32_t men = whole; men; men &= men - 1, i++) {
        unsigned man = (unsigned)__builtin_ctz(men);
        if (man == cell)
            fixed = i;
        else
            place[colours_place_in(part, image[man])] = (uint8_t)i;
    }
    bits_plan(plan, l->men, place, fixed);
}

static inline void call_departure(const struct colours_layer *l, uint64_t man)
{
    for (unsigned side = 0; side < 2; side++)
        for (unsigned w = 0; w < l->part_words; w += 8)
            __builtin_prefetch(l->gathered[side] +
                               (uint64_t)(l->part_of[man] >> 3) * l->part_words + w);
}

/* Puts the departures of all men of a whole together. */
static void put_together(const struct colours_layer *l, enum colours_kind kind,
                         uint32_t whole, unsigned sides, uint64_t sum[2][BITS_WORDS])
{
    enum { AHEAD = 4 };
    const unsigned words = l->part_words;
    const uint64_t last = (uint64_t)l->wholes * l->men - 1;
    uint32_t set = l->n->sets[l->men].member[whole], men = set;
    for (unsigned man = 0; man < l->men; man++, men &= men - 1) {
        uint64_t number = (uint64_t)whole * l->men + man;
        uint32_t entry = l->part_of[number];
        unsigned here = sides, cell = (unsigned)__builtin_ctz(men);
        call_departure(l, number + AHEAD < last ? number + AHEAD : last);
        if (kind == COLOURS_WINS)
            here &= l->active[(entry >> 3) / l->empties];
        struct bits_plan plan;
        bool planned = false;
        for (unsigned side = 0; side < 2; side++) {
            const uint64_t *from = l->gathered[side] + (uint64_t)(entry >> 3) * words;
            uint64_t v[PART_WORDS];
            if (!(here >> side & 1) || !any_bit(from, words))
                continue;
            if (!planned) {
                plan_departure(l, set, cell, entry, &plan);
                planned = true;
            }
            memcpy(v, from, words * sizeof *v);
            bits_insert(&plan, v, side, sum[side]);
        }
    }
}

static inline bool has_event(const uint64_t event[2], unsigned plies)
{
    return event[plies / 64] >> plies % 64 & 1;
}

/* Wins: a lost successor, or a placement that wins now. Losses: no successor that is not
 * won, and placements that lose by now. Says how many are new. */
static uint64_t decide_whole(const struct colours_layer *l, enum colours_kind kind,
                             unsigned plies, uint32_t whole, unsigned side,
                             const uint64_t *sum)
{
    const unsigned count = l->men < BITS_LOW ? 1u << l->men : 64;
    const uint64_t at = (uint64_t)whole * l->whole_words;
    const bool wins = kind == COLOURS_WINS;
    const uint8_t code = (uint8_t)(wins ? code_win(plies) : code_loss(plies));
    const struct colours_events *events = l->events[side];
    bool event =
        events && has_event(wins ? events[whole].win : events[whole].loss, plies);
    uint8_t *codes = l->codes[side] + ((uint64_t)whole << l->men);
    uint64_t found = 0;
    for (unsigned w = 0; w < l->whole_words; w++, codes += count) {
        uint64_t open = ~(l->won[side][at + w] | l->lost[side][at + w]);
        open &= bits_low_end(l->men);
        uint64_t now = event ? equal_codes(codes, count, code) & open : 0;
        uint64_t new;
        if (wins) {
            new = (sum[w] & open) | now;
        } else {
            if (now) { /* from now on moves alone can save them */
                l->allowed[side][at + w] |= now;
                write_codes(codes, now, 0);
            }
            new = open & ~sum[w];
            if (l->allowed[side])
                new &= l->allowed[side][at + w];
        }
        if (new) {
            write_codes(codes, new, code);
            found += (uint64_t)__builtin_popcountll(new);
        }
    }
    return found;
}

static uint64_t decide(const struct colours_layer *l, enum colours_kind kind,
                       unsigned plies, uint32_t first, uint32_t end)
{
    uint64_t found = 0;
    for (uint32_t whole = first; whole < end; whole++) {
        unsigned sides = l->wanted[0][whole] | (unsigned)l->wanted[1][whole] << 1;
        if (!sides)
            continue;
        uint64_t sum[2][BITS_WORDS];
        memset(sum, 0, sizeof sum);
        put_together(l, kind, whole, sides, sum);
        for (unsigned side = 0; side < 2; side++) {
            if (!(sides >> side & 1))
                continue;
            uint64_t n = decide_whole(l, kind, plies, whole, side, sum[side]);
            if (n) /* wins are news for losses and the reverse */
                l->news[side][whole] |= (uint8_t)(1u << (kind == COLOURS_WINS));
            found += n;
        }
    }
    return found;
}

static void commit(const struct colours_layer *l, unsigned plies, uint32_t first,
                   uint32_t end)
{
    const unsigned count = l->men < BITS_LOW ? 1u << l->men : 64;
    for (unsigned side = 0; side < 2; side++)
        for (uint32_t whole = first; whole < end; whole++) {
            if (!l->news[side][whole])
                continue;
            const uint8_t *codes = l->codes[side] + ((uint64_t)whole << l->men);
            uint64_t *won = l->won[side] + (uint64_t)whole * l->whole_words;
            uint64_t *lost = l->lost[side] + (uint64_t)whole * l->whole_words;
            uint64_t open = 0;
            for (unsigned w = 0; w < l->whole_words; w++, codes += count) {
                won[w] |= equal_codes(codes, count, (uint8_t)code_win(plies));
                lost[w] |= equal_codes(codes, count, (uint8_t)code_loss(plies));
                open |= ~(won[w] | lost[w]) & bits_low_end(l->men);
            }
            l->live[side][whole] = open != 0;
        }
}

extern const struct colours_kernel PASTE2(colours_kernel_, ISA);
const struct colours_kernel PASTE2(colours_kernel_, ISA) = {
    .name = TEXT2(ISA),
    .gather = gather,
    .decide = decide,
    .commit = commit,
};
