/* SPDX-License-Identifier: MIT
 *
 * What an open variant of N men's morris carries: variant->tables points to it.
 */
#ifndef GAMES_MORRIS_TABLES_H
#define GAMES_MORRIS_TABLES_H

#include "games/morris/slots.h"
#include "games/morris/stages.h"

struct morris_tables {
    struct morris_board board;
    struct morris_stages stages; /* rank: every position */
    struct morris_orbits orbits; /* slot: one of each class */
    struct morris_slots slots;
    char example[GAME_TEXT];
};

#endif
