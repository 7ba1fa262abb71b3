/* SPDX-License-Identifier: MIT
 *
 * Kernels of the per-position engine, compiled for each game with its fast face (FAST_FACE)
 * inside, by a C compiler and by nvcc; retro.c calls them. The steps are those of
 * solve/per_game/retro.c. Few positions are expanded or tested in a step, and they lie
 * scattered, so they are listed first: then all threads of a warp have work.
 */
#ifndef GPU_RETRO_KERNEL_H
#define GPU_RETRO_KERNEL_H

#include "gpu/kernel.h"
#include "gpu/retro_grid.h"

#include FAST_FACE

#ifndef FAST_JUDGES_MOVES
#define FAST_JUDGES_MOVES(tables) 0
#endif

FAST const struct fast_tables *retro_tables(const struct retro_args *a)
{
    return (const struct fast_tables *)a->tables;
}

/* ---- what the rules end ------------------------------------------------------------- */

FAST void retro_judge(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    struct fast_position p;
    fast_at(retro_tables(a), a->first + i, &p);
    enum ending ending = fast_ending(retro_tables(a), &p);
    a->code[a->first + i] =
        ending == ENDS_DRAW ? (uint8_t)RETRO_RULE_DRAW : (uint8_t)code_of_ending(ending);
}

/* Codes read back do not tell draws of the rules from open positions. */
FAST void retro_restore(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    if (a->code[a->first + i] == RETRO_OPEN)
        retro_judge(a, i, count);
}

FAST void retro_judge_moves(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint64_t next[FAST_MOVES];
    struct fast_position p;
    if (a->code[a->first + i] != RETRO_OPEN)
        return;
    fast_at(retro_tables(a), a->first + i, &p);
    unsigned n = fast_successors(retro_tables(a), &p, next);
    bool wins = false, loses = true;
    for (unsigned k = 0; k < n; k++) {
        wins |= next[k] == SLOT_LOST;
        loses &= next[k] == SLOT_WON;
    }
    if (wins || loses)
        a->code[a->first + i] =
            (uint8_t)(wins ? code_win(a->plies) : code_loss(a->plies));
}

/* ---- predecessors ------------------------------------------------------------------- */

/* Lists the positions of the ply before. */
FAST void retro_find_decided(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint8_t code = kernel_load8(&a->code[a->first + i]);
    if (code == code_win(a->plies - 1) || code == code_loss(a->plies - 1))
        a->list[kernel_next(a->listed)] = (uint32_t)i;
}

FAST void retro_settle(const struct retro_args *a, uint64_t slot, bool wins)
{
    if (kernel_load8(&a->code[slot]) != RETRO_OPEN)
        return;
    if (wins) {
        kernel_store8(&a->code[slot], (uint8_t)code_win(a->plies));
        return;
    }
    uint32_t *word = &a->candidate[slot / 32], bit = (uint32_t)1 << slot % 32;
    if (!(kernel_load32(word) & bit))
        kernel_or(word, bit);
}

FAST void retro_expand(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint64_t before[FAST_UNMOVES], slot = a->first + a->list[i];
    struct fast_position p;
    fast_at(retro_tables(a), slot, &p);
    unsigned n = fast_predecessors(retro_tables(a), &p, before);
    bool wins = kernel_load8(&a->code[slot]) == code_loss(a->plies - 1);
    for (unsigned k = 0; k < n; k++)
        retro_settle(a, before[k], wins);
}

/* ---- candidates --------------------------------------------------------------------- */

/* Lists those of 32 slots that are still open, and forgets them. */
FAST void retro_find_candidates(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint32_t *word = &a->candidate[a->first / 32 + i], bits = *word;
    if (!bits)
        return;
    *word = 0;
    for (; bits; bits &= bits - 1) {
        uint32_t k = (uint32_t)i * 32 + kernel_lowest(bits);
        if (a->code[a->first + k] == RETRO_OPEN)
            a->list[kernel_next(a->listed)] = k;
    }
}

FAST void retro_test(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    (void)count;
    uint64_t next[FAST_MOVES], slot = a->first + a->list[i];
    struct fast_position p;
    fast_at(retro_tables(a), slot, &p);
    unsigned n = fast_successors(retro_tables(a), &p, next);
    for (unsigned k = 0; k < n; k++) {
        if (next[k] == SLOT_WON)
            continue;
        if (next[k] >= SLOT_DRAWN)
            return;
        uint8_t code = kernel_load8(&a->code[next[k]]);
        if (!code_is_win(code) || code > code_win(a->plies - 1))
            return;
    }
    kernel_store8(&a->code[slot], (uint8_t)code_loss(a->plies));
}

FAST void retro_count(const struct retro_args *a, uint64_t i, uint32_t *count)
{
    uint8_t code = a->code[a->first + i];
    if (code == code_win(a->plies) || code == code_loss(a->plies))
        kernel_add(count, 0, 1);
}

KERNEL(grid_judge, retro_judge, retro_args)
KERNEL(grid_restore, retro_restore, retro_args)
KERNEL(grid_judge_moves, retro_judge_moves, retro_args)
KERNEL(grid_find_decided, retro_find_decided, retro_args)
KERNEL(grid_expand, retro_expand, retro_args)
KERNEL(grid_find_candidates, retro_find_candidates, retro_args)
KERNEL(grid_test, retro_test, retro_args)
KERNEL(grid_count, retro_count, retro_args)

/* ---- tables ------------------------------------------------------------------------- */

static int retro_judges_moves(const void *tables)
{
    (void)tables;
    return FAST_JUDGES_MOVES((const struct fast_tables *)tables) != 0;
}

static const void *retro_attached(const void *tables, uint64_t *bytes)
{
#ifdef FAST_ATTACHED
    return fast_attached((const struct fast_tables *)tables, bytes);
#else
    (void)tables;
    *bytes = 0;
    return (const void *)0;
#endif
}

static void retro_attach(void *tables, const void *memory)
{
#ifdef FAST_ATTACHED
    fast_attach((struct fast_tables *)tables, memory);
#else
    (void)tables, (void)memory;
#endif
}

#define RETRO_GRID                                                                       \
    {                                                                                    \
        sizeof(struct fast_tables), retro_judges_moves, retro_attached, retro_attach,    \
            grid_judge, grid_restore, grid_judge_moves, grid_find_decided, grid_expand,  \
            grid_find_candidates, grid_test, grid_count                                  \
    }

#endif
