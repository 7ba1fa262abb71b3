/* SPDX-License-Identifier: MIT
 * Geography on a graph; see geography.h.
 *
 * What is found is undone when the token is taken back: changes are kept on a trail. A
 * label, once right, stays right while more nodes are visited, because a token that stands
 * on an open node has visited open nodes only. */
#include "solve/geography.h"

#include <stdlib.h>
#include <string.h>

enum { OPEN, WON, LOST, GONE };

#define NONE     UINT32_MAX
#define DEAD     0x80000000u /* on the trail: an edge, not a node */
#define MOST_LOW 20000       /* calls inside each other */

struct search {
    const struct geography *g;
    struct run *run;
    uint32_t *back_first, *back; /* edges turned round */
    uint8_t *state;              /* by node */
    uint8_t *dead;               /* by edge: leads into a part where it loses */
    uint32_t *trail;
    size_t trails;
    uint32_t *list; /* the open nodes that can be reached, in order of discovery */
    uint32_t count;
    uint32_t *seen; /* by node: the last round that met it */
    uint32_t round;
    uint32_t *queue;
    uint32_t *mate;   /* by node, of either side */
    uint32_t *before; /* in a search for a longer matching: who asked */
    uint8_t *barred;  /* by node: must not come up, or must not be entered */
    uint8_t *useless; /* by node: an answer from which no longer matching is reached */
    uint32_t *entry;  /* by node: the value when entered, and in which visit found */
    uint32_t *entry_visit;
    uint32_t visit, visits;
    uint64_t limit, searched, matched;
    unsigned low;  /* calls inside each other */
    unsigned deep; /* moves of the token that may still be tried */
    bool cut;      /* there were no more */
    bool stopped;
};

static void set_state(struct search *s, uint32_t node, uint8_t state)
{
    s->state[node] = state;
    s->trail[s->trails++] = node;
}

static void undo(struct search *s, size_t trails)
{
    while (s->trails > trails) {
        uint32_t change = s->trail[--s->trails];
        if (change & DEAD)
            s->dead[change & ~DEAD] = 0;
        else
            s->state[change] = OPEN;
    }
}

/* Is the edge one that a side may still consider? */
static bool alive(const struct search *s, uint32_t edge)
{
    return !s->dead[edge] && s->state[s->g->to[edge]] == OPEN;
}

/* ---- what can come up, and labels --------------------------------------------------------- */

static void gather(struct search *s, uint32_t start)
{
    const struct geography *g = s->g;
    s->round++;
    s->count = 0;
    s->list[s->count++] = start;
    s->seen[start] = s->round;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t node = s->list[i];
        for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++)
            if (alive(s, e) && s->seen[g->to[e]] != s->round) {
                s->seen[g->to[e]] = s->round;
                s->list[s->count++] = g->to[e];
            }
    }
}

static uint8_t label_of(const struct search *s, uint32_t node)
{
    const struct geography *g = s->g;
    bool open = false;
    if (g->won[node])
        return WON;
    for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++) {
        if (!s->dead[e] && s->state[g->to[e]] == LOST)
            return WON;
        open = open || alive(s, e);
    }
    return open ? OPEN : LOST;
}

/* Labels all that follows from what is known. True if anything did. */
static bool label(struct search *s)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        uint8_t found = label_of(s, s->list[i]);
        if (found != OPEN) {
            set_state(s, s->list[i], found);
            s->queue[end++] = s->list[i];
        }
    }
    for (uint32_t i = 0; i < end; i++) {
        uint32_t node = s->queue[i];
        for (uint32_t e = s->back_first[node]; e < s->back_first[node + 1]; e++) {
            uint32_t before = s->back[e];
            if (s->state[before] != OPEN || s->seen[before] != s->round)
                continue;
            uint8_t found = label_of(s, before);
            if (found != OPEN) {
                set_state(s, before, found);
                s->queue[end++] = before;
            }
        }
    }
    return end > 0;
}

/* ---- matchings ---------------------------------------------------------------------------- */

/* May `node` of the side in question answer by this edge? */
static bool may_answer(const struct search *s, uint32_t edge, uint32_t start)
{
    return alive(s, edge) && s->g->to[edge] != start && !s->barred[s->g->to[edge]];
}

/* How many open nodes a node follows. */
static uint32_t leading_to(const struct search *s, uint32_t node)
{
    uint32_t count = 0;
    for (uint32_t e = s->back_first[node]; e < s->back_first[node + 1]; e++)
        count += s->state[s->back[e]] == OPEN;
    return count;
}

/* `answer` is free: from here back to `node` everybody takes the answer he asked for. */
static void change_answers(struct search *s, uint32_t answer, uint32_t node)
{
    while (answer != NONE) {
        uint32_t who = s->before[answer], next = s->mate[who];
        s->mate[answer] = who;
        s->mate[who] = answer;
        answer = who == node ? NONE : next;
    }
}

/* Gives `node` an answer of its own, others changing theirs if need be. If that fails, one
 * of those who were asked has to go without: tells which, the one that fewest nodes lead
 * to. What a search that fails has seen leads nowhere for good: barring takes answers away
 * and frees none. */
static uint32_t match(struct search *s, uint32_t node, uint32_t start)
{
    const struct geography *g = s->g;
    uint32_t end = 0, worst = node;
    s->round++;
    s->queue[end++] = node;
    for (uint32_t i = 0; i < end; i++) {
        uint32_t asking = s->queue[i];
        for (uint32_t e = g->first[asking]; e < g->first[asking + 1]; e++) {
            uint32_t answer = g->to[e];
            if (!may_answer(s, e, start) || s->useless[answer] ||
                s->seen[answer] == s->round)
                continue;
            s->seen[answer] = s->round;
            s->before[answer] = asking;
            if (s->mate[answer] == NONE) {
                change_answers(s, answer, node);
                return NONE;
            }
            s->queue[end++] = s->mate[answer];
        }
    }
    for (uint32_t i = 0; i < end; i++) {
        uint32_t asked = s->queue[i];
        if (i > 0)
            s->useless[s->mate[asked]] = 1;
        if (asked != start &&
            (worst == start || leading_to(s, asked) < leading_to(s, worst)))
            worst = asked;
    }
    if (worst != node) {
        uint32_t answer = s->mate[worst];
        s->mate[worst] = NONE;
        change_answers(s, answer, node);
    }
    return worst;
}

/* Bars a node that has no answer of its own, and what leads to it: an answer after which
 * it could come up is no answer. False if that takes away somebody's. */
static bool bar(struct search *s, uint32_t node)
{
    bool kept = true;
    s->barred[node] = 1;
    for (uint32_t e = s->back_first[node]; e < s->back_first[node + 1]; e++) {
        uint32_t answer = s->back[e];
        if (s->barred[answer])
            continue;
        s->barred[answer] = 1;
        if (s->mate[answer] != NONE) {
            s->mate[s->mate[answer]] = NONE;
            s->mate[answer] = NONE;
            kept = false;
        }
    }
    return kept;
}

/* Finds as many answers as there are, and bars the rest. */
static void match_all(struct search *s, uint32_t start, unsigned side)
{
    for (uint32_t i = 0; i < s->count; i++)
        s->barred[s->list[i]] = s->useless[s->list[i]] = 0;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < s->count; i++) {
            uint32_t node = s->list[i];
            if (s->g->side[node] != side || s->barred[node] || s->mate[node] != NONE)
                continue;
            uint32_t without = match(s, node, start);
            if (without != NONE)
                again |= !bar(s, without);
        }
    }
}

/* Can nothing come up after `node` that the side in question has no answer to? */
static bool all_answered(const struct search *s, uint32_t node)
{
    const struct geography *g = s->g;
    for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++)
        if (alive(s, e) && s->barred[g->to[e]])
            return false;
    return true;
}

/* Looks for answers of `side` to everything that can come up, each of its own. The list
 * holds what can be reached from `start`, where the token is, so `start` is no answer.
 * One matching tells about all nodes, if they are entered with nothing visited: who has
 * an answer wins there, and so does he against a node that is nobody's answer. */
static void answers(struct search *s, uint32_t start, unsigned side)
{
    match_all(s, start, side);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t node = s->list[i];
        bool own = s->g->side[node] == side;
        if (own ? !s->barred[node] : s->mate[node] == NONE && all_answered(s, node)) {
            s->entry[node] = own ? WON : LOST;
            s->entry_visit[node] = s->visit;
        }
    }
    for (uint32_t i = 0; i < s->count; i++)
        s->mate[s->list[i]] = NONE;
}

/* ---- parts -------------------------------------------------------------------------------- */

/* Marks with the round all of the list from which `start` can be reached; tells how many. */
static uint32_t mark_part(struct search *s, uint32_t start)
{
    uint32_t listed = ++s->round, end = 0;
    for (uint32_t i = 0; i < s->count; i++)
        s->seen[s->list[i]] = listed;
    s->round++;
    s->queue[end++] = start;
    s->seen[start] = s->round;
    for (uint32_t i = 0; i < end; i++)
        for (uint32_t e = s->back_first[s->queue[i]]; e < s->back_first[s->queue[i] + 1];
             e++) {
            uint32_t node = s->back[e];
            if (s->seen[node] != listed || s->state[node] != OPEN)
                continue;
            /* the edge itself may be dead; dead ones leave a part, so never inside one */
            s->seen[node] = s->round;
            s->queue[end++] = node;
        }
    return end;
}

/* An edge that leaves a part, and where it starts. */
struct way_out {
    uint32_t node, edge;
};

/* All open edges that leave the marked part; freed by the caller. False: no memory. */
static bool find_exits(const struct search *s, struct way_out **out, uint32_t *count)
{
    const struct geography *g = s->g;
    *out = NULL;
    for (int pass = 0; pass < 2; pass++) {
        *count = 0;
        for (uint32_t i = 0; i < s->count; i++) {
            uint32_t node = s->list[i];
            if (s->seen[node] != s->round)
                continue;
            for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++) {
                if (!alive(s, e) || s->seen[g->to[e]] == s->round)
                    continue;
                if (pass == 1)
                    (*out)[*count] = (struct way_out){node, e};
                ++*count;
            }
        }
        if (pass == 0 && *count && !(*out = malloc(*count * sizeof **out)))
            return false;
    }
    return true;
}

/* ---- the search --------------------------------------------------------------------------- */

static uint8_t value(struct search *s, uint32_t start);

/* The value of a node if it is entered now, as far as it was found since the token last
 * moved. */
static uint8_t recall(const struct search *s, uint32_t node)
{
    return s->entry_visit[node] == s->visit ? (uint8_t)s->entry[node] : OPEN;
}

/* The value of a node of another part when it is entered. */
static uint8_t entered(struct search *s, uint32_t node)
{
    uint8_t found = recall(s, node);
    if (found != OPEN)
        return found;
    found = value(s, node);
    s->entry[node] = found;
    s->entry_visit[node] = s->visit;
    return found;
}

static bool has_to_stop(struct search *s)
{
    s->stopped = s->stopped || (s->limit && s->searched >= s->limit) ||
                 s->low >= MOST_LOW || run_stopped(s->run);
    s->cut = s->cut || s->deep == 0;
    return s->stopped || s->deep == 0;
}

/* What labels and matchings say of the nodes to which the token can move from `start`,
 * which is gone; all of them at once. */
static void look_ahead(struct search *s, uint32_t start)
{
    do {
        gather(s, start);
        s->list[0] = s->list[--s->count];
    } while (label(s));
    for (unsigned side = 0; side < 2; side++)
        answers(s, NONE, side);
}

/* The best that is known of the nodes to which the token can move: LOST, OPEN or WON. */
static uint8_t best_known(const struct search *s, uint32_t start)
{
    const struct geography *g = s->g;
    uint8_t best = WON;
    for (uint32_t e = g->first[start]; e < g->first[start + 1]; e++) {
        uint32_t to = g->to[e];
        uint8_t known = s->state[to] == OPEN ? recall(s, to) : s->state[to];
        if (s->dead[e] || known == GONE || known == WON)
            continue;
        if (known == LOST)
            return LOST;
        best = OPEN;
    }
    return best;
}

/* The token stands on `start`; all that labels and matchings can say has been said. */
static uint8_t move_on(struct search *s, uint32_t start)
{
    const struct geography *g = s->g;
    size_t trails = s->trails;
    uint32_t outer = s->visit;
    uint8_t found = LOST;
    if (has_to_stop(s))
        return OPEN;
    s->searched++;
    s->low++;
    s->deep--;
    s->visit = ++s->visits;
    set_state(s, start, GONE);
    look_ahead(s, start);
    if (best_known(s, start) == LOST)
        found = WON;
    for (uint32_t e = g->first[start]; e < g->first[start + 1] && found != WON; e++) {
        if (!alive(s, e) || recall(s, g->to[e]) == WON)
            continue;
        size_t inner = s->trails;
        uint8_t next = value(s, g->to[e]);
        undo(s, inner);
        if (next != WON)
            found = next == LOST ? WON : OPEN;
    }
    undo(s, trails);
    s->visit = outer;
    s->deep++;
    s->low--;
    return found;
}

/* Finds what the edges that leave the part of `start` are worth. False: nothing was found. */
static bool leave_part(struct search *s, const struct way_out *exit, uint32_t exits)
{
    size_t trails = s->trails;
    s->low++;
    for (uint32_t i = 0; i < exits && !s->stopped; i++) {
        uint32_t to = s->g->to[exit[i].edge];
        if (s->state[exit[i].node] != OPEN || !alive(s, exit[i].edge))
            continue;
        uint8_t found = entered(s, to);
        if (found == OPEN || s->state[to] != OPEN)
            continue; /* a label speaks for itself */
        if (found == LOST)
            set_state(s, exit[i].node, WON);
        else {
            s->dead[exit[i].edge] = 1;
            s->trail[s->trails++] = exit[i].edge | DEAD;
        }
    }
    s->low--;
    return s->trails > trails && !s->stopped;
}

/* Of a node that is entered with nothing visited of what can be reached from it, but for
 * what is gone. */
static uint8_t value(struct search *s, uint32_t start)
{
    while (s->state[start] == OPEN) {
        struct way_out *exit;
        uint32_t exits;
        gather(s, start);
        if (label(s))
            continue;
        for (unsigned other = 0; other < 2; other++) {
            answers(s, start, s->g->side[start] ^ other);
            if (recall(s, start) != OPEN) {
                s->matched++;
                return recall(s, start);
            }
        }
        mark_part(s, start);
        if (!find_exits(s, &exit, &exits))
            s->stopped = true;
        if (exits == 0)
            return move_on(s, start);
        bool known = leave_part(s, exit, exits);
        free(exit);
        if (!known)
            return OPEN;
    }
    return s->state[start];
}

/* With more and more moves of the token: most graphs need few, if the right ones. */
static enum geography_value deepen(struct search *s, uint32_t start)
{
    uint8_t found = OPEN;
    for (unsigned deep = 1; found == OPEN && !s->stopped; deep += 1 + deep / 8) {
        s->deep = deep;
        s->cut = false;
        found = value(s, start);
        s->stopped = s->stopped || !s->cut;
        undo(s, 0);
    }
    return (enum geography_value)found;
}

/* ---- beginning and end -------------------------------------------------------------------- */

static void turn_round(struct search *s)
{
    const struct geography *g = s->g;
    for (uint32_t e = 0; e < g->first[g->nodes]; e++)
        s->back_first[g->to[e] + 1]++;
    for (uint32_t i = 0; i < g->nodes; i++)
        s->back_first[i + 1] += s->back_first[i];
    for (uint32_t i = 0; i < g->nodes; i++)
        for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++)
            s->back[s->back_first[g->to[e]] + s->queue[g->to[e]]++] = i;
}

static enum code make(struct search *s, struct error *err)
{
    const uint64_t nodes = (uint64_t)s->g->nodes + 1;
    const uint64_t edges = (uint64_t)s->g->first[s->g->nodes] + 1;
    uint32_t **const by_node[] = {&s->list,   &s->seen,  &s->queue,       &s->mate,
                                  &s->before, &s->entry, &s->entry_visit, &s->back_first};
    for (size_t i = 0; i < sizeof by_node / sizeof *by_node; i++)
        TRY(mem_small(nodes, sizeof(uint32_t), by_node[i], err));
    TRY(mem_small(edges, sizeof *s->back, &s->back, err));
    TRY(mem_small(edges + nodes, sizeof *s->trail, &s->trail, err));
    TRY(mem_small(nodes, 1, &s->state, err));
    TRY(mem_small(nodes, 1, &s->barred, err));
    TRY(mem_small(nodes, 1, &s->useless, err));
    memset(s->mate, 0xff, nodes * sizeof *s->mate); /* NONE */
    return mem_small(edges, 1, &s->dead, err);
}

static void free_all(struct search *s)
{
    void *const all[] = {s->list,       s->seen, s->queue,       s->mate,   s->before,
                         s->entry,      s->back, s->entry_visit, s->trail,  s->state,
                         s->back_first, s->dead, s->barred,      s->useless};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

enum code geography_solve(const struct geography *g, uint32_t start, uint64_t limit,
                          struct run *run, struct geography_report *report,
                          struct error *err)
{
    struct search s = {.g = g, .run = run, .limit = limit};
    uint8_t *labels = report->label;
    enum code code = make(&s, err);
    *report = (struct geography_report){.label = labels};
    if (code == CODE_OK) {
        turn_round(&s);
        gather(&s, start);
        if (label(&s) && s.state[start] == OPEN)
            gather(&s, start);
        if (s.state[start] == OPEN)
            report->core = mark_part(&s, start);
        if (labels)
            memcpy(labels, s.state, g->nodes);
        report->value = deepen(&s, start);
        report->searched = s.searched;
        report->matched = s.matched;
    }
    free_all(&s);
    if (code == CODE_OK && run_stopped(run))
        return error_set(err, CODE_INTERRUPTED, "interrupted");
    return code;
}
