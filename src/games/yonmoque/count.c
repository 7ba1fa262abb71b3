/* SPDX-License-Identifier: MIT
 *
 * Sizes of Yonmoque's position sets. Classes of symmetric positions are counted by
 * Burnside's lemma: a board that a symmetry leaves alone has all cells of a cycle empty,
 * blue or white, so the boards with k pieces are a coefficient of the product of
 * (1 + 2 x^length) over its cycles.
 */
#include "games/yonmoque/count.h"

#include <stdio.h>
#include <string.h>

static void count_fixed(const struct yon_board *b, unsigned g,
                        uint64_t boards[YON_CELLS + 1])
{
    uint32_t seen = 0;
    memset(boards, 0, (YON_CELLS + 1) * sizeof *boards);
    boards[0] = 1;
    for (unsigned first = 0; first < b->cells; first++) {
        unsigned length = 0;
        for (unsigned c = first; !(seen >> c & 1); c = b->image[g][c], length++)
            seen |= (uint32_t)1 << c;
        for (unsigned men = YON_CELLS; length > 0 && men >= length; men--)
            boards[men] += 2 * boards[men - length];
    }
}

/* Boards with each number of pieces: all, and one of each class. */
static void count_boards(const struct yon_board *b, uint64_t all[YON_CELLS + 1],
                         uint64_t unique[YON_CELLS + 1])
{
    uint64_t sum[YON_CELLS + 1] = {0};
    for (unsigned g = 0; g < b->symmetries; g++) {
        uint64_t fixed[YON_CELLS + 1];
        count_fixed(b, g, fixed);
        for (unsigned men = 0; men <= YON_CELLS; men++)
            sum[men] += fixed[men];
        if (g == 0)
            memcpy(all, fixed, sizeof fixed);
    }
    for (unsigned men = 0; men <= YON_CELLS; men++)
        unique[men] = sum[men] / b->symmetries;
}

/* Both sides to move in every layer; `first` positions of the first two plies. */
static enum code count_set(const struct yon_numbers *n, const char *name,
                           const uint64_t boards[YON_CELLS + 1], uint64_t second,
                           struct count_report *report, struct error *err)
{
    uint64_t sum = 1 + second;
    for (unsigned i = 0; i < n->layers; i++)
        sum += 2 * boards[n->layer[i].men];
    TRY(count_add(report, name, NULL, sum, err));
    char subset[48];
    for (unsigned i = 0; i < n->layers; i++) {
        const struct yon_layer *l = &n->layer[i];
        snprintf(subset, sizeof subset, "hands=%u,%u", l->hand[0], l->hand[1]);
        TRY(count_add(report, name, subset, 2 * boards[l->men], err));
    }
    snprintf(subset, sizeof subset, "hands=%u,%u", n->board.pieces - 1u, n->board.pieces);
    TRY(count_add(report, name, subset, second, err));
    snprintf(subset, sizeof subset, "hands=%u,%u", n->board.pieces, n->board.pieces);
    return count_add(report, name, subset, 1, err);
}

enum code yon_count(const struct yon_numbers *n, struct count_report *report,
                    struct error *err)
{
    uint64_t all[YON_CELLS + 1], unique[YON_CELLS + 1], entries[YON_CELLS + 1] = {0};
    count_boards(&n->board, all, unique);
    for (unsigned men = 2; men <= 2u * n->board.pieces; men++)
        entries[men] = (uint64_t)n->sets[men].classes << men;
    TRY(count_set(n, "all", all, n->board.cells, report, err));
    TRY(count_set(n, "unique", unique, unique[1] / 2, report, err));
    return count_set(n, "entries", entries, n->board.cells, report, err);
}
