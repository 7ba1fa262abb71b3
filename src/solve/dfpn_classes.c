/* SPDX-License-Identifier: MIT
 *
 * Many positions; see dfpn_classes.h. Threads take one after the other and share the
 * table. Refutations are stored loosely, so one that is wrong elsewhere may hide a win:
 * what is left open is asked once more with nothing but the proofs kept.
 *
 * The checkpoint:
 *   0   "HISSHOPC"
 *   8   u64 positions, u64 XXH3 of the positions, char game[64]
 *   88  for each position: u64 nodes, u64 value
 *   end u64 XXH3 of all before
 */
#include "solve/dfpn_classes.h"

#include "base/random.h"
#include "base/sum.h"
#include "solve/dfpn_set.h"
#include "solve/dfpn_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void dfpn_classes_free(struct dfpn_classes *c)
{
    free(c->list);
    *c = (struct dfpn_classes){0};
}

enum code dfpn_classes_add(struct dfpn_classes *c, const struct position *p,
                           struct error *err)
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
            TRY(dfpn_classes_add(out, &moves[m].next, err));
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
    enum code code = dfpn_classes_add(out, from, err);
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

enum code dfpn_classes_list(const struct variant *v, const struct position *from,
                            unsigned plies, struct dfpn_classes *out, struct error *err)
{
    const struct dfpn_search *search = dfpn_search_of(v->game);
    void *face = NULL;
    *out = (struct dfpn_classes){0};
    TRY(search->open(v, &face, err));
    enum code code = list_classes(search, face, from, plies, out, err);
    search->close(face);
    return code;
}

void dfpn_classes_sample(struct dfpn_classes *c, uint64_t count)
{
    uint64_t seed = 1;
    for (uint64_t i = 0; i < count && i < c->count; i++) {
        uint64_t other = i + random_number(&seed) % (c->count - i);
        struct dfpn_class swapped = c->list[i];
        c->list[i] = c->list[other];
        c->list[other] = swapped;
    }
    if (count < c->count)
        c->count = count;
}

/* First whether the side to move wins, to the end; then whether the other side does. (Where little is known, dfpn.c takes turns; positions of a kind
 * mostly have the same answer, and turns would double the work.) */
static void prove_one(struct dfpn *s, const struct dfpn_search *search,
                      struct dfpn_class *c, uint64_t limit)
{
    for (int attacks = 1; attacks >= 0 && c->value == DFPN_UNKNOWN; attacks--) {
        if ((limit && c->nodes >= limit) || run_stopped(s->run) ||
            progress_clock() >= s->deadline)
            return;
        uint64_t begin = s->nodes;
        s->stop_at = limit ? begin + (limit - c->nodes) : UINT64_MAX;
        s->halt = false;
        s->top = 0;
        search->search(s, &c->p, attacks);
        bool succeeds = s->root.phi == 0, fails = s->root.delta == 0;
        if ((attacks && succeeds) || (!attacks && fails))
            c->value = attacks ? DFPN_WIN : DFPN_LOSS;
        c->nodes += s->nodes - begin;
    }
}

/* ---- the checkpoint ------------------------------------------------------------------- */

#define MAGIC "HISSHOPC"

enum { HEADER = 88, ENTRY = 16 };

static size_t file_bytes(const struct dfpn_classes *c)
{
    return HEADER + (size_t)c->count * ENTRY + 8;
}

static void fill_header(const struct dfpn_classes *c, const char *game,
                        unsigned char out[HEADER])
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < c->count; i++)
        sum = sum_plain(&c->list[i].p, sizeof c->list[i].p, sum);
    memset(out, 0, HEADER);
    memcpy(out, MAGIC, 8);
    put_u64(out + 8, c->count);
    put_u64(out + 16, sum);
    memcpy(out + 24, game, strlen(game));
}

static enum code save(const struct dfpn_classes *c, const char *path, const char *game,
                      struct error *err)
{
    unsigned char *bytes;
    struct out_file file;
    size_t size = file_bytes(c);
    TRY(mem_small(size, 1, &bytes, err));
    fill_header(c, game, bytes);
    for (uint64_t i = 0; i < c->count; i++) {
        put_u64(bytes + HEADER + i * ENTRY, c->list[i].nodes);
        put_u64(bytes + HEADER + i * ENTRY + 8, c->list[i].value);
    }
    put_u64(bytes + size - 8, sum_of(bytes, size - 8));
    enum code code = io_create(&file, path, err);
    if (code == CODE_OK)
        code = io_append(&file, bytes, size, err);
    if (code == CODE_OK)
        code = io_commit(&file, err);
    io_abandon(&file);
    free(bytes);
    return code;
}

static enum code read_values(struct dfpn_classes *c, int fd, uint64_t size,
                             const char *path, const char *game, unsigned char *bytes,
                             struct error *err)
{
    unsigned char wanted[HEADER];
    if (size == file_bytes(c))
        TRY(io_read(fd, path, 0, bytes, size, err));
    fill_header(c, game, wanted);
    if (size != file_bytes(c) || memcmp(bytes, wanted, HEADER) != 0 ||
        sum_of(bytes, size - 8) != get_u64(bytes + size - 8))
        return error_set(err, CODE_DAMAGED,
                         "checkpoint %.400s is damaged or of another question; remove "
                         "the file to begin again",
                         path);
    for (uint64_t i = 0; i < c->count; i++) {
        c->list[i].nodes = get_u64(bytes + HEADER + i * ENTRY);
        c->list[i].value = (enum dfpn_value)(bytes[HEADER + i * ENTRY + 8] & 3);
    }
    c->resumed = true;
    return CODE_OK;
}

static enum code load(struct dfpn_classes *c, const char *path, const char *game,
                      struct error *err)
{
    int fd;
    uint64_t size;
    unsigned char *bytes;
    if (!io_exists(path))
        return CODE_OK;
    TRY(io_open(path, &fd, &size, err));
    enum code code = mem_small(file_bytes(c), 1, &bytes, err);
    if (code == CODE_OK) {
        code = read_values(c, fd, size, path, game, bytes, err);
        free(bytes);
    }
    close(fd);
    return code;
}

/* ---- all of them ---------------------------------------------------------------------- */

struct work {
    const struct variant *v;
    const struct dfpn_search *search;
    struct dfpn *s; /* one for each thread */
    struct dfpn_table table;
    struct dfpn_classes *classes;
    const struct dfpn_options *options;
    struct run *run;
    double saved; /* when */
};

static void save_now_and_then(struct work *w)
{
    struct error ignored; /* the last one, at the end, tells */
    if (!w->options->checkpoint ||
        progress_clock() < w->saved + w->options->checkpoint_every)
        return;
    (void)save(w->classes, w->options->checkpoint, w->v->name, &ignored);
    w->saved = progress_clock();
}

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
        if (run_thread() == 0) {
            progress_update(&w->run->progress, so_far, c->count, "positions", NULL);
            save_now_and_then(w);
        }
    }
}

static void sum_up(struct dfpn_classes *c)
{
    for (uint64_t i = 0; i < c->count; i++) {
        c->decided[c->list[i].value]++;
        c->nodes += c->list[i].nodes;
    }
}

/* The proof table lies beside the values; it is saved when a run stops. */
static enum code table_beside(const char *checkpoint, char out[IO_PATH],
                              struct error *err)
{
    if (snprintf(out, IO_PATH, "%s.table", checkpoint) >= IO_PATH)
        return error_set(err, CODE_USAGE, "the name %.100s... is too long", checkpoint);
    return CODE_OK;
}

static enum code take_up(struct work *w, struct error *err)
{
    const char *checkpoint = w->options->checkpoint;
    char path[IO_PATH];
    if (!checkpoint)
        return CODE_OK;
    TRY(table_beside(checkpoint, path, err));
    TRY(load(w->classes, checkpoint, w->v->name, err));
    if (!io_exists(path))
        return CODE_OK;
    return dfpn_table_load(&w->table, &w->run->memory, path, w->v->name, err);
}

static enum code put_down(struct work *w, bool unfinished, struct error *err)
{
    const char *checkpoint = w->options->checkpoint;
    char path[IO_PATH];
    if (!checkpoint)
        return CODE_OK;
    TRY(table_beside(checkpoint, path, err));
    if (unfinished) {
        TRY(dfpn_table_save(&w->table, path, w->v->name, err));
        return save(w->classes, checkpoint, w->v->name, err);
    }
    TRY(io_remove(path, err));
    return io_remove(checkpoint, err);
}

static bool is_late(const struct work *w)
{
    return run_stopped(w->run) || progress_clock() >= w->s[0].deadline;
}

static enum code prove_all(struct work *w, struct error *err)
{
    for (int i = 0; i < w->run->threads; i++)
        TRY(dfpn_make(&w->s[i], w->search, w->v, w->run, &w->table, err));
    TRY(dfpn_table_make_full(&w->table, &w->run->memory, err));
    TRY(take_up(w, err));
    w->saved = progress_clock();
    for (int i = 0; i < w->run->threads; i++) {
        w->s[i].silent = true;
        if (w->options->seconds > 0)
            w->s[i].deadline = progress_clock() + w->options->seconds;
    }
    progress_begin(&w->run->progress, "proving", 0);
    pass(w);
    if (!is_late(w)) {
        dfpn_table_keep_proofs(&w->table);
        pass(w);
    }
    progress_end(&w->run->progress);
    sum_up(w->classes);
    TRY(put_down(w, is_late(w), err));
    return run_stopped(w->run) ? error_set(err, CODE_INTERRUPTED, "interrupted")
                               : CODE_OK;
}

enum code dfpn_classes_prove(const struct variant *v, struct run *run,
                             const struct dfpn_options *options, struct dfpn_classes *c,
                             struct error *err)
{
    double begin = progress_clock();
    struct work w = {.v = v,
                     .search = dfpn_search_of(v->game),
                     .classes = c,
                     .options = options,
                     .run = run};
    TRY(mem_small((size_t)run->threads, sizeof *w.s, &w.s, err));
    enum code code = prove_all(&w, err);
    for (int i = 0; i < run->threads; i++)
        if (w.s[i].run)
            dfpn_free(&w.s[i], w.search);
    dfpn_table_free(&w.table, &run->memory);
    free(w.s);
    c->peak_bytes = run->memory.peak;
    c->seconds = progress_clock() - begin;
    return code;
}
