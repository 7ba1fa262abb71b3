/* SPDX-License-Identifier: MIT
 *
 * Classes of the matrix engine: how many rows and columns their matrices have, which half
 * stands in which column, and the choice of the kernel; see matrix_state.h.
 */
#include "solve/isa.h"
#include "solve/matrix_tables.h"

#include <assert.h>

enum { MOST_KEPT = 1 << 20 }; /* columns of a class whose halves are kept in lists */

extern const struct matrix_kernel matrix_kernel_portable, matrix_kernel_avx2,
    matrix_kernel_avx512;

const struct matrix_kernel *matrix_kernel(unsigned i)
{
    static const struct isa_form forms[] = {
        {ISA_AVX512_BITS, ISA_X86(matrix_kernel_avx512)},
        {ISA_AVX2, ISA_X86(matrix_kernel_avx2)},
        {ISA_PORTABLE, &matrix_kernel_portable},
    };
    return isa_form(forms, sizeof forms / sizeof *forms, i);
}

/* ---- rows ----------------------------------------------------------------------------- */

static void count_rows(const struct matrix_board *b, struct matrix_class *k)
{
    const struct nocca_halves *h = b->halves;
    for (unsigned part = 0; part <= k->k; part++)
        if (half_within(part, k->k)) {
            const struct matrix_tails *tails = &b->tails[k->k - part];
            uint32_t fronts = h->any.start[part + 1] - h->any.start[part];
            k->quiet_start[part] = k->quiet;
            k->loud_start[part] = k->loud;
            k->quiet += fronts * tails->quiet;
            k->loud += fronts * tails->loud;
        }
    k->rows = k->quiet + k->loud + 1;
    assert(k->quiet == h->halves[0][k->k]);
}

/* ---- columns -------------------------------------------------------------------------- */

/* Columns of the halves of class k that are kills or not, from column `at` on. */
static uint32_t lay_out(const struct matrix_board *b, struct matrix_class *k,
                        unsigned kill, uint32_t at)
{
    const struct nocca_halves *h = b->halves;
    for (unsigned part = 0; part <= k->k; part++) {
        if (!half_fronts(h, part, k->k))
            continue;
        const struct matrix_tails *tails = &b->tails[k->k - part];
        for (unsigned half = 0; half < 2; half++) {
            const uint32_t fronts = h->any.turn[part][half + 1] - h->any.turn[part][half];
            k->column_start[part][kill][half] = at;
            if (fronts * tails->listed[kill][half] == 0)
                continue;
            struct matrix_run *run = &k->run[k->runs++];
            run->column = at;
            run->front = h->any.turn[part][half];
            run->fronts = fronts;
            run->each = tails->listed[kill][half];
            run->list = tails->list[kill][half];
            run->class = (uint8_t)part;
            run->rest = (uint8_t)(k->k - part);
            at += fronts * run->each;
            run->end = at;
        }
    }
    return at;
}

static uint32_t round_up(uint32_t n, uint32_t to)
{
    return (n + to - 1) / to * to;
}

static void make_columns(const struct matrix_board *b, struct matrix_class *x,
                         struct matrix_class *k)
{
    const uint32_t open = b->halves->column_count[x->k];
    k->width = 1;
    while (k->width < MATRIX_LINE && 8 * k->width < open) {
        k->width *= 2;
        k->width_index++;
    }
    const uint32_t strip = 8 * k->width;
    x->columns = lay_out(b, x, 0, 0);
    assert(x->columns == open);
    k->open_strips = round_up(open, strip) / strip;
    const uint32_t from = k->open_strips * strip;
    const uint32_t to = lay_out(b, x, 1, from);
    x->kills = to - from;
    k->strips = round_up(to, strip) / strip;
    x->all_columns = k->strips * strip;
    x->kill_columns = x->all_columns - from;
}

/* The run that holds a column or, for padding, the one before it. */
static unsigned find_run(const struct matrix_class *k, uint32_t column)
{
    unsigned low = 0, high = k->runs;
    while (low + 1 < high) {
        unsigned mid = (low + high) / 2;
        if (k->run[mid].column <= column)
            low = mid;
        else
            high = mid;
    }
    return low;
}

/* n columns as numbers, fronts and tails; returns how many there are before padding. */
static unsigned list_columns(const struct matrix_board *b, const struct matrix_class *k,
                             uint32_t first, uint32_t n, bool mirrored, uint32_t *row,
                             uint32_t *fronts, uint32_t *tail)
{
    unsigned real = 0;
    for (unsigned r = find_run(k, first); r < k->runs && real < n; r++) {
        const struct matrix_run *run = &k->run[r];
        const struct matrix_tails *tails = &b->tails[run->rest];
        uint32_t column = first + real;
        if (column < run->column || column >= run->end)
            break;
        uint32_t m = run->front + (column - run->column) / run->each;
        uint32_t i = (column - run->column) % run->each;
        for (; real < n && column < run->end; real++, column++) {
            fronts[real] = mirrored ? b->halves->any.row[m].mirror : m;
            tail[real] = mirrored ? tails->mirror[run->list[i]] : run->list[i];
            row[real] = matrix_row(b, k, fronts[real], tail[real]);
            if (++i == run->each) {
                i = 0;
                m++;
            }
        }
    }
    return real;
}

unsigned matrix_columns(const struct matrix_board *b, const struct matrix_class *k,
                        uint32_t first, uint32_t n, bool mirrored,
                        struct matrix_columns *out)
{
    if (!k->kept[0][0]) {
        out->row = out->own[0];
        out->front = out->own[1];
        out->tail = out->own[2];
        return list_columns(b, k, first, n, mirrored, out->own[0], out->own[1],
                            out->own[2]);
    }
    out->row = k->kept[mirrored][0] + first;
    out->front = k->kept[mirrored][1] + first;
    out->tail = k->kept[mirrored][2] + first;
    const uint32_t begin = k->all_columns - k->kill_columns;
    const uint32_t end = first < begin ? k->columns : begin + k->kills;
    return end - first < n ? end - first : n;
}

enum code matrix_keep_columns(struct matrix_board *b, struct run *run, struct error *err)
{
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        struct matrix_class *k = &b->class[i];
        if (!k->used || k->all_columns > MOST_KEPT)
            continue;
        for (unsigned mirrored = 0; mirrored < 2; mirrored++) {
            uint32_t *const *kept = k->kept[mirrored];
            for (unsigned j = 0; j < 3; j++)
                TRY(mem_take(&run->memory, k->all_columns, 4, "the columns",
                             &k->kept[mirrored][j], err));
            const uint32_t begin = k->all_columns - k->kill_columns;
            list_columns(b, k, 0, k->columns, mirrored, kept[0], kept[1], kept[2]);
            list_columns(b, k, begin, k->kills, mirrored, kept[0] + begin,
                         kept[1] + begin, kept[2] + begin);
        }
    }
    return CODE_OK;
}

void matrix_drop_columns(struct matrix_board *b, struct run *run)
{
    for (unsigned i = 0; i < HALF_CLASSES; i++)
        for (unsigned j = 0; j < 6; j++)
            mem_give(&run->memory, b->class[i].kept[j / 3][j % 3],
                     b->class[i].all_columns, 4);
}

/* ---- history -------------------------------------------------------------------------- */

/* A unit of the history: about 2^19 positions, which follow each other in the table. */
static void make_units(struct matrix_class *k, uint64_t *first)
{
    const uint32_t lines = (1 << 19) / (8 * k->width);
    k->unit_first = *first;
    k->unit_rows = k->quiet < lines ? k->quiet : lines;
    k->unit_strips = k->quiet && k->quiet < lines ? lines / k->quiet : 1;
    if (k->unit_strips > k->open_strips)
        k->unit_strips = k->open_strips ? k->open_strips : 1;
    if (k->quiet && k->open_strips)
        k->units = (k->open_strips + k->unit_strips - 1) / k->unit_strips *
                   ((k->quiet + k->unit_rows - 1) / k->unit_rows);
    *first += k->units;
}

void matrix_classes(struct matrix_board *b)
{
    const struct nocca_halves *h = b->halves;
    uint64_t units = 0;
    for (unsigned i = 0; i < HALF_CLASSES; i++) {
        struct matrix_class *k = &b->class[i];
        k->k = (uint8_t)i;
        k->used = i / HALF_SIDE <= h->columns && i % HALF_SIDE <= h->columns;
        if (k->used)
            k->partner = (uint8_t)half_partner(h, i);
        if (k->used)
            count_rows(b, k);
    }
    for (unsigned i = 0; i < HALF_CLASSES; i++)
        if (b->class[i].used)
            make_columns(b, &b->class[b->class[i].partner], &b -> class[i]);
    for (unsigned i = 0; i < HALF_CLASSES; i++)
        if (b->class[i].used)
            make_units(&b->class[i], &units);
}
