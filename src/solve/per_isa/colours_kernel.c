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

enum { TURNS = 8 * (YON_RAY - 1), PART_WORDS = BITS_WORDS / 2 };

/* Men of the part that turn if `near` are the opponent's and `anchor` is the mover's; as
 * bits of the part's index. */
struct turn {
    uint16_t near, anchor;
};

/* An arrival: a part and the cell where the mover has arrived. */
struct arrival {
    const struct yon_board *b;
    uint32_t set; /* the part's cells */
    unsigned bits, words, cell;
    unsigned turns;
    struct turn turn[TURNS];
    uint32_t may_turn; /* cells */
};

static inline unsigned place_in(uint32_t set, unsigned cell)
{
    return portable_ones(set & (((uint32_t)1 << cell) - 1));
}

/* Bits of the index of the given cells of a set. */
static inline unsigned index_of(uint32_t set, uint32_t cells)
{
    unsigned bits = 0;
    for (; cells; cells &= cells - 1)
        bits |= 1u << place_in(set, (unsigned)__builtin_ctz(cells));
    return bits;
}

static void find_turns(struct arrival *a)
{
    a->turns = 0;
    a->may_turn = 0;
    for (unsigned d = 0; d < 8; d++) {
        const uint8_t *ray = a->b->ray[a->cell][d];
        unsigned length = a->b->ray_length[a->cell][d];
        uint32_t near = 0;
        for (unsigned i = 0; i + 1 < length; i++) {
            if (!(a->set >> ray[i] & 1) || !(a->set >> ray[i + 1] & 1))
                break;
            near |= 1u << place_in(a->set, ray[i]);
            a->may_turn |= (uint32_t)1 << ray[i];
            a->turn[a->turns++] = (struct turn){
                (uint16_t)near, (uint16_t)(1u << place_in(a->set, ray[i + 1]))};
        }
    }
}

/* From colourings after turning to colourings before. */
static inline void pull_turns(const struct arrival *a, unsigned side, uint64_t *v)
{
    for (unsigned i = 0; i < a->turns; i++) {
        unsigned near = a->turn[i].near, anchor = a->turn[i].anchor;
        bits_pull(v, a->bits, side ? anchor : near, side ? near : anchor, near);
    }
}

static inline void own_where(const struct arrival *a, unsigned side, uint32_t cells,
                             uint64_t *v)
{
    unsigned bits = index_of(a->set, cells);
    bits_where(v, a->bits, side ? bits : 0, side ? 0 : bits);
}

/* Colourings (before turning) in which some man of the line turns. */
static void turned_where(const struct arrival *a, unsigned side, uint32_t line,
                         uint64_t *v)
{
    unsigned bits = index_of(a->set, line & a->may_turn);
    for (unsigned i = 0; i < a->turns; i++) {
        unsigned near = a->turn[i].near, anchor = a->turn[i].anchor;
        if (near & bits)
            bits_where(v, a->bits, side ? anchor : near, side ? near : anchor);
    }
}

/* A line without the arrival cell: it counts if a man of it has turned. */
static void line_aside(const struct arrival *a, unsigned side, uint32_t line, uint64_t *v)
{
    uint64_t made[PART_WORDS] = {0}, turned[PART_WORDS] = {0};
    own_where(a, side, line, made);
    pull_turns(a, side, made);
    turned_where(a, side, line, turned);
    for (unsigned w = 0; w < a->words; w++)
        v[w] |= made[w] & turned[w];
}

/* v = colourings in which the arrival makes one of the lines; false if there are none. */
static bool lines_made(const struct arrival *a, unsigned side, const uint32_t *line,
                       unsigned lines, uint64_t *v)
{
    const uint32_t here = (uint32_t)1 << a->cell;
    bool any = false;
    for (unsigned i = 0; i < lines; i++) {
        bool counts = line[i] & here || a->b->counted == YON_ANY;
        if (!counts || line[i] & ~here & ~a->set)
            continue;
        if (!any)
            memset(v, 0, a->words * sizeof *v);
        any = true;
        own_where(a, side, line[i] & ~here, v);
    }
    if (any)
        pull_turns(a, side, v);
    if (a->b->counted != YON_CHANGED || !a->may_turn)
        return any;
    for (unsigned i = 0; i < lines; i++) {
        if (line[i] & (here | ~a->set) || !(line[i] & a->may_turn))
            continue;
        if (!any)
            memset(v, 0, a->words * sizeof *v);
        any = true;
        line_aside(a, side, line[i], v);
    }
    return any;
}

static inline bool any_bit(const uint64_t *v, unsigned words)
{
    uint64_t sum = 0;
    for (unsigned w = 0; w < words; w++)
        sum |= v[w];
    return sum != 0;
}

/* The moves that end the game: five is a loss, else four (found at ply 1) a win. */
static void judge(const struct arrival *a, unsigned side, bool fours, uint64_t *v)
{
    uint64_t made[PART_WORDS];
    if (fours && lines_made(a, side, a->b->four, a->b->fours, made))
        for (unsigned w = 0; w < a->words; w++)
            v[w] |= made[w];
    if (any_bit(v, a->words) && lines_made(a, side, a->b->five, a->b->fives, made))
        for (unsigned w = 0; w < a->words; w++)
            v[w] &= ~made[w];
}

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
        place[i++] = (uint8_t)place_in(whole, image[__builtin_ctz(part)]);
    bits_plan(plan, l->men, place, place_in(whole, image[cell]));
}

struct arrivals {
    uint64_t v[2][YON_CELLS][PART_WORDS];
    bool any[2][YON_CELLS];
};

static void arrive(const struct colours_layer *l, enum colours_kind kind, unsigned plies,
                   struct arrival *a, uint32_t entry, unsigned sides, unsigned i,
                   struct arrivals *out)
{
    const uint64_t at = (uint64_t)(entry >> 3) * l->whole_words;
    struct bits_plan plan;
    bool planned = false, turns = false;
    for (unsigned side = 0; side < 2; side++) {
        uint64_t *v = out->v[side][i];
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
            bits_extract(&plan, l->lost[!side] + at, side, v);
        } else {
            bits_extract(&plan, l->won[!side] + at, side, v);
            for (unsigned w = 0; w < a->words; w++)
                v[w] = ~v[w] & bits_low_end(a->bits);
        }
        if (plies != 1 && !any_bit(v, a->words))
            continue;
        if (!turns) {
            find_turns(a);
            turns = true;
        }
        pull_turns(a, side, v);
        judge(a, side, plies == 1 && kind == COLOURS_WINS, v);
        out->any[side][i] = any_bit(v, a->words);
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
                    sum[w] |= arrivals->v[side][i][w];
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
    struct arrival a = {.b = &l->n->board, .bits = l->men - 1, .words = l->part_words};
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
            place[place_in(part, image[man])] = (uint8_t)i;
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
