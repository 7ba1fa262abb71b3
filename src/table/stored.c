/* SPDX-License-Identifier: MIT
 * A table as an engine; see stored.h. */
#include "table/stored.h"

#include "games/registry.h"
#include "table/table.h"

#include <stdlib.h>

struct solver {
    const struct variant *v;
    bool larger; /* the table is that of a larger game: */
    struct variant large;
    struct table *table;
    struct error why; /* of the first look-up that failed */
    bool failed;
};

static enum code open_table(struct solver *s, const char *directory, struct error *err)
{
    const struct variant *v = s->larger ? &s->large : s->v;
    char path[IO_PATH];
    TRY(table_path(directory, v, ".hissho", path, err));
    return table_open(path, v, &s->table, err);
}

static enum code open_solver(const struct variant *v, const char *name,
                             const char *directory, struct solver **out,
                             struct error *err)
{
    struct solver *s;
    TRY(mem_small(1, sizeof *s, &s, err));
    s->v = v;
    enum code code = name ? registry_open(name, &s->large, err) : CODE_OK;
    s->larger = name && code == CODE_OK;
    if (code == CODE_OK)
        code = open_table(s, directory, err);
    if (code == CODE_OK)
        *out = s;
    else
        stored_close(s);
    return code;
}

enum code stored_open(const struct variant *v, const char *directory, struct solver **out,
                      struct error *err)
{
    return open_solver(v, NULL, directory, out, err);
}

enum code stored_open_larger(const struct variant *v, const char *directory,
                             struct solver **out, struct error *err)
{
    const char *name = v->game->larger ? v->game->larger(v) : NULL;
    if (!name)
        return error_set(err, CODE_NO_TABLE, "%s is part of no other game", v->name);
    return open_solver(v, name, directory, out, err);
}

void stored_close(struct solver *s)
{
    table_close(s->table);
    if (s->larger)
        registry_close(&s->large);
    free(s);
}

static void note(struct solver *s, const struct error *why)
{
#pragma omp critical(stored)
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
        uint64_t there = first, run = count;
        if (s->larger)
            run = s->v->game->slot_in_larger(s->v, &s->large, first, &there);
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

const struct engine stored_engine = {
    .name = "stored",
    .summary = "reads a table",
    .codes = codes,
    .fault = fault,
};
