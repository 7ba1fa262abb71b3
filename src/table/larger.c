/* SPDX-License-Identifier: MIT
 * Entries of a larger game's table; see larger.h. */
#include "table/larger.h"

#include "games/registry.h"
#include "table/table.h"

#include <stdlib.h>

struct solver {
    const struct variant *v;
    struct variant large;
    struct table *table;
    struct error why; /* of the first look-up that failed */
    bool failed;
};

static enum code open_table(struct solver *s, const char *directory, struct error *err)
{
    char path[IO_PATH];
    TRY(table_path(directory, &s->large, ".hissho", path, err));
    return table_open(path, &s->large, &s->table, err);
}

enum code larger_open(const struct variant *v, const char *directory, struct solver **out,
                      struct error *err)
{
    const char *name = v->game->larger ? v->game->larger(v) : NULL;
    struct solver *s;
    if (!name)
        return error_set(err, CODE_NO_TABLE, "%s is part of no other game", v->name);
    TRY(mem_small(1, sizeof *s, &s, err));
    s->v = v;
    enum code code = registry_open(name, &s->large, err);
    if (code == CODE_OK) {
        code = open_table(s, directory, err);
        if (code != CODE_OK)
            registry_close(&s->large);
    }
    if (code == CODE_OK)
        *out = s;
    else
        free(s);
    return code;
}

void larger_close(struct solver *s)
{
    table_close(s->table);
    registry_close(&s->large);
    free(s);
}

static void note(struct solver *s, const struct error *why)
{
#pragma omp critical(larger)
    if (!s->failed) {
        s->failed = true;
        s->why = *why;
    }
}

static void codes(const struct solver *solver, uint64_t first, uint64_t count,
                  uint16_t *out)
{
    struct solver *s = (struct solver *)(uintptr_t)solver; /* failures are noted in it */
    while (count > 0) {
        struct error why;
        uint64_t there, run = s->v->game->slot_in_larger(s->v, &s->large, first, &there);
        if (run > count)
            run = count;
        if (table_range(s->table, 1, there, run, (struct codes){out, 2}, &why) != CODE_OK)
            note(s, &why);
        first += run;
        out += run;
        count -= run;
    }
}

static enum code fault(const struct solver *s, struct error *err)
{
    if (!s->failed)
        return CODE_OK;
    *err = s->why;
    return CODE_DAMAGED;
}

const struct engine larger_engine = {
    .name = "larger",
    .summary = "copies the entries of a larger game's table",
    .codes = codes,
    .fault = fault,
};
