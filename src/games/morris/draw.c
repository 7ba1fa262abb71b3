/* SPDX-License-Identifier: MIT
 *
 * The picture: points on a square grid of 2 * rings + 1 lines, drawn into a canvas in
 * which neighbours along a line are joined; empty points show their numbers.
 */
#include "games/morris/draw.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 6, HIGH = 2, LINES = 6 * HIGH + 1, COLUMNS = 6 * WIDE + 3 };

struct canvas {
    char cell[LINES][COLUMNS];
};

/* Grid coordinates of a point, the centre of the board at (rings, rings). */
static void place(const struct morris_board *b, unsigned point, int *x, int *y)
{
    static const int8_t across[8] = {-1, 0, 1, 1, 1, 0, -1, -1};
    static const int8_t down[8] = {-1, -1, -1, 0, 1, 1, 1, 0};
    int middle = (int)b->rings, reach = (int)b->rings - (int)(point / 8);
    if (b->centre && point == b->points - 1)
        reach = 0;
    *x = (middle + reach * across[point % 8]) * WIDE;
    *y = (middle + reach * down[point % 8]) * HIGH;
}

static void join(struct canvas *c, int x, int y, int to_x, int to_y)
{
    int steps = abs(to_y - y) > abs(to_x - x) ? abs(to_y - y) : abs(to_x - x);
    char mark = to_y == y                     ? '-'
                : to_x == x                   ? '|'
                : (to_x - x) * (to_y - y) > 0 ? '\\'
                                              : '/';
    if (mark == '\\' || mark == '/')
        steps = abs(to_y - y);
    for (int i = 1; i < steps; i++)
        c->cell[y + (to_y - y) * i / steps][x + (to_x - x) * i / steps] = mark;
}

void morris_draw(const struct morris_board *b, const struct morris_position *p,
                 bool color, char out[GAME_PICTURE])
{
    (void)color;
    struct canvas c;
    memset(&c, ' ', sizeof c);
    for (unsigned i = 0; i < b->points; i++)
        for (unsigned j = i + 1; j < b->points; j++) {
            int x, y, to_x, to_y;
            if (!(b->near[i] & morris_bit(b, j)))
                continue;
            place(b, i, &x, &y);
            place(b, j, &to_x, &to_y);
            join(&c, x, y, to_x, to_y);
        }
    for (unsigned i = 0; i < b->points; i++) {
        int x, y;
        char name[16];
        place(b, i, &x, &y);
        snprintf(name, sizeof name, "%u", i);
        if ((p->men[0] | p->men[1]) & morris_bit(b, i))
            snprintf(name, sizeof name, "%c", p->men[0] & morris_bit(b, i) ? 'W' : 'B');
        memcpy(&c.cell[y][x], name, strlen(name));
    }
    *out = '\0';
    for (unsigned line = 0; line <= 2 * b->rings * HIGH; line++)
        text_append(out, GAME_PICTURE, "%.*s\n", (int)(2 * b->rings * WIDE + 3),
                    c.cell[line]);
    text_append(out, GAME_PICTURE, "in hand: white %u, black %u\n", p->hand[0],
                p->hand[1]);
}
