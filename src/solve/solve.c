/* SPDX-License-Identifier: MIT
 * The driver of a solve; see solve.h. */
#include "solve/solve.h"

#include "base/io.h"
#include "solve/checkpoint.h"
#include "solve/store.h"

#include <string.h>

bool solve_by_parts(const struct variant *v, const struct engine *engine)
{
    return engine->begin && game_parts(v) > 1;
}

/* ---- checkpoints -------------------------------------------------------------------- */

/* An engine's own checkpoint does not tell the part, so its name does. */
static enum code own_path(const struct solve_options *options,
                          const struct solution *solution, char out[IO_PATH],
                          struct error *err)
{
    char suffix[16] = "";
    if (solution->store)
        snprintf(suffix, sizeof suffix, ".%u", solution->part);
    if (strlen(options->checkpoint) + sizeof suffix >= IO_PATH)
        return error_set(err, CODE_USAGE, "the file name is too long: %.80s...",
                         options->checkpoint);
    snprintf(out, IO_PATH, "%.*s%s", IO_PATH - 32, options->checkpoint, suffix);
    return CODE_OK;
}

enum code solve_save(const struct variant *v, const struct solve_options *options,
                     const struct solution *solution, struct error *err)
{
    char path[IO_PATH];
    struct part part = {.count = v->slots};
    if (solution->store)
        TRY(solution->store->keep(solution->store->context, err));
    if (!options->checkpoint || !solution->solver)
        return CODE_OK;
    if (solution->engine->save) {
        TRY(own_path(options, solution, path, err));
        return solution->engine->save(solution->solver, path, err);
    }
    if (solution->store)
        game_part(v, solution->part, &part);
    const struct checkpoint at = {.part = solution->part,
                                  .plies = solution->plies,
                                  .first = part.first,
                                  .count = part.count};
    return checkpoint_save(options->checkpoint, v, solution->engine, solution->solver,
                           &at, err);
}

static enum code resume_own(const struct solve_options *options, struct solution *out,
                            struct error *err)
{
    char path[IO_PATH];
    TRY(own_path(options, out, path, err));
    if (!io_exists(path))
        return CODE_OK;
    out->resumed = true;
    return out->engine->resume(out->solver, path, options->scratch, &out->plies, err);
}

/* A checkpoint of an earlier part was overtaken: that part is complete. */
static enum code resume_codes(const struct variant *v,
                              const struct solve_options *options, struct solution *out,
                              struct error *err)
{
    struct checkpoint at;
    struct part part = {.count = v->slots};
    if (!io_exists(options->checkpoint))
        return CODE_OK;
    TRY(checkpoint_look(options->checkpoint, v, &at, err));
    if (out->store)
        game_part(v, out->part, &part);
    if ((at.count == v->slots) != (part.count == v->slots))
        return CODE_OK; /* of an engine that solves all at once, or does not */
    if (out->store && at.part < out->part)
        return CODE_OK;
    if (at.part != out->part || at.first != part.first || at.count != part.count)
        return error_set(err, CODE_DAMAGED,
                         "checkpoint %s: it is of another part of the game; remove the "
                         "file to solve from the start",
                         options->checkpoint);
    out->resumed = true;
    TRY(checkpoint_load(options->checkpoint, v, out->engine, out->solver, &at, err));
    out->plies = at.plies;
    return CODE_OK;
}

static enum code resume(const struct variant *v, const struct solve_options *options,
                        struct solution *out, struct error *err)
{
    const struct engine *engine = out->engine;
    const bool own = engine->resume != NULL;
    bool before = out->resumed;
    out->resumed = false;
    if (options->checkpoint && own)
        TRY(resume_own(options, out, err));
    else if (options->checkpoint)
        TRY(resume_codes(v, options, out, err));
    if (!out->resumed && engine->scratch && options->scratch)
        TRY(engine->scratch(out->solver, options->scratch, err));
    if (out->resumed)
        out->resumed_from = out->plies;
    out->resumed |= before;
    return CODE_OK;
}

/* ---- steps -------------------------------------------------------------------------- */

/* The last ply at which earlier parts can bring something. */
static unsigned horizon(const struct variant *v, const struct solution *s)
{
    unsigned needs[GAME_NEEDS], last = 0;
    if (!s->store)
        return 0;
    if (s->engine->horizon)
        return s->engine->horizon(s->solver);
    unsigned n = game_part_needs(v, s->part, needs);
    for (unsigned i = 0; i < n; i++) {
        unsigned code = s->store->earlier.largest(s->store->earlier.context, needs[i]);
        if (code && code_plies((uint16_t)code) + 1 > last)
            last = code_plies((uint16_t)code) + 1;
    }
    return last;
}

/* When the next checkpoint is due: no more than a tenth of the time goes into them. */
struct schedule {
    double saved, every;
};

/* Before the first one is timed: all memory taken so far, written at 400 MB a second. */
static struct schedule schedule_make(const struct run *run,
                                     const struct solve_options *options,
                                     const struct solution *solution)
{
    const struct engine *engine = solution->engine;
    const uint64_t bytes =
        engine->save_bytes ? engine->save_bytes(solution->solver) : run->memory.used;
    const double guess = 10 * (double)bytes / 400e6;
    return (struct schedule){progress_clock(), options->checkpoint_every > guess
                                                   ? options->checkpoint_every
                                                   : guess};
}

static enum code save_if_due(const struct variant *v, const struct solve_options *options,
                             struct solution *out, struct schedule *schedule,
                             struct error *err)
{
    double begun = progress_clock();
    if (begun - schedule->saved < schedule->every)
        return CODE_OK;
    out->plies++;
    enum code code = solve_save(v, options, out, err);
    out->plies--;
    schedule->saved = progress_clock();
    if (schedule->every < 10 * (schedule->saved - begun))
        schedule->every = 10 * (schedule->saved - begun);
    return code;
}

/* Steps until a ply decides nothing: the next ply could only follow from it, or from
 * earlier parts. Ply 0 may be empty where the rules judge moves, whose endings have no
 * position. */
static enum code steps(const struct variant *v, struct run *run,
                       const struct solve_options *options, struct solution *out,
                       struct schedule *schedule, struct error *err)
{
    const unsigned most = out->engine->most_plies ? out->engine->most_plies : MAX_PLIES;
    const unsigned far = horizon(v, out), least = far > 1 ? far : 1;
    for (uint64_t decided = 1; decided > 0 || out->plies <= least; out->plies++) {
        if (out->plies > most)
            return error_set(err, CODE_RESOURCES,
                             "%s has distances above %u plies, which the engine %s "
                             "cannot hold",
                             v->name, most, out->engine->name);
        enum code code = out->engine->step(out->solver, out->plies, &decided, err);
        if (code == CODE_OK && run_stopped(run))
            code =
                error_set(err, CODE_INTERRUPTED, "interrupted after ply %u", out->plies);
        if (code == CODE_INTERRUPTED)
            TRY(solve_save(v, options, out, err));
        if (code != CODE_OK)
            return code;
        TRY(save_if_due(v, options, out, schedule, err));
    }
    return CODE_OK;
}

/* ---- parts -------------------------------------------------------------------------- */

static enum code drop_own(const struct solve_options *options,
                          const struct solution *solution, struct error *err)
{
    char path[IO_PATH];
    if (!options->checkpoint || !solution->engine->save)
        return CODE_OK;
    TRY(own_path(options, solution, path, err));
    return io_remove(path, err);
}

static enum code solve_part(const struct variant *v, struct run *run,
                            const struct solve_options *options, struct solution *out,
                            struct schedule *schedule, struct error *err)
{
    out->plies = 0;
    TRY(out->engine->begin(out->solver, out->part, &out->store->earlier, err));
    if (out->part == out->resumed_part)
        TRY(resume(v, options, out, err));
    TRY(steps(v, run, options, out, schedule, err));
    enum code code =
        out->store->put(out->store->context, out->part, out->engine, out->solver, err);
    if (code != CODE_OK) {
        struct error ignored; /* the first failure is the one to tell */
        solve_save(v, options, out, &ignored);
        return code;
    }
    /* Parts may be many and tiny. */
    if (progress_clock() - schedule->saved >=
        (schedule->every < 1 ? schedule->every : 1)) {
        TRY(out->store->keep(out->store->context, err));
        schedule->saved = progress_clock();
    }
    return drop_own(options, out, err);
}

static enum code solve_parts(const struct variant *v, struct run *run,
                             const struct solve_options *options, struct solution *out,
                             struct error *err)
{
    struct schedule schedule = schedule_make(run, options, out);
    out->store = options->store;
    if (!out->store) {
        TRY(memory_store_make(v, run, &out->memory, err));
        out->store = memory_store(out->memory);
    }
    out->part = out->resumed_part = out->store->parts(out->store->context);
    out->resumed = out->part > 0;
    for (; out->part < game_parts(v); out->part++)
        TRY(solve_part(v, run, options, out, &schedule, err));
    out->engine->finish(out->solver);
    out->solver = NULL;
    return CODE_OK;
}

static enum code nothing_earlier(void *context, uint64_t first, uint64_t count,
                                 struct codes out, struct error *err)
{
    (void)context, (void)first, (void)count, (void)out;
    return error_set(err, CODE_USAGE, "there is no earlier part");
}

static unsigned no_largest(void *context, unsigned part)
{
    (void)context, (void)part;
    return 0;
}

static enum code solve_whole(const struct variant *v, struct run *run,
                             const struct solve_options *options, struct solution *out,
                             struct error *err)
{
    struct schedule schedule = schedule_make(run, options, out);
    static const struct earlier none = {NULL, nothing_earlier, no_largest};
    if (out->engine->begin)
        TRY(out->engine->begin(out->solver, 0, &none, err));
    TRY(resume(v, options, out, err));
    return steps(v, run, options, out, &schedule, err);
}

enum code solve_run(const struct variant *v, struct run *run,
                    const struct solve_options *options, struct solution *out,
                    struct error *err)
{
    memset(out, 0, sizeof *out);
    out->engine = options->engine;
    TRY(out->engine->start(v, run, &out->solver, err));
    enum code code = solve_by_parts(v, out->engine)
                         ? solve_parts(v, run, options, out, err)
                         : solve_whole(v, run, options, out, err);
    progress_end(&run->progress);
    if (code != CODE_OK)
        solution_free(out);
    return code;
}

enum code solution_codes(const struct solution *solution, uint64_t first, uint64_t count,
                         uint16_t *out, struct error *err)
{
    if (solution->store)
        return solution->store->earlier.read(solution->store->earlier.context, first,
                                             count, (struct codes){out, 2}, err);
    solution->engine->codes(solution->solver, first, count, out);
    return solution->engine->fault ? solution->engine->fault(solution->solver, err)
                                   : CODE_OK;
}

void solution_free(struct solution *solution)
{
    if (solution->solver)
        solution->engine->finish(solution->solver);
    memory_store_free(solution->memory);
    solution->solver = NULL;
    solution->memory = NULL;
}
