/* SPDX-License-Identifier: MIT
 *
 * The compiled index gives the numbers of the diagram: on all positions of small boards,
 * on random ones of large boards, and for what is not a position at all.
 */
#include "games/morris/numbers.h"
#include "games/nocca/rules.h"
#include "games/nocca/sets.h"
#include "index/compile.h"
#include "zdd/zdd.h"

#include "test_size.h"

#define OK(call)                                                                         \
    do {                                                                                 \
        if ((call) != CODE_OK)                                                           \
            fail_msg("%s", err.text);                                                    \
    } while (0)

static struct error err;

struct forms {
    struct zdd zdd;
    struct cell_index cells;
    struct blocks blocks;
};

static void make(struct forms *f, const struct zdd_problem *p, unsigned block_cells)
{
    OK(zdd_build(p, ZDD_SHARE_CARRIED, &f->zdd, &err));
    OK(cell_index_compile(p, &f->cells, &err));
    OK(blocks_compile(p, block_cells, &f->blocks, &err));
    assert_int_equal(f->blocks.count, f->zdd.count);
}

static void drop(struct forms *f)
{
    zdd_free(&f->zdd);
    cell_index_free(&f->cells);
    blocks_free(&f->blocks);
}

/* One member, all ways there and back. */
static void check(const struct forms *f, uint64_t number, const uint8_t *state)
{
    uint64_t packed[BLOCKS_WORDS], back[BLOCKS_WORDS];
    uint8_t found[ZDD_CELLS];
    blocks_pack(&f->blocks, state, packed);
    assert_int_equal(blocks_rank(&f->blocks, packed), number);
    assert_int_equal(cell_index_rank(&f->cells, state), number);
    blocks_unrank(&f->blocks, number, back);
    assert_memory_equal(back, packed, f->blocks.words * sizeof *packed);
    blocks_unpack(&f->blocks, back, found);
    assert_memory_equal(found, state, f->zdd.cells);
    cell_index_unrank(&f->cells, number, found);
    assert_memory_equal(found, state, f->zdd.cells);
}

static void check_lanes(const struct forms *f, const uint64_t number[BLOCKS_LANES])
{
    uint64_t packed[BLOCKS_LANES * BLOCKS_WORDS], one[BLOCKS_WORDS];
    blocks_unrank_lanes(&f->blocks, number, packed);
    for (unsigned i = 0; i < BLOCKS_LANES; i++) {
        blocks_unrank(&f->blocks, number[i], one);
        assert_memory_equal(&packed[i * f->blocks.words], one,
                            f->blocks.words * sizeof *one);
    }
}

static void check_all(const struct zdd_problem *p, unsigned block_cells)
{
    struct forms f;
    struct zdd_walk walk;
    struct blocks_walk fast;
    make(&f, p, block_cells);
    OK(zdd_seek(&f.zdd, 0, &walk, &err));
    blocks_seek(&f.blocks, &fast, 0);
    for (bool more = true; more; zdd_advance(&f.zdd, &walk)) {
        uint64_t packed[BLOCKS_WORDS];
        assert_true(walk.on);
        check(&f, walk.number, walk.state);
        blocks_pack(&f.blocks, walk.state, packed);
        assert_int_equal(fast.number, walk.number);
        assert_memory_equal(fast.packed, packed, f.blocks.words * sizeof *packed);
        more = blocks_advance(&f.blocks, &fast);
    }
    assert_false(walk.on);
    zdd_walk_free(&walk);
    drop(&f);
}

static void all_positions_of_small_boards(void **state)
{
    (void)state;
    static const uint8_t board[][2] = {{2, 1}, {2, 2}, {3, 2}, {3, 3}, {4, 3}, {5, 3}};
    unsigned boards = (unsigned)test_size(4, 5, 6);
    for (unsigned i = 0; i < boards; i++)
        for (unsigned cells = 0; cells <= 4; cells++) {
            struct nocca_problem p;
            nocca_declare(&p, board[i][0], board[i][1], NOCCA_P);
            check_all(&p.problem, cells);
        }
    struct morris_board b;
    struct morris_problem m;
    morris_board_make(&b, 3);
    morris_declare(&m, &b);
    for (unsigned cells = 0; cells <= 6; cells++)
        check_all(&m.problem, cells);
}

/* Every assignment of the cells is either a member with its number, or noticed. */
static void what_is_no_member_is_noticed(void **state)
{
    (void)state;
    struct nocca_problem p;
    struct forms f;
    nocca_declare(&p, 2, 2, NOCCA_P);
    make(&f, &p.problem, 0);
    for (unsigned code = 0; code < 15 * 15 * 15 * 15; code++) {
        uint8_t cells[4] = {(uint8_t)(code % 15), (uint8_t)(code / 15 % 15),
                            (uint8_t)(code / 225 % 15), (uint8_t)(code / 3375)};
        uint64_t packed[BLOCKS_WORDS];
        blocks_pack(&f.blocks, cells, packed);
        uint64_t number = zdd_rank(&f.zdd, cells);
        assert_true(blocks_rank(&f.blocks, packed) == number);
        assert_true(cell_index_rank(&f.cells, cells) == number);
    }
    drop(&f);
}

static void check_random(const struct zdd_problem *p, uint64_t samples)
{
    struct forms f;
    uint64_t random = 0x2545F4914F6CDD1Du, lane[BLOCKS_LANES];
    make(&f, p, 0);
    for (uint64_t i = 0; i < samples; i++) {
        uint8_t cells[ZDD_CELLS];
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        uint64_t number = random % f.zdd.count;
        OK(zdd_unrank(&f.zdd, number, cells, &err));
        assert_int_equal(zdd_rank(&f.zdd, cells), number);
        check(&f, number, cells);
        lane[i % BLOCKS_LANES] = number;
        if (i % BLOCKS_LANES == BLOCKS_LANES - 1)
            check_lanes(&f, lane);
    }
    drop(&f);
}

static void random_positions_of_the_full_boards(void **state)
{
    (void)state;
    struct nocca_problem p;
    nocca_declare(&p, 6, 5, NOCCA_P);
    check_random(&p.problem, test_size(20000, 10000000, 10000000));
    nocca_declare(&p, 7, 6, NOCCA_P);
    check_random(&p.problem, test_size(2000, 200000, 10000000));
    for (unsigned i = 0; i < MORRIS_GAMES; i++) {
        struct morris_board b;
        struct morris_problem m;
        morris_board_make(&b, morris_men[i]);
        morris_declare(&m, &b);
        check_random(&m.problem, test_size(2000, 200000, 10000000));
    }
}

/* In order across many words of a large board, against the walk of the diagram. */
static void order_from_any_number(void **state)
{
    (void)state;
    struct nocca_problem p;
    struct forms f;
    nocca_declare(&p, 6, 5, NOCCA_P);
    make(&f, &p.problem, 0);
    for (uint64_t from = 12345; from < f.zdd.count; from = from * 9 + 1) {
        struct zdd_walk walk;
        struct blocks_walk fast;
        OK(zdd_seek(&f.zdd, from, &walk, &err));
        blocks_seek(&f.blocks, &fast, from);
        for (int i = 0; i < 20000 && walk.on; i++) {
            uint64_t packed[BLOCKS_WORDS];
            blocks_pack(&f.blocks, walk.state, packed);
            assert_int_equal(fast.number, walk.number);
            assert_memory_equal(fast.packed, packed, f.blocks.words * sizeof *packed);
            zdd_advance(&f.zdd, &walk);
            assert_int_equal(blocks_advance(&f.blocks, &fast), walk.on);
        }
        zdd_walk_free(&walk);
    }
    drop(&f);
}

static uint64_t take_any(const void *context, unsigned cell, unsigned state,
                         uint64_t carried)
{
    (void)context, (void)cell, (void)state;
    return carried;
}

static bool accept_all(const void *context, uint64_t carried)
{
    (void)context, (void)carried;
    return true;
}

static bool accept_none(const void *context, uint64_t carried)
{
    (void)context, (void)carried;
    return false;
}

static void what_cannot_be_compiled_is_refused(void **state)
{
    (void)state;
    struct blocks x;
    struct cell_index c;
    struct zdd_problem p = {
        .cells = 70, .states = 2, .take = take_any, .accept = accept_all};
    assert_int_equal(blocks_compile(&p, 0, &x, &err), CODE_RESOURCES);
    assert_int_equal(cell_index_compile(&p, &c, &err), CODE_RESOURCES);
    p.accept = accept_none;
    assert_int_equal(blocks_compile(&p, 0, &x, &err), CODE_USAGE);
    p = (struct zdd_problem){
        .cells = 9, .states = 15, .take = take_any, .accept = accept_all};
    assert_int_equal(blocks_compile(&p, 5, &x, &err), CODE_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_positions_of_small_boards),
        cmocka_unit_test(what_is_no_member_is_noticed),
        cmocka_unit_test(random_positions_of_the_full_boards),
        cmocka_unit_test(order_from_any_number),
        cmocka_unit_test(what_cannot_be_compiled_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
