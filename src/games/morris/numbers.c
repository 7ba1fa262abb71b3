/* SPDX-License-Identifier: MIT
 * All placements as a declared problem; see numbers.h. */
#include "games/morris/numbers.h"

void morris_declare(struct morris_problem *p, const struct morris_board *b)
{
    static const uint8_t white[MORRIS_STATES] = {1, 0, 0},
                         black[MORRIS_STATES] = {0, 1, 0};
    uint8_t men = (uint8_t)b->men;
    p->counters = (struct zdd_counters){
        .counters = 2,
        .counter = {{white, MORRIS_LEAST, men}, {black, MORRIS_LEAST, men}}};
    p->problem = zdd_count_problem(b->points, MORRIS_STATES, &p->counters);
}
