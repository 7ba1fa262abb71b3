/* SPDX-License-Identifier: MIT
 *
 * Decision diagrams: against plain enumeration on small problems, at the limits of 64 and
 * 128 bits, and in files that are whole or damaged. The row of seats is the example of
 * docs/zdd.md.
 */
#define _GNU_SOURCE
#include "zdd/stream.h"
#include "zdd/zdd.h"

#include "test_size.h"

#include <stdio.h>
#include <unistd.h>

#define OK(call)                                                                         \
    do {                                                                                 \
        if ((call) != CODE_OK)                                                           \
            fail_msg("%s", err.text);                                                    \
    } while (0)

static struct error err;

/* ---- the example: seats in a row, no two neighbours taken ---- */

enum { TAKEN, FREE }; /* the last state is the default */

static uint64_t take_seat(const void *context, unsigned seat, unsigned state,
                          uint64_t neighbour)
{
    (void)context, (void)seat;
    return state == TAKEN && neighbour == TAKEN ? ZDD_DEAD : state;
}

static bool any_end(const void *context, uint64_t carried)
{
    (void)context, (void)carried;
    return true;
}

static struct zdd_problem seats(unsigned n)
{
    return (struct zdd_problem){
        .cells = n, .states = 2, .start = FREE, .take = take_seat, .accept = any_end};
}

static void rows_of_seats_are_fibonacci_numbers(void **state)
{
    (void)state;
    uint64_t fibonacci[2] = {1, 2};
    for (unsigned n = 1; n <= 80; n++) {
        struct zdd_problem p = seats(n);
        struct zdd z;
        OK(zdd_build(&p, ZDD_REDUCED, &z, &err));
        assert_int_equal(z.count, fibonacci[n % 2]);
        fibonacci[(n + 1) % 2] += fibonacci[n % 2];
        zdd_free(&z);
    }
}

/* ---- all members of a small problem ---- */

static const uint8_t heavy[4] = {3, 1, 2, 0}, rare[4] = {0, 1, 0, 0};
static const struct zdd_counters weights = {2, {{heavy, 5, 9}, {rare, 1, ZDD_ANY}}};
enum { CELLS = 6, STATES = 4 };

static bool is_member(const uint8_t *state)
{
    unsigned sum = 0, seen = 0;
    for (unsigned c = 0; c < CELLS; c++) {
        sum += heavy[state[c]];
        seen += rare[state[c]];
    }
    return sum >= 5 && sum <= 9 && seen >= 1;
}

static void decode(unsigned code, uint8_t *state) /* high states come first in order */
{
    for (unsigned c = CELLS; c-- > 0; code /= STATES)
        state[c] = (uint8_t)(STATES - 1 - code % STATES);
}

static void numbers_follow_plain_enumeration(void **state)
{
    (void)state;
    struct zdd_problem p = zdd_count_problem(CELLS, STATES, &weights);
    for (int sharing = ZDD_SHARE_CARRIED; sharing <= ZDD_REDUCED; sharing++) {
        struct zdd z;
        uint64_t next = 0, number;
        OK(zdd_build(&p, (enum zdd_sharing)sharing, &z, &err));
        for (unsigned code = 0; code < 4096; code++) {
            uint8_t wanted[CELLS], found[CELLS];
            decode(code, wanted);
            if (!is_member(wanted)) {
                assert_true(zdd_rank(&z, wanted) == ZDD_NONE);
                assert_int_equal(zdd_number_of(&z, wanted, &number, &err), CODE_USAGE);
                continue;
            }
            assert_int_equal(zdd_rank(&z, wanted), next);
            OK(zdd_unrank(&z, next++, found, &err));
            assert_memory_equal(found, wanted, CELLS);
        }
        assert_int_equal(z.count, next);
        zdd_free(&z);
    }
}

static void iteration_starts_anywhere(void **state)
{
    (void)state;
    struct zdd_problem p = zdd_count_problem(CELLS, STATES, &weights);
    struct zdd z;
    OK(zdd_build(&p, ZDD_REDUCED, &z, &err));
    for (uint64_t from = 0; from < z.count; from += 1 + from / 7) {
        struct zdd_walk walk;
        uint64_t n = from;
        OK(zdd_seek(&z, from, &walk, &err));
        for (; walk.on; zdd_advance(&z, &walk), n++) {
            assert_int_equal(walk.number, n);
            assert_int_equal(zdd_rank(&z, walk.state), n);
        }
        assert_int_equal(n, z.count);
        zdd_walk_free(&walk);
    }
    zdd_free(&z);
}

static unsigned path_of(const struct zdd *z, const uint8_t *state)
{
    unsigned length = 0;
    for (uint32_t at = z->root; at >= ZDD_LEAVES; length++)
        at = state[z->node[at].cell] == z->node[at].state ? z->node[at].yes
                                                          : z->node[at].no;
    return length;
}

static void path_lengths_are_those_of_the_walks(void **state)
{
    (void)state;
    struct zdd_problem p = zdd_count_problem(CELLS, STATES, &weights);
    struct zdd z;
    struct zdd_paths paths;
    uint64_t members[64] = {0};
    double sum = 0;
    OK(zdd_build(&p, ZDD_SHARE_CARRIED, &z, &err));
    OK(zdd_paths(&z, true, &paths, &err));
    for (uint64_t n = 0; n < z.count; n++) {
        uint8_t cells[CELLS];
        OK(zdd_unrank(&z, n, cells, &err));
        members[path_of(&z, cells)]++;
        sum += path_of(&z, cells);
    }
    for (unsigned k = 0; k < 64; k++)
        assert_int_equal(k <= paths.longest ? paths.members[k] : 0, members[k]);
    assert_true(members[paths.shortest] > 0 && members[paths.longest] > 0);
    assert_true(paths.mean - sum / (double)z.count < 1e-9 &&
                sum / (double)z.count - paths.mean < 1e-9);
    zdd_paths_free(&paths);
    zdd_free(&z);
}

/* ---- limits and bad input ---- */

static uint64_t take_any(const void *context, unsigned cell, unsigned state,
                         uint64_t carried)
{
    (void)context, (void)cell, (void)state;
    return carried;
}

static bool no_end(const void *context, uint64_t carried)
{
    (void)context, (void)carried;
    return false;
}

static void counts_beyond_64_and_128_bits(void **state)
{
    (void)state;
    struct zdd z;
    zdd_wide count;
    uint64_t number;
    char text[64];
    uint8_t cells[130] = {0};
    struct zdd_problem p = {
        .cells = 63, .states = 2, .take = take_any, .accept = any_end};
    OK(zdd_build(&p, ZDD_REDUCED, &z, &err));
    assert_true(z.count == (uint64_t)1 << 63);
    zdd_free(&z);

    p.cells = 70;
    OK(zdd_build(&p, ZDD_REDUCED, &z, &err));
    OK(zdd_count(&z, &count, &err));
    assert_true(count == (zdd_wide)1 << 70);
    assert_string_equal(zdd_wide_text(count, text), "1,180,591,620,717,411,303,424");
    assert_int_equal(zdd_number_of(&z, cells, &number, &err), CODE_RESOURCES);
    assert_non_null(strstr(err.text, "1,180,591,620,717,411,303,424"));
    assert_int_equal(zdd_unrank(&z, 0, cells, &err), CODE_RESOURCES);
    zdd_free(&z);

    p.cells = 128;
    OK(zdd_build(&p, ZDD_REDUCED, &z, &err));
    assert_int_equal(zdd_count(&z, &count, &err), CODE_RESOURCES);
    assert_int_equal(zdd_numbered(&z, &err), CODE_RESOURCES);
    zdd_free(&z);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    struct zdd z;
    struct zdd_walk walk;
    uint8_t cells[CELLS];
    struct zdd_problem p = {.cells = 5, .states = 3, .take = take_any, .accept = no_end};
    assert_int_equal(zdd_build(&p, ZDD_REDUCED, &z, &err), CODE_USAGE);
    assert_non_null(strstr(err.text, "no solution"));
    p.states = 1;
    assert_int_equal(zdd_build(&p, ZDD_REDUCED, &z, &err), CODE_USAGE);

    p = zdd_count_problem(CELLS, STATES, &weights);
    OK(zdd_build(&p, ZDD_REDUCED, &z, &err));
    assert_int_equal(zdd_unrank(&z, z.count, cells, &err), CODE_USAGE);
    assert_int_equal(zdd_unrank(&z, UINT64_MAX, cells, &err), CODE_USAGE);
    assert_int_equal(zdd_seek(&z, z.count, &walk, &err), CODE_USAGE);
    assert_false(walk.on);
    zdd_free(&z);
}

/* ---- files and pictures ---- */

static void assert_same_nodes(const struct zdd *a, const struct zdd *b)
{
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->root, b->root);
    for (uint64_t i = 0; i < a->nodes; i++) {
        const struct zdd_node *x = &a->node[i], *y = &b->node[i];
        assert_true(x->skip == y->skip && x->no == y->no && x->yes == y->yes &&
                    x->cell == y->cell && x->state == y->state);
    }
}

static const char *temporary(const char *name)
{
    static char path[256];
    const char *directory = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/hissho-%s-%ld", directory ? directory : "/tmp", name,
             (long)getpid());
    return path;
}

static void every_damaged_byte_is_noticed(void **state)
{
    (void)state;
    struct zdd_problem p = zdd_count_problem(CELLS, STATES, &weights);
    struct zdd z, back;
    const char *path = temporary("zdd");
    OK(zdd_build(&p, ZDD_SHARE_CARRIED, &z, &err));
    OK(zdd_save(&z, path, &err));
    OK(zdd_load(&back, path, &err));
    assert_int_equal(back.nodes, z.nodes);
    assert_int_equal(back.count, z.count);
    assert_same_nodes(&back, &z);
    zdd_free(&back);

    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    for (long at = 0; at < size; at++) {
        fseek(f, at, SEEK_SET);
        int byte = fgetc(f);
        fseek(f, at, SEEK_SET);
        fputc(byte ^ 0x10, f);
        fflush(f);
        assert_int_equal(zdd_load(&back, path, &err), CODE_DAMAGED);
        fseek(f, at, SEEK_SET);
        fputc(byte, f);
        fflush(f);
    }
    OK(zdd_load(&back, path, &err));
    zdd_free(&back);
    fclose(f);
    assert_int_equal(truncate(path, size - 1), 0);
    assert_int_equal(zdd_load(&back, path, &err), CODE_DAMAGED);
    assert_int_equal(truncate(path, 3), 0);
    assert_int_equal(zdd_load(&back, path, &err), CODE_DAMAGED);
    unlink(path);
    assert_int_equal(zdd_load(&back, path, &err), CODE_NO_TABLE);
    zdd_free(&z);
}

static void pictures_show_every_node(void **state)
{
    (void)state;
    struct zdd_problem p = seats(4);
    struct zdd z;
    char *text;
    size_t size;
    FILE *out = tmpfile();
    OK(zdd_build(&p, ZDD_REDUCED, &z, &err));
    OK(zdd_dot(&z, out, &err));
    size = (size_t)ftell(out);
    text = calloc(size + 1, 1);
    rewind(out);
    assert_int_equal(fread(text, 1, size, out), size);
    unsigned labels = 0;
    for (const char *at = text; (at = strstr(at, "[label=")); at++)
        labels++;
    assert_int_equal(labels, z.nodes - ZDD_LEAVES);
    z.nodes = ZDD_DOT_NODES + 1;
    assert_int_equal(zdd_dot(&z, out, &err), CODE_USAGE);
    fclose(out);
    free(text);
    zdd_free(&z);
}

/* ---- streams ---- */

static bool in_set(uint64_t n, unsigned kind)
{
    return kind == 0   ? __builtin_popcountll(n) == 5
           : kind == 1 ? n % 7 == 3 && n < 50000
           : kind == 2 ? n >= 65536 && n < 65600
                       : hash_mix(n) >> 62 == 0;
}

static void put(struct zdd_stream *s, unsigned kind, uint64_t from, uint64_t to)
{
    unsigned n = 1;
    for (uint64_t at = from; at < to;
         at += n, n = n % 64 + 1) { /* in pieces of all sizes */
        uint64_t word = 0;
        n = to - at < n ? (unsigned)(to - at) : n;
        for (unsigned i = 0; i < n; i++)
            word |= (uint64_t)in_set(at + i, kind) << i;
        if (word == 0)
            OK(zdd_stream_skip(s, n, &err));
        else
            OK(zdd_stream_add(s, word, n, &err));
    }
}

static void streams_give_the_diagram_of_the_set(void **state)
{
    (void)state;
    enum { BITS = 17 };
    const char *path = temporary("stream");
    for (unsigned kind = 0; kind < 4; kind++) {
        struct zdd_stream s, again;
        struct zdd z, twin;
        uint64_t last = (uint64_t)1 << BITS, note = 99;
        OK(zdd_stream_start(&s, BITS, UINT64_MAX, &err));
        put(&s, kind, 0, 70001);
        OK(zdd_stream_save(&s, path, &kind, sizeof kind, &err));
        put(&s, kind, 70001, last);
        OK(zdd_stream_finish(&s, &z, &err));

        unsigned noted;
        assert_int_equal(
            zdd_stream_load(&again, path, &note, sizeof note, UINT64_MAX, &err),
            CODE_DAMAGED);
        OK(zdd_stream_load(&again, path, &noted, sizeof noted, UINT64_MAX, &err));
        assert_int_equal(noted, kind);
        assert_int_equal(zdd_stream_position(&again), 70001);
        put(&again, kind, 70001, last);
        OK(zdd_stream_finish(&again, &twin, &err));
        assert_int_equal(z.nodes, twin.nodes);
        assert_same_nodes(&z, &twin);

        uint64_t which = 0;
        for (uint64_t n = 0; n < last; n++) {
            uint64_t rank = zdd_rank_bits(&z, n);
            assert_true(rank == (in_set(n, kind) ? which : ZDD_NONE));
            if (in_set(n, kind))
                assert_int_equal(zdd_unrank_bits(&z, which++), n);
        }
        assert_int_equal(z.count, which);
        zdd_free(&z);
        zdd_free(&twin);
        zdd_stream_free(&s);
        zdd_stream_free(&again);
    }
    unlink(path);
}

/* The same set declared: numbers with five of 17 bits set. */
static void a_stream_is_as_small_as_a_declared_problem(void **state)
{
    (void)state;
    static const uint8_t one[2] = {1, 0};
    const struct zdd_counters five = {1, {{one, 5, 5}}};
    struct zdd_problem p = zdd_count_problem(17, 2, &five);
    struct zdd declared, streamed;
    struct zdd_stream s;
    OK(zdd_build(&p, ZDD_REDUCED, &declared, &err));
    OK(zdd_stream_start(&s, 17, UINT64_MAX, &err));
    put(&s, 0, 0, (uint64_t)1 << 17);
    OK(zdd_stream_finish(&s, &streamed, &err));
    assert_int_equal(declared.nodes, streamed.nodes);
    assert_int_equal(declared.count, streamed.count);
    zdd_free(&declared);
    zdd_free(&streamed);
    zdd_stream_free(&s);
}

static void streams_keep_to_their_memory(void **state)
{
    (void)state;
    struct zdd_stream s;
    struct zdd z;
    OK(zdd_stream_start(&s, 17, 100000, &err));
    enum code code = CODE_OK;
    for (uint64_t n = 0; n < 1 << 17 && code == CODE_OK; n++)
        code = zdd_stream_add(&s, in_set(n, 3), 1, &err);
    assert_int_equal(code, CODE_RESOURCES);
    zdd_stream_free(&s);
    OK(zdd_stream_start(&s, 17, UINT64_MAX, &err));
    assert_int_equal(zdd_stream_finish(&s, &z, &err), CODE_USAGE); /* the empty set */
    zdd_stream_free(&s);
    assert_int_equal(zdd_stream_start(&s, 5, UINT64_MAX, &err), CODE_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_seats_are_fibonacci_numbers),
        cmocka_unit_test(numbers_follow_plain_enumeration),
        cmocka_unit_test(iteration_starts_anywhere),
        cmocka_unit_test(path_lengths_are_those_of_the_walks),
        cmocka_unit_test(counts_beyond_64_and_128_bits),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(every_damaged_byte_is_noticed),
        cmocka_unit_test(pictures_show_every_node),
        cmocka_unit_test(streams_give_the_diagram_of_the_set),
        cmocka_unit_test(a_stream_is_as_small_as_a_declared_problem),
        cmocka_unit_test(streams_keep_to_their_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
