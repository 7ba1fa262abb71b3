/* SPDX-License-Identifier: MIT
 * Making a diagram node by node; see make.h. */
#include "zdd/make.h"

#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static uint64_t key_of(const struct zdd_node *n)
{
    uint64_t item = (uint64_t)n->cell << 8 ^ n->state;
    return hash_mix(((uint64_t)n->no << 32 | n->yes) ^ hash_mix(item + 1));
}

static bool equal(const struct zdd_node *a, const struct zdd_node *b)
{
    return a->no == b->no && a->yes == b->yes && a->cell == b->cell &&
           a->state == b->state;
}

static enum code over(const struct zdd_maker *m, uint64_t need, struct error *err)
{
    char need_text[32], have_text[32];
    return error_set(
        err, CODE_RESOURCES,
        "not enough memory for a diagram of more than %llu nodes: need %s, have %s",
        (unsigned long long)m->z.nodes, text_bytes(need, need_text),
        text_bytes(m->limit, have_text));
}

static uint64_t hash_bytes(const struct zdd_maker *m)
{
    return m->unique.slot ? sizeof *m->unique.slot << m->unique.bits : 0;
}

enum code zdd_maker_reserve(struct zdd_maker *m, uint64_t room, struct error *err)
{
    struct zdd old = m->z;
    uint64_t need = room * sizeof *m->z.node;
    if (room <= m->z.room)
        return CODE_OK;
    if (room > UINT32_MAX || need + hash_bytes(m) > m->limit)
        return over(m, need + hash_bytes(m), err);
    struct budget memory = budget_make(UINT64_MAX);
    TRY(mem_take(&memory, room, sizeof *m->z.node, "a diagram", &m->z.node, err));
    m->z.room = room;
    if (old.nodes)
        memcpy(m->z.node, old.node, old.nodes * sizeof *old.node);
    zdd_free(&old);
    return CODE_OK;
}

enum code zdd_maker_start(struct zdd_maker *m, unsigned cells, unsigned states,
                          bool share, uint64_t limit, struct error *err)
{
    *m = (struct zdd_maker){.limit = limit};
    m->z.cells = cells;
    m->z.states = states;
    if (share)
        TRY(hash_make(&m->unique, 12, err));
    TRY(zdd_maker_reserve(m, 1024, err));
    m->z.node[ZDD_EMPTY] = (struct zdd_node){.cell = UINT16_MAX};
    m->z.node[ZDD_UNIT] = (struct zdd_node){.cell = UINT16_MAX, .no = 1, .yes = 1};
    m->z.nodes = ZDD_LEAVES;
    return CODE_OK;
}

enum code zdd_maker_rehash(struct zdd_maker *m, uint64_t more, struct error *err)
{
    unsigned bits = m->unique.bits;
    while ((uint64_t)1 << (bits - 1) < m->z.nodes + more)
        bits++;
    if (m->z.nodes * sizeof *m->z.node + (sizeof *m->unique.slot << bits) > m->limit)
        return over(m, sizeof *m->unique.slot << bits, err);
    hash_free(&m->unique);
    TRY(hash_make(&m->unique, bits, err));
    for (uint64_t i = ZDD_LEAVES; i < m->z.nodes; i++)
        hash_insert(&m->unique, key_of(&m->z.node[i]), (uint32_t)i);
    return CODE_OK;
}

static enum code append(struct zdd_maker *m, const struct zdd_node *node,
                        struct error *err)
{
    if (m->z.nodes == m->z.room)
        TRY(zdd_maker_reserve(m, 2 * m->z.room, err));
    m->z.node[m->z.nodes++] = *node;
    return CODE_OK;
}

/* Finds or adds the node whose look-up starts at `at`; there is room. */
static uint32_t settle(struct zdd_maker *m, const struct zdd_node *wanted, uint64_t at)
{
    for (; m->unique.slot[at] != HASH_FREE; at = hash_next(&m->unique, at))
        if (equal(&m->z.node[m->unique.slot[at]], wanted))
            return m->unique.slot[at];
    m->unique.slot[at] = (uint32_t)m->z.nodes;
    m->z.node[m->z.nodes] = *wanted;
    return (uint32_t)m->z.nodes++;
}

enum code zdd_make_many(struct zdd_maker *m, unsigned cell, unsigned state, unsigned n,
                        const uint32_t *no, const uint32_t *yes, uint32_t *out,
                        struct error *err)
{
    assert(n <= ZDD_MANY && m->unique.slot);
    if (m->z.nodes + n > m->z.room)
        TRY(zdd_maker_reserve(m, 2 * m->z.room, err));
    if (hash_crowded(&m->unique, m->z.nodes + n))
        TRY(zdd_maker_rehash(m, n, err));
    uint64_t at[ZDD_MANY];
    struct zdd_node wanted[ZDD_MANY];
    for (unsigned i = 0; i < n; i++) {
        wanted[i] = (struct zdd_node){
            .no = no[i], .yes = yes[i], .cell = (uint16_t)cell, .state = (uint16_t)state};
        at[i] = hash_first(&m->unique, key_of(&wanted[i]));
        if (yes[i] != ZDD_EMPTY)
            __builtin_prefetch(&m->unique.slot[at[i]]);
    }
    for (unsigned i = 0; i < n; i++)
        if (yes[i] != ZDD_EMPTY && m->unique.slot[at[i]] != HASH_FREE)
            __builtin_prefetch(&m->z.node[m->unique.slot[at[i]]]);
    for (unsigned i = 0; i < n; i++)
        out[i] = wanted[i].yes == ZDD_EMPTY ? wanted[i].no : settle(m, &wanted[i], at[i]);
    return CODE_OK;
}

enum code zdd_make(struct zdd_maker *m, unsigned cell, unsigned state, uint32_t no,
                   uint32_t yes, uint32_t *node, struct error *err)
{
    assert(no < m->z.nodes && yes < m->z.nodes);
    if (yes == ZDD_EMPTY) {
        *node = no;
        return CODE_OK;
    }
    struct zdd_node wanted = {
        .no = no, .yes = yes, .cell = (uint16_t)cell, .state = (uint16_t)state};
    if (!m->unique.slot) {
        *node = (uint32_t)m->z.nodes;
        return append(m, &wanted, err);
    }
    return zdd_make_many(m, cell, state, 1, &no, &yes, node, err);
}

enum code zdd_number(struct zdd *z, struct error *err)
{
    uint64_t *total = malloc(z->nodes * sizeof *total);
    if (!total)
        return error_set(err, CODE_RESOURCES, "not enough memory to count %llu nodes",
                         (unsigned long long)z->nodes);
    total[ZDD_EMPTY] = 0;
    total[ZDD_UNIT] = 1;
    bool fits = true;
    for (uint64_t i = ZDD_LEAVES; i < z->nodes && fits; i++) {
        z->node[i].skip = total[z->node[i].no];
        fits = !__builtin_add_overflow(total[z->node[i].no], total[z->node[i].yes],
                                       &total[i]);
    }
    z->count = fits ? total[z->root] : ZDD_NONE;
    if (z->count == ZDD_NONE)
        for (uint64_t i = ZDD_LEAVES; i < z->nodes; i++)
            z->node[i].skip = 0;
    free(total);
    return CODE_OK;
}

enum code zdd_maker_finish(struct zdd_maker *m, uint32_t root, struct zdd *out,
                           struct error *err)
{
    hash_free(&m->unique);
    m->z.root = root;
    TRY(zdd_number(&m->z, err));
    *out = m->z;
    *m = (struct zdd_maker){0};
    return CODE_OK;
}

void zdd_maker_free(struct zdd_maker *m)
{
    hash_free(&m->unique);
    zdd_free(&m->z);
}
