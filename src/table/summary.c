/* SPDX-License-Identifier: MIT
 * Statistics of a solution; see summary.h. */
#include "table/summary.h"

#include "base/sum.h"
#include "solve/local.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 15, REGION = 1 << 23 }; /* slots */

static enum code in_solution(void *context, uint64_t slot, uint16_t *code,
                             struct error *err)
{
    return solution_codes(context, slot, 1, code, err);
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

enum code summary_initial(const struct variant *v, const struct solution *solution,
                          uint16_t *code, struct error *err)
{
    struct position start;
    v->game->initial(v, &start);
    return code_of(v, solution, &start, code, err);
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

enum code summary_positions(const struct variant *v, struct run *run,
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

/* What a thread counts of the slots. */
struct counter {
    struct tally tally;
    struct subset_tally subsets;
    uint16_t codes[PIECE];
};

static enum code count_piece(const struct variant *v, const struct solution *solution,
                             uint64_t first, uint64_t count, struct counter *counter,
                             struct error *err)
{
    if (!counter)
        return error_set(err, CODE_RESOURCES, "not enough memory to count");
    TRY(solution_codes(solution, first, count, counter->codes, err));
    tally_add(&counter->tally, v, first, count, counter->codes);
    if (counter->subsets.subsets)
        subset_tally_add(&counter->subsets, v, first, count, counter->codes);
    return CODE_OK;
}

static struct counter *make_counter(const struct variant *v)
{
    struct counter *counter = calloc(1, sizeof *counter);
    if (counter && v->game->slot_subset)
        if (subset_tally_make(v, &counter->subsets, NULL) != CODE_OK) {
            free(counter);
            return NULL;
        }
    return counter;
}

/* All codes stream by, a region at a time: the threads stay together, because engines hold
 * the codes of one region ready. */
enum code summary_slots(const struct variant *v, struct run *run,
                        const struct solution *solution, struct tally *tally,
                        struct subset_tally *subsets, struct error *err)
{
    enum code result = CODE_OK;
#pragma omp parallel num_threads(run->threads)
    {
        struct counter *counter = make_counter(v);
        for (uint64_t region = 0; region < v->slots; region += REGION) {
            uint64_t end = v->slots - region < REGION ? v->slots : region + REGION;
#pragma omp for schedule(dynamic, 1)
            for (uint64_t first = region; first < end; first += PIECE) {
                struct error why;
                uint64_t count = end - first < PIECE ? end - first : PIECE;
                enum code code =
                    run_stopped(run)
                        ? error_set(&why, CODE_INTERRUPTED, "interrupted while counting")
                        : count_piece(v, solution, first, count, counter, &why);
                if (code != CODE_OK) {
#pragma omp critical(summary)
                    {
                        result = code;
                        if (err)
                            *err = why;
                    }
                }
            }
        }
        if (counter) {
#pragma omp critical(summary)
            {
                tally_merge(tally, &counter->tally);
                if (counter->subsets.subsets)
                    subset_tally_merge(subsets, &counter->subsets);
            }
            subset_tally_free(&counter->subsets);
        }
        free(counter);
    }
    return result;
}

enum code summary_sum(const struct variant *v, const struct run *run,
                      const struct solution *solution, uint64_t *sum, struct error *err)
{
    enum code result = CODE_OK;
    uint64_t total = 0;
    for (uint64_t region = 0; region < v->slots; region += REGION) {
        uint64_t end = v->slots - region < REGION ? v->slots : region + REGION;
#pragma omp parallel for reduction(+ : total) schedule(dynamic, 1)                      \
    num_threads(run->threads)
        for (uint64_t first = region; first < end; first += PIECE) {
            struct error why;
            uint16_t codes[PIECE];
            uint64_t count = end - first < PIECE ? end - first : PIECE;
            enum code code =
                run_stopped(run)
                    ? error_set(&why, CODE_INTERRUPTED, "interrupted while adding up")
                    : solution_codes(solution, first, count, codes, &why);
            if (code != CODE_OK) {
#pragma omp critical(summary)
                {
                    result = code;
                    if (err)
                        *err = why;
                }
            } else {
                total += sum_plain(codes, count * sizeof *codes, first / PIECE);
            }
        }
    }
    *sum = total;
    return result;
}
