/* SPDX-License-Identifier: MIT
 *
 * The colours engine: rearranging index bits against the definition, bit by bit; every
 * layer of small variants against the naive engine; all instruction sets alike.
 */
#include "games/registry.h"
#include "games/yonmoque/numbers.h"
#include "solve/colours_state.h"
#include "solve/local.h"
#include "solve/naive.h"
#include "solve/per_isa/index_bits.h"
#include "solve/solve.h"

#include "test_size.h"

#include <stdio.h>

static struct error err;
static uint64_t random_state = 88172645463325252u;

static uint64_t next_random(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static bool bit(const uint64_t *v, unsigned i)
{
    return v[i / 64] >> i % 64 & 1;
}

static void shuffle(uint8_t *order, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        order[i] = (uint8_t)i;
    for (unsigned i = n; i > 1; i--) {
        unsigned j = (unsigned)(next_random() % i);
        uint8_t t = order[i - 1];
        order[i - 1] = order[j];
        order[j] = t;
    }
}

static void parts_and_wholes(void **state)
{
    (void)state;
    for (unsigned k = 1; k <= BITS_MOST; k++)
        for (unsigned round = 0; round < 200; round++) {
            uint8_t order[BITS_MOST];
            uint64_t whole[BITS_WORDS], part[BITS_WORDS / 2], sum[BITS_WORDS] = {0};
            struct bits_plan plan;
            unsigned value = (unsigned)(next_random() & 1);
            shuffle(order, k);
            for (unsigned w = 0; w < bits_words(k); w++)
                whole[w] = next_random() & bits_low_end(k);
            bits_plan(&plan, k, order, order[k - 1]);
            bits_extract(&plan, whole, value, part);
            uint64_t kept[BITS_WORDS / 2];
            memcpy(kept, part, sizeof part);
            bits_insert(&plan, part, value, sum);
            for (unsigned x = 0; x < 1u << k; x++) {
                unsigned inner = 0;
                for (unsigned i = 0; i + 1 < k; i++)
                    inner |= (x >> order[i] & 1) << i;
                bool in = (x >> order[k - 1] & 1) == value;
                if (in)
                    assert_int_equal(bit(kept, inner), bit(whole, x));
                assert_int_equal(bit(sum, x), in && bit(whole, x));
            }
        }
}

static void conditions(void **state)
{
    (void)state;
    for (unsigned k = 1; k < BITS_MOST; k++)
        for (unsigned round = 0; round < 200; round++) {
            uint64_t v[BITS_WORDS], pulled[BITS_WORDS], where[BITS_WORDS] = {0};
            unsigned all = (1u << k) - 1, set = (unsigned)next_random() & all;
            unsigned clear = (unsigned)next_random() & all & ~set;
            unsigned change = (round & 1 ? set : clear) & (unsigned)next_random();
            for (unsigned w = 0; w < bits_words(k); w++)
                pulled[w] = v[w] = next_random() & bits_low_end(k);
            bits_where(where, k, set, clear);
            bits_pull(pulled, k, set, clear, change);
            for (unsigned x = 0; x <= all; x++) {
                bool meant = (x & set) == set && !(x & clear);
                assert_int_equal(bit(where, x), meant);
                assert_int_equal(bit(pulled, x), bit(v, meant ? x ^ change : x));
            }
        }
}

/* ---- layers ----------------------------------------------------------------------- */

struct tables {
    struct yon_numbers *numbers;
};

/* Codes of all slots of the layers, by the kernel. */
static uint8_t *solve_layers(const struct variant *v, const struct colours_kernel *kernel,
                             int threads)
{
    const struct yon_numbers *n = ((const struct tables *)v->tables)->numbers;
    struct run run = {.memory = budget_make(0), .threads = threads};
    uint8_t *codes = calloc(v->slots, 1);
    assert_non_null(codes);
    for (unsigned i = 0; i < n->layers; i++) {
        const struct yon_layer *l = &n->layer[i];
        uint64_t half = (uint64_t)n->sets[l->men].classes << l->men;
        uint8_t *own[2] = {codes + l->first_slot, codes + l->first_slot + half};
        const uint8_t *after[2] = {NULL, NULL};
        for (unsigned side = 0; side < 2; side++)
            if (l->hand[side]) {
                const struct yon_layer *next =
                    &n->layer[n->layer_of[l->hand[0] - !side][l->hand[1] - side]];
                half = (uint64_t)n->sets[next->men].classes << next->men;
                after[side] = codes + next->first_slot + (side ? 0 : half);
            }
        unsigned longest;
        if (colours_solve_layer(n, l, &run, kernel, own, after, &longest, &err) !=
            CODE_OK)
            fail_msg("%s", err.text);
    }
    assert_int_equal(run.memory.used, 0);
    return codes;
}

static void compare(const char *name)
{
    struct variant v;
    if (registry_open(name, &v, &err) != CODE_OK)
        fail_msg("%s", err.text);
    const struct yon_numbers *n = ((const struct tables *)v.tables)->numbers;
    struct run run = {.memory = budget_make(0), .threads = 1};
    struct solve_options options = {.engine = &naive_engine};
    struct solution solution;
    assert_int_equal(solve_run(&v, &run, &options, &solution, &err), CODE_OK);
    uint16_t *wanted = malloc(2 * v.slots);
    assert_non_null(wanted);
    solution.engine->codes(solution.solver, 0, v.slots, wanted);
    solution_free(&solution);
    unsigned longest = 0;
    for (unsigned k = 0; colours_kernel(k); k++) {
        uint8_t *codes = solve_layers(&v, colours_kernel(k), 2);
        for (uint64_t slot = 0; slot < n->second_slot; slot++) {
            longest = wanted[slot] > longest ? wanted[slot] : longest;
            if (codes[slot] != wanted[slot]) {
                struct position p;
                char text[GAME_TEXT];
                game_at_slot(&v, slot, &p);
                v.game->print(&v, &p, text);
                fail_msg("%s, %s: '%s' has code %u, not %u", name,
                         colours_kernel(k)->name, text, wanted[slot], codes[slot]);
            }
        }
        free(codes);
    }
    printf("  %s: %llu slots, codes up to %u\n", name, (unsigned long long)v.slots,
           longest);
    free(wanted);
    registry_close(&v);
}

static void small_variants_against_naive(void **state)
{
    (void)state;
    static const char *const names[] = {
        "yonmoque:2x5-3",      "yonmoque:2x5-3-any",    "yonmoque:2x5-3-arrival",
        "yonmoque:2x5-3-five", "yonmoque:2x5-3-bishop", "yonmoque:2x5-5",
        "yonmoque:2",          "yonmoque:3x5-3",        "yonmoque:3x5-3-any",
        "yonmoque:4x4-3",      "yonmoque:4x3-4",        "yonmoque:3x5-3-five",
    };
    const size_t few = 5, normal = 6, all = sizeof names / sizeof *names;
    for (size_t i = 0; i < test_size(few, normal, all); i++)
        compare(names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_and_wholes),
        cmocka_unit_test(conditions),
        cmocka_unit_test(small_variants_against_naive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
