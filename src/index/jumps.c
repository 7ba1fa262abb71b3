/* SPDX-License-Identifier: MIT
 *
 * Jumps from a frontier. Starting at a node, a run of members that agree on their next
 * cells is split by the following cell as long as it holds more than 1/SHARE of the
 * node's members; runs end at the end of a packed word. Where jumps lead, further nodes
 * need jumps.
 */
#include "index/jumps.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

enum { SHARE = 64, GUIDE_BITS = 10 };
static const uint64_t most_jumps = (uint64_t)1 << 27;

struct work {
    struct blocks *x;
    const struct frontier *f;
    uint16_t *number; /* of a frontier node, 0: needs no jumps so far */
    uint32_t *queue;  /* frontier nodes in order of their numbers */
    struct block_jump *jump;
    uint32_t jumps, room;
    uint32_t *first; /* by number */
    uint32_t *guide;
};

static enum code number_of(struct work *w, uint32_t n, uint16_t *number,
                           struct error *err)
{
    if (w->number[n] == 0) {
        if (w->x->jump_nodes == UINT16_MAX)
            return error_set(err, CODE_RESOURCES,
                             "the index needs more than 65535 nodes");
        w->queue[w->x->jump_nodes] = n;
        w->number[n] = (uint16_t)w->x->jump_nodes++;
    }
    *number = w->number[n];
    return CODE_OK;
}

static uint16_t shift_of(const struct work *w, uint32_t n)
{
    uint16_t shift = 0;
    while ((w->f->count[n] - 1) >> shift >> GUIDE_BITS)
        shift++;
    return shift;
}

static enum code add(struct work *w, struct block_jump jump, struct error *err)
{
    if (w->jumps == w->room) {
        uint32_t room = w->room ? 2 * w->room : 4096;
        struct block_jump *more = realloc(w->jump, room * sizeof *more);
        if (!more || room > most_jumps) {
            w->jump = more ? more : w->jump;
            return error_set(err, CODE_RESOURCES, "the jumps of the index exceed 2 GiB");
        }
        w->jump = more;
        w->room = room;
    }
    w->jump[w->jumps++] = jump;
    return CODE_OK;
}

struct run {
    uint32_t code;
    unsigned cells;
    uint64_t from;
    uint64_t share; /* runs of more members are split */
    uint16_t where; /* bit of the packed position */
};

static enum code split(struct work *w, uint32_t n, struct run *run, struct error *err)
{
    const struct blocks *x = w->x;
    unsigned cell = n == FRONTIER_DONE ? x->cells : w->f->cell[n];
    bool full = (run->cells + 1) * x->cell_bits > 32 || cell % x->word_cells == 0;
    if (n == FRONTIER_DONE ||
        (run->cells > 0 && (full || w->f->count[n] <= run->share))) {
        struct block_jump jump = {.from = run->from, .code = run->code};
        TRY(number_of(w, n, &jump.next, err));
        jump.where = (uint16_t)(run->where << 6 | shift_of(w, n));
        run->from += w->f->count[n];
        return add(w, jump, err);
    }
    uint32_t code = run->code;
    unsigned cells = run->cells++;
    for (unsigned s = w->f->states; s-- > 0;) {
        uint32_t child = w->f->child[(size_t)n * w->f->states + s];
        run->code = code | (uint32_t)s << cells * x->cell_bits;
        if (child != FRONTIER_DEAD)
            TRY(split(w, child, run, err));
    }
    run->code = code;
    run->cells--;
    return CODE_OK;
}

static enum code list(struct work *w, uint32_t number, struct error *err)
{
    const struct blocks *x = w->x;
    uint32_t n = w->queue[number];
    unsigned cell = w->f->cell[n];
    struct run run = {.share = w->f->count[n] / SHARE,
                      .where = (uint16_t)(cell / x->word_cells << 6 |
                                          cell % x->word_cells * x->cell_bits)};
    w->first[number] = w->jumps;
    TRY(split(w, n, &run, err));
    assert(run.from == w->f->count[n]);
    const struct block_jump end = {.from = UINT64_MAX};
    TRY(add(w, end, err));
    return add(w, end, err);
}

static enum code make_guide(struct work *w, struct error *err)
{
    TRY(mem_small((size_t)w->x->jump_nodes << GUIDE_BITS, sizeof *w->guide, &w->guide,
                  err));
    for (size_t i = BLOCKS_DONE; i < w->x->jump_nodes; i++) {
        unsigned shift = shift_of(w, w->queue[i]);
        uint32_t at = w->first[i];
        for (uint64_t bucket = 0; bucket < 1u << GUIDE_BITS; bucket++) {
            while (w->jump[at + 1].from <= bucket << shift)
                at++;
            w->guide[i << GUIDE_BITS | bucket] = at;
        }
    }
    return CODE_OK;
}

static enum code compile(struct work *w, struct error *err)
{
    uint32_t root = w->f->nodes - 1;
    uint16_t number;
    TRY(mem_small(w->f->nodes, sizeof *w->number, &w->number, err));
    TRY(mem_small(w->f->nodes, sizeof *w->queue, &w->queue, err));
    TRY(mem_small(w->f->nodes, sizeof *w->first, &w->first, err));
    w->x->jump_nodes = BLOCKS_DONE;
    w->x->guide_bits = GUIDE_BITS;
    TRY(number_of(w, FRONTIER_DONE, &number, err));
    TRY(number_of(w, root, &number, err));
    TRY(add(w, (struct block_jump){.next = BLOCKS_DONE}, err)); /* of the done node */
    TRY(add(w, (struct block_jump){.from = UINT64_MAX}, err));
    TRY(add(w, (struct block_jump){.from = UINT64_MAX}, err));
    w->x->jump_root = (uint32_t)number << 6 | shift_of(w, root);
    for (uint32_t i = number; i < w->x->jump_nodes; i++)
        TRY(list(w, i, err));
    return make_guide(w, err);
}

enum code jumps_compile(const struct frontier *f, struct blocks *x, struct jumps *out,
                        struct error *err)
{
    struct work w = {.x = x, .f = f};
    enum code code = compile(&w, err);
    *out = (struct jumps){w.jump, w.guide};
    x->jumps = w.jumps;
    free(w.number);
    free(w.queue);
    free(w.first);
    return code;
}
