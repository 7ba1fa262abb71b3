/* SPDX-License-Identifier: MIT
 * Tables of the layers engine: the group, the places of the small layers, the steps, the
 * order of the rows; see layers_state.h. */
#include "solve/layers_state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void fill_group(struct layers *l)
{
    const struct fast_tables *t = l->t;
    for (unsigned e = 0; e < GROUP; e++)
        for (uint32_t n = 0; n < l->layers; n++)
            l->act[e][n] =
                t->image[e % GOB_SYMMETRIES][e < GOB_SYMMETRIES ? n : t->swapped[n]];
    for (unsigned g = 0; g < GROUP; g++)
        for (unsigned e = 0; e < GROUP; e++)
            for (unsigned h = 0; h < GROUP; h++) {
                uint32_t n = 0;
                while (n < l->layers && l->act[h][n] == l->act[g][l->act[e][n]])
                    n++;
                if (n == l->layers)
                    l->product[g][e] = (uint8_t)h;
            }
}

static void set_bit(struct row *row, unsigned place)
{
    row_words(row)[place / 64] |= (uint64_t)1 << place % 64;
}

static void fill_places(struct layers *l)
{
    unsigned orbits = 0;
    memset(l->place, 0xff, sizeof l->place);
    for (unsigned place = 0; place < ROW_BITS; place++)
        l->layer_at[place] = (uint16_t)l->layers;
    for (uint32_t n = 0; n < l->layers; n++) {
        if (l->place[n] != 0xffff)
            continue;
        assert(orbits < LANE_BITS);
        for (unsigned e = 0; e < GROUP; e++) {
            unsigned place = e * LANE_BITS + orbits, image = l->act[e][n];
            if (l->place[image] == 0xffff)
                l->place[image] = (uint16_t)place;
            l->layer_at[place] = (uint16_t)image;
            set_bit(&l->all, place);
            for (unsigned cell = 0; cell < GOB_CELLS; cell++) {
                if (l->t->layer[image].own >> cell & 1)
                    set_bit(&l->small_own[cell], place);
                if (l->t->layer[image].other >> cell & 1)
                    set_bit(&l->small_other[cell], place);
            }
        }
        orbits++;
    }
}

static void fill_frames(struct layers *l)
{
    const struct fast_tables *t = l->t;
    for (uint32_t n = 0; n < l->layers; n++) {
        uint16_t swapped = t->swapped[n];
        l->frame[n].class_base = (uint32_t)t->class_of[swapped] * l->layers;
        l->frame[n].symmetry = t->to_class[swapped] + GOB_SYMMETRIES;
    }
}

static unsigned row_mask(const struct layers *l, uint32_t row)
{
    const struct fast_tables *t = l->t;
    return gob_occupied(t->layer[t->representative[row / l->layers]]) |
           gob_occupied(t->layer[row % l->layers]);
}

static enum code fill_order(struct layers *l, struct error *err)
{
    uint32_t at[MASKS] = {0};
    TRY(mem_small(l->rows, sizeof *l->order, &l->order, err));
    for (uint32_t row = 0; row < l->rows; row++)
        l->order_start[row_mask(l, row) + 1]++;
    for (unsigned mask = 0; mask < MASKS; mask++) {
        l->order_start[mask + 1] += l->order_start[mask];
        at[mask] = l->order_start[mask];
    }
    for (uint32_t row = 0; row < l->rows; row++)
        l->order[at[row_mask(l, row)]++] = row;
    return CODE_OK;
}

enum code layers_make(const struct fast_tables *t, struct layers **out, struct error *err)
{
    struct layers *l = aligned_alloc(64, (sizeof *l + 63) / 64 * 64);
    if (!l)
        return error_set(err, CODE_RESOURCES,
                         "not enough memory for the engine's tables");
    memset(l, 0, sizeof *l);
    l->t = t;
    l->layers = t->layers;
    l->rows = t->classes * t->layers;
    fill_group(l);
    fill_places(l);
    fill_frames(l);
    enum code code = fill_order(l, err);
    if (code == CODE_OK)
        *out = l;
    else
        layers_free(l);
    return code;
}

void layers_free(struct layers *l)
{
    if (!l)
        return;
    free(l->order);
    free(l);
}

static struct layer_step step_to(const struct layers *l, struct gob_layer from,
                                 struct gob_step step, bool backwards)
{
    struct gob_layer to = from, lifted = from;
    uint16_t *moved = backwards ? &to.other : &to.own;
    uint16_t *air = backwards ? &lifted.other : &lifted.own;
    *moved = backwards ? gob_undo(*moved, step) : gob_apply(*moved, step);
    *air &= (uint16_t) ~(1u << (backwards ? step.to : step.from));
    return (struct layer_step){
        (uint16_t)gob_layer_number(l->t, to),
        step.from == GOB_HAND ? NO_LIFT : (uint16_t)gob_layer_number(l->t, lifted)};
}

static uint32_t list_steps(const struct layers *l, unsigned mask, uint32_t n,
                           bool backwards, struct layer_step out[GOB_LAYER_STEPS])
{
    struct gob_step step[GOB_LAYER_STEPS];
    struct gob_layer from = l->t->layer[n];
    unsigned count = backwards ? gob_unsteps(from, mask, step)
                               : gob_steps(from, mask, l->t->pieces, step);
    for (unsigned i = 0; i < count; i++)
        out[i] = step_to(l, from, step[i], backwards);
    return count;
}

enum code layers_steps(const struct layers *l, bool backwards, struct step_table *out,
                       struct error *err)
{
    struct layer_step list[GOB_LAYER_STEPS];
    uint32_t total = 0;
    *out = (struct step_table){0};
    TRY(mem_small(MASKS * l->layers + 1, sizeof *out->start, &out->start, err));
    for (unsigned mask = 0; mask < MASKS; mask++)
        for (uint32_t n = 0; n < l->layers; n++) {
            out->start[mask * l->layers + n] = total;
            total += list_steps(l, mask, n, backwards, list);
        }
    out->start[MASKS * l->layers] = total;
    enum code code = mem_small(total, sizeof *out->step, &out->step, err);
    if (code != CODE_OK) {
        layers_steps_free(out);
        return code;
    }
    for (unsigned mask = 0; mask < MASKS; mask++)
        for (uint32_t n = 0; n < l->layers; n++) {
            uint32_t count = list_steps(l, mask, n, backwards, list);
            memcpy(out->step + out->start[mask * l->layers + n], list,
                   sizeof *list * count);
        }
    return CODE_OK;
}

void layers_steps_free(struct step_table *steps)
{
    free(steps->start);
    free(steps->step);
    *steps = (struct step_table){0};
}

/* A cell shows its large piece, else its medium one, else the small layer's. */
void layers_lines(const struct layers *l, uint32_t large, uint32_t medium, bool of_own,
                  struct row *out)
{
    struct gob_layer upper = l->t->layer[medium], top = l->t->layer[large];
    unsigned bare = ~gob_occupied(top);
    unsigned wanted =
        of_own ? top.own | (upper.own & bare) : top.other | (upper.other & bare);
    unsigned unwanted = (gob_occupied(top) | gob_occupied(upper)) & ~wanted;
    const struct row *small = of_own ? l->small_own : l->small_other;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < GOB_LINES; i++) {
        unsigned cells = gob_line(i);
        if (cells & unwanted)
            continue;
        struct row line = l->all;
        for (unsigned rest = cells & ~wanted; rest; rest &= rest - 1)
            for (int e = 0; e < GROUP; e++)
                line.lane[e] &= small[__builtin_ctz(rest)].lane[e];
        for (int e = 0; e < GROUP; e++)
            out->lane[e] |= line.lane[e];
    }
}

void layers_judge(const struct layers *l, uint32_t row, struct row ended[4])
{
    struct row own, other;
    uint32_t large = l->t->representative[row / l->layers];
    layers_lines(l, large, row % l->layers, true, &own);
    layers_lines(l, large, row % l->layers, false, &other);
    memset(ended, 0, 4 * sizeof *ended);
    for (int mine = 0; mine < 2; mine++)
        for (int theirs = 0; theirs < 2; theirs++) {
            struct row *to = &ended[gob_verdict(l->t->rule, mine, theirs)];
            for (int e = 0; e < GROUP; e++)
                to->lane[e] |= l->all.lane[e] & (mine ? own.lane[e] : ~own.lane[e]) &
                               (theirs ? other.lane[e] : ~other.lane[e]);
        }
}
