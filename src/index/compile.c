/* SPDX-License-Identifier: MIT
 *
 * Block tables from a frontier. Nodes of the automaton are the frontier's nodes in front
 * of a block; their steps come out of a depth-first visit of the block's cells in order
 * of the members. Codes are then grouped by what they do (kind) and sorted by use
 * (place).
 */
#include "index/compile.h"

#include "base/mem.h"
#include "index/jumps.h"
#include "zdd/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_BITS = 12 };
static const uint64_t limit = (uint64_t)1 << 31; /* bytes of all tables */

/* A code a node may read: terms in order of the members. */
struct step {
    uint64_t from;
    uint16_t code, next;
};

struct work {
    struct blocks *x;
    struct frontier f;
    uint32_t codes;  /* 1 << block_bits */
    uint32_t places; /* codes in use, rounded up */
    uint16_t *node;  /* frontier node -> node, 0 when not in front of a block */
    uint64_t *count; /* members below a node */
    struct step *step;
    uint32_t *first; /* steps of node n: first[n] .. first[n + 1] - 1 */
    uint32_t steps, room;
    uint16_t *after; /* by node * codes + code: next node */
    double *use;     /* by code: members that have it in some block */
    uint32_t *order; /* codes, most used first */
    struct block_code *code;
    uint16_t *next;
    uint64_t *term;
    struct jumps jumps;
};

static enum code shape(struct work *w, unsigned block_cells, struct error *err)
{
    struct blocks *x = w->x;
    x->cells = w->f.cells;
    x->states = w->f.states;
    while (1u << x->cell_bits < x->states)
        x->cell_bits++;
    x->block_cells = block_cells ? block_cells : CODE_BITS / x->cell_bits;
    if (x->block_cells == 0)
        x->block_cells = 1;
    if (x->block_cells > x->cells)
        x->block_cells = x->cells;
    x->block_bits = x->cell_bits * x->block_cells;
    if (x->block_bits > 16)
        return error_set(err, CODE_USAGE,
                         "a block of %u cells has %u bits; 16 is the most",
                         x->block_cells, x->block_bits);
    x->word_blocks = 64 / x->block_bits;
    x->word_cells = x->word_blocks * x->block_cells;
    x->words = (x->cells + x->word_cells - 1) / x->word_cells;
    x->block_count = (x->cells + x->block_cells - 1) / x->block_cells;
    if (x->words > BLOCKS_WORDS)
        return error_set(err, CODE_RESOURCES,
                         "%u cells are too many for a packed position", x->cells);
    w->codes = 1u << x->block_bits;
    if (!w->f.count)
        return error_set(err, CODE_RESOURCES,
                         "the set has more than 2^64 members; they cannot be numbered");
    x->count = w->f.count[w->f.nodes - 1];
    return CODE_OK;
}

static enum code number_nodes(struct work *w, struct error *err)
{
    struct blocks *x = w->x;
    TRY(mem_small(w->f.nodes, sizeof *w->node, &w->node, err));
    TRY(mem_small(w->f.nodes, sizeof *w->count, &w->count, err));
    w->node[FRONTIER_DONE] = 1;
    w->count[1] = 1;
    x->nodes = 2;
    for (uint32_t n = FRONTIER_FIRST; n < w->f.nodes; n++)
        if (w->f.cell[n] % x->block_cells == 0) {
            if (x->nodes == UINT16_MAX)
                return error_set(
                    err, CODE_RESOURCES,
                    "the index needs more than 65535 nodes; use smaller blocks");
            w->count[x->nodes] = w->f.count[n];
            w->node[n] = (uint16_t)x->nodes++;
        }
    return CODE_OK;
}

static enum code add_step(struct work *w, struct step step, struct error *err)
{
    if (w->steps == w->room) {
        uint32_t room = w->room ? 2 * w->room : 4096;
        struct step *more = realloc(w->step, room * sizeof *more);
        if (!more || room * sizeof *more > limit)
            return error_set(err, CODE_RESOURCES, "the steps of the index exceed 2 GiB");
        w->step = more;
        w->room = room;
    }
    w->step[w->steps++] = step;
    return CODE_OK;
}

/* All steps through the rest of a block, from frontier node n, in order of the members.
 */
static enum code visit(struct work *w, uint32_t n, unsigned depth, uint32_t code,
                       uint64_t *from, struct error *err)
{
    bool leaf = n == FRONTIER_DONE || depth == w->x->block_cells;
    if (leaf) {
        TRY(add_step(w, (struct step){*from, (uint16_t)code, w->node[n]}, err));
        *from += w->f.count[n];
        return CODE_OK;
    }
    for (unsigned s = w->f.states; s-- > 0;) {
        uint32_t child = w->f.child[(size_t)n * w->f.states + s];
        if (child != FRONTIER_DEAD)
            TRY(visit(w, child, depth + 1, code | s << depth * w->x->cell_bits, from,
                      err));
    }
    return CODE_OK;
}

static enum code list_steps(struct work *w, struct error *err)
{
    TRY(mem_small(w->x->nodes + 1, sizeof *w->first, &w->first, err));
    for (uint32_t n = FRONTIER_FIRST; n < w->f.nodes; n++) {
        if (w->node[n] == 0)
            continue;
        uint64_t from = 0;
        w->first[w->node[n]] = w->steps;
        TRY(visit(w, n, 0, 0, &from, err));
        assert(from == w->f.count[n]);
    }
    w->first[w->x->nodes] = w->steps;
    return CODE_OK;
}

/* What every code does, and how many members use it: ways from the root to a node times
 * members below the node the code leads to. */
static enum code use_codes(struct work *w, struct error *err)
{
    double *ways;
    uint32_t nodes = w->x->nodes;
    TRY(mem_small((size_t)nodes * w->codes, sizeof *w->after, &w->after, err));
    TRY(mem_small(w->codes, sizeof *w->use, &w->use, err));
    TRY(mem_small(nodes, sizeof *ways, &ways, err));
    ways[nodes - 1] = 1;
    for (uint32_t n = nodes; n-- > 2;)
        for (uint32_t i = w->first[n]; i < w->first[n + 1]; i++) {
            const struct step *s = &w->step[i];
            w->after[(size_t)n * w->codes + s->code] = s->next;
            ways[s->next] += ways[n];
            w->use[s->code] += ways[n] * (double)w->count[s->next];
        }
    free(ways);
    return CODE_OK;
}

struct used {
    double use;
    uint32_t code;
};

static int more_used(const void *a, const void *b)
{
    const struct used *x = a, *y = b;
    if (x->use != y->use)
        return x->use < y->use ? 1 : -1;
    return x->code < y->code ? -1 : 1;
}

static enum code sort_codes(struct work *w, struct error *err)
{
    struct used *used;
    TRY(mem_small(w->codes, sizeof *used, &used, err));
    for (uint32_t c = 0; c < w->codes; c++)
        used[c] = (struct used){w->use[c], c};
    qsort(used, w->codes, sizeof *used, more_used);
    enum code code = mem_small(w->codes, sizeof *w->order, &w->order, err);
    for (uint32_t i = 0; i < w->codes && code == CODE_OK; i++) {
        w->order[i] = used[i].code;
        w->places += used[i].use > 0;
    }
    free(used);
    return code;
}

static bool same_column(const struct work *w, uint32_t a, uint32_t b)
{
    for (size_t n = 2; n < w->x->nodes; n++)
        if (w->after[n * w->codes + a] != w->after[n * w->codes + b])
            return false;
    return true;
}

/* Kinds are numbered in order of their most used code; unused codes share the last one.
 */
static enum code group_codes(struct work *w, struct error *err)
{
    uint64_t *sum;
    uint32_t *leader, kinds = 0;
    TRY(mem_small(w->codes, sizeof *w->code, &w->code, err));
    TRY(mem_small(2 * (size_t)w->codes, sizeof *sum, &sum, err));
    uint64_t *leader_sum = sum + w->codes;
    enum code code = mem_small(w->codes, sizeof *leader, &leader, err);
    if (code != CODE_OK) {
        free(sum);
        return code;
    }
    for (size_t n = 2; n < w->x->nodes; n++)
        for (uint32_t c = 0; c < w->codes; c++)
            sum[c] += hash_mix((uint64_t)n << 16 | w->after[n * w->codes + c]);
    for (uint32_t i = 0; i < w->codes; i++) {
        uint32_t c = w->order[i], k = 0;
        while (k < kinds && (leader_sum[k] != sum[c] || !same_column(w, leader[k], c)))
            k++;
        if (k == kinds) {
            leader_sum[k] = sum[c];
            leader[kinds++] = c;
        }
        w->code[c] = (struct block_code){(uint16_t)(i < w->places ? i : 0), (uint16_t)k};
    }
    while (1u << w->x->kind_bits < kinds)
        w->x->kind_bits++;
    free(sum);
    free(leader);
    return CODE_OK;
}

static enum code fill(struct work *w, struct error *err)
{
    struct blocks *x = w->x;
    x->stride = w->places;
    x->root = x->nodes - 1;
    if ((uint64_t)x->nodes * x->stride * sizeof *w->term > limit)
        return error_set(err, CODE_RESOURCES, "the terms of the index exceed 2 GiB");
    TRY(mem_small((size_t)x->nodes * x->stride, sizeof *w->term, &w->term, err));
    TRY(mem_small((size_t)x->nodes << x->kind_bits, sizeof *w->next, &w->next, err));
    for (size_t n = 2; n < x->nodes; n++)
        for (uint32_t i = w->first[n]; i < w->first[n + 1]; i++) {
            const struct step *s = &w->step[i];
            struct block_code code = w->code[s->code];
            w->term[n * x->stride + code.place] = s->from;
            w->next[n << x->kind_bits | code.kind] = s->next;
        }
    return CODE_OK;
}

/* Moves a table to its place in the one block of memory that holds them all. */
static const void *move(char *memory, uint64_t *used, void *table, uint64_t bytes)
{
    char *place = memory + *used;
    memcpy(place, table, bytes);
    free(table);
    *used += (bytes + 63) / 64 * 64;
    return place;
}

/* One block, so that it is offered to the kernel as huge pages (look-ups are scattered
 * over all of it) and can be copied to a device in one piece. */
static enum code gather(struct work *w, struct error *err)
{
    struct blocks *x = w->x;
    uint64_t nodes = (uint64_t)x->nodes << x->kind_bits;
    const uint64_t bytes[] = {
        (uint64_t)x->nodes * x->stride * sizeof *w->term,
        x->jumps * sizeof *x->jump,
        x->guides * sizeof *x->guide,
        nodes * sizeof *w->next,
        w->codes * sizeof *w->code,
    };
    for (unsigned i = 0; i < sizeof bytes / sizeof *bytes; i++)
        x->bytes += (bytes[i] + 63) / 64 * 64;
    struct budget memory = budget_make(UINT64_MAX);
    char *block;
    TRY(mem_take(&memory, x->bytes, 1, "the tables of the index", &block, err));
    uint64_t used = 0;
    x->memory = block;
    x->term = move(block, &used, w->term, bytes[0]);
    x->jump = move(block, &used, w->jumps.jump, bytes[1]);
    x->guide = move(block, &used, w->jumps.guide, bytes[2]);
    x->next = move(block, &used, w->next, bytes[3]);
    x->code = move(block, &used, w->code, bytes[4]);
    w->term = NULL;
    w->next = NULL;
    w->code = NULL;
    w->jumps = (struct jumps){0};
    return CODE_OK;
}

static enum code compile(struct work *w, const struct zdd_problem *problem,
                         unsigned block_cells, struct error *err)
{
    TRY(frontier_build(problem, true, &w->f, err));
    TRY(shape(w, block_cells, err));
    TRY(number_nodes(w, err));
    TRY(list_steps(w, err));
    TRY(use_codes(w, err));
    TRY(sort_codes(w, err));
    TRY(group_codes(w, err));
    TRY(fill(w, err));
    TRY(jumps_compile(&w->f, w->x, &w->jumps, err));
    return gather(w, err);
}

enum code blocks_compile(const struct zdd_problem *problem, unsigned block_cells,
                         struct blocks *out, struct error *err)
{
    *out = (struct blocks){0};
    struct work w = {.x = out};
    enum code code = compile(&w, problem, block_cells, err);
    frontier_free(&w.f);
    free(w.node);
    free(w.step);
    free(w.first);
    free(w.count);
    free(w.after);
    free(w.use);
    free(w.order);
    free(w.term);
    free(w.next);
    free(w.code);
    free(w.jumps.jump);
    free(w.jumps.guide);
    if (code != CODE_OK)
        blocks_free(out);
    return code;
}

void blocks_free(struct blocks *x)
{
    struct budget memory = {.limit = UINT64_MAX, .used = x->bytes};
    mem_give(&memory, (void *)(uintptr_t)x->memory, x->bytes, 1);
    *x = (struct blocks){0};
}
