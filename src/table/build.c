/* SPDX-License-Identifier: MIT
 * From a game to its table; see build.h. */
#define _GNU_SOURCE
#include "table/build.h"

#include "base/io.h"
#include "base/json.h"
#include "base/sum.h"
#include "gpu/gpu.h"
#include "solve/checkpoint.h"
#include "solve/local.h"
#include "solve/solve.h"
#include "table/table.h"
#include "table/write.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

struct paths {
    char table[IO_PATH], checkpoint[IO_PATH], scratch[IO_PATH], record[IO_PATH],
        lock[IO_PATH];
};

static enum code name_files(struct paths *paths, const char *directory,
                            const struct variant *v, struct error *err)
{
    TRY(table_path(directory, v, ".hissho", paths->table, err));
    TRY(table_path(directory, v, ".checkpoint", paths->checkpoint, err));
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

static void tally_solution(const struct variant *v, const struct solution *solution,
                           struct tally *tally)
{
    enum { CHUNK = 1 << 15 };
    uint16_t codes[CHUNK];
    for (uint64_t first = 0; first < v->slots; first += CHUNK) {
        uint64_t count = v->slots - first < CHUNK ? v->slots - first : CHUNK;
        solution->engine->codes(solution->solver, first, count, codes);
        tally_add(tally, v, first, count, codes);
    }
}

static enum code in_solution(void *context, uint64_t slot, uint16_t *code,
                             struct error *err)
{
    const struct solution *solution = context;
    (void)err;
    solution->engine->codes(solution->solver, slot, 1, code);
    return CODE_OK;
}

static enum code code_of(const struct variant *v, const struct solution *solution,
                         const struct position *p, uint16_t *code, struct error *err)
{
    void *context = (void *)(uintptr_t)solution;
    enum ending ending = v->game->ending(v, p);
    uint64_t slot = ending == GOES_ON ? game_slot(v, p) : 0;
    if (ending != GOES_ON)
        *code = code_of_ending(ending);
    else if (slot == SLOT_DERIVED)
        TRY(local_derive(v, p, in_solution, context, code, err));
    else
        TRY(in_solution(context, slot, code, err));
    *code = game_shown(v, p, *code);
    return CODE_OK;
}

/* Is this the position of its orbit that has the lowest rank? */
static bool stands_for_orbit(const struct variant *v, const struct position *p,
                             uint64_t rank)
{
    struct position image;
    for (unsigned k = 1; k < game_symmetries(v); k++) {
        game_symmetric(v, p, k, &image);
        if (v->game->rank(v, &image) < rank)
            return false;
    }
    return true;
}

/* Statistics by subset, position by position: for engines that do not give them. */
static enum code tally_subsets(const struct variant *v, struct run *run,
                               const struct solution *solution, struct subset_tally *out,
                               struct error *err)
{
    const bool orbits = strcmp(game_unit(v), "orbits") == 0;
    for (uint64_t rank = 0; rank < v->positions; rank++) {
        struct position p;
        uint16_t code;
        v->game->unrank(v, rank, &p);
        if (orbits && !stands_for_orbit(v, &p, rank))
            continue;
        TRY(code_of(v, solution, &p, &code, err));
        out->count[v->game->subset(v, &p)][code]++;
        if (run_stopped(run))
            return error_set(err, CODE_INTERRUPTED, "interrupted");
    }
    return CODE_OK;
}

static enum code summarise(const struct variant *v, struct run *run,
                           const struct solution *solution, struct build_report *report,
                           struct error *err)
{
    struct position start;
    v->game->initial(v, &start);
    TRY(code_of(v, solution, &start, &report->initial, err));
    TRY(subset_tally_make(v, &report->subsets, err));
    if (!report->subsets.subsets)
        return CODE_OK;
    if (solution->engine->subsets)
        TRY(solution->engine->subsets(solution->solver, &report->subsets, err));
    else
        TRY(tally_subsets(v, run, solution, &report->subsets, err));
    subset_tally_total(&report->subsets, &report->tally);
    return CODE_OK;
}

static enum code store(const struct variant *v, struct run *run,
                       const struct paths *paths, const struct solve_options *options,
                       const struct solution *solution, struct build_report *report,
                       struct error *err)
{
    double start = progress_clock();
    struct tally stored;
    enum code code =
        table_write(paths->table, v, run, solution, &report->subsets, &stored, err);
    if (!report->subsets.subsets)
        report->tally = stored;
    report->write_seconds = progress_clock() - start;
    if (code == CODE_INTERRUPTED || code == CODE_RESOURCES || code == CODE_IO) {
        struct error ignored; /* the first failure is the one to tell */
        solve_save(v, options, solution, &ignored);
    }
    return code;
}

static enum code choose_engine(const struct variant *v, const struct run *run,
                               const struct build_options *options,
                               const struct engine **out, struct error *err)
{
    if (options->backend && strcmp(options->backend, "gpu") == 0)
        return gpu_choose(v, options->engine, &run->memory, out, err);
    if (options->engine)
        return engine_named(v, options->engine, out, err);
    return engine_choose(v, &run->memory, out, err);
}

/* A sum over all codes that depends on their order, not on who computed them: pieces of a
 * fixed size are summed up in parallel, each with its number mixed in. The threads stay
 * together, because engines hold the codes of one region ready at a time. */
static uint64_t sum_codes(const struct variant *v, const struct run *run,
                          const struct solution *solution)
{
    enum { PIECE = 1 << 15, REGION = 1 << 23 };
    uint64_t sum = 0;
    for (uint64_t region = 0; region < v->slots; region += REGION) {
        uint64_t end = v->slots - region < REGION ? v->slots : region + REGION;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 1) num_threads(run->threads)
        for (uint64_t first = region; first < end; first += PIECE) {
            uint16_t codes[PIECE];
            uint64_t count = end - first < PIECE ? end - first : PIECE;
            solution->engine->codes(solution->solver, first, count, codes);
            sum += sum_plain(codes, count * sizeof *codes, first / PIECE);
        }
    }
    return sum;
}

static enum code solve_and_store(const struct variant *v, struct run *run,
                                 const struct build_options *options,
                                 const struct paths *paths, struct build_report *report,
                                 struct error *err)
{
    struct solve_options how = {.checkpoint_every = options->checkpoint_every};
    struct solution solution;
    double start = progress_clock();
    if (!options->no_table)
        how.checkpoint = paths->checkpoint, how.scratch = paths->scratch;
    TRY(choose_engine(v, run, options, &how.engine, err));
    report->engine = how.engine->name;
    report->backend = engine_backend(how.engine);
    TRY(solve_run(v, run, &how, &solution, err));
    report->solve_seconds = progress_clock() - start;
    report->resumed = solution.resumed;
    report->resumed_from = solution.resumed_from;
    if (options->sum) {
        report->codes_sum = sum_codes(v, run, &solution);
        report->summed = true;
    }
    enum code code = summarise(v, run, &solution, report, err);
    if (code != CODE_OK)
        ;
    else if (options->no_table && !report->subsets.subsets)
        tally_solution(v, &solution, &report->tally);
    else if (!options->no_table)
        code = store(v, run, paths, &how, &solution, report, err);
    solution_free(&solution);
    report->seconds = progress_clock() - start;
    report->peak_bytes = mem_peak_resident();
    return code;
}

/* The table is safe: the checkpoint may go, and every file that a killed process left
 * unfinished. */
static enum code drop_leftovers(const struct paths *paths, struct error *err)
{
    const char *const unfinished[] = {paths->checkpoint, paths->table, paths->record};
    char part[IO_PATH + 8];
    for (unsigned i = 0; i < 3; i++) {
        snprintf(part, sizeof part, "%s.part", unfinished[i]);
        TRY(io_remove(part, err));
    }
    TRY(io_remove(paths->scratch, err));
    return io_remove(paths->checkpoint, err);
}

static enum code build_locked(const struct variant *v, struct run *run,
                              const struct build_options *options,
                              const struct paths *paths, struct build_report *report,
                              struct error *err)
{
    enum code code = take_existing(v, paths->table, report, err);
    if (code == CODE_OK)
        return drop_leftovers(paths, err);
    if (code != CODE_NO_TABLE)
        return code;
    TRY(solve_and_store(v, run, options, paths, report, err));
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
    if (options->backend && strcmp(options->backend, "cpu") != 0 &&
        strcmp(options->backend, "gpu") != 0)
        return error_set(err, CODE_USAGE,
                         "option --backend: '%.40s' is neither cpu nor gpu",
                         options->backend);
    if (options->no_table)
        return solve_and_store(v, run, options, NULL, report, err);
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
