/* SPDX-License-Identifier: MIT
 *
 * Kernels of the per-position engine, compiled for each game with its fast face (FAST_FACE)
 * inside, by a C compiler and by nvcc; retro.c calls them. The steps are those of
 * solve/per_game/retro.c, which tells how parts are solved. Few positions are expanded or
 * tested in a step, and they lie scattered, so they are listed first: then all threads of a
 * warp have work.
 */
#ifndef GPU_RETRO_KERNEL_H
#define GPU_RETRO_KERNEL_H

#include "gpu/kernel.h"
#include "gpu/retro_grid.h"

#include FAST_FACE

#ifndef FAST_JUDGES_MOVES
#define FAST_JUDGES_MOVES(tables) 0
#endif

/* ---- codes -------------------------------------------------------------------------- */

/* A draw by the rules, stored as CODE_DRAWN. */
enum { RETRO_RULE_DRAW = CODES };

FAST const struct fast_tables *retro_tables(const struct retro_args *a)
{
    return (const struct fast_tables *)a->tables;
}

FAST bool retro_inside(const struct retro_args *a, uint64_t slot)
{
    return slot >= a->range[0].first && slot < a->range[0].end;
}

/* Where the code of a slot of the part lies. */
FAST uint16_t *retro_at(const struct retro_args *a, uint64_t slot)
{
    return a->range[0].code + (slot - a->range[0].first);
}

/* The code of a successor: what the rules say, a code of an earlier part, or one of this
 * part that is decided in less than a->plies; CODES if it is not known. */
FAST uint16_t retro_known(const struct retro_args *a, uint64_t slot)
{
    if (slot >= SLOT_DRAWN)
        return slot == SLOT_WON    ? code_win(0)
               : slot == SLOT_LOST ? code_loss(0)
                                   : (uint16_t)CODE_DRAWN;
    if (retro_inside(a, slot)) {
        uint16_t code = kernel_load16(retro_at(a, slot));
        return code == RETRO_OPEN || a->plies == 0 || code > code_loss(a->plies - 1)
                   ? (uint16_t)CODES
                   : code;
    }
    for (uint32_t k = 1; k < a->ranges; k++)
        if (slot >= a->range[k].first && slot < a->range[k].end)
            return a->range[k].code[slot - a->range[k].first];
    return CODES;
}

/* ---- what is known beforehand ------------------------------------------------------- */

/* The code that follows from what is known of the successors; open if none does. */
FAST uint16_t retro_foresee(const struct retro_args *a, const uint64_t *next, unsigned n)
{
    uint16_t nearest = UINT16_MAX, farthest = 0;
    bool all_won = true;
    for (unsigned k = 0; k < n; k++) {
        uint16_t code = retro_known(a, next[k]);
        if (code != CODES && code_is_loss(code))
            nearest = code < nearest ? code : nearest;
        else if (code != CODES && code_is_win(code))
            farthest = code > farthest ? code : farthest;
        else
            all_won = false;
    }
    if (nearest != UINT16_MAX)
        return code_win(code_plies(nearest) + 1);
    return all_won && farthest ? code_loss(code_plies(farthest) + 1)
                               : (uint16_t)RETRO_OPEN;
}

FAST bool retro_any_inside(const struct retro_args *a, const uint64_t *next, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        if (retro_inside(a, next[k]))
            return true;
    return false;
}

/* Endings, and notes where successors outside the part decide. Counts the others. */
FAST void retro_prepare(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    uint64_t next[FAST_MOVES], slot = a->from + i;
    struct fast_position p;
    if (kernel_load16(retro_at(a, slot)) != RETRO_OPEN)
        return;
    fast_at(retro_tables(a), slot, &p);
    enum ending ending = fast_ending(retro_tables(a), &p);
    uint16_t code = RETRO_OPEN;
    bool within = false;
    if (ending == ENDS_DRAW) {
        code = RETRO_RULE_DRAW;
    } else if (ending != GOES_ON) {
        code = code_of_ending(ending);
    } else if (FAST_JUDGES_MOVES(retro_tables(a)) || a->ranges > 1) {
        unsigned n = fast_successors(retro_tables(a), &p, next);
        code = retro_foresee(a, next, n);
        within = retro_any_inside(a, next, n);
    } else {
        within = true;
    }
    if (within)
        kernel_add(count, RETRO_WITHIN, 1);
    if (code != RETRO_OPEN)
        kernel_store16(retro_at(a, slot), code);
}

/* ---- predecessors ------------------------------------------------------------------- */

/* Lists the positions of the ply before. */
FAST void retro_find_decided(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint16_t code = *retro_at(a, a->from + i);
    if (code == code_win(a->plies - 1) || code == code_loss(a->plies - 1))
        a->list[kernel_next(a->listed)] = (uint32_t)i;
}

FAST void retro_settle(const struct retro_args *a, uint64_t slot, bool wins)
{
    const uint16_t code = kernel_load16(retro_at(a, slot));
    if (wins) {
        if (code == RETRO_OPEN || (code > code_loss(a->plies) && code != RETRO_RULE_DRAW))
            kernel_store16(retro_at(a, slot), code_win(a->plies));
        return;
    }
    if (code != RETRO_OPEN)
        return;
    const uint64_t i = slot - a->range[0].first;
    uint32_t *word = &a->candidate[i / 32], bit = (uint32_t)1 << i % 32;
    if (!(kernel_load32(word) & bit))
        kernel_or(word, bit);
}

FAST void retro_expand(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint64_t before[FAST_UNMOVES], slot = a->from + a->list[i];
    struct fast_position p;
    fast_at(retro_tables(a), slot, &p);
    unsigned n = fast_predecessors(retro_tables(a), &p, before);
    bool wins = kernel_load16(retro_at(a, slot)) == code_loss(a->plies - 1);
    for (unsigned k = 0; k < n; k++)
        if (retro_inside(a, before[k]))
            retro_settle(a, before[k], wins);
}

/* ---- candidates --------------------------------------------------------------------- */

/* Lists those of 32 slots that are still open, and forgets them. */
FAST void retro_find_candidates(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint32_t *word = &a->candidate[(a->from - a->range[0].first) / 32 + i], bits = *word;
    if (!bits)
        return;
    *word = 0;
    for (; bits; bits &= bits - 1) {
        uint32_t k = (uint32_t)i * 32 + portable_lowest(bits);
        if (*retro_at(a, a->from + k) == RETRO_OPEN)
            a->list[kernel_next(a->listed)] = k;
    }
}

/* With only won successors it is a loss: in this ply, or noted for the one that follows
 * from a farther win outside the part. */
FAST void retro_test(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint64_t next[FAST_MOVES], slot = a->from + a->list[i];
    uint16_t farthest = 0;
    struct fast_position p;
    fast_at(retro_tables(a), slot, &p);
    unsigned n = fast_successors(retro_tables(a), &p, next);
    for (unsigned k = 0; k < n; k++) {
        uint16_t code = retro_known(a, next[k]);
        if (code == CODES || !code_is_win(code))
            return;
        farthest = code > farthest ? code : farthest;
    }
    if (farthest)
        kernel_store16(retro_at(a, slot), code_loss(code_plies(farthest) + 1));
}

/* ---- the rest ----------------------------------------------------------------------- */

FAST void retro_count(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    uint16_t code = *retro_at(a, a->from + i);
    if (code == code_win(a->plies) || code == code_loss(a->plies))
        kernel_add(count, RETRO_DECIDED, 1);
}

/* Forgets what only a solve knows. */
FAST void retro_close(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint16_t *code = retro_at(a, a->from + i);
    if (*code == RETRO_RULE_DRAW)
        *code = CODE_DRAWN;
}

/* Moves of a position take long: one for each thread. */
KERNEL_SPREAD(grid_prepare, retro_prepare, retro_args, KERNEL_THREADS)
KERNEL(grid_find_decided, retro_find_decided, retro_args)
KERNEL_SPREAD(grid_expand, retro_expand, retro_args, KERNEL_THREADS)
KERNEL(grid_find_candidates, retro_find_candidates, retro_args)
KERNEL_SPREAD(grid_test, retro_test, retro_args, KERNEL_THREADS)
KERNEL(grid_count, retro_count, retro_args)
KERNEL(grid_close, retro_close, retro_args)

/* ---- tables ------------------------------------------------------------------------- */

static const void *retro_attached(const void *tables, unsigned i, uint64_t *bytes)
{
#ifdef FAST_ATTACHED
    return fast_attached((const struct fast_tables *)tables, i, bytes);
#else
    (void)tables, (void)i;
    *bytes = 0;
    return (const void *)0;
#endif
}

static void retro_attach(void *tables, unsigned i, const void *memory)
{
#ifdef FAST_ATTACHED
    fast_attach((struct fast_tables *)tables, i, memory);
#else
    (void)tables, (void)i, (void)memory;
#endif
}

#define RETRO_GRID                                                                       \
    {                                                                                    \
        sizeof(struct fast_tables), retro_attached, retro_attach, grid_prepare,          \
            grid_find_decided, grid_expand, grid_find_candidates, grid_test, grid_count, \
            grid_close                                                                   \
    }

#endif
