/* SPDX-License-Identifier: MIT
 * Making a diagram node by node; see make.h. */
#include "zdd/make.h"

#include "base/text.h"

#include <assert.h>
#include <stdlib.h>

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
    uint64_t need = room * sizeof *m->z.node;
    if (room > UINT32_MAX || need + hash_bytes(m) > m->limit)
        return over(m, need + hash_bytes(m), err);
    struct zdd_node *more = realloc(m->z.node, need);
    if (!more)
        return over(m, need, err);
    m->z.node = more;
    m->room = room;
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

enum code zdd_maker_rehash(struct zdd_maker *m, struct error *err)
{
    unsigned bits = m->unique.bits;
    while ((uint64_t)1 << (bits - 1) < m->z.nodes)
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
    if (m->z.nodes == m->room)
        TRY(zdd_maker_reserve(m, m->room + m->room / 2, err));
    m->z.node[m->z.nodes++] = *node;
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
    uint64_t at = hash_first(&m->unique, key_of(&wanted));
    for (; m->unique.slot[at] != HASH_FREE; at = hash_next(&m->unique, at))
        if (equal(&m->z.node[m->unique.slot[at]], &wanted)) {
            *node = m->unique.slot[at];
            return CODE_OK;
        }
    *node = (uint32_t)m->z.nodes;
    TRY(append(m, &wanted, err));
    m->unique.slot[at] = *node;
    return hash_crowded(&m->unique, m->z.nodes) ? zdd_maker_rehash(m, err) : CODE_OK;
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
    struct zdd_node *fit = realloc(m->z.node, m->z.nodes * sizeof *fit);
    if (fit)
        m->z.node = fit;
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
