/* SPDX-License-Identifier: MIT
 * From a game to its table; see build.h. */
#define _GNU_SOURCE
#include "table/build.h"

#include "base/io.h"
#include "base/json.h"
#include "gpu/gpu.h"
#include "solve/solve.h"
#include "table/stored.h"
#include "table/summary.h"
#include "table/table.h"
#include "table/write.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

struct paths {
    char table[IO_PATH], checkpoint[IO_PATH], progress[IO_PATH], scratch[IO_PATH],
        record[IO_PATH], lock[IO_PATH];
};

static enum code name_files(struct paths *paths, const char *directory,
                            const struct variant *v, struct error *err)
{
    TRY(table_path(directory, v, ".hissho", paths->table, err));
    TRY(table_path(directory, v, ".checkpoint", paths->checkpoint, err));
    TRY(table_path(directory, v, ".progress", paths->progress, err));
    TRY(table_path(directory, v, ".scratch", paths->scratch, err));
    TRY(table_path(directory, v, ".run.json", paths->record, err));
    return table_path(directory, v, ".lock", paths->lock, err);
}

/* The report of a table that is already there. CODE_NO_TABLE when it is not. */
static enum code take_existing(const struct variant *v, const char *path,
                               struct build_report *report, struct error *err)
{
    struct table *table;
    TRY(table_open(path, v, &table, err));
    report->was_there = true;
    report->engine = "none";
    report->backend = "cpu";
    report->tally = table_info(table)->tally;
    report->file_bytes = table_info(table)->file_bytes;
    table_close(table);
    return CODE_OK;
}

/* What depends on the run and therefore may not be inside the table. */
static enum code write_record(const struct paths *paths, const struct variant *v,
                              const struct run *run, const struct build_report *report,
                              struct error *err)
{
    char *text = NULL;
    size_t size = 0;
    struct utsname machine = {0};
    char date[32];
    time_t now = time(NULL);
    struct tm utc;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return error_set(err, CODE_RESOURCES, "not enough memory for the run record");
    uname(&machine);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    struct json j = json_to(out);
    json_open(&j, NULL, '{');
    json_text(&j, "game", v->name);
    json_text(&j, "version", HISSHO_VERSION);
    json_text(&j, "finished", date);
    json_text(&j, "machine", machine.machine);
    json_text(&j, "system", machine.sysname);
    json_text(&j, "release", machine.release);
    json_text(&j, "backend", report->backend);
    json_text(&j, "engine", report->engine);
    json_number(&j, "threads", (uint64_t)run->threads);
    json_real(&j, "seconds", report->seconds);
    json_real(&j, "solve_seconds", report->solve_seconds);
    json_real(&j, "write_seconds", report->write_seconds);
    json_number(&j, "peak_bytes", report->peak_bytes);
    json_bool(&j, "resumed", report->resumed);
    json_close(&j, '}');
    struct out_file file = {.fd = -1};
    enum code code = fclose(out) == 0 ? CODE_OK
                                      : error_set(err, CODE_RESOURCES,
                                                  "not enough memory for the run record");
    if (code == CODE_OK)
        code = io_create(&file, paths->record, err);
    if (code == CODE_OK)
        code = io_append(&file, text, size, err);
    if (code == CODE_OK)
        code = io_commit(&file, err);
    io_abandon(&file);
    free(text);
    return code;
}

/* The initial position, and the statistics that the writer does not count. */
static enum code summarise(const struct variant *v, struct run *run,
                           const struct solution *solution,
                           const struct build_options *options,
                           struct build_report *report, struct error *err)
{
    struct subset_tally *subsets = &report->subsets;
    TRY(summary_initial(v, solution, &report->initial, err));
    TRY(subset_tally_make(v, subsets, err));
    if (options->sum)
        TRY(summary_sum(v, run, solution, &report->codes_sum, err));
    report->summed = options->sum;
    if (subsets->subsets && !v->game->slot_subset)
        return solution->engine->subsets
                   ? solution->engine->subsets(solution->solver, subsets, err)
                   : summary_positions(v, run, solution, subsets, err);
    return options->no_table
               ? summary_slots(v, run, solution, &report->tally, subsets, err)
               : CODE_OK;
}

/* ---- solving ------------------------------------------------------------------------ */

/* The rest of a table that parts were put into, or all of it. */
static enum code complete(const struct variant *v, struct run *run,
                          const struct paths *paths, struct writer **w,
                          const struct solution *solution, struct build_report *report,
                          struct error *err)
{
    if (!*w)
        TRY(writer_open(paths->table, NULL, v, run, w, err));
    if (solution->solver)
        TRY(writer_put_all(*w, solution->engine, solution->solver, err));
    TRY(writer_finish(*w, &report->subsets, err));
    report->tally = *writer_tally(*w);
    if (v->game->slot_subset)
        subset_tally_merge(&report->subsets, writer_subsets(*w));
    return CODE_OK;
}

static enum code store(const struct variant *v, struct run *run,
                       const struct paths *paths, struct writer **w,
                       const struct solve_options *options,
                       const struct solution *solution, struct build_report *report,
                       struct error *err)
{
    double start = progress_clock();
    enum code code = complete(v, run, paths, w, solution, report, err);
    report->write_seconds = progress_clock() - start;
    if (code == CODE_INTERRUPTED || code == CODE_RESOURCES || code == CODE_IO) {
        struct error ignored; /* the first failure is the one to tell */
        solve_save(v, options, solution, &ignored);
    }
    return code;
}

static enum code choose(const struct variant *v, const struct run *run,
                        const struct build_options *options, const struct engine **out,
                        struct error *err)
{
    bool gpu;
    TRY(gpu_wanted(options->backend, &gpu, err));
    if (gpu)
        return gpu_choose(v, options->engine, &run->memory, out, err);
    if (options->engine)
        return engine_named(v, options->engine, out, err);
    return engine_choose(v, &run->memory, out, err);
}

static enum code solve_with(const struct variant *v, struct run *run,
                            const struct build_options *options,
                            const struct solve_options *how, const struct paths *paths,
                            struct writer **w, struct build_report *report,
                            struct error *err)
{
    struct solution solution;
    double start = progress_clock();
    TRY(solve_run(v, run, how, &solution, err));
    report->solve_seconds = progress_clock() - start;
    report->resumed = solution.resumed;
    report->resumed_part = solution.resumed_part;
    report->resumed_from = solution.resumed_from;
    enum code code = summarise(v, run, &solution, options, report, err);
    if (code == CODE_OK && paths)
        code = store(v, run, paths, w, how, &solution, report, err);
    if (code == CODE_OK && report->subsets.subsets)
        subset_tally_total(&report->subsets, &report->tally);
    solution_free(&solution);
    return code;
}

static enum code solve_and_store(const struct variant *v, struct run *run,
                                 const struct build_options *options,
                                 const struct paths *paths, struct build_report *report,
                                 struct error *err)
{
    struct solve_options how = {.checkpoint_every = options->checkpoint_every};
    struct writer *w = NULL;
    struct store parts;
    double start = progress_clock();
    TRY(choose(v, run, options, &how.engine, err));
    report->engine = how.engine->name;
    report->backend = engine_backend(how.engine);
    if (paths) {
        how.checkpoint = paths->checkpoint;
        how.scratch = paths->scratch;
    }
    if (paths && solve_by_parts(v, how.engine)) {
        TRY(writer_open(paths->table, paths->progress, v, run, &w, err));
        parts = writer_store(w);
        how.store = &parts;
    } else if (paths) {
        TRY(io_remove(paths->progress, err)); /* of another engine */
    }
    enum code code = solve_with(v, run, options, &how, paths, &w, report, err);
    progress_end(&run->progress);
    writer_close(w);
    report->seconds = progress_clock() - start;
    report->peak_bytes = mem_peak_resident();
    return code;
}

/* ---- copying ------------------------------------------------------------------------ */

static void report_copy(struct build_report *report)
{
    report->engine = "larger";
    report->backend = engine_backend(&stored_engine);
}

static enum code copy_parts(const struct variant *v, const struct run *run,
                            struct writer *w, const struct solver *from,
                            struct error *err)
{
    for (unsigned i = writer_parts(w); i < game_parts(v); i++) {
        TRY(writer_put(w, i, &stored_engine, from, err));
        TRY(writer_keep(w, err));
        if (run_stopped(run))
            return error_set(err, CODE_INTERRUPTED, "interrupted");
    }
    return CODE_OK;
}

/* The table from that of a larger game. */
static enum code copy_and_store(const struct variant *v, struct run *run,
                                const struct build_options *options,
                                const struct paths *paths, const struct solver *from,
                                struct build_report *report, struct error *err)
{
    const double start = progress_clock();
    struct writer *w;
    TRY(writer_open(paths->table, paths->progress, v, run, &w, err));
    const struct store parts = writer_store(w);
    const struct solution solution = {.engine = &stored_engine, .store = &parts};
    report_copy(report);
    report->resumed = writer_parts(w) > 0;
    report->resumed_part = writer_parts(w);
    enum code code = copy_parts(v, run, w, from, err);
    if (code == CODE_OK)
        code = summarise(v, run, &solution, options, report, err);
    if (code == CODE_OK)
        code = complete(v, run, paths, &w, &solution, report, err);
    if (code == CODE_OK && report->subsets.subsets)
        subset_tally_total(&report->subsets, &report->tally);
    progress_end(&run->progress);
    writer_close(w);
    report->seconds = report->write_seconds = progress_clock() - start;
    report->peak_bytes = mem_peak_resident();
    return code;
}

/* Only its statistics. */
static enum code copy_report(const struct variant *v, struct run *run,
                             const struct build_options *options, struct solver *from,
                             struct build_report *report, struct error *err)
{
    const double start = progress_clock();
    const struct solution solution = {.engine = &stored_engine, .solver = from};
    report_copy(report);
    TRY(summarise(v, run, &solution, options, report, err));
    subset_tally_total(&report->subsets, &report->tally);
    report->seconds = report->solve_seconds = progress_clock() - start;
    report->peak_bytes = mem_peak_resident();
    return CODE_OK;
}

/* Copies what a larger game's table holds, unless an engine is asked for. No paths: the
 * report is all that is wanted. */
static enum code make_table(const struct variant *v, struct run *run,
                            const struct build_options *options,
                            const struct paths *paths, struct build_report *report,
                            struct error *err)
{
    struct solver *from;
    struct error none;
    if (!options->directory || options->engine || options->backend ||
        stored_open_larger(v, options->directory, &from, &none) != CODE_OK)
        return solve_and_store(v, run, options, paths, report, err);
    enum code code = paths ? copy_and_store(v, run, options, paths, from, report, err)
                           : copy_report(v, run, options, from, report, err);
    stored_close(from);
    return code;
}

/* The table is safe: the checkpoint may go, and every file that a killed process left
 * unfinished. */
static enum code drop_leftovers(const struct paths *paths, struct error *err)
{
    const char *const unfinished[] = {paths->checkpoint, paths->progress, paths->table,
                                      paths->record};
    char part[IO_PATH + 8];
    for (unsigned i = 0; i < 4; i++) {
        snprintf(part, sizeof part, "%s.part", unfinished[i]);
        TRY(io_remove(part, err));
    }
    TRY(io_remove(paths->scratch, err));
    TRY(io_remove(paths->progress, err));
    return io_remove(paths->checkpoint, err);
}

/* The checksum of a table that was there. */
static enum code sum_existing(const struct variant *v, struct run *run,
                              const struct build_options *options,
                              struct build_report *report, struct error *err)
{
    struct solver *from;
    if (!options->sum)
        return CODE_OK;
    TRY(stored_open(v, options->directory, &from, err));
    const struct solution solution = {.engine = &stored_engine, .solver = from};
    enum code code = summary_sum(v, run, &solution, &report->codes_sum, err);
    report->summed = code == CODE_OK;
    stored_close(from);
    return code;
}

static enum code build_locked(const struct variant *v, struct run *run,
                              const struct build_options *options,
                              const struct paths *paths, struct build_report *report,
                              struct error *err)
{
    enum code code = take_existing(v, paths->table, report, err);
    if (code == CODE_OK)
        code = sum_existing(v, run, options, report, err);
    if (code == CODE_OK)
        return drop_leftovers(paths, err);
    if (code != CODE_NO_TABLE)
        return code;
    TRY(make_table(v, run, options, paths, report, err));
    struct table *table;
    TRY(table_open(paths->table, v, &table, err));
    report->file_bytes = table_info(table)->file_bytes;
    table_close(table);
    TRY(write_record(paths, v, run, report, err));
    return drop_leftovers(paths, err);
}

enum code build_table(const struct variant *v, struct run *run,
                      const struct build_options *options, struct build_report *report,
                      struct error *err)
{
    struct paths paths;
    memset(report, 0, sizeof *report);
    bool gpu; /* what is wrong with the options is told before anything is opened */
    TRY(gpu_wanted(options->backend, &gpu, err));
    if (options->no_table)
        return make_table(v, run, options, NULL, report, err);
    if (!table_supported())
        return error_set(err, CODE_USAGE,
                         "this program was built without zstd or xxhash and cannot write "
                         "tables; solve with --no-table");
    TRY(name_files(&paths, options->directory, v, err));
    TRY(io_make_directory(options->directory, err));
    int lock;
    TRY(io_lock(paths.lock, &lock, err));
    enum code code = build_locked(v, run, options, &paths, report, err);
    if (code == CODE_OK)
        io_remove(paths.lock, NULL);
    io_unlock(lock);
    return code;
}
