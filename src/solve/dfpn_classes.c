/* SPDX-License-Identifier: MIT
 *
 * Classes of positions after irreversible moves; see dfpn_classes.h. Threads take one
 * class after the other and share the table. Refutations are stored loosely, so one that
 * is wrong elsewhere may hide a win: what is left open is asked once more with nothing but
 * the proofs kept.
 */
#include "solve/dfpn_classes.h"

#include "solve/dfpn_set.h"
#include "solve/dfpn_state.h"

#include <stdlib.h>

enum { FIRST_ROUND = 1 << 18 };

void dfpn_classes_free(struct dfpn_classes *c)
{
    free(c->list);
    *c = (struct dfpn_classes){0};
}

static enum code add(struct dfpn_classes *c, const struct position *p, struct error *err)
{
    if ((c->count & (c->count - 1)) == 0) {
        uint64_t room = c->count ? 2 * c->count : 1;
        void *list = realloc(c->list, room * sizeof *c->list);
        if (!list)
            return error_set(err, CODE_RESOURCES,
                             "not enough memory for a list of positions");
        c->list = list;
    }
    c->list[c->count++] = (struct dfpn_class){.p = *p};
    return CODE_OK;
}

/* The classes that one irreversible move leads to from those of the list. */
static enum code next_ply(const struct dfpn_search *search, const void *face,
                          const struct dfpn_classes *from, struct dfpn_move *moves,
                          struct dfpn_set *seen, struct dfpn_classes *out,
                          struct error *err)
{
    for (uint64_t i = 0; i < from->count; i++) {
        unsigned n = search->moves(face, &from->list[i].p, moves);
        for (unsigned m = 0; m < n; m++) {
            if (!moves[m].fresh || moves[m].ending != GOES_ON ||
                dfpn_set_has(seen, moves[m].id + 1))
                continue;
            TRY(dfpn_set_add(seen, moves[m].id + 1, err));
            TRY(add(out, &moves[m].next, err));
        }
    }
    return CODE_OK;
}

static enum code list_classes(const struct dfpn_search *search, const void *face,
                              const struct position *from, unsigned plies,
                              struct dfpn_classes *out, struct error *err)
{
    struct dfpn_move *moves;
    TRY(mem_small(GAME_MOVES, sizeof *moves, &moves, err));
    enum code code = add(out, from, err);
    for (unsigned i = 0; i < plies && code == CODE_OK; i++) {
        struct dfpn_classes next = {0};
        struct dfpn_set seen = {0};
        code = next_ply(search, face, out, moves, &seen, &next, err);
        dfpn_set_free(&seen);
        dfpn_classes_free(out);
        *out = next;
    }
    free(moves);
    return code;
}

/* Both questions in turn, with growing numbers of nodes; see dfpn.c. */
static void prove_one(struct dfpn *s, const struct dfpn_search *search,
                      struct dfpn_class *c, uint64_t limit)
{
    bool open[2] = {true, true};
    uint64_t begin = s->nodes;
    if (limit && c->nodes >= limit)
        return; /* spent in the first pass */
    for (uint64_t nodes = FIRST_ROUND; open[0] || open[1]; nodes += nodes / 4)
        for (int attacks = 1; attacks >= 0; attacks--) {
            if (!open[attacks])
                continue;
            uint64_t left = limit ? limit - c->nodes : UINT64_MAX;
            s->stop_at = s->nodes + (nodes < left ? nodes : left);
            s->halt = false;
            s->top = 0;
            search->search(s, &c->p, attacks);
            bool succeeds = s->root.phi == 0, fails = s->root.delta == 0;
            if ((attacks && succeeds) || (!attacks && fails))
                c->value = attacks ? DFPN_WIN : DFPN_LOSS;
            open[attacks] = !succeeds && !fails;
            c->nodes += s->nodes - begin;
            begin = s->nodes;
            if (c->value != DFPN_UNKNOWN || (limit && c->nodes >= limit) ||
                run_stopped(s->run) || progress_clock() >= s->deadline)
                return;
        }
}

struct work {
    const struct dfpn_search *search;
    struct dfpn *s; /* one for each thread */
    struct dfpn_table table;
    struct dfpn_classes *classes;
    const struct dfpn_options *options;
    struct run *run;
};

static void pass(struct work *w)
{
    struct dfpn_classes *c = w->classes;
    uint64_t done = 0;
#pragma omp parallel for schedule(dynamic, 1) num_threads(w->run->threads)
    for (uint64_t i = 0; i < c->count; i++) {
        struct dfpn *s = &w->s[run_thread()];
        if (c->list[i].value == DFPN_UNKNOWN && !run_stopped(w->run) &&
            progress_clock() < s->deadline)
            prove_one(s, w->search, &c->list[i], w->options->nodes);
        uint64_t so_far = __atomic_add_fetch(&done, 1, __ATOMIC_RELAXED);
        if (run_thread() == 0)
            progress_update(&w->run->progress, so_far, c->count, "positions", NULL);
    }
}

static enum code prove_all(struct work *w, const struct variant *v,
                           const struct position *from, unsigned plies, struct error *err)
{
    for (int i = 0; i < w->run->threads; i++)
        TRY(dfpn_make(&w->s[i], w->search, v, w->run, &w->table, err));
    TRY(dfpn_table_make_full(&w->table, &w->run->memory, err));
    TRY(list_classes(w->search, w->s[0].face, from, plies, w->classes, err));
    for (int i = 0; i < w->run->threads; i++) {
        w->s[i].silent = true;
        if (w->options->seconds > 0)
            w->s[i].deadline = progress_clock() + w->options->seconds;
    }
    progress_begin(&w->run->progress, "proving", 0);
    pass(w);
    dfpn_table_keep_proofs(&w->table);
    pass(w);
    progress_end(&w->run->progress);
    return run_stopped(w->run) ? error_set(err, CODE_INTERRUPTED, "interrupted")
                               : CODE_OK;
}

static void sum_up(struct work *w)
{
    struct dfpn_classes *c = w->classes;
    for (uint64_t i = 0; i < c->count; i++) {
        c->decided[c->list[i].value]++;
        c->nodes += c->list[i].nodes;
    }
}

enum code dfpn_classes_prove(const struct variant *v, struct run *run,
                             const struct position *from, unsigned plies,
                             const struct dfpn_options *options, struct dfpn_classes *out,
                             struct error *err)
{
    double begin = progress_clock();
    struct work w = {.search = dfpn_search_of(v->game),
                     .classes = out,
                     .options = options,
                     .run = run};
    *out = (struct dfpn_classes){0};
    TRY(mem_small((size_t)run->threads, sizeof *w.s, &w.s, err));
    enum code code = prove_all(&w, v, from, plies, err);
    sum_up(&w);
    for (int i = 0; i < run->threads; i++)
        if (w.s[i].run)
            dfpn_free(&w.s[i], w.search);
    dfpn_table_free(&w.table, &run->memory);
    free(w.s);
    out->peak_bytes = run->memory.peak;
    out->seconds = progress_clock() - begin;
    return code;
}
