/* SPDX-License-Identifier: MIT
 *
 * Gobblet Gobblers, the numbering. A layer (at most `pieces` own and other pieces on nine
 * cells) has a number 0 .. layers-1: 1,423 layers with two pieces of a size and side, 91
 * with one. A position is the triple (large, medium, small):
 *
 *     rank = (large * layers + medium) * layers + small
 *
 * seen by the side to move. Tables merge symmetric positions as far as the large layer
 * tells them apart: it is replaced by the representative of its class (219 of 1,423, 19
 * of 91) and the other two are turned along,
 *
 *     slot = (class * layers + medium') * layers + small'
 *
 * so that a slot stands for as many positions as the class has members.
 */
#ifndef GAMES_GOBBLET_LAYERS_H
#define GAMES_GOBBLET_LAYERS_H

#include "games/gobblet/rules.h"

enum { GOB_MAX_LAYERS = 1423, GOB_MAX_CLASSES = 219, GOB_SETS = 46, GOB_SYMMETRIES = 8 };

struct fast_tables {
    enum gob_rule rule;
    uint32_t pieces;             /* of each size and side: 2, in the small variants 1 */
    uint32_t layers;             /* 1423 or 91 */
    uint32_t classes;            /* 219 or 19 */
    uint8_t set_of[GOB_ALL + 1]; /* set of at most two cells -> 0..45 */
    uint16_t layer_of[GOB_SETS * GOB_SETS]; /* sets of own and other cells -> layer */
    struct gob_layer layer[GOB_MAX_LAYERS];
    uint16_t swapped[GOB_MAX_LAYERS]; /* colours exchanged */
    uint16_t image[GOB_SYMMETRIES][GOB_MAX_LAYERS];
    uint8_t cell_image[GOB_SYMMETRIES][GOB_CELLS];
    uint8_t class_of[GOB_MAX_LAYERS];
    uint8_t to_class[GOB_MAX_LAYERS];         /* symmetry that takes a layer to it */
    uint16_t representative[GOB_MAX_CLASSES]; /* smallest layer of the class */
    uint8_t class_size[GOB_MAX_CLASSES];
    uint8_t stabilizer[GOB_MAX_CLASSES]; /* bit k: symmetry k keeps the representative */
};

struct gob_triple {
    uint32_t small, medium, large;
};

FAST uint32_t gob_layer_number(const struct fast_tables *t, struct gob_layer layer)
{
    return t->layer_of[t->set_of[layer.own] * GOB_SETS + t->set_of[layer.other]];
}

FAST uint64_t gob_rank(const struct fast_tables *t, struct gob_triple p)
{
    return ((uint64_t)p.large * t->layers + p.medium) * t->layers + p.small;
}

FAST struct gob_triple gob_unrank(const struct fast_tables *t, uint64_t rank)
{
    uint64_t upper = rank / t->layers;
    struct gob_triple p = {(uint32_t)(rank % t->layers), (uint32_t)(upper % t->layers),
                           (uint32_t)(upper / t->layers)};
    return p;
}

FAST uint64_t gob_slot(const struct fast_tables *t, struct gob_triple p)
{
    const uint16_t *image = t->image[t->to_class[p.large]];
    return ((uint64_t)t->class_of[p.large] * t->layers + image[p.medium]) * t->layers +
           image[p.small];
}

FAST struct gob_triple gob_at_slot(const struct fast_tables *t, uint64_t slot)
{
    struct gob_triple p = gob_unrank(t, slot);
    p.large = t->representative[p.large];
    return p;
}

#endif
