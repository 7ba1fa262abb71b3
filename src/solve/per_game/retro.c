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
 * Look-ups are random reads in a table far larger than any cache. They are queued with a
 * prefetch and carried out some tens of look-ups later, which hides most of their
 * latency.
 */
#include "game/game.h"
#include "solve/engine.h"

#include FAST_FACE

#include <stdio.h>
#include <stdlib.h>

#define PASTE(a, b)  a##b
#define NAME(prefix) PASTE2(prefix, FAST_GAME)
#define PASTE2(a, b) PASTE(a, b)

#ifndef FAST_JUDGES_MOVES /* does fast_successors give endings instead of slots? */
#define FAST_JUDGES_MOVES(tables) 0
#endif
#ifndef FAST_SUITS /* does the fast face number positions as the table does? */
#define FAST_SUITS(tables) ((void)(tables), 1)
#endif

enum {
    OPEN = 0,
    RULE_DRAW = 255, /* ended as a draw; stored as CODE_DRAWN */
    CHUNK = 1 << 16, /* slots a thread takes at a time; a multiple of 64 */
    QUEUE = 64,      /* look-ups in flight */
    LISTS = 4        /* candidates in flight */
};

struct solver {
    const struct variant *v;
    const struct fast_tables *t;
    struct run *run;
    uint8_t *code;
    uint64_t *candidate; /* one bit per slot */
    uint64_t expanded;   /* slots expanded so far, for progress */
    bool reporting;      /* progress has begun */
};

static uint64_t words(const struct variant *v)
{
    return (v->slots + 63) / 64;
}

static uint64_t memory(const struct variant *v)
{
    if (v->slots > UINT64_MAX / 2 || !FAST_SUITS((const struct fast_tables *)v->tables))
        return 0;
    return v->slots + 8 * words(v);
}

static enum code start(const struct variant *v, struct run *run, struct solver **out,
                       struct error *err)
{
    struct solver *s;
    TRY(mem_small(1, sizeof *s, &s, err));
    *s = (struct solver){.v = v, .t = v->tables, .run = run};
    enum code code = mem_take(&run->memory, v->slots, 1, "the codes", &s->code, err);
    if (code == CODE_OK)
        code = mem_take(&run->memory, words(v), 8, "the candidates", &s->candidate, err);
    if (code == CODE_OK)
        *out = s;
    else {
        mem_give(&run->memory, s->code, v->slots, 1);
        free(s);
    }
    return code;
}

static void finish(struct solver *s)
{
    mem_give(&s->run->memory, s->code, s->v->slots, 1);
    mem_give(&s->run->memory, s->candidate, words(s->v), 8);
    free(s);
}

static void load(struct solver *s, uint64_t first, uint64_t count, const uint16_t *codes)
{
    for (uint64_t i = 0; i < count; i++) {
        s->code[first + i] = (uint8_t)codes[i];
        if (codes[i] == OPEN) {
            struct fast_position p;
            fast_at(s->t, first + i, &p);
            if (fast_ending(s->t, &p) == ENDS_DRAW)
                s->code[first + i] = RULE_DRAW;
        }
    }
}

static void codes(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out)
{
    for (uint64_t i = 0; i < count; i++) {
        uint8_t code = s->code[first + i];
        out[i] = code == RULE_DRAW ? CODE_DRAWN : code;
    }
}

/* ---- chunks ----------------------------------------------------------------------- */

typedef void work_on_chunk(struct solver *s, uint64_t first, uint64_t end,
                           unsigned plies);

static void report(struct solver *s, uint64_t done, unsigned plies)
{
    char note[32];
    snprintf(note, sizeof note, "ply %u", plies);
    progress_update(&s->run->progress, done, s->v->slots, "positions", note);
}

/* Runs `work` over all slots in parallel; false when the run was stopped. */
static bool over_chunks(struct solver *s, unsigned plies, work_on_chunk *work)
{
    const uint64_t slots = s->v->slots, chunks = (slots + CHUNK - 1) / CHUNK;
    bool stopped = false;
#pragma omp parallel for schedule(dynamic, 1) num_threads(s->run->threads)
    for (uint64_t c = 0; c < chunks; c++) {
        if (run_stopped(s->run)) {
#pragma omp atomic write
            stopped = true;
            continue;
        }
        uint64_t end = (c + 1) * CHUNK;
        work(s, c * CHUNK, end < slots ? end : slots, plies);
    }
    return !stopped;
}

static uint8_t code_at(const struct solver *s, uint64_t slot)
{
    return __atomic_load_n(&s->code[slot], __ATOMIC_RELAXED);
}

static void set_code(struct solver *s, uint64_t slot, uint16_t code)
{
    __atomic_store_n(&s->code[slot], (uint8_t)code, __ATOMIC_RELAXED);
}

/* ---- what the rules end ----------------------------------------------------------- */

static void judge(struct solver *s, uint64_t first, uint64_t end, unsigned plies)
{
    (void)plies;
    for (uint64_t slot = first; slot < end; slot++) {
        struct fast_position p;
        fast_at(s->t, slot, &p);
        enum ending ending = fast_ending(s->t, &p);
        set_code(s, slot, ending == ENDS_DRAW ? RULE_DRAW : code_of_ending(ending));
    }
}

/* Ply 1, only in games that judge moves: such endings have no slot to come back from. */
static void judge_moves(struct solver *s, uint64_t first, uint64_t end, unsigned plies)
{
    for (uint64_t slot = first; slot < end; slot++) {
        if (s->code[slot] != OPEN)
            continue;
        struct fast_position p;
        uint64_t next[FAST_MOVES];
        fast_at(s->t, slot, &p);
        unsigned n = fast_successors(s->t, &p, next);
        bool wins = false, loses = true;
        for (unsigned i = 0; i < n; i++) {
            wins |= next[i] == SLOT_LOST;
            loses &= next[i] == SLOT_WON;
        }
        if (wins || loses)
            set_code(s, slot, wins ? code_win(plies) : code_loss(plies));
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
    if (code_at(s, slot) != OPEN)
        return;
    if (wins) {
        set_code(s, slot, code_win(plies));
        return;
    }
    uint64_t *word = &s->candidate[slot / 64], bit = (uint64_t)1 << slot % 64;
    if (!(__atomic_load_n(word, __ATOMIC_RELAXED) & bit))
        __atomic_fetch_or(word, bit, __ATOMIC_RELAXED);
}

static void enqueue(struct solver *s, struct queue *q, uint64_t slot, bool wins,
                    unsigned plies)
{
    unsigned i = q->at++ % QUEUE;
    if (q->at > QUEUE)
        settle(s, q->slot[i], q->wins[i], plies);
    __builtin_prefetch(&s->code[slot], 1);
    if (!wins)
        __builtin_prefetch(&s->candidate[slot / 64], 1);
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
 * the current ply, which is never looked for here. */
static bool any_of(const uint8_t code[64], uint16_t a, uint16_t b)
{
    uint8_t found = 0;
    for (int i = 0; i < 64; i++)
        found |= (uint8_t)((code[i] == a) | (code[i] == b));
    return found;
}

static void expand(struct solver *s, uint64_t first, uint64_t end, unsigned plies)
{
    const uint16_t win = code_win(plies - 1), loss = code_loss(plies - 1);
    struct queue q = {.at = 0};
    uint64_t expanded = 0;
    for (uint64_t base = first; base < end; base += 64) {
        uint64_t stop = base + 64 < end ? base + 64 : end;
        if (stop - base == 64 && !any_of(&s->code[base], win, loss))
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

static void test(struct solver *s, const struct list *list, unsigned plies)
{
    const uint16_t farthest = code_win(plies - 1);
    for (unsigned i = 0; i < list->n; i++) {
        if (list->next[i] == SLOT_WON)
            continue;
        if (list->next[i] >= SLOT_DRAWN)
            return;
        uint8_t code = code_at(s, list->next[i]);
        if (!code_is_win(code) || code > farthest)
            return;
    }
    set_code(s, list->slot, code_loss(plies));
}

static void test_candidates(struct solver *s, uint64_t first, uint64_t end,
                            unsigned plies)
{
    struct list list[LISTS];
    unsigned at = 0;
    for (uint64_t base = first; base < end; base += 64) {
        uint64_t bits = s->candidate[base / 64];
        s->candidate[base / 64] = 0;
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
                    __builtin_prefetch(&s->code[l->next[i]]);
        }
    }
    for (unsigned i = at < LISTS ? 0 : at - LISTS; i < at; i++)
        test(s, &list[i % LISTS], plies);
}

/* ---- steps ------------------------------------------------------------------------ */

static uint64_t count_codes(const struct solver *s, uint16_t a, uint16_t b)
{
    uint64_t n = 0;
#pragma omp parallel for reduction(+ : n) num_threads(s->run->threads)
    for (uint64_t slot = 0; slot < s->v->slots; slot++)
        n += (s->code[slot] == a) | (s->code[slot] == b);
    return n;
}

/* What a resumed solve had expanded before the given ply. */
static uint64_t count_nearer(const struct solver *s, unsigned plies)
{
    uint64_t n = 0;
#pragma omp parallel for reduction(+ : n) num_threads(s->run->threads)
    for (uint64_t slot = 0; slot < s->v->slots; slot++) {
        uint8_t code = s->code[slot];
        n += code != OPEN && code != RULE_DRAW && code_plies(code) + 1 < plies;
    }
    return n;
}

static bool decide(struct solver *s, unsigned plies)
{
    if (plies == 0)
        return over_chunks(s, plies, judge);
    if (plies == 1 && FAST_JUDGES_MOVES(s->t) && !over_chunks(s, plies, judge_moves))
        return false;
    return over_chunks(s, plies, expand) && over_chunks(s, plies, test_candidates);
}

static enum code step(struct solver *s, unsigned plies, uint64_t *decided,
                      struct error *err)
{
    if (!s->reporting) {
        s->expanded = plies > 0 ? count_nearer(s, plies) : 0;
        progress_begin(&s->run->progress, "solving", s->expanded);
        s->reporting = true;
    }
    if (!decide(s, plies))
        return error_set(err, CODE_INTERRUPTED, "interrupted in ply %u", plies);
    *decided = count_codes(s, code_win(plies), code_loss(plies));
    return CODE_OK;
}

/* ---- estimate --------------------------------------------------------------------- */

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
static double seconds(const struct variant *v, int threads)
{
    enum { SAMPLE = 8192 };
    const double look_up = 4e-9;
    volatile uint64_t warm_up = generate(v, 0, SAMPLE);
    double start_time = progress_clock();
    uint64_t n = generate(v, warm_up, SAMPLE);
    double each = (progress_clock() - start_time + (double)n * look_up) / SAMPLE;
    return each * (double)v->slots / threads;
}

/* ---- reachable positions ---------------------------------------------------------- */

/* One bit per slot; a pass expands the newly reached slots until there are none. */
struct reach {
    const struct variant *v;
    uint64_t *reached, *fresh, *coming;
};

static void spread(struct reach *r, uint64_t slot)
{
    const struct fast_tables *t = r->v->tables;
    struct fast_position p;
    uint64_t next[FAST_MOVES];
    fast_at(t, slot, &p);
    if (fast_ending(t, &p) != GOES_ON)
        return;
    unsigned n = fast_successors(t, &p, next);
    for (unsigned i = 0; i < n; i++) {
        if (next[i] >= SLOT_DRAWN)
            continue;
        uint64_t bit = (uint64_t)1 << next[i] % 64;
        if (!(__atomic_load_n(&r->reached[next[i] / 64], __ATOMIC_RELAXED) & bit))
            __atomic_fetch_or(&r->coming[next[i] / 64], bit, __ATOMIC_RELAXED);
    }
}

/* A table may keep several slots for one symmetry class; reaching one reaches all. */
static void close_under_symmetry(struct reach *r, uint64_t slot)
{
    struct position p, image;
    game_at_slot(r->v, slot, &p);
    for (unsigned k = 1; k < game_symmetries(r->v); k++) {
        game_symmetric(r->v, &p, k, &image);
        uint64_t other = game_slot(r->v, &image);
        r->coming[other / 64] |= (uint64_t)1 << other % 64;
    }
}

static uint64_t pass(struct reach *r, int threads)
{
    uint64_t fresh = 0;
#pragma omp parallel for schedule(dynamic, 1024) num_threads(threads)
    for (uint64_t w = 0; w < words(r->v); w++)
        for (uint64_t bits = r->fresh[w]; bits; bits &= bits - 1)
            spread(r, 64 * w + (uint64_t)__builtin_ctzll(bits));
    if (r->v->slots != r->v->positions)
        for (uint64_t w = 0; w < words(r->v); w++)
            for (uint64_t bits = r->coming[w]; bits; bits &= bits - 1)
                close_under_symmetry(r, 64 * w + (uint64_t)__builtin_ctzll(bits));
    for (uint64_t w = 0; w < words(r->v); w++) {
        r->fresh[w] = r->coming[w] & ~r->reached[w];
        r->reached[w] |= r->fresh[w];
        r->coming[w] = 0;
        fresh += (uint64_t)__builtin_popcountll(r->fresh[w]);
    }
    return fresh;
}

/* Is the slot the smallest among those of its symmetry class? */
static bool is_first(const struct variant *v, uint64_t slot)
{
    struct position p, image;
    game_at_slot(v, slot, &p);
    for (unsigned k = 1; k < game_symmetries(v); k++) {
        game_symmetric(v, &p, k, &image);
        if (game_slot(v, &image) < slot)
            return false;
    }
    return true;
}

static enum code reach(const struct variant *v, struct run *run, uint64_t *positions,
                       uint64_t *unique, struct error *err)
{
    struct reach r = {.v = v};
    uint64_t *bits, n = words(v);
    TRY(mem_take(&run->memory, 3 * n, 8, "the reachable positions", &bits, err));
    r.reached = bits;
    r.fresh = bits + n;
    r.coming = bits + 2 * n;
    struct position p;
    v->game->initial(v, &p);
    uint64_t slot = game_slot(v, &p);
    r.reached[slot / 64] = r.fresh[slot / 64] = (uint64_t)1 << slot % 64;
    while (pass(&r, run->threads) > 0 && !run_stopped(run))
        continue;
    *positions = *unique = 0;
    for (slot = 0; slot < v->slots; slot++)
        if (r.reached[slot / 64] >> slot % 64 & 1) {
            *positions += game_weight(v, slot);
            *unique += is_first(v, slot);
        }
    mem_give(&run->memory, bits, 3 * n, 8);
    return run_stopped(run) ? error_set(err, CODE_INTERRUPTED, "interrupted") : CODE_OK;
}

const struct engine NAME(retro_) = {
    .name = "retro",
    .summary = "expands each position once, backwards",
    .memory = memory,
    .seconds = seconds,
    .most_plies = BYTE_PLIES,
    .start = start,
    .load = load,
    .step = step,
    .codes = codes,
    .finish = finish,
    .reach_slots = 1 << 21,
    .reach = reach,
};
