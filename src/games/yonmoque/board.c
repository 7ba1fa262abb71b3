/* SPDX-License-Identifier: MIT
 * Boards and readings of Yonmoque; see board.h. */
#include "games/yonmoque/board.h"

#include <ctype.h>
#include <string.h>

static const int down[8] = {-1, -1, 0, 1, 1, 1, 0, -1};
static const int across[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static unsigned colour_of(unsigned row, unsigned column)
{
    if ((row + column) % 2)
        return YON_WHITE;
    bool corner = row % 4 == 0 && column % 4 == 0, middle = row == 2 && column == 2;
    return corner || middle ? YON_NEUTRAL : YON_BLUE;
}

static void make_cells(struct yon_board *b)
{
    b->cells = (uint8_t)(b->rows * b->columns);
    for (unsigned c = 0; c < b->cells; c++) {
        int row = (int)c / b->columns, column = (int)c % b->columns;
        b->colour[c] = (uint8_t)colour_of((unsigned)row + (5u - b->rows) / 2,
                                          (unsigned)column + (5u - b->columns) / 2);
        for (unsigned d = 0; d < 8; d++)
            for (int i = 1;; i++) {
                int y = row + i * down[d], x = column + i * across[d];
                if (y < 0 || y >= b->rows || x < 0 || x >= b->columns)
                    break;
                b->ray[c][d][b->ray_length[c][d]++] = (uint8_t)(y * b->columns + x);
            }
    }
}

/* All lines of `length` cells, from their first cell to the east, south or a diagonal. */
static uint8_t make_lines(const struct yon_board *b, unsigned length, uint32_t *line)
{
    unsigned n = 0;
    for (unsigned c = 0; c < b->cells; c++)
        for (unsigned d = 2; d < 6; d++) {
            if (b->ray_length[c][d] + 1u < length)
                continue;
            uint32_t cells = (uint32_t)1 << c;
            for (unsigned i = 0; i + 1 < length; i++)
                cells |= (uint32_t)1 << b->ray[c][d][i];
            line[n++] = cells;
        }
    return (uint8_t)n;
}

/* Symmetries of the rectangle that keep the colours of the cells. */
static void make_symmetries(struct yon_board *b)
{
    for (unsigned g = 0; g < YON_SYMMETRIES; g++) {
        if (g & 4 && b->rows != b->columns)
            continue;
        bool keeps = true;
        uint8_t *image = b->image[b->symmetries];
        for (unsigned c = 0; c < b->cells; c++) {
            unsigned row = c / b->columns, column = c % b->columns;
            row = g & 1 ? b->rows - 1 - row : row;
            column = g & 2 ? b->columns - 1 - column : column;
            image[c] =
                (uint8_t)(g & 4 ? column * b->columns + row : row * b->columns + column);
            keeps = keeps && b->colour[image[c]] == b->colour[c];
        }
        b->symmetries = (uint8_t)(b->symmetries + keeps);
    }
}

uint32_t yon_image(const struct yon_board *b, unsigned g, uint32_t set)
{
    uint32_t image = 0;
    for (; set; set &= set - 1)
        image |= (uint32_t)1 << b->image[g][__builtin_ctz(set)];
    return image;
}

/* ---- names ------------------------------------------------------------------------ */

static bool digit_in(char c, unsigned least, unsigned most)
{
    return isdigit((unsigned char)c) && (unsigned)(c - '0') >= least &&
           (unsigned)(c - '0') <= most;
}

/* Takes one part off the name if it is the word. */
static bool take(const char **at, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*at, word, n) != 0 || ((*at)[n] != '-' && (*at)[n] != '\0'))
        return false;
    *at += n + ((*at)[n] == '-' && (*at)[n + 1] != '\0');
    return true;
}

static void take_size(const char **at, struct yon_board *b)
{
    const char *s = *at;
    if (digit_in(s[0], 2, YON_SIDE) && s[1] == 'x' && digit_in(s[2], 2, YON_SIDE)) {
        char word[4] = {s[0], 'x', s[2], '\0'};
        if (take(at, word)) {
            b->rows = (uint8_t)(word[0] - '0');
            b->columns = (uint8_t)(word[2] - '0');
        }
    }
    char word[2] = {**at, '\0'};
    if (digit_in(word[0], 1, YON_PIECES) && take(at, word))
        b->pieces = (uint8_t)(word[0] - '0');
}

enum code yon_board_make(const char *name, struct yon_board *b, struct error *err)
{
    *b = (struct yon_board){.rows = YON_SIDE, .columns = YON_SIDE, .pieces = YON_PIECES};
    const char *at = name;
    take_size(&at, b);
    if (take(&at, "any"))
        b->counted = YON_ANY;
    else if (take(&at, "arrival"))
        b->counted = YON_ARRIVAL;
    b->bishop = take(&at, "bishop");
    b->five_loses = take(&at, "five");
    if (*at)
        return error_set(
            err, CODE_USAGE,
            "yonmoque has no variant '%.40s'; a variant is made of RxC (2..5 rows and "
            "columns), N (1..6 pieces each), any or arrival, bishop, five, in this order "
            "with '-' between, as in yonmoque:any-bishop or yonmoque:3x5-4",
            name);
    if (2 * b->pieces > b->rows * b->columns)
        return error_set(err, CODE_USAGE,
                         "yonmoque: %u pieces do not fit on %u cells in '%.40s'",
                         2u * b->pieces, (unsigned)b->rows * b->columns, name);
    make_cells(b);
    b->fours = make_lines(b, 4, b->four);
    b->fives = make_lines(b, 5, b->five);
    make_symmetries(b);
    return CODE_OK;
}
