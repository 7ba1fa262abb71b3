/* SPDX-License-Identifier: MIT
 *
 * Vectors over the lanes of a warp, in the form that a GPU runs, where there is none: the
 * lanes are coroutines, and where lanes of a warp exchange words or wait for each other,
 * each runs up to that point before one goes on. So the text for the device is compared
 * with index_bits.h, and the kernels of the colours engine with that of the processor; that
 * all lanes of a warp come to the same points is tested at every exchange.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

/* ---- a warp ------------------------------------------------------------------------- */

enum { WARP = 32, STACK = 1 << 16 };

static struct warp {
    void (*body)(void *context);
    void *context;
    struct {
        unsigned x;
    } lane;
    unsigned meetings[WARP];   /* that the lane has come to */
    uint64_t word[2][WARP];    /* exchanged at even and odd meetings */
    jmp_buf at[WARP], outside; /* where a lane waits */
    bool begun[WARP], split;   /* split: the lanes did not come to the same point */
    char stack[WARP][STACK];
} warp;

static void warp_lane(void);

/* Goes on with a lane, where it waits or from its beginning. */
static void warp_switch(unsigned to)
{
    static ucontext_t start;
    warp.lane.x = to;
    if (warp.begun[to])
        _longjmp(warp.at[to], 1);
    warp.begun[to] = true;
    getcontext(&start);
    start.uc_stack.ss_sp = warp.stack[to];
    start.uc_stack.ss_size = STACK;
    start.uc_link = NULL;
    makecontext(&start, warp_lane, 0);
    setcontext(&start);
}

/* What a lane does in all its life: one body after the other, then the next lane's turn. */
static void warp_lane(void)
{
    const unsigned lane = warp.lane.x;
    for (;;) {
        warp.body(warp.context);
        if (_setjmp(warp.at[lane]))
            continue;
        if (lane + 1 == WARP)
            _longjmp(warp.outside, 1);
        warp_switch(lane + 1);
    }
}

static void warp_run(void (*body)(void *context), void *context)
{
    warp.body = body;
    warp.context = context;
    for (unsigned i = 0; i < WARP; i++)
        warp.meetings[i] = 0;
    if (!_setjmp(warp.outside))
        warp_switch(0);
    for (unsigned i = 0; i < WARP; i++)
        warp.split = warp.split || warp.meetings[i] != warp.meetings[0];
}

/* Every lane brings a word; says where all of them lie then. */
static const uint64_t *warp_meet(uint64_t word)
{
    const unsigned lane = warp.lane.x;
    uint64_t *words = warp.word[warp.meetings[lane]++ % 2];
    words[lane] = word;
    if (!_setjmp(warp.at[lane]))
        warp_switch((lane + 1) % WARP);
    return words;
}

/* What nvcc has for the device. */
#define __CUDA_ARCH__ 900
#define threadIdx     warp.lane

static inline int __popc(unsigned bits)
{
    return __builtin_popcount(bits);
}

static inline int __popcll(unsigned long long bits)
{
    return __builtin_popcountll(bits);
}

static inline int __clz(int bits)
{
    return __builtin_clz((unsigned)bits);
}

static inline int __ffs(int bits)
{
    return __builtin_ffs(bits);
}

static inline uint32_t atomicAdd(uint32_t *at, uint32_t n)
{
    return __atomic_fetch_add(at, n, __ATOMIC_RELAXED);
}

static inline uint32_t atomicOr(uint32_t *at, uint32_t bits)
{
    return __atomic_fetch_or(at, bits, __ATOMIC_RELAXED);
}

static inline unsigned __activemask(void)
{
    return UINT32_MAX;
}

static inline uint64_t __shfl_sync(unsigned lanes, uint64_t word, int from)
{
    (void)lanes;
    return warp_meet(word)[from % WARP];
}

static inline bool __any_sync(unsigned lanes, bool here)
{
    const uint64_t *all = warp_meet(here);
    bool any = false;
    (void)lanes;
    for (unsigned i = 0; i < WARP; i++)
        any = any || all[i];
    return any;
}

static inline void __syncwarp(void)
{
    warp_meet(0);
}

#include "fixture.h"
#include "gpu/colours.h"
#include "gpu/colours_kernel.h"

/* ---- vectors ------------------------------------------------------------------------ */

static uint64_t random_state = 1;

static uint64_t next_random(void)
{
    return fixture_random(&random_state);
}

/* One example: a whole and a part of it, a condition; what the lanes make of them. */
struct example {
    unsigned bits, value, set, clear, change; /* bits of the whole */
    uint8_t order[BITS_MOST]; /* places of the part's bits, fixed bit last */
    uint64_t whole[BITS_WORDS], part[BITS_WORDS], again[BITS_WORDS], pulled[BITS_WORDS];
    bool any;
};

static void make_example(struct example *e, unsigned bits)
{
    const unsigned all = (1u << (bits - 1)) - 1;
    e->bits = bits;
    e->value = (unsigned)(next_random() & 1);
    for (unsigned i = 0; i < bits; i++) {
        unsigned j = (unsigned)(next_random() % (i + 1));
        e->order[i] = e->order[j];
        e->order[j] = (uint8_t)i;
    }
    for (unsigned w = 0; w < bits_words(bits); w++)
        e->whole[w] = next_random() & next_random() & bits_low_end(bits);
    if (next_random() % 4 == 0)
        memset(e->whole, 0, sizeof e->whole);
    e->set = (unsigned)(next_random() & next_random()) & all;
    e->clear = (unsigned)(next_random() & next_random()) & all & ~e->set;
    e->change = (next_random() & 1 ? e->set : e->clear) & (unsigned)next_random();
}

static void by_lanes(void *context)
{
    struct example *e = context;
    const unsigned bits = e->bits - 1;
    struct lanes_plan plan = lanes_plan(e->bits, e->order[bits]);
    struct lanes_whole again = {{0}};
    struct vector v;
    for (unsigned i = 0; i < bits; i++)
        lanes_plan_bit(&plan, i, e->order[i]);
    lanes_extract(&plan, e->whole, e->value, &v);
    e->part[lanes_word(0)] = v.w[0];
    e->any = vector_any(&v, bits);
    struct vector copy = v;
    lanes_insert(&plan, &copy, e->value, &again);
    e->again[lanes_word(0)] = again.w[0];
    e->again[lanes_word(1)] = again.w[1];
    vector_where(&v, bits, e->clear, e->set);
    vector_pull(&v, bits, e->set, e->clear, e->change);
    e->pulled[lanes_word(0)] = v.w[0];
}

static void assert_words(const uint64_t *words, const uint64_t *wanted, unsigned n,
                         unsigned all)
{
    for (unsigned w = 0; w < all; w++)
        assert_int_equal(words[w], w < n ? wanted[w] : 0);
}

static void lanes_do_what_words_do(void **state)
{
    (void)state;
    for (unsigned bits = 2; bits <= BITS_MOST; bits++)
        for (unsigned round = 0; round < test_size(20, 50, 1000); round++) {
            struct example e = {0};
            struct bits_plan plan;
            uint64_t part[BITS_WORDS], copy[BITS_WORDS], again[BITS_WORDS] = {0}, any = 0;
            const unsigned words = bits_words(bits - 1);
            make_example(&e, bits);
            warp_run(by_lanes, &e);
            assert_false(warp.split);
            bits_plan(&plan, bits, e.order, e.order[bits - 1]);
            bits_extract(&plan, e.whole, e.value, part);
            assert_words(e.part, part, words, WARP);
            for (unsigned w = 0; w < words; w++)
                any |= part[w];
            assert_int_equal(e.any, any != 0);
            memcpy(copy, part, sizeof copy);
            bits_insert(&plan, copy, e.value, again);
            assert_words(e.again, again, bits_words(bits), BITS_WORDS);
            bits_where(part, bits - 1, e.clear, e.set);
            bits_pull(part, bits - 1, e.set, e.clear, e.change);
            assert_words(e.pulled, part, words, WARP);
        }
}

/* ---- kernels ------------------------------------------------------------------------ */

/* One item of a kernel. */
struct item {
    void (*body)(const struct colours_args *a, uint64_t i, uint32_t *found);
    const struct colours_args *a;
    uint64_t i;
    uint32_t found[WARP];
    struct colours_block block;
};

static void item_body(void *context)
{
    struct item *item = context;
    item->body(item->a, item->i, &item->found[threadIdx.x]);
}

static void run_items(const struct colours_args *a, uint64_t n,
                      void (*body)(const struct colours_args *, uint64_t, uint32_t *))
{
    static struct item item;
    for (item.i = 0; item.i < n; item.i++) {
        item.body = body;
        item.a = a;
        warp_run(item_body, &item);
    }
    for (unsigned lane = 0; lane < WARP; lane++) {
        a->count[0] += item.found[lane];
        item.found[lane] = 0;
    }
}

static void begin(const void *a, uint64_t n)
{
    run_items(a, n, colours_begin);
}

static void decide(const void *a, uint64_t n)
{
    run_items(a, n, colours_decide);
}

static void commit(const void *a, uint64_t n)
{
    run_items(a, n, colours_commit);
}

static void arrive_all(void *context)
{
    struct item *item = context;
    for (unsigned i = 0; i < item->a->empties; i++)
        colours_arrive(item->a, item->i, i, &item->block, &item->block.arrival[0]);
}

static void depart_all(void *context)
{
    struct item *item = context;
    for (unsigned i = 0; i < 2 * item->a->empties; i++)
        colours_depart(item->a, item->i, i % 2, i / 2, &item->block);
}

static void gather(const void *a, uint64_t n)
{
    static struct item item;
    item.a = a;
    for (item.i = 0; item.i < n; item.i++)
        if (item.a->active[item.i]) {
            warp_run(arrive_all, &item);
            warp_run(depart_all, &item);
        }
}

static enum code warp_start(const struct variant *v, struct run *run, struct solver **out,
                            struct error *err)
{
    static struct colours_kernels kernels;
    kernels = colours_kernels_host;
    kernels.begin = begin;
    kernels.gather = gather;
    kernels.decide = decide;
    kernels.commit = commit;
    return gpu_colours_start(&device_host, &kernels, v, run, out, err);
}

static const struct engine warp_engine = {GPU_COLOURS_ENGINE, .start = warp_start};

static void compare(const char *name)
{
    struct variant v = fixture_open(name);
    struct run run = fixture_run(1);
    struct solve_options options = {.engine = &warp_engine};
    struct solution solution;
    struct error err;
    uint16_t *wanted = fixture_solve(&v, "colours", 1), *codes = malloc(2 * v.slots);
    assert_non_null(codes);
    if (solve_run(&v, &run, &options, &solution, &err) != CODE_OK)
        fail_msg("%s: %s", name, err.text);
    assert_int_equal(solution_codes(&solution, 0, v.slots, codes, &err), CODE_OK);
    for (uint64_t slot = 0; slot < v.slots; slot++)
        if (codes[slot] != wanted[slot])
            fail_msg("%s: slot %llu has code %u, should have %u", name,
                     (unsigned long long)slot, codes[slot], wanted[slot]);
    assert_false(warp.split);
    solution_free(&solution);
    free(codes);
    free(wanted);
    registry_close(&v);
}

static void warps_solve_yonmoque(void **state)
{
    (void)state;
    compare("yonmoque:2x5-2");
    compare("yonmoque:3x3-4");
    if (test_size(0, 0, 1))
        compare("yonmoque:2x5-4");
}

int main(void)
{
#ifdef __SANITIZE_ADDRESS__ /* it does not know whose stack it is on */
    puts("lanes_test: not under the address sanitizer; gpu_test runs the same kernels");
    return 0;
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_do_what_words_do),
        cmocka_unit_test(warps_solve_yonmoque),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
