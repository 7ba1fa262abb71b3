/* SPDX-License-Identifier: MIT
 * A diagram as a Graphviz graph: solid edges are yes, dashed ones no. */
#include "zdd/zdd.h"

#include <inttypes.h>

static void edge(FILE *out, uint64_t from, uint32_t to, const char *style)
{
    if (to != ZDD_EMPTY)
        fprintf(out, "  n%" PRIu64 " -> n%" PRIu32 "%s;\n", from, to, style);
}

enum code zdd_dot(const struct zdd *z, FILE *out, struct error *err)
{
    if (z->nodes > ZDD_DOT_NODES)
        return error_set(err, CODE_USAGE,
                         "the diagram has %" PRIu64 " nodes; pictures are made up to %d",
                         z->nodes, ZDD_DOT_NODES);
    fprintf(out,
            "digraph zdd {\n  node [shape=circle];\n  n1 [shape=box, label=\"1\"];\n");
    for (uint64_t i = z->nodes; i-- > ZDD_LEAVES;) {
        const struct zdd_node *n = &z->node[i];
        fprintf(out, "  n%" PRIu64 " [label=\"%u=%u\"];\n", i, n->cell, n->state);
        edge(out, i, n->yes, "");
        edge(out, i, n->no, " [style=dashed]");
    }
    fprintf(out, "}\n");
    if (ferror(out))
        return error_set(err, CODE_IO, "cannot write the picture");
    return CODE_OK;
}
