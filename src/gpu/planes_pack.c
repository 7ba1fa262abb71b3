/* SPDX-License-Identifier: MIT
 * The tables of halves on the device; see planes_pack.h. */
#include "gpu/planes.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)PACK_COLUMNS == HALF_COLUMNS && (int)PACK_CLASSES == HALF_CLASSES &&
                   (int)PACK_CELLS == HALF_COLUMNS * HALF_ROWS && HALF_SIDE == 6,
               "the device's halves are the game's");

static void make_neighbours(struct pack_tables *t)
{
    for (unsigned from = 0; from < t->cells; from++)
        for (unsigned to = 0; to < t->cells; to++) {
            int down = (int)(to / t->columns) - (int)(from / t->columns);
            int across = (int)(to % t->columns) - (int)(from % t->columns);
            if (to != from && down * down <= 1 && across * across <= 1)
                t->neighbour[from][t->neighbours[from]++] = (uint8_t)to;
        }
}

/* A copy of an array on the device. */
static enum code put(struct planes *p, const void *array, uint64_t count, uint64_t size,
                     void *out_pointer, struct error *err)
{
    void *copy;
    TRY(planes_take(p, count, size, "the halves", &copy, err));
    p->device->put(copy, array, count * size);
    memcpy(out_pointer, &copy, sizeof copy);
    return CODE_OK;
}

/* The rows of a list: what they hold and, if wanted, their classes. */
static enum code put_list(struct planes *p, const struct half_list *list,
                          const uint32_t **cells, const uint8_t **classes,
                          struct error *err)
{
    uint32_t *row;
    uint8_t *class_;
    TRY(mem_small(list->count, sizeof *row, &row, err));
    enum code code = mem_small(list->count, sizeof *class_, &class_, err);
    for (uint32_t i = 0; i < list->count && code == CODE_OK; i++) {
        row[i] = list->row[i].cells;
        class_[i] = list->row[i].class;
    }
    if (code == CODE_OK)
        code = put(p, row, list->count, sizeof *row, cells, err);
    if (code == CODE_OK && classes)
        code = put(p, class_, list->count, sizeof *class_, classes, err);
    free(row);
    free(class_);
    return code;
}

enum code planes_put_halves(struct planes *p, const struct nocca_halves *h,
                            struct error *err)
{
    struct pack_tables *t = &p->half;
    const uint64_t places = (uint64_t)1 << 4 * h->columns;
    t->rows = h->rows;
    t->columns = h->columns;
    t->cells = h->rows * h->columns;
    make_neighbours(t);
    memcpy(t->any_start, h->any.start, sizeof t->any_start);
    memcpy(t->home_start[0], h->quiet.start, sizeof t->home_start[0]);
    memcpy(t->home_start[1], h->loud.start, sizeof t->home_start[1]);
    memcpy(t->tails, h->tails, sizeof t->tails);
    memcpy(t->tail_start, h->tail_start, sizeof t->tail_start);
    memcpy(t->half_start, h->half_start, sizeof t->half_start);
    TRY(put(p, h->place_any, places, sizeof *h->place_any, &t->place_any, err));
    TRY(put(p, h->place_home, places, sizeof *h->place_home, &t->place_home, err));
    TRY(put_list(p, &h->any, &t->any_cells, &t->any_class, err));
    TRY(put_list(p, &h->quiet, &t->home_cells[0], NULL, err));
    TRY(put_list(p, &h->loud, &t->home_cells[1], NULL, err));
    return put(p, t, 1, sizeof *t, &p->device_half, err);
}
