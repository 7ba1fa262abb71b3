/* SPDX-License-Identifier: MIT
 *
 * Kernels of the layers engine, compiled once per instruction set (ISA is its name, WIDE
 * the number of 64-bit words in a vector). The text is the same for all: vectors are the
 * compiler's, so the kernels agree by construction and a test compares them anyway.
 *
 * Large and medium pieces: a step turns one row into another, for all small layers at
 * once. Small pieces: the step acts inside the row. Rows with the same blocked cells have
 * the same steps, so 256 of them are transposed, small layers become words of 256 bits,
 * and again one OR serves all rows.
 */
#include "solve/layers_state.h"
#include "solve/per_isa/kernel.h"

#include <string.h>

typedef uint64_t quad __attribute__((vector_size(32), may_alias));

enum { TILE = 64, TILES = 4 };

/* into |= source seen through symmetry g, except where `not` (may be null) has a bit. */
static inline void or_turned(const struct layers *l, struct row *into,
                             const struct row *source, unsigned g,
                             const struct row *except)
{
    const uint8_t *from = l->product[g];
    if (except)
        for (int e = 0; e < GROUP; e++)
            into->lane[e] |= source->lane[from[e]] & ~except->lane[e];
    else
        for (int e = 0; e < GROUP; e++)
            into->lane[e] |= source->lane[from[e]];
}

/* The rows that the steps of one piece size lead to. For large pieces the frame changes
 * with the step, for medium ones the row inside the frame. */
struct upper {
    uint32_t large, medium;
    bool moves_large;
};

static void add_steps(const struct gather *g, struct upper at, unsigned mask,
                      struct row sum[2])
{
    const struct layers *l = g->l;
    uint32_t from = at.moves_large ? at.large : at.medium;
    const uint32_t *start = &g->steps->start[mask * l->layers + from];
    unsigned judged = NO_LIFT;
    struct row lines;
    for (uint32_t i = start[0]; i < start[1]; i++) {
        struct layer_step step = g->steps->step[i];
        const struct frame *f = &l->frame[at.moves_large ? step.to : at.large];
        uint16_t medium = l->act[f->symmetry][at.moves_large ? at.medium : step.to];
        bool judge = g->judge_lifts && step.lifted != NO_LIFT;
        if (judge && step.lifted != judged) {
            judged = step.lifted;
            layers_lines(l, at.moves_large ? judged : at.large,
                         at.moves_large ? at.medium : judged, g->of_own, &lines);
        }
        for (unsigned k = 0; k < g->planes; k++)
            or_turned(l, &sum[k], &g->source[k][f->class_base + medium], f->symmetry,
                      judge ? &lines : NULL);
    }
}

static void gather_upper(const struct gather *g, uint32_t first, uint32_t end)
{
    const struct layers *l = g->l;
    for (uint32_t r = first; r < end; r++) {
        if (!g->wanted[r])
            continue;
        struct row sum[2];
        memset(sum, 0, sizeof sum);
        uint32_t large = l->t->representative[r / l->layers], medium = r % l->layers;
        unsigned blocked = gob_occupied(l->t->layer[large]);
        add_steps(g, (struct upper){large, medium, true}, 0, sum);
        add_steps(g, (struct upper){large, medium, false}, blocked, sum);
        for (unsigned k = 0; k < g->planes; k++)
            g->sum[k][r] = sum[k];
    }
}

/* ---- small pieces ----------------------------------------------------------------- */

/* Transposes WIDE bit matrices of 64x64 side by side: swaps ever smaller blocks. */
static void transpose(wide x[TILE])
{
    uint64_t low = 0xffffffff;
    for (unsigned j = 32; j; j >>= 1, low ^= low << j)
        for (unsigned k = 0; k < TILE; k = ((k | j) + 1) & ~j) {
            wide t = ((x[k] >> j) ^ x[k | j]) & low;
            x[k | j] ^= t;
            x[k] ^= t << j;
        }
}

struct tile {
    struct row row[TILE];
};

/* Bit n of row r becomes bit r of word n: by_layer[layer][tile]. */
static void tile_to_layers(const struct layers *l, const struct tile *tile, unsigned k,
                           quad by_layer[GOB_MAX_LAYERS + 1])
{
    wide x[TILE];
    for (unsigned w = 0; w < ROW_WORDS; w += WIDE) {
        for (unsigned r = 0; r < TILE; r++)
            memcpy(&x[r], (const char *)&tile->row[r] + 8 * w, sizeof x[r]);
        transpose(x);
        for (unsigned j = 0; j < WIDE; j++)
            for (unsigned b = 0; b < TILE; b++)
                by_layer[l->layer_at[64 * (w + j) + b]][k] = x[b][j];
    }
}

static void tile_from_layers(const struct layers *l,
                             const quad by_layer[GOB_MAX_LAYERS + 1], unsigned k,
                             struct tile *tile)
{
    wide x[TILE];
    for (unsigned w = 0; w < ROW_WORDS; w += WIDE) {
        for (unsigned j = 0; j < WIDE; j++)
            for (unsigned b = 0; b < TILE; b++)
                x[b][j] = by_layer[l->layer_at[64 * (w + j) + b]][k];
        transpose(x);
        for (unsigned r = 0; r < TILE; r++)
            memcpy((char *)&tile->row[r] + 8 * w, &x[r], sizeof x[r]);
    }
}

/* The source row of a row for steps of small pieces: same layers, colours exchanged. */
static void fetch(const struct gather *g, unsigned plane, uint32_t r, struct row *out)
{
    const struct layers *l = g->l;
    const struct frame *f = &l->frame[l->t->representative[r / l->layers]];
    memset(out, 0, sizeof *out);
    or_turned(l, out,
              &g->source[plane][f->class_base + l->act[f->symmetry][r % l->layers]],
              f->symmetry, NULL);
}

static void small_steps(const struct gather *g, unsigned mask, const quad *from, quad *to)
{
    const struct layers *l = g->l;
    const uint32_t *start = &g->steps->start[mask * l->layers];
    for (uint32_t n = 0; n < l->layers; n++) {
        quad any = {0};
        for (uint32_t i = start[n]; i < start[n + 1]; i++)
            any |= from[g->steps->step[i].to];
        to[n] = any;
    }
    to[l->layers] = (quad){0};
}

static void gather_some(const struct gather *g, unsigned mask, const uint32_t *rows,
                        unsigned count)
{
    struct tile tile;
    quad from[GOB_MAX_LAYERS + 1], to[GOB_MAX_LAYERS + 1];
    const struct layers *l = g->l;
    for (unsigned plane = 0; plane < g->planes; plane++) {
        unsigned tiles = (count + TILE - 1) / TILE;
        memset(from, 0, sizeof from);
        for (unsigned k = 0; k < tiles; k++) {
            unsigned n = count - k * TILE < TILE ? count - k * TILE : TILE;
            for (unsigned r = 0; r < n; r++)
                fetch(g, plane, rows[k * TILE + r], &tile.row[r]);
            memset(&tile.row[n], 0, (TILE - n) * sizeof tile.row[0]);
            tile_to_layers(l, &tile, k, from);
        }
        small_steps(g, mask, from, to);
        for (unsigned k = 0; k < tiles; k++) {
            unsigned n = count - k * TILE < TILE ? count - k * TILE : TILE;
            tile_from_layers(l, to, k, &tile);
            for (unsigned r = 0; r < n; r++)
                for (int e = 0; e < GROUP; e++)
                    g->sum[plane][rows[k * TILE + r]].lane[e] |= tile.row[r].lane[e];
        }
    }
}

static void gather_small(const struct gather *g, unsigned mask, uint32_t first,
                         uint32_t end)
{
    uint32_t rows[TILE * TILES];
    unsigned count = 0;
    for (uint32_t i = first; i < end; i++) {
        uint32_t r = g->l->order[i];
        if (g->wanted[r])
            rows[count++] = r;
        if (count == TILE * TILES || (count && i + 1 == end)) {
            gather_some(g, mask, rows, count);
            count = 0;
        }
    }
}

extern const struct layers_kernel PASTE2(layers_kernel_, ISA);

const struct layers_kernel PASTE2(layers_kernel_, ISA) = {
    .name = TEXT2(ISA),
    .gather_upper = gather_upper,
    .gather_small = gather_small,
};
