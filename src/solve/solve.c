/* SPDX-License-Identifier: MIT
 * The driver of a solve; see solve.h. */
#include "solve/solve.h"

#include "base/io.h"
#include "solve/checkpoint.h"

#include <string.h>

enum code solve_save(const struct variant *v, const struct solve_options *options,
                     const struct solution *solution, struct error *err)
{
    if (!options->checkpoint)
        return CODE_OK;
    if (solution->engine->save)
        return solution->engine->save(solution->solver, options->checkpoint, err);
    const struct checkpoint at = {.plies = solution->plies, .count = v->slots};
    return checkpoint_save(options->checkpoint, v, solution->engine, solution->solver,
                           &at, err);
}

static enum code resume(const struct variant *v, const struct solve_options *options,
                        struct solution *out, struct error *err)
{
    const struct engine *engine = out->engine;
    if (!options->checkpoint || !io_exists(options->checkpoint))
        return engine->scratch && options->scratch
                   ? engine->scratch(out->solver, options->scratch, err)
                   : CODE_OK;
    struct checkpoint at;
    if (engine->resume)
        TRY(engine->resume(out->solver, options->checkpoint, options->scratch, &at.plies,
                           err));
    else
        TRY(checkpoint_load(options->checkpoint, v, engine, out->solver, &at, err));
    out->plies = at.plies;
    out->resumed = true;
    out->resumed_from = out->plies;
    return CODE_OK;
}

/* Steps until a ply decides nothing: the next ply could only follow from it. Ply 0 may be empty
 * where the rules judge moves, whose endings have no position. */
static enum code steps(const struct variant *v, struct run *run,
                       const struct solve_options *options, struct solution *out,
                       struct error *err)
{
    double saved = progress_clock(), every = options->checkpoint_every;
    const unsigned most = out->engine->most_plies ? out->engine->most_plies : MAX_PLIES;
    for (uint64_t decided = 1; decided > 0 || out->plies <= 1; out->plies++) {
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
        if (progress_clock() - saved >= every) {
            double begun = progress_clock();
            out->plies++;
            TRY(solve_save(v, options, out, err));
            out->plies--;
            saved = progress_clock();
            if (every < 10 * (saved - begun))
                every = 10 * (saved - begun);
        }
    }
    return CODE_OK;
}

enum code solve_run(const struct variant *v, struct run *run,
                    const struct solve_options *options, struct solution *out,
                    struct error *err)
{
    memset(out, 0, sizeof *out);
    out->engine = options->engine;
    TRY(out->engine->start(v, run, &out->solver, err));
    enum code code = resume(v, options, out, err);
    if (code == CODE_OK)
        code = steps(v, run, options, out, err);
    progress_end(&run->progress);
    if (code != CODE_OK)
        solution_free(out);
    return code;
}

void solution_free(struct solution *solution)
{
    if (solution->solver)
        solution->engine->finish(solution->solver);
    solution->solver = NULL;
}
