/* SPDX-License-Identifier: MIT
 * One look-up per cell in the multi-valued diagram; see compile.h. */
#include "base/mem.h"
#include "index/compile.h"

#include <assert.h>
#include <stdlib.h>

enum code cell_index_compile(const struct zdd_problem *problem, struct cell_index *out,
                             struct error *err)
{
    *out = (struct cell_index){0};
    TRY(frontier_build(problem, true, &out->f, err));
    const struct frontier *f = &out->f;
    enum code code = CODE_OK;
    if (!f->count)
        code = error_set(err, CODE_RESOURCES,
                         "the set has more than 2^64 members; they cannot be numbered");
    if (code == CODE_OK)
        code =
            mem_small((size_t)f->nodes * f->states, sizeof *out->term, &out->term, err);
    if (code != CODE_OK) {
        cell_index_free(out);
        return code;
    }
    for (uint32_t n = FRONTIER_FIRST; n < f->nodes; n++) {
        uint64_t before = 0;
        for (unsigned s = f->states; s-- > 0;) {
            size_t at = (size_t)n * f->states + s;
            out->term[at] = before;
            before += f->count[f->child[at]];
        }
    }
    return CODE_OK;
}

void cell_index_free(struct cell_index *x)
{
    frontier_free(&x->f);
    free(x->term);
    *x = (struct cell_index){0};
}

uint64_t cell_index_rank(const struct cell_index *x, const uint8_t *state)
{
    uint64_t number = 0;
    uint32_t node = x->f.nodes - 1;
    for (unsigned c = 0; c < x->f.cells; c++) {
        size_t at = (size_t)node * x->f.states + state[c];
        number += x->term[at];
        node = x->f.child[at];
    }
    return node == FRONTIER_DONE ? number : INDEX_NONE;
}

void cell_index_unrank(const struct cell_index *x, uint64_t number, uint8_t *state)
{
    uint32_t node = x->f.nodes - 1;
    for (unsigned c = 0; c < x->f.cells; c++) {
        const uint64_t *term = &x->term[(size_t)node * x->f.states];
        const uint32_t *child = &x->f.child[(size_t)node * x->f.states];
        unsigned s = 0; /* terms fall as states rise, to 0 at the last one */
        while (term[s] > number)
            s++;
        assert(child[s] != FRONTIER_DEAD);
        number -= term[s];
        state[c] = (uint8_t)s;
        node = child[s];
    }
}
