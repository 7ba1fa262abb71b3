/* SPDX-License-Identifier: MIT
 *
 * The per-position retrograde engine, compiled once for each game with that game's fast
 * face inside (FAST_FACE is its header, FAST_GAME its name).
 *
 * State: one code per slot and one candidate bit. Ply d follows from the positions
 * decided at ply d-1 alone:
 *   1. every open predecessor of a loss in d-1 is a win in d; every open predecessor of
 *      a win in d-1 becomes a candidate;
 *   2. a candidate all of whose successors are wins (in at most d-1) is a loss in d.
 * A position is expanded once, when it has just been decided, and tested at most once per
 * ply. No counters of open successors are needed, and each step only adds codes of its
 * own ply, so the order of threads cannot matter and a broken step can be repeated.
 *
 * Parts. Only the part and the parts that it needs are in memory, at their own indices of
 * a sparse array. Successors outside the part are known from the beginning, so they are
 * looked at once, in the first pass: a position with a lost one is noted as a win in the
 * distance that follows, one that has only won ones as a loss. Such a note is a code that
 * lies in the future; step d takes codes above its own ply for open ones and may still
 * give a nearer win. When a candidate has only won successors, but one outside the part is
 * farther than d-1, the loss is noted in the same way. Predecessors outside the part do
 * not count. Moves that the rules judge are treated like successors outside.
 *
 * Codes take one byte; when distances come near the limit, they are widened to two.
 *
 * Look-ups are random reads in a table far larger than any cache. They are queued with a
 * prefetch and carried out some tens of look-ups later, which hides most of their
 * latency.
 */
#include "game/game.h"
#include "solve/engine.h"
#include "solve/held.h"

#include FAST_FACE

#include <stdio.h>
#include <stdlib.h>

#define PASTE(a, b)  a##b
#define NAME(prefix) PASTE2(prefix, FAST_GAME)
#define PASTE2(a, b) PASTE(a, b)

enum code NAME(reach_)(const struct variant *v, struct run *run, uint64_t *positions,
                       uint64_t *unique, struct error *err);  /* reach.c */
double NAME(estimate_)(const struct variant *v, int threads); /* estimate.c */

#ifndef FAST_JUDGES_MOVES /* does fast_successors give endings instead of slots? */
#define FAST_JUDGES_MOVES(tables) 0
#endif
#ifndef FAST_SUITS /* does the fast face number positions as the table does? */
#define FAST_SUITS(tables) ((void)(tables), 1)
#endif

enum {
    OPEN = 0,
    CHUNK = 1 << 16, /* slots a thread takes at a time; a multiple of 64 */
    QUEUE = 64,      /* look-ups in flight */
    LISTS = 4        /* candidates in flight */
};

struct solver {
    const struct variant *v;
    const struct fast_tables *t;
    struct run *run;
    struct held held; /* codes of the part and of those it needs */
    unsigned part;
    uint64_t first, end; /* slots of the part */
    uint64_t *candidate; /* one bit per slot of the part */
    bool prepared;       /* the first pass over this part is done */
    unsigned plies;      /* of the current step */
    uint64_t expanded;   /* slots expanded so far, for progress */
    enum code stuck;     /* memory for wider codes was not there */
    struct error why;
};

static uint64_t words(uint64_t slots)
{
    return (slots + 63) / 64;
}

static uint64_t bytes_of_part(const struct variant *v, unsigned i)
{
    struct part part;
    unsigned needs[GAME_NEEDS], n = game_part_needs(v, i, needs);
    game_part(v, i, &part);
    uint64_t bytes = part.count + 8 * words(part.count);
    for (unsigned k = 0; k < n; k++) {
        game_part(v, needs[k], &part);
        bytes += part.count;
    }
    return bytes;
}

static uint64_t memory(const struct variant *v)
{
    uint64_t most = 0;
    if (v->slots > UINT64_MAX / 4 || !FAST_SUITS((const struct fast_tables *)v->tables))
        return 0;
    for (unsigned i = 0; i < game_parts(v); i++) {
        uint64_t bytes = bytes_of_part(v, i);
        most = bytes > most ? bytes : most;
    }
    return most;
}

static enum code start(const struct variant *v, struct run *run, struct solver **out,
                       struct error *err)
{
    struct solver *s;
    TRY(mem_small(1, sizeof *s, &s, err));
    *s = (struct solver){.v = v, .t = v->tables, .run = run};
    enum code code = held_make(&s->held, v, run, 1, err);
    if (code == CODE_OK)
        *out = s;
    else
        free(s);
    return code;
}

/* In codes: ended as a draw; stored as CODE_DRAWN. */
static uint16_t rule_draw(const struct solver *s)
{
    return s->held.codes.width == 1 ? 255 : CODES;
}

static uint16_t code_at(const struct solver *s, uint64_t slot)
{
    if (s->held.codes.width == 1)
        return __atomic_load_n((uint8_t *)s->held.codes.at + slot, __ATOMIC_RELAXED);
    return __atomic_load_n((uint16_t *)s->held.codes.at + slot, __ATOMIC_RELAXED);
}

static void set_code(struct solver *s, uint64_t slot, uint16_t code)
{
    if (s->held.codes.width == 1)
        __atomic_store_n((uint8_t *)s->held.codes.at + slot, (uint8_t)code,
                         __ATOMIC_RELAXED);
    else
        __atomic_store_n((uint16_t *)s->held.codes.at + slot, code, __ATOMIC_RELAXED);
}

/* ---- parts -------------------------------------------------------------------------- */

static void free_candidates(struct solver *s)
{
    mem_give(&s->run->memory, s->candidate, words(s->end - s->first), 8);
    s->candidate = NULL;
}

/* The part just solved stays, if it is needed, without what only a solve knows. */
static void close_part(struct solver *s)
{
#pragma omp parallel for num_threads(s->run->threads)
    for (uint64_t slot = s->first; slot < s->end; slot++)
        if (code_at(s, slot) == rule_draw(s))
            set_code(s, slot, CODE_DRAWN);
    free_candidates(s);
}

static unsigned largest_of(const unsigned *needs, unsigned n,
                           const struct earlier *earlier)
{
    unsigned most = 0;
    for (unsigned k = 0; k < n; k++) {
        unsigned code = earlier->largest(earlier->context, needs[k]);
        most = code > most ? code : most;
    }
    return most;
}

static enum code begin(struct solver *s, unsigned part, const struct earlier *earlier,
                       struct error *err)
{
    unsigned needs[GAME_NEEDS], n = game_part_needs(s->v, part, needs);
    struct part range;
    struct codes at;
    bool fresh;
    if (s->candidate)
        close_part(s);
    held_keep(&s->held, needs, n);
    if (s->held.codes.width == 1 &&
        largest_of(needs, n, earlier) > code_loss(BYTE_PLIES - 1))
        TRY(held_widen(&s->held, err));
    for (unsigned i = 0; i < n; i++) {
        game_part(s->v, needs[i], &range);
        TRY(held_take(&s->held, needs[i], &fresh, &at, err));
        if (fresh)
            TRY(earlier->read(earlier->context, range.first, range.count, at, err));
    }
    TRY(held_take(&s->held, part, &fresh, &at, err));
    game_part(s->v, part, &range);
    s->part = part;
    s->first = range.first;
    s->end = range.first + range.count;
    s->prepared = false;
    s->plies = 0;
    return mem_take(&s->run->memory, words(range.count), 8, "the candidates",
                    &s->candidate, err);
}

static void finish(struct solver *s)
{
    free_candidates(s);
    held_free(&s->held);
    free(s);
}

static void load(struct solver *s, uint64_t first, uint64_t count, const uint16_t *codes)
{
    if (s->held.codes.width == 1 &&
        codes_largest(codes, count) > code_loss(BYTE_PLIES - 1))
        s->stuck = held_widen(&s->held, &s->why);
    if (s->stuck != CODE_OK)
        return; /* the next step tells */
    for (uint64_t i = 0; i < count; i++)
        set_code(s, first + i, codes[i]);
}

/* Codes of the future are notes, not results. */
static void codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out)
{
    const uint16_t last = code_loss(s->plies);
    for (uint64_t i = 0; i < count; i++) {
        uint16_t code = code_at(s, first + i);
        out[i] = code > last ? CODE_DRAWN : code;
    }
}

/* ---- chunks ----------------------------------------------------------------------- */

typedef void work_on_chunk(struct solver *s, uint64_t first, uint64_t end,
                           unsigned plies);

static void report(struct solver *s, uint64_t done, unsigned plies)
{
    struct part part;
    char note[32 + GAME_NAME];
    game_part(s->v, s->part, &part);
    snprintf(note, sizeof note, "%s%sply %u", part.name, part.name[0] ? ", " : "", plies);
    progress_update(&s->run->progress, done, s->end - s->first, "positions", note);
}

/* Runs `work` over all slots of the part in parallel; false when the run was stopped. */
static bool over_chunks(struct solver *s, unsigned plies, work_on_chunk *work)
{
    const uint64_t slots = s->end - s->first, chunks = (slots + CHUNK - 1) / CHUNK;
    bool stopped = false;
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->run->threads)
    for (uint64_t c = 0; c < chunks; c++) {
        if (run_stopped(s->run)) {
#pragma omp atomic write
            stopped = true;
            continue;
        }
        uint64_t end = (c + 1) * CHUNK;
        work(s, s->first + c * CHUNK, s->first + (end < slots ? end : slots), plies);
    }
    return !stopped;
}

/* ---- what is known beforehand ------------------------------------------------------- */

static bool inside(const struct solver *s, uint64_t slot)
{
    return slot >= s->first && slot < s->end;
}

/* Not decided in step `plies` or before. */
static bool is_open(const struct solver *s, uint16_t code, unsigned plies)
{
    return code == OPEN || (code > code_loss(plies) && code != rule_draw(s));
}

/* The code of a successor: what the rules say, a code of an earlier part, or one of this
 * part that is decided in less than `plies`; CODES if it is not known. */
static uint16_t known(const struct solver *s, uint64_t slot, unsigned plies)
{
    if (slot >= SLOT_DRAWN)
        return slot == SLOT_WON    ? code_win(0)
               : slot == SLOT_LOST ? code_loss(0)
                                   : CODE_DRAWN;
    uint16_t code = code_at(s, slot);
    if (!inside(s, slot))
        return code;
    return code == OPEN || plies == 0 || code > code_loss(plies - 1) ? CODES : code;
}

/* The code that follows from what is known of the successors; OPEN if none does. A lost
 * one inside the part was found, or will be, by going backwards. */
static uint16_t foresee(const struct solver *s, const uint64_t *next, unsigned n,
                        unsigned plies)
{
    uint16_t nearest = UINT16_MAX, farthest = 0;
    bool all_won = true;
    for (unsigned i = 0; i < n; i++) {
        uint16_t code = known(s, next[i], plies);
        if (code != CODES && code_is_loss(code))
            nearest = code < nearest ? code : nearest;
        else if (code != CODES && code_is_win(code))
            farthest = code > farthest ? code : farthest;
        else
            all_won = false;
    }
    if (nearest != UINT16_MAX)
        return code_win(code_plies(nearest) + 1);
    return all_won && farthest ? code_loss(code_plies(farthest) + 1) : OPEN;
}

/* The first pass: endings, and notes where successors outside the part decide. After a
 * resume also those that earlier steps had left. */
static void prepare(struct solver *s, uint64_t first, uint64_t end, unsigned plies)
{
    const bool outside = FAST_JUDGES_MOVES(s->t) || s->held.parts > 1;
    for (uint64_t slot = first; slot < end; slot++) {
        struct fast_position p;
        uint64_t next[FAST_MOVES];
        if (code_at(s, slot) != OPEN)
            continue;
        fast_at(s->t, slot, &p);
        enum ending ending = fast_ending(s->t, &p);
        if (ending == ENDS_DRAW)
            set_code(s, slot, rule_draw(s));
        else if (ending != GOES_ON)
            set_code(s, slot, code_of_ending(ending));
        else if (outside) {
            uint16_t code = foresee(s, next, fast_successors(s->t, &p, next), plies);
            if (code != OPEN)
                set_code(s, slot, code);
        }
    }
}

/* ---- part 1: predecessors --------------------------------------------------------- */

struct queue {
    uint64_t slot[QUEUE];
    bool wins[QUEUE]; /* the predecessor wins; otherwise it becomes a candidate */
    unsigned at;
};

static void settle(struct solver *s, uint64_t slot, bool wins, unsigned plies)
{
    const uint16_t code = code_at(s, slot);
    if (wins) {
        if (is_open(s, code, plies))
            set_code(s, slot, code_win(plies));
        return;
    }
    if (code != OPEN)
        return;
    const uint64_t i = slot - s->first;
    uint64_t *word = &s->candidate[i / 64], bit = (uint64_t)1 << i % 64;
    if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit))
        __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
}

static void enqueue(struct solver *s, struct queue *q, uint64_t slot, bool wins,
                    unsigned plies)
{
    unsigned i = q->at++ % QUEUE;
    if (q->at > QUEUE)
        settle(s, q->slot[i], q->wins[i], plies);
    __builtin_prefetch(codes_at(s->held.codes, slot), 1);
    if (!wins)
        __builtin_prefetch(&s->candidate[(slot - s->first) / 64], 1);
    q->slot[i] = slot;
    q->wins[i] = wins;
}

static void drain(struct solver *s, struct queue *q, unsigned plies)
{
    unsigned n = q->at < QUEUE ? q->at : QUEUE;
    for (unsigned i = q->at - n; i != q->at; i++)
        settle(s, q->slot[i % QUEUE], q->wins[i % QUEUE], plies);
}

/* Plain loads, so that they are vectorised. What other threads store meanwhile are codes of
 * the current ply or later, which are never looked for here. */
static bool any_of(struct codes codes, uint64_t base, uint16_t a, uint16_t b)
{
    uint16_t found = 0;
    if (codes.width == 1) {
        const uint8_t *code = codes_at(codes, base);
        uint8_t here = 0;
        for (int i = 0; i < 64; i++)
            here |= (uint8_t)((code[i] == (uint8_t)a) | (code[i] == (uint8_t)b));
        return here;
    }
    const uint16_t *code = codes_at(codes, base);
    for (int i = 0; i < 64; i++)
        found |= (uint16_t)((code[i] == a) | (code[i] == b));
    return found;
}

static void expand(struct solver *s, uint64_t first, uint64_t end, unsigned plies)
{
    const uint16_t win = code_win(plies - 1), loss = code_loss(plies - 1);
    struct queue q = {.at = 0};
    uint64_t expanded = 0;
    for (uint64_t base = first; base < end; base += 64) {
        uint64_t stop = base + 64 < end ? base + 64 : end;
        if (stop - base == 64 && !any_of(s->held.codes, base, win, loss))
            continue;
        for (uint64_t slot = base; slot < stop; slot++) {
            uint16_t code = code_at(s, slot);
            if (code != win && code != loss)
                continue;
            struct fast_position p;
            uint64_t before[FAST_UNMOVES];
            fast_at(s->t, slot, &p);
            unsigned n = fast_predecessors(s->t, &p, before);
            for (unsigned i = 0; i < n; i++)
                if (inside(s, before[i]))
                    enqueue(s, &q, before[i], code == loss, plies);
            expanded++;
        }
    }
    drain(s, &q, plies);
    uint64_t done;
#pragma omp atomic capture
    done = s->expanded += expanded;
#pragma omp critical(retro_progress)
    report(s, done, plies);
}

/* ---- part 2: candidates ----------------------------------------------------------- */

struct list {
    uint64_t slot;
    unsigned n;
    uint64_t next[FAST_MOVES];
};

/* With only won successors it is a loss: in this ply, or noted for the one that follows
 * from a farther win outside the part. */
static void test(struct solver *s, const struct list *list, unsigned plies)
{
    uint16_t farthest = 0;
    for (unsigned i = 0; i < list->n; i++) {
        uint16_t code = known(s, list->next[i], plies);
        if (code == CODES || !code_is_win(code))
            return;
        farthest = code > farthest ? code : farthest;
    }
    if (farthest)
        set_code(s, list->slot, code_loss(code_plies(farthest) + 1));
}

static void test_candidates(struct solver *s, uint64_t first, uint64_t end,
                            unsigned plies)
{
    struct list list[LISTS];
    unsigned at = 0;
    for (uint64_t base = first; base < end; base += 64) {
        uint64_t *word = &s->candidate[(base - s->first) / 64], bits = *word;
        *word = 0;
        for (; bits; bits &= bits - 1) {
            uint64_t slot = base + (uint64_t)__builtin_ctzll(bits);
            if (code_at(s, slot) != OPEN)
                continue;
            struct list *l = &list[at++ % LISTS];
            if (at > LISTS)
                test(s, l, plies);
            struct fast_position p;
            fast_at(s->t, slot, &p);
            l->slot = slot;
            l->n = fast_successors(s->t, &p, l->next);
            for (unsigned i = 0; i < l->n; i++)
                if (l->next[i] < SLOT_DRAWN)
                    __builtin_prefetch(codes_at(s->held.codes, l->next[i]));
        }
    }
    for (unsigned i = at < LISTS ? 0 : at - LISTS; i < at; i++)
        test(s, &list[i % LISTS], plies);
}

/* ---- steps ------------------------------------------------------------------------ */

/* How many slots have code a or b. */
static uint64_t count_codes(const struct solver *s, uint16_t a, uint16_t b)
{
    uint64_t n = 0;
    const uint8_t *narrow = s->held.codes.at;
    const uint16_t *wide = s->held.codes.at;
    if (s->held.codes.width == 1) {
#pragma omp parallel for reduction(+ : n) num_threads(s->run->threads)
        for (uint64_t slot = s->first; slot < s->end; slot++)
            n += (narrow[slot] == (uint8_t)a) | (narrow[slot] == (uint8_t)b);
    } else {
#pragma omp parallel for reduction(+ : n) num_threads(s->run->threads)
        for (uint64_t slot = s->first; slot < s->end; slot++)
            n += (wide[slot] == a) | (wide[slot] == b);
    }
    return n;
}

/* What a resumed solve had expanded before the given ply. */
static uint64_t count_nearer(const struct solver *s, unsigned plies)
{
    uint64_t n = 0;
#pragma omp parallel for reduction(+ : n) num_threads(s->run->threads)
    for (uint64_t slot = s->first; slot < s->end; slot++) {
        uint16_t code = code_at(s, slot);
        n += code != OPEN && code != rule_draw(s) && code_plies(code) + 1 < plies;
    }
    return n;
}

static bool decide(struct solver *s, unsigned plies)
{
    if (!s->prepared) {
        if (!over_chunks(s, plies, prepare))
            return false;
        s->prepared = true;
        s->expanded = plies > 0 ? count_nearer(s, plies) : 0;
        progress_begin(&s->run->progress, "solving", s->expanded);
    }
    return plies == 0 ||
           (over_chunks(s, plies, expand) && over_chunks(s, plies, test_candidates));
}

static enum code step(struct solver *s, unsigned plies, uint64_t *decided,
                      struct error *err)
{
    if (s->held.codes.width == 1 && plies >= BYTE_PLIES && s->stuck == CODE_OK)
        s->stuck = held_widen(&s->held, &s->why);
    if (s->stuck != CODE_OK && err)
        *err = s->why;
    TRY(s->stuck);
    s->plies = plies;
    if (!decide(s, plies))
        return error_set(err, CODE_INTERRUPTED, "interrupted in ply %u", plies);
    *decided = count_codes(s, code_win(plies), code_loss(plies));
    return CODE_OK;
}

const struct engine NAME(retro_) = {
    .name = "retro",
    .summary = "expands each position once, backwards",
    .memory = memory,
    .seconds = NAME(estimate_),
    .start = start,
    .begin = begin,
    .load = load,
    .step = step,
    .codes = codes,
    .finish = finish,
    .reach_slots = 1 << 21,
    .reach = NAME(reach_),
};
