/* SPDX-License-Identifier: MIT
 *
 * Statistics of the matrix engine. What the steps decide is counted there; the rest follows
 * from numbers of halves: a goal step at hand, two threats, a threat that cannot be
 * answered. Counted is P, boards on which both colours show.
 */
#include "solve/matrix.h"
#include "solve/matrix_solver.h"

#include <string.h>

/* Halves of each class by threats (0, 1, more), with some colours hidden altogether. */
struct census {
    uint64_t all[3][HALF_CLASSES];
};

enum { HIDE_WHITE = 1, HIDE_BLACK = 2 };

static unsigned pieces(unsigned stack)
{
    unsigned class = 0;
    for (; stack; stack = nocca_pop(stack))
        class += nocca_white_top(stack) ? HALF_SIDE : 1;
    return class;
}

static void count_halves(const struct nocca_halves *h, unsigned rows, unsigned hide,
                         struct census *out)
{
    memset(out, 0, sizeof *out);
    out->all[0][0] = 1;
    for (unsigned cell = 0; cell < rows * h->columns; cell++) {
        struct census next = {0};
        for (unsigned i = 0; i < 3 * HALF_CLASSES; i++)
            for (unsigned s = 0; s < NOCCA_STATES; s++) {
                unsigned class = i % HALF_CLASSES, threats = i / HALF_CLASSES;
                if ((nocca_white_top(s) && hide & HIDE_WHITE) ||
                    (nocca_black_top(s) && hide & HIDE_BLACK))
                    continue;
                unsigned white = class / HALF_SIDE + pieces(s) / HALF_SIDE;
                unsigned black = class % HALF_SIDE + pieces(s) % HALF_SIDE;
                if (white > h->columns || black > h->columns)
                    continue;
                if (cell < h->columns && nocca_white_top(s) && threats < 2)
                    threats++;
                next.all[threats][HALF_SIDE * white + black] +=
                    out->all[i / HALF_CLASSES][class];
            }
        *out = next;
    }
}

struct counts {
    struct census all, no_white, no_black;
};

static void count_all(const struct nocca_halves *h, unsigned rows, struct counts *c)
{
    count_halves(h, rows, 0, &c->all);
    count_halves(h, rows, HIDE_WHITE, &c->no_white);
    count_halves(h, rows, HIDE_BLACK, &c->no_black);
}

/* Pairs of halves of P: a with the given threats and class, x with any of some threats. On
 * x colours are exchanged: black shows nowhere if a shows no black and x no white. */
static uint64_t pairs(const struct counts c[2], unsigned a, unsigned a_threats,
                      unsigned x, unsigned x_from, unsigned x_to)
{
    uint64_t n = 0;
    for (unsigned t = x_from; t <= x_to; t++)
        n += c[0].all.all[a_threats][a] * c[1].all.all[t][x] -
             c[0].no_black.all[a_threats][a] * c[1].no_white.all[t][x] -
             c[0].no_white.all[a_threats][a] * c[1].no_black.all[t][x];
    return n;
}

/* The halves of each class whose row is the common one of threats that cannot be answered. */
static void common_rows(const struct matrix_board *b, uint64_t common[HALF_CLASSES])
{
    const struct nocca_halves *h = b->halves;
    for (unsigned k = 0; k < HALF_CLASSES; k++) {
        common[k] = 0;
        for (unsigned part = 0; part <= k && b->class[k].used; part++)
            if (half_within(part, k)) {
                uint64_t fronts = h->any.start[part + 1] - h->any.start[part];
                common[k] += fronts * (h->tails[1][k - part] - b->tails[k - part].loud);
            }
    }
}

void matrix_tally(const struct nocca_halves *h, const uint64_t common[HALF_CLASSES],
                  const uint64_t (*decided)[2], unsigned plies, struct subset_tally *out)
{
    struct counts c[2]; /* of A, of x */
    count_all(h, h->rows, &c[0]);
    count_all(h, h->rows - h->odd, &c[1]);
    uint64_t quiet = 0, threat = 0;
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        if (i / HALF_SIDE > h->columns || i % HALF_SIDE > h->columns)
            continue;
        const unsigned x = half_partner(h, i);
        uint64_t one = pairs(c, i, 1, x, 0, 0), two = pairs(c, i, 2, x, 0, 0);
        quiet += pairs(c, i, 0, x, 0, 0);
        threat += one + two;
        for (unsigned t = 0; t < 3; t++)
            out->count[MATRIX_GOAL][code_win(1)] += pairs(c, i, t, x, 1, 2);
        /* in the common row black has a step, white a threat: all are in P */
        out->count[MATRIX_THREAT][code_loss(2)] += two + common[i] * c[1].all.all[0][x];
    }
    for (unsigned n = 0; n < plies; n++) {
        uint16_t code = n % 2 ? code_win(n) : code_loss(n);
        out->count[MATRIX_QUIET][code] += decided[n][0];
        out->count[MATRIX_THREAT][code] += decided[n][1];
    }
    for (unsigned code = 1; code <= CODES; code++) {
        quiet -= out->count[MATRIX_QUIET][code];
        threat -= out->count[MATRIX_THREAT][code];
    }
    out->count[MATRIX_QUIET][CODE_DRAWN] = quiet;
    out->count[MATRIX_THREAT][CODE_DRAWN] = threat;
}

enum code matrix_subsets(const struct solver *s, struct subset_tally *out,
                         struct error *err)
{
    uint64_t common[HALF_CLASSES];
    (void)err;
    common_rows(&s->board, common);
    matrix_tally(s->board.halves, common, (const uint64_t(*)[2])s->decided, s->plies,
                 out);
    return CODE_OK;
}
