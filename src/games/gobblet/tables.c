/* SPDX-License-Identifier: MIT
 * Numbering tables of Gobblet Gobblers; see layers.h for what the numbers mean. */
#include "games/gobblet/tables.h"

#include <assert.h>
#include <string.h>

uint16_t gob_cells_image(const struct fast_tables *t, unsigned symmetry, uint16_t cells)
{
    unsigned image = 0;
    for (unsigned cell = 0; cell < GOB_CELLS; cell++)
        image |= ((unsigned)cells >> cell & 1u) << t->cell_image[symmetry][cell];
    return (uint16_t)image;
}

/* Symmetry k: bit 0 mirrors the columns, bit 1 the rows, bit 2 then transposes. */
static void fill_cell_images(struct fast_tables *t)
{
    for (unsigned k = 0; k < GOB_SYMMETRIES; k++)
        for (unsigned cell = 0; cell < GOB_CELLS; cell++) {
            unsigned column = k & 1 ? 2 - cell % 3 : cell % 3;
            unsigned row = k & 2 ? 2 - cell / 3 : cell / 3;
            t->cell_image[k][cell] =
                (uint8_t)(k & 4 ? 3 * column + row : 3 * row + column);
        }
}

static void fill_layers(struct fast_tables *t)
{
    uint16_t set[GOB_SETS];
    unsigned sets = 0;
    for (uint16_t cells = 0; cells <= GOB_ALL; cells++)
        if (gob_count(cells) <= t->pieces) {
            t->set_of[cells] = (uint8_t)sets;
            set[sets++] = cells;
        }
    for (unsigned own = 0; own < sets; own++)
        for (unsigned other = 0; other < sets; other++)
            if (!(set[own] & set[other])) {
                t->layer_of[own * GOB_SETS + other] = (uint16_t)t->layers;
                t->layer[t->layers++] = (struct gob_layer){set[own], set[other]};
            }
    assert(t->layers == (t->pieces == 2 ? 1423 : 91));
}

static void fill_images(struct fast_tables *t)
{
    for (uint32_t n = 0; n < t->layers; n++) {
        struct gob_layer from = t->layer[n];
        struct gob_layer swapped = {from.other, from.own};
        t->swapped[n] = (uint16_t)gob_layer_number(t, swapped);
        for (unsigned k = 0; k < GOB_SYMMETRIES; k++) {
            struct gob_layer to = {gob_cells_image(t, k, from.own),
                                   gob_cells_image(t, k, from.other)};
            t->image[k][n] = (uint16_t)gob_layer_number(t, to);
        }
    }
}

static void fill_classes(struct fast_tables *t)
{
    for (uint32_t n = 0; n < t->layers; n++) {
        unsigned best = 0;
        for (unsigned k = 1; k < GOB_SYMMETRIES; k++)
            if (t->image[k][n] < t->image[best][n])
                best = k;
        uint16_t smallest = t->image[best][n];
        if (smallest == n) {
            t->class_of[n] = (uint8_t)t->classes;
            for (unsigned k = 0; k < GOB_SYMMETRIES; k++)
                t->stabilizer[t->classes] |= (uint8_t)((t->image[k][n] == n) << k);
            t->representative[t->classes++] = (uint16_t)n;
        }
        t->class_of[n] = t->class_of[smallest];
        t->to_class[n] = (uint8_t)best;
        t->class_size[t->class_of[n]]++;
    }
}

void gob_tables_fill(struct fast_tables *t, enum gob_rule rule, unsigned pieces)
{
    memset(t, 0, sizeof *t);
    t->rule = rule;
    t->pieces = pieces;
    fill_cell_images(t);
    fill_layers(t);
    fill_images(t);
    fill_classes(t);
}

unsigned gob_layers_fixed(const struct fast_tables *t, unsigned symmetry)
{
    unsigned fixed = 0;
    for (uint32_t n = 0; n < t->layers; n++)
        fixed += t->image[symmetry][n] == n;
    return fixed;
}
