/* SPDX-License-Identifier: MIT
 *
 * Forwards cell by cell, all carried states that can arise; then backwards, dropping
 * those from which the end cannot be reached and giving the others their final numbers.
 */
#include "zdd/frontier.h"

#include "base/mem.h"
#include "zdd/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Carried states before one cell, and for each its children among those of the next cell:
 * position there plus one, 0 for dead. */
struct level {
    uint64_t *carried;
    uint32_t *child;
    uint32_t nodes, room;
    struct hash places;
};

static enum code level_find(struct level *level, uint64_t carried, uint32_t *place,
                            struct error *err)
{
    uint64_t key = hash_mix(carried);
    for (uint64_t at = hash_first(&level->places, key);;
         at = hash_next(&level->places, at)) {
        uint32_t held = level->places.slot[at];
        if (held == HASH_FREE) {
            if (level->nodes == level->room) {
                uint32_t room = level->room ? 2 * level->room : 64;
                uint64_t *more = realloc(level->carried, room * sizeof *more);
                if (!more)
                    return error_set(err, CODE_RESOURCES,
                                     "not enough memory for a frontier of %u states",
                                     room);
                level->carried = more;
                level->room = room;
            }
            *place = level->nodes++;
            level->carried[*place] = carried;
            level->places.slot[at] = *place;
            break;
        }
        if (level->carried[held] == carried) {
            *place = held;
            return CODE_OK;
        }
    }
    if (!hash_crowded(&level->places, level->nodes))
        return CODE_OK;
    TRY(hash_grow(&level->places, err));
    for (uint32_t i = 0; i < level->nodes; i++)
        hash_insert(&level->places, hash_mix(level->carried[i]), i);
    return CODE_OK;
}

static enum code expand(const struct zdd_problem *problem, unsigned cell,
                        struct level *from, struct level *to, struct error *err)
{
    TRY(mem_small((size_t)from->nodes * problem->states, sizeof *from->child,
                  &from->child, err));
    TRY(hash_make(&to->places, 6, err));
    uint32_t *child = from->child;
    for (uint32_t n = 0; n < from->nodes; n++)
        for (unsigned s = 0; s < problem->states; s++, child++) {
            uint64_t carried = problem->take(problem->context, cell, s, from->carried[n]);
            uint32_t place = 0;
            if (carried == ZDD_DEAD)
                continue;
            if (cell + 1 == problem->cells) {
                *child = problem->accept(problem->context, carried) ? 1 : 0;
                continue;
            }
            TRY(level_find(to, carried, &place, err));
            *child = place + 1;
        }
    hash_free(&from->places);
    return CODE_OK;
}

static uint64_t tuple_hash(const uint32_t *child, unsigned states)
{
    uint64_t key = 0;
    for (unsigned s = 0; s < states; s++)
        key = hash_mix(key ^ child[s]);
    return key;
}

/* Gives the nodes of one level their final numbers; `final` maps places of the next level
 * plus one, and is replaced by the map of this one. */
static enum code settle(struct frontier *f, unsigned cell, bool merge,
                        const struct level *from, uint32_t **final, struct error *err)
{
    uint32_t *map, begin = f->nodes;
    TRY(mem_small((size_t)from->nodes + 1, sizeof *map, &map, err));
    struct hash seen = {0};
    enum code code = hash_make(&seen, 6, err);
    for (uint32_t n = 0; n < from->nodes && code == CODE_OK; n++) {
        uint32_t *child = &f->child[(size_t)f->nodes * f->states];
        bool alive = false;
        for (unsigned s = 0; s < f->states; s++) {
            child[s] = (*final)[from->child[(size_t)n * f->states + s]];
            alive |= child[s] != FRONTIER_DEAD;
        }
        if (!alive)
            continue;
        uint32_t number = f->nodes;
        if (merge) {
            uint64_t key = tuple_hash(child, f->states), at = hash_first(&seen, key);
            size_t bytes = f->states * sizeof *child;
            for (; seen.slot[at] != HASH_FREE; at = hash_next(&seen, at)) {
                number = seen.slot[at];
                if (memcmp(child, &f->child[(size_t)number * f->states], bytes) == 0)
                    break;
                number = f->nodes;
            }
            seen.slot[at] = number;
        }
        map[n + 1] = number;
        if (number < f->nodes)
            continue;
        f->cell[f->nodes++] = (uint16_t)cell;
        if (merge && hash_crowded(&seen, f->nodes - begin)) {
            code = hash_grow(&seen, err);
            for (uint32_t i = begin; i < f->nodes && code == CODE_OK; i++)
                hash_insert(&seen,
                            tuple_hash(&f->child[(size_t)i * f->states], f->states), i);
        }
    }
    hash_free(&seen);
    free(*final);
    *final = map;
    return code;
}

static enum code settle_all(const struct zdd_problem *problem, bool merge,
                            const struct level *level, struct frontier *f,
                            struct error *err)
{
    uint64_t most = FRONTIER_FIRST;
    for (unsigned cell = 0; cell < f->cells; cell++)
        most += level[cell].nodes;
    if (most >= UINT32_MAX)
        return error_set(err, CODE_RESOURCES, "the diagram has more than 2^32 nodes");
    TRY(mem_small(most * f->states, sizeof *f->child, &f->child, err));
    TRY(mem_small(most, sizeof *f->cell, &f->cell, err));
    f->nodes = FRONTIER_FIRST;
    uint32_t *final;
    TRY(mem_small(2, sizeof *final, &final, err));
    final[1] = FRONTIER_DONE;
    enum code code = CODE_OK;
    for (unsigned cell = f->cells; cell-- > 0 && code == CODE_OK;)
        code = settle(f, cell, merge, &level[cell], &final, err);
    if (code == CODE_OK && final[1] == FRONTIER_DEAD)
        code =
            error_set(err, CODE_USAGE,
                      "the problem has no solution: no way to fill %u cells of %u states "
                      "passes its end test",
                      problem->cells, problem->states);
    free(final);
    return code;
}

/* Counts members below every node; leaves count null when a number does not fit. */
static enum code count(struct frontier *f, struct error *err)
{
    TRY(mem_small(f->nodes, sizeof *f->count, &f->count, err));
    f->count[FRONTIER_DONE] = 1;
    for (uint32_t n = FRONTIER_FIRST; n < f->nodes; n++)
        for (unsigned s = 0; s < f->states; s++)
            if (__builtin_add_overflow(f->count[n],
                                       f->count[f->child[(size_t)n * f->states + s]],
                                       &f->count[n])) {
                free(f->count);
                f->count = NULL;
                return CODE_OK;
            }
    return CODE_OK;
}

enum code frontier_build(const struct zdd_problem *problem, bool merge,
                         struct frontier *out, struct error *err)
{
    *out = (struct frontier){.cells = problem->cells, .states = problem->states};
    if (problem->cells < 1 || problem->cells > ZDD_CELLS || problem->states < 2 ||
        problem->states > ZDD_STATES)
        return error_set(err, CODE_USAGE,
                         "a problem has 1..%d cells of 2..%d states, not %u of %u",
                         ZDD_CELLS, ZDD_STATES, problem->cells, problem->states);
    struct level *level;
    TRY(mem_small(problem->cells + 1, sizeof *level, &level, err));
    uint32_t root;
    enum code code = hash_make(&level[0].places, 6, err);
    if (code == CODE_OK)
        code = level_find(&level[0], problem->start, &root, err);
    for (unsigned cell = 0; cell < problem->cells && code == CODE_OK; cell++)
        code = expand(problem, cell, &level[cell], &level[cell + 1], err);
    if (code == CODE_OK)
        code = settle_all(problem, merge, level, out, err);
    if (code == CODE_OK)
        code = count(out, err);
    for (unsigned cell = 0; cell <= problem->cells; cell++) {
        free(level[cell].carried);
        free(level[cell].child);
        hash_free(&level[cell].places);
    }
    free(level);
    if (code != CODE_OK)
        frontier_free(out);
    return code;
}

void frontier_free(struct frontier *f)
{
    free(f->child);
    free(f->cell);
    free(f->count);
    *f = (struct frontier){0};
}
