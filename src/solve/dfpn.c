/* SPDX-License-Identifier: MIT
 *
 * The driver of the proof search: asks the two questions in turn with growing numbers of
 * nodes, because nobody knows which one is easy; keeps limits, progress and checkpoint;
 * writes the certificate. See dfpn.h.
 */
#include "solve/dfpn.h"

#include "solve/dfpn_certificate.h"
#include "solve/dfpn_state.h"

#include <stdio.h>
#include <stdlib.h>

#define GAME(folder) extern const struct dfpn_search dfpn_search_##folder;
#include "prover_games.def"
#undef GAME
extern const struct dfpn_search dfpn_search_slow;

const struct dfpn_search *dfpn_search_of(const struct game *game)
{
#define GAME(folder)                                                                     \
    if (strcmp(game->name, #folder) == 0)                                                \
        return &dfpn_search_##folder;
#include "prover_games.def"
#undef GAME
    return &dfpn_search_slow;
}

const char *dfpn_value_name(enum dfpn_value value)
{
    static const char *const name[] = {"unknown", "win", "loss", "draw"};
    return name[value];
}

enum code dfpn_make(struct dfpn *s, const struct dfpn_search *search,
                    const struct variant *v, struct run *run, struct dfpn_table *table,
                    struct error *err)
{
    struct budget *memory = &run->memory;
    *s = (struct dfpn){.run = run, .table = table, .deadline = 1e300};
    TRY(mem_take(memory, DFPN_DEPTH, sizeof *s->path, "the path", &s->path, err));
    TRY(mem_take(memory, DFPN_ROOM, search->child, "the nodes of the path", &s->room,
                 err));
    return search->open(v, &s->face, err);
}

void dfpn_free(struct dfpn *s, const struct dfpn_search *search)
{
    struct budget *memory = &s->run->memory;
    mem_give(memory, s->path, DFPN_DEPTH, sizeof *s->path);
    mem_give(memory, s->room, DFPN_ROOM, search->child);
    if (s->face)
        search->close(s->face);
}

void dfpn_look(struct dfpn *s)
{
    char note[64];
    s->looked = s->nodes;
    if (s->nodes >= s->stop_at || run_stopped(s->run) || progress_clock() >= s->deadline)
        s->halt = true;
    if (s->silent)
        return;
    snprintf(note, sizeof note, "p %u, d %u", s->root.phi, s->root.delta);
    progress_update(&s->run->progress, s->nodes, 0, "positions", note);
}

/* One of the two questions: does the side to move win, or the other side? */
struct question {
    bool attacks;
    enum { OPEN, PROVED, REFUTED } answer;
    bool asked; /* it can decide the value */
};

struct asking {
    const struct variant *v;
    const struct position *p;
    const struct dfpn_options *options;
    const struct dfpn_search *search;
    struct dfpn s;
    struct dfpn_table table;
    struct question question[2];
    enum value endless; /* what endless play is for the side to move */
    double saved;       /* when the table was last saved */
    double saving;      /* how long that took */
};

enum { FIRST_ROUND = 1 << 18 };

static enum code save(struct asking *a, struct error *err)
{
    if (!a->options->checkpoint)
        return CODE_OK;
    double begin = progress_clock();
    TRY(dfpn_table_save(&a->table, a->options->checkpoint, a->v->name, err));
    a->saved = progress_clock();
    a->saving = a->saved - begin;
    return CODE_OK;
}

/* Limits that hold for the whole search, not for one round. */
static bool spent(const struct asking *a)
{
    const struct dfpn *s = &a->s;
    return (a->options->nodes && s->nodes >= a->options->nodes) ||
           (a->options->seconds > 0 && progress_clock() >= s->deadline);
}

/* Searches for so many nodes more. */
static enum code ask(struct asking *a, struct question *q, uint64_t nodes,
                     struct error *err)
{
    struct dfpn *s = &a->s;
    s->stop_at = s->nodes + nodes;
    if (a->options->nodes && s->stop_at > a->options->nodes)
        s->stop_at = a->options->nodes;
    s->halt = false;
    s->top = 0;
    a->search->search(s, a->p, q->attacks);
    bool succeeds = s->root.phi == 0, fails = s->root.delta == 0;
    if (succeeds || fails)
        q->answer = succeeds == q->attacks ? PROVED : REFUTED;
    if (run_stopped(s->run)) {
        TRY(save(a, err));
        return error_set(err, CODE_INTERRUPTED, "interrupted");
    }
    TRY(dfpn_table_grow(&a->table, &s->run->memory, err));
    double every = a->options->checkpoint_every;
    if (every < 20 * a->saving)
        every = 20 * a->saving;
    return progress_clock() > a->saved + every ? save(a, err) : CODE_OK;
}

/* Asks both questions in turn until one is proved or both are refuted. */
static enum code rounds(struct asking *a, struct error *err)
{
    for (uint64_t nodes = FIRST_ROUND;; nodes += nodes / 4) {
        bool open = false;
        for (int i = 0; i < 2; i++) {
            struct question *q = &a->question[i];
            if (!q->asked || q->answer != OPEN)
                continue;
            TRY(ask(a, q, nodes, err));
            if (q->answer == PROVED || spent(a))
                return CODE_OK;
            open |= q->answer == OPEN;
        }
        if (!open)
            return CODE_OK;
    }
}

static bool proved(const struct asking *a)
{
    return a->question[0].answer == PROVED || a->question[1].answer == PROVED;
}

static bool refuted(const struct asking *a)
{
    for (int i = 0; i < 2; i++)
        if (a->question[i].asked && a->question[i].answer != REFUTED)
            return false;
    return true;
}

static enum code decide(struct asking *a, struct error *err)
{
    TRY(rounds(a, err));
    if (!refuted(a) || !a->s.bent)
        return CODE_OK;
    /* Refuted loosely: what was proved stands, all else is asked again exactly. */
    dfpn_table_keep_proofs(&a->table);
    a->s.exact = true;
    a->s.bent = false;
    a->question[0].answer = a->question[1].answer = OPEN;
    return rounds(a, err);
}

static enum dfpn_value value_of(const struct asking *a)
{
    if (a->question[0].answer == PROVED)
        return DFPN_WIN;
    if (a->question[1].answer == PROVED)
        return DFPN_LOSS;
    if (!refuted(a) || a->s.bent)
        return DFPN_UNKNOWN;
    return a->endless == VALUE_WIN    ? DFPN_WIN
           : a->endless == VALUE_LOSS ? DFPN_LOSS
                                      : DFPN_DRAW;
}

/* Where endless play belongs to one side, only the other one can have a proof. */
static void prepare(struct asking *a)
{
    const struct game *game = a->v->game;
    a->endless = game->undecided ? game->undecided(a->v, a->p) : VALUE_DRAW;
    a->question[0] = (struct question){true, OPEN, a->endless != VALUE_WIN};
    a->question[1] = (struct question){false, OPEN, a->endless != VALUE_LOSS};
    a->s.root = (struct dfpn_numbers){.phi = 1, .delta = 1};
    a->s.deadline =
        a->options->seconds > 0 ? progress_clock() + a->options->seconds : 1e300;
    a->saved = progress_clock();
    progress_begin(&a->s.run->progress, "proving", 0);
}

static enum code certify(struct asking *a, struct dfpn_report *out, struct error *err)
{
    if (!a->options->certificate || !proved(a))
        return CODE_OK;
    bool attacks = a->question[0].answer == PROVED;
    struct dfpn_certificate c;
    a->s.stop_at = UINT64_MAX;
    a->s.deadline = 1e300;
    enum code code =
        dfpn_certificate_begin(&c, a->options->certificate, a->v, a->p, attacks, err);
    if (code == CODE_OK)
        code = a->search->certify(&a->s, a->p, attacks, dfpn_certificate_line, &c, err);
    if (code == CODE_OK)
        code = dfpn_certificate_end(&c, err);
    out->certificate_lines = c.lines;
    dfpn_certificate_abandon(&c);
    return code;
}

static enum code search_all(struct asking *a, struct dfpn_report *out, struct error *err)
{
    TRY(dfpn_make(&a->s, a->search, a->v, a->s.run, &a->table, err));
    TRY(dfpn_table_make(&a->table, &a->s.run->memory, err));
    prepare(a);
    if (a->options->checkpoint) {
        enum code code = dfpn_table_load(&a->table, &a->s.run->memory,
                                         a->options->checkpoint, a->v->name, err);
        if (code != CODE_OK && code != CODE_NO_TABLE)
            return code;
        out->resumed = code == CODE_OK;
        a->s.bent = out->resumed; /* refutations of the file may have been loose */
    }
    enum code code = decide(a, err);
    progress_end(&a->s.run->progress);
    out->nodes = a->s.nodes;
    out->visited = a->s.visited;
    TRY(code);
    out->value = value_of(a);
    if (out->value == DFPN_WIN || out->value == DFPN_LOSS)
        out->within = proved(a) ? a->s.root.distance : 0;
    TRY(certify(a, out, err));
    if (!a->options->checkpoint)
        return CODE_OK;
    return out->value == DFPN_UNKNOWN ? save(a, err)
                                      : io_remove(a->options->checkpoint, err);
}

/* A game that is over needs no search. */
static bool over(const struct variant *v, const struct position *p,
                 struct dfpn_report *out)
{
    enum ending ending = v->game->ending(v, p);
    if (ending == GOES_ON)
        return false;
    out->value = ending == ENDS_WIN    ? DFPN_WIN
                 : ending == ENDS_LOSS ? DFPN_LOSS
                                       : DFPN_DRAW;
    if (ending == ENDS_DRAW && v->game->undecided) {
        enum value value = v->game->undecided(v, p);
        out->value = value == VALUE_WIN    ? DFPN_WIN
                     : value == VALUE_LOSS ? DFPN_LOSS
                                           : DFPN_DRAW;
    }
    return true;
}

enum code dfpn_prove(const struct variant *v, struct run *run, const struct position *p,
                     const struct dfpn_options *options, struct dfpn_report *out,
                     struct error *err)
{
    double begin = progress_clock();
    struct asking *a;
    *out = (struct dfpn_report){0};
    if (over(v, p, out))
        return CODE_OK;
    TRY(mem_small(1, sizeof *a, &a, err));
    a->v = v;
    a->p = p;
    a->options = options;
    a->search = dfpn_search_of(v->game);
    a->s.run = run;
    enum code code = search_all(a, out, err);
    out->peak_bytes = run->memory.peak;
    out->seconds = progress_clock() - begin;
    dfpn_free(&a->s, a->search);
    dfpn_table_free(&a->table, &run->memory);
    free(a);
    return code;
}
