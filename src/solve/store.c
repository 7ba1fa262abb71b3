/* SPDX-License-Identifier: MIT
 * Parts in memory, one or two bytes per code; see store.h. */
#include "solve/store.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 14 };

struct kept {
    struct part part;
    struct codes codes;
    unsigned largest;
};

struct memory_store {
    const struct variant *v;
    struct run *run;
    struct store store;
    unsigned parts; /* there */
    struct kept *kept;
};

static unsigned parts(void *context)
{
    return ((struct memory_store *)context)->parts;
}

static unsigned largest(void *context, unsigned part)
{
    return ((struct memory_store *)context)->kept[part].largest;
}

static uint64_t piece_end(const struct part *part, uint64_t first)
{
    uint64_t end = part->first + part->count;
    return first + PIECE < end ? first + PIECE : end;
}

/* Copies the codes of the part; says the largest, which may be too large for the width. The
 * threads stay together, because engines hold the codes of one region ready. */
static unsigned copy_part(const struct memory_store *m, const struct kept *kept,
                          const struct engine *engine, const struct solver *solver)
{
    const struct part *part = &kept->part;
    const uint64_t end = part->first + part->count;
    unsigned most = 0;
#pragma omp parallel for schedule(dynamic, 4) reduction(max                              \
                                                        : most)                          \
    num_threads(m->run->threads)
    for (uint64_t first = part->first; first < end; first += PIECE) {
        uint16_t codes[PIECE];
        uint64_t count = piece_end(part, first) - first;
        engine->codes(solver, first, count, codes);
        void *to = codes_at(kept->codes, first - part->first);
        if (kept->codes.width == 1)
            codes_narrow(codes, count, to);
        else
            memcpy(to, codes, 2 * count);
        unsigned here = codes_largest(codes, count);
        most = here > most ? here : most;
    }
    return most;
}

static enum code put_with(struct memory_store *m, struct kept *kept, unsigned width,
                          const struct engine *engine, const struct solver *solver,
                          struct error *err)
{
    kept->codes.width = width;
    TRY(mem_take(&m->run->memory, kept->part.count, width, "the parts that are done",
                 &kept->codes.at, err));
    kept->largest = copy_part(m, kept, engine, solver);
    return CODE_OK;
}

/* Most parts take a byte for each code, so that is tried first. */
static enum code put(void *context, unsigned number, const struct engine *engine,
                     const struct solver *solver, struct error *err)
{
    struct memory_store *m = context;
    struct kept *kept = &m->kept[number];
    game_part(m->v, number, &kept->part);
    TRY(put_with(m, kept, 1, engine, solver, err));
    if (kept->largest > 255) {
        mem_give(&m->run->memory, kept->codes.at, kept->part.count, 1);
        TRY(put_with(m, kept, 2, engine, solver, err));
    }
    m->parts = number + 1;
    return CODE_OK;
}

static enum code keep(void *context, struct error *err)
{
    (void)context, (void)err;
    return CODE_OK;
}

static void copy(const struct kept *kept, uint64_t first, uint64_t count,
                 struct codes out)
{
    const void *from = codes_at(kept->codes, first - kept->part.first);
    if (kept->codes.width == out.width)
        memcpy(out.at, from, count * out.width);
    else if (out.width == 2)
        codes_widen(from, count, out.at);
    else
        codes_narrow(from, count, out.at);
}

static enum code read(void *context, uint64_t first, uint64_t count, struct codes out,
                      struct error *err)
{
    const struct memory_store *m = context;
    (void)err;
    for (unsigned i = 0; i < m->parts && count > 0; i++) {
        const struct kept *kept = &m->kept[i];
        const uint64_t end = kept->part.first + kept->part.count;
        if (first >= end)
            continue;
        uint64_t n = end - first < count ? end - first : count;
        copy(kept, first, n, out);
        first += n;
        count -= n;
        out.at = codes_at(out, n);
    }
    return CODE_OK;
}

enum code memory_store_make(const struct variant *v, struct run *run,
                            struct memory_store **out, struct error *err)
{
    struct memory_store *m;
    TRY(mem_small(1, sizeof *m, &m, err));
    *m = (struct memory_store){.v = v, .run = run};
    m->store = (struct store){.context = m,
                              .parts = parts,
                              .put = put,
                              .keep = keep,
                              .earlier = {m, read, largest}};
    enum code code = mem_small(game_parts(v), sizeof *m->kept, &m->kept, err);
    if (code == CODE_OK)
        *out = m;
    else
        free(m);
    return code;
}

const struct store *memory_store(const struct memory_store *m)
{
    return &m->store;
}

void memory_store_free(struct memory_store *m)
{
    if (!m)
        return;
    for (unsigned i = 0; i < m->parts; i++)
        mem_give(&m->run->memory, m->kept[i].codes.at, m->kept[i].part.count,
                 m->kept[i].codes.width);
    free(m->kept);
    free(m);
}
