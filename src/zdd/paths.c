/* SPDX-License-Identifier: MIT
 *
 * How long the walks are: for every node the number of its members, the sum of their path
 * lengths, the shortest and the longest; and if asked for the whole distribution.
 */
#include "zdd/zdd.h"

#include "base/mem.h"

#include <stdlib.h>

struct reach {
    uint64_t members;
    uint16_t shortest, longest;
    double length; /* mean */
};

static struct reach join(const struct reach *a, const struct reach *b)
{
    if (a->members == 0 || b->members == 0) {
        struct reach one = a->members ? *a : *b;
        one.shortest++;
        one.longest++;
        one.length += 1;
        return one;
    }
    double sum = (double)a->members * a->length + (double)b->members * b->length;
    return (struct reach){
        .members = a->members + b->members,
        .shortest =
            (uint16_t)(1 + (a->shortest < b->shortest ? a->shortest : b->shortest)),
        .longest = (uint16_t)(1 + (a->longest > b->longest ? a->longest : b->longest)),
        .length = 1 + sum / ((double)a->members + (double)b->members),
    };
}

/* members[n][length] for all nodes at once. */
static enum code distribute(const struct zdd *z, unsigned lengths, uint64_t **out,
                            struct error *err)
{
    uint64_t *all, *members;
    if (z->nodes > SIZE_MAX / sizeof *all / lengths)
        return error_set(err, CODE_RESOURCES,
                         "the diagram is too large for a distribution");
    TRY(mem_small(z->nodes * lengths, sizeof *all, &all, err));
    enum code code = mem_small(lengths, sizeof *members, &members, err);
    if (code == CODE_OK) {
        all[ZDD_UNIT * lengths] = 1;
        for (uint64_t i = ZDD_LEAVES; i < z->nodes; i++) {
            const uint64_t *no = &all[(uint64_t)z->node[i].no * lengths];
            const uint64_t *yes = &all[(uint64_t)z->node[i].yes * lengths];
            for (unsigned k = 0; k + 1 < lengths; k++)
                all[i * lengths + k + 1] = no[k] + yes[k];
        }
        for (unsigned k = 0; k < lengths; k++)
            members[k] = all[(uint64_t)z->root * lengths + k];
        *out = members;
    }
    free(all);
    return code;
}

enum code zdd_paths(const struct zdd *z, bool distribution, struct zdd_paths *out,
                    struct error *err)
{
    *out = (struct zdd_paths){0};
    TRY(zdd_numbered(z, err));
    struct reach *reach;
    TRY(mem_small(z->nodes, sizeof *reach, &reach, err));
    reach[ZDD_UNIT].members = 1;
    for (uint64_t i = ZDD_LEAVES; i < z->nodes; i++)
        reach[i] = join(&reach[z->node[i].no], &reach[z->node[i].yes]);
    struct reach root = reach[z->root];
    free(reach);
    out->mean = root.length;
    out->shortest = root.shortest;
    out->longest = root.longest;
    return distribution ? distribute(z, root.longest + 1u, &out->members, err) : CODE_OK;
}

void zdd_paths_free(struct zdd_paths *paths)
{
    free(paths->members);
    *paths = (struct zdd_paths){0};
}
