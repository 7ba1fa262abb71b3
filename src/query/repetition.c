/* SPDX-License-Identifier: MIT
 * Values under the rule against repetition; see repetition.h. */
#include "query/repetition.h"

#include "solve/dfpn_set.h"
#include "solve/geography.h"

#include <stdlib.h>
#include <string.h>

/* Slots of positions with a value, by enum value. */
struct memo {
    struct dfpn_set has[3];
};

struct repetition {
    const struct variant *v;
    struct table *t;
    struct run *run;
    uint64_t limit;
    struct memo fixed; /* labels: whatever was visited before */
    struct memo fresh; /* when the position is the first of its part */
    struct repetition_counts counts;
};

/* The drawn positions that can be reached from one of them without leaving its part. */
struct drawing {
    struct geography g;
    uint64_t *rank; /* by node */
    uint32_t *first, *to;
    uint8_t *side, *won, *label;
    uint32_t nodes, room, edges, edge_room;
    uint32_t *place; /* hash of ranks: node + 1, 0 free */
    uint32_t places; /* a power of two */
    bool open;       /* an exit is not decided */
};

static enum code refuse(const struct variant *v, struct error *err)
{
    return error_set(err, CODE_USAGE,
                     "%s: the rule against repetition cannot be added to this game",
                     v->name);
}

/* ---- parts ------------------------------------------------------------------------ */

static unsigned part_of(const struct variant *v, uint64_t slot)
{
    unsigned low = 0, high = game_parts(v);
    while (high - low > 1) {
        unsigned middle = (low + high) / 2;
        struct part part;
        game_part(v, middle, &part);
        if (part.first <= slot)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- what is known of drawn positions ------------------------------------------------------- */

static bool recall(const struct memo *memo, uint64_t slot, enum value *value)
{
    for (int i = 0; i < 3; i++)
        if (dfpn_set_has(&memo->has[i], slot + 1)) {
            *value = (enum value)i;
            return true;
        }
    return false;
}

static enum code remember(struct memo *memo, uint64_t slot, enum geography_value value,
                          struct error *err)
{
    enum value as = value == GEOGRAPHY_WON    ? VALUE_WIN
                    : value == GEOGRAPHY_LOST ? VALUE_LOSS
                                              : VALUE_DRAW;
    return dfpn_set_add(&memo->has[as], slot + 1, err);
}

static void forget(struct memo *memo)
{
    for (int i = 0; i < 3; i++)
        dfpn_set_free(&memo->has[i]);
}

/* ---- the graph ------------------------------------------------------------------------------ */

static uint32_t *find_place(const struct drawing *d, uint64_t rank)
{
    uint64_t at = rank * 0x9e3779b97f4a7c15u >> 20 & (d->places - 1);
    while (d->place[at] && d->rank[d->place[at] - 1] != rank)
        at = (at + 1) & (d->places - 1);
    return &d->place[at];
}

static enum code widen(void *pointer, uint64_t count, uint64_t size, struct error *err)
{
    void *old, *wider = NULL;
    memcpy(&old, pointer, sizeof old);
    if (count < UINT32_MAX)
        wider = realloc(old, count * size);
    if (!wider)
        return error_set(err, CODE_RESOURCES,
                         "not enough memory for a graph of drawn positions");
    memcpy(pointer, &wider, sizeof wider);
    return CODE_OK;
}

static enum code make_room(struct drawing *d, struct error *err)
{
    uint32_t room = d->room ? 2 * d->room : 1024;
    TRY(widen(&d->rank, room, sizeof *d->rank, err));
    TRY(widen(&d->first, (uint64_t)room + 1, sizeof *d->first, err));
    TRY(widen(&d->side, room, 1, err));
    TRY(widen(&d->won, room, 1, err));
    d->room = room;
    free(d->place);
    d->place = NULL;
    d->places = 2 * room;
    TRY(mem_small(d->places, sizeof *d->place, &d->place, err));
    for (uint32_t i = 0; i < d->nodes; i++)
        *find_place(d, d->rank[i]) = i + 1;
    return CODE_OK;
}

static enum code node_of(struct drawing *d, uint64_t rank, unsigned side, uint32_t *node,
                         struct error *err)
{
    if (d->nodes == d->room)
        TRY(make_room(d, err));
    uint32_t *place = find_place(d, rank);
    if (!*place) {
        d->rank[d->nodes] = rank;
        d->side[d->nodes] = (uint8_t)side;
        d->won[d->nodes] = 0;
        *place = ++d->nodes;
    }
    *node = *place - 1;
    return CODE_OK;
}

static enum code add_edge(struct drawing *d, uint32_t to, struct error *err)
{
    if (d->edges == d->edge_room) {
        d->edge_room = d->edge_room ? 2 * d->edge_room : 4096;
        TRY(widen(&d->to, d->edge_room, sizeof *d->to, err));
    }
    d->to[d->edges++] = to;
    return CODE_OK;
}

static enum code fresh_value(struct repetition *r, const struct position *p,
                             uint64_t slot, enum value *value, struct error *err);

struct way_out {
    struct position next;
    uint64_t slot;
};

/* A drawn successor: one of another part is kept for later, one that is labelled decides
 * or is of no use, any other is an edge. */
static enum code add_successor(struct repetition *r, struct drawing *d, uint32_t node,
                               unsigned part, const struct position *next,
                               struct way_out *exit, unsigned *exits, struct error *err)
{
    uint64_t slot = game_slot(r->v, next);
    if (slot == SLOT_DERIVED)
        return refuse(r->v, err);
    unsigned its_part = part_of(r->v, slot);
    enum value known;
    uint16_t code;
    uint32_t to;
    TRY(table_code(r->t, slot, &code, err));
    if (code != CODE_DRAWN)
        return CODE_OK;
    if (recall(&r->fixed, slot, &known) ||
        (its_part != part && recall(&r->fresh, slot, &known))) {
        d->won[node] |= known == VALUE_LOSS;
        d->open |= known == VALUE_DRAW;
        return CODE_OK;
    }
    if (its_part != part) {
        exit[(*exits)++] = (struct way_out){*next, slot};
        return CODE_OK;
    }
    TRY(node_of(d, r->v->game->rank(r->v, next), !d->side[node], &to, err));
    return add_edge(d, to, err);
}

static enum code expand(struct repetition *r, struct drawing *d, uint32_t node,
                        unsigned part, struct move *moves, struct way_out *exit,
                        struct error *err)
{
    const struct game *game = r->v->game;
    struct position p, next;
    unsigned exits = 0;
    game->unrank(r->v, d->rank[node], &p);
    unsigned count = game->moves(r->v, &p, moves);
    for (unsigned i = 0; i < count; i++) {
        enum ending ending = game->play(r->v, &p, moves[i], &next);
        if (ending == ENDS_DRAW)
            return refuse(r->v, err);
        if (ending == GOES_ON)
            TRY(add_successor(r, d, node, part, &next, exit, &exits, err));
    }
    for (unsigned i = 0; i < exits && !d->won[node]; i++) {
        enum value value;
        TRY(fresh_value(r, &exit[i].next, exit[i].slot, &value, err));
        d->won[node] |= value == VALUE_LOSS;
        d->open |= value == VALUE_DRAW;
    }
    return CODE_OK;
}

/* Behind a node that is won by an exit nothing needs to be looked at. */
static enum code explore(struct repetition *r, struct drawing *d,
                         const struct position *p, unsigned part, struct error *err)
{
    struct {
        struct move move[GAME_MOVES];
        struct way_out exit[GAME_MOVES];
    } * room;
    uint32_t root;
    TRY(mem_small(1, sizeof *room, &room, err));
    enum code code = node_of(d, r->v->game->rank(r->v, p), 0, &root, err);
    for (uint32_t i = 0; i < d->nodes && code == CODE_OK; i++) {
        d->first[i] = d->edges;
        code = expand(r, d, i, part, room->move, room->exit, err);
        if (d->won[i])
            d->edges = d->first[i];
        d->first[i + 1] = d->edges;
        if (code == CODE_OK && run_stopped(r->run))
            code = error_set(err, CODE_INTERRUPTED, "interrupted");
    }
    free(room);
    return code;
}

static void drawing_free(struct drawing *d)
{
    void *const all[] = {d->rank, d->first, d->to, d->side, d->won, d->label, d->place};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

/* ---- values --------------------------------------------------------------------------------- */

static enum code keep_labels(struct repetition *r, const struct drawing *d,
                             struct error *err)
{
    for (uint32_t i = 0; i < d->nodes; i++) {
        struct position p;
        if (d->label[i] == GEOGRAPHY_UNKNOWN)
            continue;
        r->v->game->unrank(r->v, d->rank[i], &p);
        TRY(remember(&r->fixed, game_slot(r->v, &p), (enum geography_value)d->label[i],
                     err));
    }
    return CODE_OK;
}

static enum code decide(struct repetition *r, struct drawing *d, uint64_t slot,
                        struct error *err)
{
    struct geography_report report = {0};
    if (!d->open) {
        TRY(mem_small(d->nodes, 1, &d->label, err));
        report.label = d->label;
        d->g = (struct geography){d->nodes, d->first, d->to, d->side, d->won};
        TRY(geography_solve(&d->g, 0, r->limit, r->run, &report, err));
        TRY(keep_labels(r, d, err));
    }
    struct repetition_counts *c = &r->counts;
    c->positions++;
    c->nodes += d->nodes;
    c->searched += report.searched;
    c->matched += report.matched;
    c->core = report.core > c->core ? report.core : c->core;
    c->open += report.value == GEOGRAPHY_UNKNOWN;
    return remember(&r->fresh, slot, report.value, err);
}

/* Of a drawn position that is the first of its part. */
static enum code fresh_value(struct repetition *r, const struct position *p,
                             uint64_t slot, enum value *value, struct error *err)
{
    if (!recall(&r->fixed, slot, value) && !recall(&r->fresh, slot, value)) {
        struct drawing d = {0};
        enum code code = explore(r, &d, p, part_of(r->v, slot), err);
        if (code == CODE_OK)
            code = decide(r, &d, slot, err);
        drawing_free(&d);
        TRY(code);
        recall(&r->fresh, slot, value);
        progress_update(&r->run->progress, r->counts.positions, 0, "drawn positions",
                        NULL);
    }
    return CODE_OK;
}

enum code repetition_value(struct repetition *r, const struct position *p,
                           enum value *value, bool *by_rule, struct error *err)
{
    uint16_t code;
    enum ending ending = r->v->game->ending(r->v, p);
    TRY(probe_code(r->v, r->t, p, ending, &code, err));
    uint64_t slot = ending == GOES_ON ? game_slot(r->v, p) : 0;
    *value = code_value(code);
    *by_rule = ending == GOES_ON && code == CODE_DRAWN;
    if (slot == SLOT_DERIVED || ending == ENDS_DRAW)
        return refuse(r->v, err);
    return *by_rule ? fresh_value(r, p, slot, value, err) : CODE_OK;
}

enum code repetition_open(const struct variant *v, struct table *t, struct run *run,
                          uint64_t limit, struct repetition **out, struct error *err)
{
    struct repetition *r;
    if (v->game->undecided || v->game->known)
        return refuse(v, err);
    TRY(mem_small(1, sizeof *r, &r, err));
    *r = (struct repetition){.v = v, .t = t, .run = run, .limit = limit};
    *out = r;
    return CODE_OK;
}

void repetition_close(struct repetition *r)
{
    if (!r)
        return;
    forget(&r->fixed);
    forget(&r->fresh);
    free(r);
}

const struct repetition_counts *repetition_counts(const struct repetition *r)
{
    return &r->counts;
}
