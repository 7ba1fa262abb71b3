/* SPDX-License-Identifier: MIT
 *
 * The layers engine from inside: every kernel gathers the same rows from random sources,
 * the gathered bits are what the fast face's successors give position by position, and
 * rows turned by a symmetry hold the turned layers.
 */
#include "games/gobblet/fast.h"
#include "games/registry.h"
#include "solve/layers_state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

struct fixture {
    struct variant v;
    struct layers *l;
    struct step_table steps;
    struct row *source, *sum, *other;
    uint8_t *wanted;
};

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = *state;
    return (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
}

static bool bit_of(const struct layers *l, struct row *rows, uint64_t slot)
{
    unsigned place = l->place[slot % l->layers];
    return row_words(&rows[slot / l->layers])[place / 64] >> place % 64 & 1;
}

/* Random bits, equal in all places of a layer, as the engine keeps them. */
static void fill_random(struct fixture *f, uint64_t seed)
{
    for (uint32_t r = 0; r < f->l->rows; r++) {
        uint8_t bit[GOB_MAX_LAYERS];
        for (uint32_t n = 0; n < f->l->layers; n++)
            bit[n] = next_random(&seed) >> 60 == 0;
        memset(&f->source[r], 0, sizeof f->source[r]);
        for (unsigned place = 0; place < ROW_BITS; place++)
            if (f->l->layer_at[place] < f->l->layers && bit[f->l->layer_at[place]])
                row_words(&f->source[r])[place / 64] |= (uint64_t)1 << place % 64;
    }
}

static void open_fixture(struct fixture *f, const char *game)
{
    struct error err;
    memset(f, 0, sizeof *f);
    assert_int_equal(registry_open(game, &f->v, &err), CODE_OK);
    assert_int_equal(layers_make(f->v.tables, &f->l, &err), CODE_OK);
    assert_int_equal(layers_steps(f->l, false, &f->steps, &err), CODE_OK);
    size_t rows = f->l->rows;
    f->source = aligned_alloc(64, rows * sizeof(struct row));
    f->sum = aligned_alloc(64, rows * sizeof(struct row));
    f->other = aligned_alloc(64, rows * sizeof(struct row));
    f->wanted = malloc(rows);
    memset(f->wanted, 1, rows);
    fill_random(f, 1);
}

static void close_fixture(struct fixture *f)
{
    free(f->source);
    free(f->sum);
    free(f->other);
    free(f->wanted);
    layers_steps_free(&f->steps);
    layers_free(f->l);
    registry_close(&f->v);
}

static void gather_into(struct fixture *f, struct row *sum,
                        const struct layers_kernel *kernel)
{
    struct gather g = {.l = f->l,
                       .steps = &f->steps,
                       .planes = 1,
                       .source = {f->source},
                       .sum = {sum},
                       .wanted = f->wanted,
                       .judge_lifts = f->l->t->rule == GOB_LIFT_LOSES};
    layers_gather(&g, kernel, 2);
}

static void kernels_agree(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, "gobblet:mini-lift-loses");
    gather_into(&f, f.sum, layers_kernel(0));
    for (unsigned i = 1; layers_kernel(i); i++) {
        gather_into(&f, f.other, layers_kernel(i));
        assert_memory_equal(f.sum, f.other, f.l->rows * sizeof(struct row));
    }
    close_fixture(&f);
}

static void check_gathered(const char *game)
{
    struct fixture f;
    open_fixture(&f, game);
    gather_into(&f, f.sum, layers_kernel(0));
    uint64_t seed = 7;
    for (int i = 0; i < 200000; i++) {
        uint64_t slot = next_random(&seed) % f.v.slots, next[FAST_MOVES];
        struct fast_position p;
        fast_at(f.v.tables, slot, &p);
        if (fast_ending(f.v.tables, &p) != GOES_ON)
            continue;
        unsigned n = fast_successors(f.v.tables, &p, next);
        bool any = false;
        for (unsigned k = 0; k < n; k++)
            any |= next[k] < SLOT_DRAWN && bit_of(f.l, f.source, next[k]);
        assert_int_equal(bit_of(f.l, f.sum, slot), any);
    }
    close_fixture(&f);
}

static void gathered_bits_are_those_of_successors(void **state)
{
    (void)state;
    check_gathered("gobblet:mini");
    check_gathered("gobblet:mini-lift-loses");
    check_gathered("gobblet:lift-loses");
}

static void symmetries_permute_lanes(void **state)
{
    (void)state;
    struct fixture f;
    open_fixture(&f, "gobblet:mini");
    for (unsigned g = 0; g < GROUP; g++)
        for (unsigned place = 0; place < ROW_BITS; place++) {
            unsigned n = f.l->layer_at[place];
            unsigned turned =
                f.l->product[g][place / LANE_BITS] * LANE_BITS + place % LANE_BITS;
            if (n < f.l->layers)
                assert_int_equal(f.l->layer_at[turned], f.l->act[g][n]);
        }
    close_fixture(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_agree),
        cmocka_unit_test(gathered_bits_are_those_of_successors),
        cmocka_unit_test(symmetries_permute_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
