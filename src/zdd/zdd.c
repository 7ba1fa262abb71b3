/* SPDX-License-Identifier: MIT
 *
 * Building a diagram from a frontier: each node of the multi-valued diagram becomes a
 * chain of binary ones, one per state that leads anywhere, hung above the child of the
 * default state. Counting beyond 64 bits.
 */
#include "zdd/zdd.h"

#include "base/mem.h"
#include "zdd/make.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static enum code chain(struct zdd_maker *m, const struct frontier *f, uint32_t n,
                       const uint32_t *made, uint32_t *top, struct error *err)
{
    const uint32_t *child = &f->child[(size_t)n * f->states];
    *top = made[child[f->states - 1]];
    for (unsigned s = f->states - 1; s-- > 0;)
        TRY(zdd_make(m, f->cell[n], s, *top, made[child[s]], top, err));
    return CODE_OK;
}

enum code zdd_build(const struct zdd_problem *problem, enum zdd_sharing sharing,
                    struct zdd *out, struct error *err)
{
    *out = (struct zdd){0};
    struct frontier f;
    TRY(frontier_build(problem, sharing == ZDD_REDUCED, &f, err));
    struct zdd_maker m = {0};
    uint32_t *made = NULL;
    enum code code = mem_small(f.nodes, sizeof *made, &made, err);
    if (code == CODE_OK)
        code = zdd_maker_start(&m, f.cells, f.states, sharing == ZDD_REDUCED, UINT64_MAX,
                               err);
    if (code == CODE_OK)
        made[FRONTIER_DONE] = ZDD_UNIT;
    for (uint32_t n = FRONTIER_FIRST; n < f.nodes && code == CODE_OK; n++)
        code = chain(&m, &f, n, made, &made[n], err);
    if (code == CODE_OK)
        code = zdd_maker_finish(&m, made[f.nodes - 1], out, err);
    zdd_maker_free(&m);
    free(made);
    frontier_free(&f);
    return code;
}

void zdd_free(struct zdd *z)
{
    struct budget memory = {.limit = UINT64_MAX, .used = z->room * sizeof *z->node};
    mem_give(&memory, z->node, z->room, sizeof *z->node);
    *z = (struct zdd){0};
}

uint64_t zdd_bytes(const struct zdd *z)
{
    return z->nodes * sizeof *z->node;
}

enum code zdd_count(const struct zdd *z, zdd_wide *count, struct error *err)
{
    if (z->count != ZDD_NONE) {
        *count = z->count;
        return CODE_OK;
    }
    zdd_wide *total;
    TRY(mem_small(z->nodes, sizeof *total, &total, err));
    total[ZDD_UNIT] = 1;
    bool over = false;
    for (uint64_t i = ZDD_LEAVES; i < z->nodes && !over; i++)
        over = __builtin_add_overflow(total[z->node[i].no], total[z->node[i].yes],
                                      &total[i]);
    *count = total[z->root];
    free(total);
    if (over)
        return error_set(err, CODE_RESOURCES,
                         "the set has more than 2^128 members; they cannot be counted");
    return CODE_OK;
}

enum code zdd_numbered(const struct zdd *z, struct error *err)
{
    if (z->count != ZDD_NONE)
        return CODE_OK;
    zdd_wide count;
    TRY(zdd_count(z, &count, err));
    char text[64];
    return error_set(
        err, CODE_RESOURCES,
        "the set has %s members; numbers of more than 64 bits are not supported",
        zdd_wide_text(count, text));
}

char *zdd_wide_text(zdd_wide number, char out[64])
{
    char reversed[64];
    unsigned digits = 0, n = 0;
    do {
        if (digits && digits % 3 == 0)
            reversed[n++] = ',';
        reversed[n++] = (char)('0' + (unsigned)(number % 10));
        digits++;
        number /= 10;
    } while (number);
    for (unsigned i = 0; i < n; i++)
        out[i] = reversed[n - 1 - i];
    out[n] = '\0';
    return out;
}
