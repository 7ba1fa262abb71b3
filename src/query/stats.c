/* SPDX-License-Identifier: MIT
 * A solved game as a whole; see stats.h. */
#include "query/stats.h"

#include <stdlib.h>
#include <string.h>

void stats_of(const struct variant *v, const struct tally *tally,
              const struct subset_tally *subsets, uint16_t initial_code,
              struct stats *out)
{
    struct position start;
    v->game->initial(v, &start);
    v->game->print(v, &start, out->initial);
    out->tally = tally;
    out->subsets = subsets;
    out->initial_code = initial_code;
    out->longest = NULL;
    out->longest_count = 0;
}

enum code stats_read(const struct variant *v, struct table *t, struct stats *out,
                     struct error *err)
{
    struct position start;
    uint16_t code;
    v->game->initial(v, &start);
    TRY(probe_code(v, t, &start, v->game->ending(v, &start), &code, err));
    stats_of(v, &table_info(t)->tally, &table_info(t)->subsets, code, out);
    return CODE_OK;
}

unsigned stats_longest(const struct tally *tally, enum value value)
{
    for (unsigned code = CODES; code > 0; code--)
        if (tally->positions[code] && code_has_plies((uint16_t)code) &&
            code_value((uint16_t)code) == value)
            return code_plies((uint16_t)code);
    return 0;
}

static enum code search(const struct variant *v, struct table *t, struct run *run,
                        uint16_t wanted, unsigned max, struct position *out,
                        unsigned *found, uint16_t *codes, struct table_scratch *scratch,
                        struct error *err)
{
    const struct table_info *info = table_info(t);
    for (uint64_t block = 0; block < info->blocks && *found < max; block++) {
        uint32_t count;
        if (run_stopped(run))
            return error_set(err, CODE_INTERRUPTED, "interrupted");
        TRY(table_block(t, block, scratch, codes, &count, err));
        for (uint32_t i = 0; i < count && *found < max; i++)
            if (codes[i] == wanted)
                game_at_slot(v, block * info->block_slots + i, &out[(*found)++]);
        progress_update(&run->progress, block, info->blocks, "blocks", NULL);
    }
    return CODE_OK;
}

enum code stats_find(const struct variant *v, struct table *t, struct run *run,
                     uint16_t code, unsigned max, struct position *out, unsigned *count,
                     struct error *err)
{
    struct table_scratch scratch = {0};
    uint16_t *codes;
    TRY(mem_small(table_info(t)->block_slots, 2, &codes, err));
    *count = 0;
    progress_begin(&run->progress, "searching", 0);
    enum code result = search(v, t, run, code, max, out, count, codes, &scratch, err);
    progress_end(&run->progress);
    table_scratch_free(&scratch);
    free(codes);
    return result;
}
