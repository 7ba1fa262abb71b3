/* SPDX-License-Identifier: MIT
 *
 * The colours engine: rearranging index bits against the definition, bit by bit; every
 * layer of small variants against the naive engine; all instruction sets alike.
 */
#include "games/registry.h"
#include "games/yonmoque/yonmoque.h"
#include "solve/colours.h"
#include "solve/colours_state.h"
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

static const struct run plain = {.threads = 2};

/* Codes of all slots of the layers, by the kernel. */
static uint8_t *solve_layers(const struct variant *v, const struct colours_kernel *kernel)
{
    const struct yon_numbers *n = yon_numbers_of(v);
    struct run run = plain;
    run.memory = budget_make(0);
    uint8_t *codes = calloc(v->slots, 1);
    assert_non_null(codes);
    for (unsigned i = 0; i < n->layers; i++) {
        const struct yon_layer *layer = &n->layer[i];
        const uint8_t *after[2] = {NULL, NULL};
        for (unsigned side = 0; side < 2; side++)
            if (layer->hand[side]) {
                const struct yon_layer *next =
                    &n->layer[n->layer_of[layer->hand[0] - !side][layer->hand[1] - side]];
                uint64_t half = (uint64_t)n->sets[next->men].classes << next->men;
                after[side] = codes + next->first_slot + (side ? 0 : half);
            }
        struct colours_layer l;
        if (colours_layer_take(&l, n, layer, &run, &err) != CODE_OK)
            fail_msg("%s", err.text);
        colours_layer_begin(&l, after, run.threads);
        unsigned last = colours_layer_last_event(&l), plies = 1;
        for (uint64_t found = 1; found > 0 || plies <= last; plies++)
            assert_true(colours_layer_ply(&l, kernel, plies, &run, &found));
        uint64_t half = (uint64_t)l.wholes << l.men;
        memcpy(codes + layer->first_slot, l.codes[0], half);
        memcpy(codes + layer->first_slot + half, l.codes[1], half);
        colours_layer_give(&l, &run);
    }
    assert_int_equal(run.memory.used, 0);
    return codes;
}

static uint16_t *solve_with(const struct variant *v, const struct engine *engine)
{
    struct run run = plain;
    run.memory = budget_make(0);
    struct solve_options options = {.engine = engine};
    struct solution solution;
    if (solve_run(v, &run, &options, &solution, &err) != CODE_OK)
        fail_msg("%s", err.text);
    uint16_t *codes = malloc(v->slots * sizeof *codes);
    assert_non_null(codes);
    assert_int_equal(solution_codes(&solution, 0, v->slots, codes, &err), CODE_OK);
    solution_free(&solution);
    return codes;
}

static void differ(const struct variant *v, const char *who, uint64_t slot, unsigned code,
                   unsigned wanted)
{
    struct position p;
    char text[GAME_TEXT];
    game_at_slot(v, slot, &p);
    v->game->print(v, &p, text);
    fail_msg("%s, %s: '%s' has code %u, not %u", v->name, who, text, wanted, code);
}

static void compare(const char *name)
{
    struct variant v;
    if (registry_open(name, &v, &err) != CODE_OK)
        fail_msg("%s", err.text);
    uint16_t *wanted = solve_with(&v, &naive_engine);
    uint16_t *found = solve_with(&v, &colours_engine);
    for (uint64_t slot = 0; slot < v.slots; slot++)
        if (found[slot] != wanted[slot])
            differ(&v, "engine", slot, found[slot], wanted[slot]);
    for (unsigned k = 0; colours_kernel(k); k++) {
        uint8_t *codes = solve_layers(&v, colours_kernel(k));
        for (uint64_t slot = 0; slot < yon_numbers_of(&v)->second_slot; slot++)
            if (codes[slot] != wanted[slot])
                differ(&v, colours_kernel(k)->name, slot, codes[slot], wanted[slot]);
        free(codes);
    }
    printf("  %s: %llu slots, codes up to %u\n", name, (unsigned long long)v.slots,
           codes_largest(wanted, v.slots));
    free(found);
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

/* ---- checkpoints ------------------------------------------------------------------ */

static enum code read_array(void *context, uint64_t first, uint64_t count,
                            struct codes out, struct error *error)
{
    (void)error;
    const uint16_t *codes = context;
    for (uint64_t i = 0; i < count; i++)
        codes_put(out, i, codes[first + i]);
    return CODE_OK;
}

/* Steps from *plies on until nothing is left, or until ply `stop` is done. */
static void step_on(struct solver *s, unsigned *plies, unsigned stop)
{
    unsigned last = colours_engine.horizon(s);
    for (uint64_t found = 1; (found > 0 || *plies <= last + 1) && *plies <= stop;
         ++*plies)
        assert_int_equal(colours_engine.step(s, *plies, &found, &err), CODE_OK);
}

/* Every part, broken off after a few plies and taken up by another solver. */
static void parts_can_be_resumed(void **state)
{
    (void)state;
    struct variant v;
    struct run run = plain;
    run.memory = budget_make(0);
    assert_int_equal(registry_open("yonmoque:2x5-3", &v, &err), CODE_OK);
    uint16_t *wanted = solve_with(&v, &naive_engine);
    const struct earlier earlier = {.context = wanted, .read = read_array};
    for (unsigned i = 0; i < game_parts(&v); i++) {
        struct part part;
        struct solver *s;
        unsigned plies = 0;
        game_part(&v, i, &part);
        uint16_t *codes = calloc(part.count, sizeof *codes);
        assert_non_null(codes);
        assert_int_equal(colours_engine.start(&v, &run, &s, &err), CODE_OK);
        assert_int_equal(colours_engine.begin(s, i, &earlier, &err), CODE_OK);
        step_on(s, &plies, 3 + i % 6);
        colours_engine.codes(s, part.first, part.count, codes);
        colours_engine.finish(s);
        assert_int_equal(colours_engine.start(&v, &run, &s, &err), CODE_OK);
        assert_int_equal(colours_engine.begin(s, i, &earlier, &err), CODE_OK);
        colours_engine.load(s, part.first, part.count, codes);
        step_on(s, &plies, 200);
        colours_engine.codes(s, part.first, part.count, codes);
        assert_memory_equal(codes, wanted + part.first, part.count * sizeof *codes);
        colours_engine.finish(s);
        free(codes);
    }
    assert_int_equal(run.memory.used, 0);
    free(wanted);
    registry_close(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_and_wholes),
        cmocka_unit_test(conditions),
        cmocka_unit_test(small_variants_against_naive),
        cmocka_unit_test(parts_can_be_resumed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
