/* SPDX-License-Identifier: MIT
 *
 * Jumps from a frontier. Starting at a node, a run of members that agree on their next
 * cells is split by the following cell as long as it holds more than its share of the
 * node's members; runs end at the end of a packed word. Where jumps lead, further nodes
 * need jumps.
 *
 * Nodes are taken from the root on, cell by cell, so that how often a node is come to is
 * known in time; it decides how finely the node's members are split.
 */
#include "index/jumps.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

/* Shares of the root, the least of any node, and guide entries per share (as a shift). */
enum { ROOT_SHARES = 1 << 13, LEAST_SHARES = 4, GUIDE_FINER = 5 };
static const uint32_t most_jumps = (uint32_t)1 << 26, most_guides = (uint32_t)1 << 26;

struct work {
    struct blocks *x;
    const struct frontier *f;
    double *visits; /* by frontier node: share of the members that come to it */
    uint32_t *key;  /* by frontier node */
    uint32_t *to;   /* by jump: frontier node, until its key is known */
    struct block_jump *jump;
    uint32_t jumps, room;
    uint32_t *guide;
    uint32_t guides, guide_room;
};

static enum code too_many(struct error *err)
{
    return error_set(err, CODE_RESOURCES, "the jumps of the index exceed their limit");
}

static enum code add(struct work *w, struct block_jump jump, uint32_t to,
                     struct error *err)
{
    if (w->jumps == w->room) {
        uint32_t room = w->room ? 2 * w->room : 4096;
        struct block_jump *more = realloc(w->jump, room * sizeof *more);
        w->jump = more ? more : w->jump;
        uint32_t *targets = realloc(w->to, room * sizeof *targets);
        w->to = targets ? targets : w->to;
        if (!more || !targets || room > most_jumps)
            return too_many(err);
        w->room = room;
    }
    w->to[w->jumps] = to;
    w->jump[w->jumps++] = jump;
    return CODE_OK;
}

struct run {
    uint64_t code;
    unsigned cells, first; /* cells in the code; the first one's bit in its word */
    uint64_t from;
    uint64_t share; /* runs of more members are split */
    uint32_t word;
    double visits; /* of the node, per member */
};

static enum code split(struct work *w, uint32_t n, struct run *run, struct error *err)
{
    const struct blocks *x = w->x;
    bool end = n == FRONTIER_DONE || w->f->cell[n] % x->word_cells == 0;
    if (run->cells > 0 && (end || w->f->count[n] <= run->share)) {
        struct block_jump jump = {
            .from = run->from, .code = run->code, .word = run->word};
        run->from += w->f->count[n];
        w->visits[n] += run->visits * (double)w->f->count[n];
        return add(w, jump, n, err);
    }
    uint64_t code = run->code;
    unsigned shift = run->first + run->cells++ * x->cell_bits;
    for (unsigned s = w->f->states; s-- > 0;) {
        uint32_t child = w->f->child[(size_t)n * w->f->states + s];
        run->code = code | (uint64_t)s << shift;
        if (child != FRONTIER_DEAD)
            TRY(split(w, child, run, err));
    }
    run->code = code;
    run->cells--;
    return CODE_OK;
}

/* Guide entries for the jumps from `first` on, which have `members` members. */
static enum code add_guide(struct work *w, uint32_t n, uint32_t first, uint64_t members,
                           unsigned shares, struct error *err)
{
    unsigned shift = 0;
    while ((members - 1) >> shift >= (uint64_t)shares << GUIDE_FINER)
        shift++;
    uint64_t entries = ((members - 1) >> shift) + 1;
    if (w->guides + entries > w->guide_room) {
        uint32_t room = 2 * w->guide_room + (uint32_t)entries;
        uint32_t *more = realloc(w->guide, room * sizeof *more);
        if (!more || room > most_guides)
            return too_many(err);
        w->guide = more;
        w->guide_room = room;
    }
    w->key[n] = w->guides << 6 | shift;
    for (uint64_t i = 0; i < entries; i++) {
        while (w->jump[first + 1].from <= i << shift)
            first++;
        w->guide[w->guides++] = first;
    }
    return CODE_OK;
}

static enum code add_node(struct work *w, uint32_t n, struct error *err)
{
    const struct blocks *x = w->x;
    const struct block_jump end = {.from = UINT64_MAX};
    double wanted = w->visits[n] * ROOT_SHARES;
    unsigned shares = wanted > LEAST_SHARES ? (unsigned)wanted : LEAST_SHARES;
    uint64_t members = w->f->count[n];
    uint32_t first = w->jumps;
    if (n == FRONTIER_DONE) {
        TRY(add(w, (struct block_jump){0}, n, err));
    } else {
        unsigned cell = w->f->cell[n];
        struct run run = {.share = members / shares,
                          .word = cell / x->word_cells,
                          .first = cell % x->word_cells * x->cell_bits,
                          .visits = w->visits[n] / (double)members};
        TRY(split(w, n, &run, err));
        assert(run.from == members);
    }
    TRY(add(w, end, FRONTIER_DONE, err));
    TRY(add(w, end, FRONTIER_DONE, err));
    return add_guide(w, n, first, members, shares, err);
}

static enum code compile(struct work *w, struct error *err)
{
    uint32_t root = w->f->nodes - 1;
    TRY(mem_small(w->f->nodes, sizeof *w->visits, &w->visits, err));
    TRY(mem_small(w->f->nodes, sizeof *w->key, &w->key, err));
    TRY(add_node(w, FRONTIER_DONE, err)); /* first, so that its key is 0 */
    assert(w->key[FRONTIER_DONE] == 0);
    w->visits[root] = 1;
    for (uint32_t n = root; n >= FRONTIER_FIRST; n--)
        if (w->visits[n] > 0)
            TRY(add_node(w, n, err));
    for (uint32_t i = 0; i < w->jumps; i++)
        w->jump[i].key = w->key[w->to[i]];
    w->x->jump_root = w->key[root];
    return CODE_OK;
}

enum code jumps_compile(const struct frontier *f, struct blocks *x, struct jumps *out,
                        struct error *err)
{
    struct work w = {.x = x, .f = f};
    enum code code = compile(&w, err);
    *out = (struct jumps){w.jump, w.guide};
    x->jumps = w.jumps;
    x->guides = w.guides;
    free(w.visits);
    free(w.key);
    free(w.to);
    return code;
}
