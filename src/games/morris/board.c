/* SPDX-License-Identifier: MIT
 * Boards of N men's morris; see board.h. */
#include "games/morris/board.h"

#include <assert.h>
#include <string.h>

const uint8_t morris_men[MORRIS_GAMES] = {3, 5, 6, 7, 9, 11, 12};

static void add_mill(struct morris_board *b, unsigned x, unsigned y, unsigned z)
{
    const uint32_t mill = morris_bit(b, x) | morris_bit(b, y) | morris_bit(b, z);
    b->mill[b->mills++] = mill;
    for (uint32_t rest = mill; rest; rest &= rest - 1) {
        const unsigned bit = portable_lowest(rest);
        assert(b->lines_at[bit] < MORRIS_CROSSING);
        b->line_at[bit][b->lines_at[bit]++] = mill & ~((uint32_t)1 << bit);
    }
}

static void join(struct morris_board *b, unsigned x, unsigned y)
{
    b->near[x] |= morris_bit(b, y);
    b->near[y] |= morris_bit(b, x);
    b->edges++;
}

static void make_rings(struct morris_board *b)
{
    for (unsigned g = 0; g < b->rings; g++)
        for (unsigned i = 0; i < 8; i++) {
            join(b, 8 * g + i, 8 * g + (i + 1) % 8);
            if (i % 2 == 0)
                add_mill(b, 8 * g + i, 8 * g + i + 1, 8 * g + (i + 2) % 8);
            if (g + 1 < b->rings && (i % 2 == 1 || b->diagonals))
                join(b, 8 * g + i, 8 * (g + 1) + i);
        }
}

static void make_spokes(struct morris_board *b)
{
    unsigned centre = b->points - 1;
    if (b->rings == 3)
        for (unsigned i = 0; i < 8; i++)
            if (i % 2 == 1 || b->diagonals)
                add_mill(b, i, 8 + i, 16 + i);
    if (b->men == 3)
        for (unsigned i = 0; i < 8; i++) {
            join(b, i, centre);
            if (i < 4)
                add_mill(b, i, centre, i + 4);
        }
    if (b->men == 7)
        for (unsigned i = 1; i < 8; i += 2) {
            join(b, 8 + i, centre);
            add_mill(b, i, 8 + i, centre);
            if (i < 4)
                add_mill(b, 8 + i, centre, 12 + i);
        }
}

/* Offset i comes from `from(i)`, ring g from ring ring[g]. */
static void add_op(struct morris_board *b, unsigned turn, bool mirror,
                   const uint8_t *ring)
{
    uint8_t *op = b->op[b->all_ops++];
    for (unsigned g = 0; g < b->rings; g++)
        for (unsigned i = 0; i < 8; i++) {
            unsigned from = ((mirror ? 8 - i : i) + 2 * turn) % 8;
            op[8 * g + i] = (uint8_t)(8 * ring[g] + from);
        }
    if (b->centre)
        op[b->points - 1] = (uint8_t)(b->points - 1);
}

static void add_square(struct morris_board *b, const uint8_t *ring)
{
    for (unsigned k = 0; k < 8; k++)
        add_op(b, k % 4, k >= 4, ring);
}

static void make_ops(struct morris_board *b)
{
    static const uint8_t order[6][3] = {{0, 1, 2}, {2, 1, 0}, {0, 2, 1},
                                        {1, 0, 2}, {1, 2, 0}, {2, 0, 1}};
    static const uint8_t two[3] = {1, 0};
    add_square(b, order[0]);
    b->turns = b->ops = b->all_ops;
    if (b->rings == 2 && !b->centre)
        add_square(b, two);
    if (b->rings == 3)
        add_square(b, order[1]);
    b->ops = b->all_ops;
    for (unsigned k = 2; k < 6 && b->rings == 3 && b->flying; k++)
        add_square(b, order[k]);
}

bool morris_board_make_flying(struct morris_board *b, unsigned men, bool flying)
{
    if (!memchr(morris_men, (int)men, MORRIS_GAMES))
        return false;
    *b = (struct morris_board){.men = men};
    b->rings = men == 3 ? 1 : men < 9 ? 2 : 3;
    b->centre = men == 3 || men == 7;
    b->diagonals = men > 9;
    b->flying = flying;
    b->points = 8 * b->rings + b->centre;
    make_rings(b);
    make_spokes(b);
    make_ops(b);
    assert(b->mills <= MORRIS_MILLS && b->all_ops <= MORRIS_OPS);
    return true;
}

bool morris_board_make(struct morris_board *b, unsigned men)
{
    return morris_board_make_flying(b, men, men >= 7);
}

uint32_t morris_image(const struct morris_board *b, unsigned k, uint32_t set)
{
    uint32_t image = 0;
    for (unsigned i = 0; i < b->points; i++)
        if (set & morris_bit(b, b->op[k][i]))
            image |= morris_bit(b, i);
    return image;
}
