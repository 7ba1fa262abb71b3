/* SPDX-License-Identifier: MIT
 *
 * Positions that play can reach from the start, by the rows of the layers engine: a
 * position is reached when the un-step of some piece of the player who has just moved
 * leads to a reached one in which the game goes on. The gathering pass is the solver's,
 * fed with un-steps.
 */
#include "solve/layers_reach.h"

#include <stdlib.h>
#include <string.h>

struct reach {
    const struct variant *v;
    struct run *run;
    struct layers *l;
    struct step_table unsteps;
    struct row *reached, *going, *missing,
        *sum; /* going: reached, and the game goes on */
    uint8_t *live, *fresh, *wanted;
};

static enum code allocate(struct reach *x, struct error *err)
{
    struct row **plane[] = {&x->reached, &x->going, &x->missing, &x->sum};
    TRY(layers_make(x->v->tables, &x->l, err));
    TRY(layers_steps(x->l, true, &x->unsteps, err));
    for (int k = 0; k < 4; k++)
        TRY(mem_take(&x->run->memory, x->l->rows, sizeof(struct row),
                     "the reachable positions", plane[k], err));
    TRY(mem_small(x->l->rows, 1, &x->live, err));
    TRY(mem_small(x->l->rows, 1, &x->fresh, err));
    return mem_small(x->l->rows, 1, &x->wanted, err);
}

static void release(struct reach *x)
{
    uint64_t rows = x->l ? x->l->rows : 0;
    struct row *plane[] = {x->reached, x->going, x->missing, x->sum};
    for (int k = 0; k < 4; k++)
        mem_give(&x->run->memory, plane[k], rows, sizeof(struct row));
    free(x->live);
    free(x->fresh);
    free(x->wanted);
    layers_steps_free(&x->unsteps);
    layers_free(x->l);
}

static void plant(struct reach *x)
{
    struct position p;
    x->v->game->initial(x->v, &p);
    uint64_t slot = game_slot(x->v, &p), row = slot / x->l->layers;
    for (unsigned place = 0; place < ROW_BITS; place++)
        if (x->l->layer_at[place] == slot % x->l->layers)
            row_words(&x->reached[row])[place / 64] |= (uint64_t)1 << place % 64;
    for (uint32_t r = 0; r < x->l->rows; r++)
        for (int e = 0; e < GROUP; e++)
            x->missing[r].lane[e] = x->l->all.lane[e] & ~x->reached[r].lane[e];
    memset(x->live, true, x->l->rows);
    x->fresh[row] = true;
    x->going[row] = x->reached[row];
}

/* Takes over what was gathered; true if the row grew. */
static bool grow(struct reach *x, uint32_t r)
{
    struct row fresh, ended[4];
    x->fresh[r] = false;
    if (!x->wanted[r])
        return false;
    for (int e = 0; e < GROUP; e++)
        fresh.lane[e] = x->sum[r].lane[e] & x->missing[r].lane[e];
    if (!row_any(&fresh))
        return false;
    layers_judge(x->l, r, ended);
    for (int e = 0; e < GROUP; e++) {
        x->reached[r].lane[e] |= fresh.lane[e];
        x->missing[r].lane[e] &= ~fresh.lane[e];
        x->going[r].lane[e] |= fresh.lane[e] & ended[GOES_ON].lane[e];
    }
    x->live[r] = row_any(&x->missing[r]);
    x->fresh[r] = true;
    return true;
}

static bool pass(struct reach *x)
{
    struct gather g = {.l = x->l,
                       .steps = &x->unsteps,
                       .planes = 1,
                       .source = {x->going},
                       .sum = {x->sum},
                       .wanted = x->wanted,
                       .judge_lifts = x->l->t->rule == GOB_LIFT_LOSES,
                       .of_own = true};
    bool grew = false;
    layers_select(x->l, &x->unsteps, x->live, x->fresh, x->wanted, x->run->threads);
    layers_gather(&g, layers_kernel(0), x->run->threads);
#pragma omp parallel for reduction(|| : grew) num_threads(x->run->threads)
    for (uint32_t r = 0; r < x->l->rows; r++)
        grew = grow(x, r) || grew;
    return grew;
}

/* Is the slot the first of those of its symmetry class? Only symmetries that keep the
 * large layer lead to other slots. */
static bool is_first(const struct layers *l, uint32_t class, uint32_t medium,
                     uint32_t small)
{
    for (unsigned k = 1; k < GOB_SYMMETRIES; k++) {
        if (!(l->t->stabilizer[class] >> k & 1))
            continue;
        uint32_t m = l->act[k][medium], s = l->act[k][small];
        if (m < medium || (m == medium && s < small))
            return false;
    }
    return true;
}

static void count_row(const struct reach *x, uint32_t r, uint64_t *positions,
                      uint64_t *unique)
{
    const struct layers *l = x->l;
    uint32_t class = r / l->layers;
    for (uint32_t n = 0; n < l->layers; n++) {
        unsigned place = l->place[n];
        if (!(row_words(&x->reached[r])[place / 64] >> place % 64 & 1))
            continue;
        *positions += l->t->class_size[class];
        *unique += is_first(l, class, r % l->layers, n);
    }
}

static void count(const struct reach *x, uint64_t *positions, uint64_t *unique)
{
    uint64_t all = 0, first = 0;
#pragma omp parallel for reduction(+ : all, first) num_threads(x->run->threads)
    for (uint32_t r = 0; r < x->l->rows; r++) {
        uint64_t a = 0, f = 0;
        count_row(x, r, &a, &f);
        all += a;
        first += f;
    }
    *positions = all;
    *unique = first;
}

enum code layers_reach(const struct variant *v, struct run *run, uint64_t *positions,
                       uint64_t *unique, struct error *err)
{
    struct reach x = {.v = v, .run = run};
    enum code code = allocate(&x, err);
    if (code == CODE_OK) {
        plant(&x);
        progress_begin(&run->progress, "reaching", 0);
        uint64_t passes = 0;
        while (!run_stopped(run) && pass(&x))
            progress_update(&run->progress, ++passes, 0, "passes", NULL);
        progress_end(&run->progress);
        count(&x, positions, unique);
        if (run_stopped(run))
            code = error_set(err, CODE_INTERRUPTED, "interrupted");
    }
    release(&x);
    return code;
}
