/* SPDX-License-Identifier: MIT
 *
 * The proof search itself; see solve/dfpn.h for what it asks and why its proofs hold.
 * Compiled once per prover face (PROVER_FACE is the header, PROVER_NAME the game).
 *
 * Every node is seen by its side to move: phi(n) = min delta(child), delta(n) = combined
 * phi(children). The child with the least delta is searched until its numbers pass the
 * thresholds, which leave an eighth more than the second best has (1+epsilon), so that the
 * search does not swing between two children and lose what it knows below each.
 * delta(n) is the largest phi of a child plus one for each other open child, not the sum:
 * children share most of what lies below them, and a sum would count it many times.
 *
 * Children are looked at before they are searched: a position whose side to move wins at
 * once is decided, and one that stands on the path is a failure of the attacker. That
 * failure is bound to the path: `low` is the least depth it rests on, `high` the greatest
 * (rounded up). A node of that depth that is refuted itself closes the circle: if the
 * attacker can do no better than come back to a position, he does not win it.
 */
#include "solve/dfpn_state.h"

#include "solve/dfpn_set.h"

#include PROVER_FACE

#include <stdlib.h>

#define PASTE(a, b)  a##b
#define PASTE2(a, b) PASTE(a, b)
#define NAME(prefix) PASTE2(prefix, PROVER_NAME)

struct child {
    struct prover_position at;
    uint64_t key;
    uint32_t move;
    bool fresh;
    struct dfpn_numbers n;
};

static const struct dfpn_numbers untouched = {.phi = 1, .delta = 1, .low = DFPN_FREE};

/* The side to move in a position gets what it wants, or not. */
static void decide(struct dfpn_numbers *n, bool succeeds)
{
    n->phi = succeeds ? 0 : DFPN_INFINITE;
    n->delta = succeeds ? DFPN_INFINITE : 0;
    n->low = DFPN_FREE;
    n->scope = 0;
}

static bool decided(const struct dfpn_numbers *n)
{
    return n->phi == 0 || n->delta == 0;
}

/* ---- the path ---------------------------------------------------------------------------- */

static unsigned mark_of(uint64_t key)
{
    return (unsigned)(key * 0x9e3779b97f4a7c15u >> 52);
}

static void enter(struct dfpn *s, unsigned depth, const struct child *c)
{
    s->path[depth] = (struct dfpn_step){c->key, ++s->visits, c->fresh};
    s->mark[mark_of(c->key)]++;
}

static void leave(struct dfpn *s, unsigned depth)
{
    s->mark[mark_of(s->path[depth].key)]--;
}

/* Does the key stand on the path of which `depth` is the last node? */
static bool on_path(const struct dfpn *s, unsigned depth, uint64_t key, unsigned *where)
{
    if (!s->mark[mark_of(key)])
        return false;
    for (unsigned d = depth + 1; d-- > 0;) {
        if (s->path[d].key == key) {
            *where = d;
            return true;
        }
        if (s->path[d].fresh)
            return false;
    }
    return false;
}

/* ---- looking at children ----------------------------------------------------------------- */

/* A refutation that is bound to a visit counts while that visit is on the path; after it
 * the numbers are only a hint that it may be found again. */
static void take_entry(const struct dfpn *s, unsigned depth, bool attacks,
                       struct dfpn_numbers *n)
{
    if (n->scope == 0 || (n->high <= depth && s->path[n->high].visit == n->scope))
        return;
    uint32_t size = n->size;
    *n = untouched;
    n->size = size;
    if (attacks)
        n->phi = 2;
    else
        n->delta = 2;
}

/* The other question about the same position: where its attacker wins, the attacker of
 * this one does not, whatever the path. */
static bool lost_to_other(const struct dfpn *s, bool attacks, uint64_t key)
{
    struct dfpn_numbers other;
    return dfpn_get(s->table, key ^ 1, &other) &&
           (attacks ? other.delta : other.phi) == 0;
}

/* Fills in what is known or guessed of a child whose side to move attacks or not. */
static void look_at(struct dfpn *s, unsigned depth, bool attacks, struct child *c)
{
    unsigned where;
    struct dfpn_numbers known;
    if (!c->fresh && on_path(s, depth, c->key, &where)) {
        decide(&c->n, !attacks);
        s->bent |= !s->exact;
        if (s->exact)
            c->n.low = c->n.high = (uint16_t)where;
        return;
    }
    if (dfpn_get(s->table, c->key, &known)) {
        take_entry(s, depth, attacks, &known);
        c->n = known;
    } else
        prover_guess(s->face, &c->at, &c->n.phi, &c->n.delta);
    if (!decided(&c->n) && lost_to_other(s, attacks, c->key))
        decide(&c->n, !attacks);
}

/* The children of a node, at the top of the room; none is over for the attacker's good
 * without being marked so. */
static struct child *expand(struct dfpn *s, unsigned depth, const struct child *node,
                            bool attacks, unsigned *count)
{
    struct child *list = (struct child *)s->room + s->top;
    struct prover_move move[PROVER_MOVES];
    unsigned n = prover_moves(s->face, &node->at, move);
    for (unsigned i = 0; i < n; i++) {
        struct child *c = &list[i];
        c->at = move[i].next;
        c->move = move[i].move;
        c->fresh = move[i].fresh;
        c->n = untouched;
        c->key = 0;
        if (move[i].ending != GOES_ON) {
            decide(&c->n,
                   !attacks ? move[i].ending == ENDS_WIN : move[i].ending != ENDS_LOSS);
        } else if (prover_wins_at_once(s->face, &c->at)) {
            decide(&c->n, true);
            c->n.distance = 1;
        } else {
            c->key = prover_id(s->face, &c->at) * 2 + 2 + !attacks;
            dfpn_prefetch(s->table, c->key);
        }
    }
    for (unsigned i = 0; i < n; i++)
        if (list[i].key)
            look_at(s, depth, !attacks, &list[i]);
    s->nodes += n;
    s->visited++;
    *count = n;
    return list;
}

/* ---- numbers of a node from its children --------------------------------------------------- */

struct choice {
    struct child *best;
    uint32_t second; /* the next smallest delta */
    uint32_t others; /* what the others add to delta(n) */
};

static void combine(const struct child *list, unsigned count, struct dfpn_numbers *n,
                    struct choice *choice)
{
    const struct child *best = NULL;
    uint32_t least = DFPN_INFINITE, second = DFPN_INFINITE, largest = 0, open = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct dfpn_numbers *c = &list[i].n;
        if (!best || c->delta < least || (c->delta == least && c->phi < best->n.phi)) {
            second = least;
            least = c->delta;
            best = &list[i];
        } else if (c->delta < second)
            second = c->delta;
        if (c->phi > largest)
            largest = c->phi;
        open += c->phi > 0;
    }
    n->phi = least;
    n->delta = largest == DFPN_INFINITE ? DFPN_INFINITE : open ? largest + (open - 1) : 0;
    choice->best = (struct child *)(uintptr_t)best;
    choice->second = second;
    choice->others = open ? open - 1 : 0;
}

/* The attacker's proof: how long it is at most. */
static void measure(const struct child *list, unsigned count, bool attacks,
                    struct dfpn_numbers *n)
{
    unsigned distance = attacks ? UINT16_MAX : 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned d = list[i].n.distance;
        if (attacks ? list[i].n.delta == 0 && d < distance : d > distance)
            distance = d;
    }
    n->distance = (uint16_t)(distance < UINT16_MAX ? distance + 1 : distance);
}

/* A refutation: on what it rests. The attacker's node rests on all children, the
 * defender's on the one that he chooses. */
static void bind(const struct dfpn *s, unsigned depth, const struct child *list,
                 unsigned count, bool attacks, struct dfpn_numbers *n)
{
    unsigned low = attacks ? DFPN_FREE : 0, high = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct dfpn_numbers *c = &list[i].n;
        if (attacks) {
            if (c->low < low)
                low = c->low;
            if (c->low != DFPN_FREE && c->high > high)
                high = c->high;
        } else if (c->delta == 0 && c->low >= low) {
            low = c->low;
            high = c->high;
        }
    }
    if (low >= depth) {
        n->low = DFPN_FREE;
        n->scope = 0;
        return;
    }
    if (high >= depth)
        high = depth - 1;
    n->low = (uint16_t)low;
    n->high = (uint16_t)high;
    n->scope = s->path[high].visit;
}

static void conclude(const struct dfpn *s, unsigned depth, const struct child *list,
                     unsigned count, bool attacks, struct dfpn_numbers *n)
{
    n->low = DFPN_FREE;
    n->scope = 0;
    n->distance = 0;
    if (!decided(n))
        return;
    if ((n->phi == 0) == attacks)
        measure(list, count, attacks, n);
    else if (s->exact)
        bind(s, depth, list, count, attacks, n);
}

/* ---- the search ---------------------------------------------------------------------------- */

static uint32_t with_margin(uint32_t second)
{
    return second >= DFPN_INFINITE / 2 ? DFPN_INFINITE : second + second / 8 + 1;
}

/* No room for a longer path: counts as the attacker's failure, and spoils refutations. */
static void cut(struct dfpn *s, bool attacks, struct child *node)
{
    decide(&node->n, !attacks);
    s->bent = true;
}

static void search(struct dfpn *s, unsigned depth, struct child *node, bool attacks,
                   uint32_t limit_phi, uint32_t limit_delta)
{
    if (depth + 1 >= DFPN_DEPTH || s->top + PROVER_MOVES > DFPN_ROOM) {
        cut(s, attacks, node);
        return;
    }
    unsigned count;
    struct choice choice;
    uint64_t before = s->nodes;
    enter(s, depth, node);
    struct child *list = expand(s, depth, node, attacks, &count);
    s->top += count;
    for (;;) {
        combine(list, count, &node->n, &choice);
        if (node->n.phi >= limit_phi || node->n.delta >= limit_delta || s->halt)
            break;
        uint32_t child_delta = with_margin(choice.second);
        if (child_delta > limit_phi)
            child_delta = limit_phi;
        uint32_t child_phi =
            limit_delta == DFPN_INFINITE ? DFPN_INFINITE : limit_delta - choice.others;
        if (s->nodes - s->looked > 8192)
            dfpn_look(s);
        search(s, depth + 1, choice.best, !attacks, child_phi, child_delta);
    }
    s->top -= count;
    conclude(s, depth, list, count, attacks, &node->n);
    leave(s, depth);
    uint64_t size = node->n.size + (s->nodes - before);
    node->n.size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    dfpn_table_put(s->table, node->key, &node->n);
}

static void start(struct dfpn *s, const struct position *p, bool attacks,
                  struct child *root)
{
    memset(root, 0, sizeof *root);
    prover_load(s->face, p, &root->at);
    root->key = prover_id(s->face, &root->at) * 2 + 2 + attacks;
    root->n = untouched;
    root->fresh = true;
}

static void search_root(struct dfpn *s, const struct position *p, bool attacks)
{
    struct child root;
    start(s, p, attacks, &root);
    struct dfpn_numbers known;
    if (dfpn_get(s->table, root.key, &known) && (known.scope == 0))
        root.n = known;
    if (!decided(&root.n))
        search(s, 0, &root, attacks, DFPN_INFINITE, DFPN_INFINITE);
    s->root = root.n;
}

/* ---- certificates -------------------------------------------------------------------------- */

struct certifier {
    struct dfpn *s;
    struct dfpn_set done; /* keys of positions that have been emitted */
    dfpn_emit emit;
    void *context;
};

static enum code lost(struct error *err)
{
    return error_set(err, CODE_RESOURCES,
                     "the certificate cannot be written: too much of the proof was "
                     "overwritten in the table; raise --memory");
}

static enum code emit_line(struct certifier *k, const struct child *node,
                           const struct child *reply, struct error *err)
{
    struct position p;
    prover_store(k->s->face, &node->at, &p);
    return k->emit(k->context, &p, (struct move){reply ? reply->move : 0}, reply != NULL,
                   err);
}

static struct child *proved_child(struct child *list, unsigned count)
{
    struct child *best = NULL;
    for (unsigned i = 0; i < count; i++)
        if (list[i].n.delta == 0 && (!best || list[i].n.distance < best->n.distance))
            best = &list[i];
    return best;
}

/* The winning move of a proved node whose children may have been overwritten: they are
 * searched again, if need be without the refutations that were stored loosely. */
static enum code find_win(struct dfpn *s, unsigned depth, struct child *node,
                          struct child **list, unsigned *count, struct child **win,
                          struct error *err)
{
    for (int attempt = 0; attempt < 3; attempt++) {
        if (attempt == 2)
            dfpn_table_keep_proofs(s->table);
        if (attempt > 0) {
            leave(s, depth);
            node->n = untouched;
            search(s, depth, node, true, DFPN_INFINITE, DFPN_INFINITE);
            enter(s, depth, node);
        }
        *list = expand(s, depth, node, true, count);
        *win = proved_child(*list, *count);
        if (*win)
            return CODE_OK;
        if (run_stopped(s->run))
            return error_set(err, CODE_INTERRUPTED, "interrupted");
    }
    return lost(err);
}

static enum code certify_defence(struct certifier *k, unsigned depth, struct child *node,
                                 struct error *err);

static enum code certify_attack(struct certifier *k, unsigned depth, struct child *node,
                                struct error *err)
{
    struct dfpn *s = k->s;
    struct child *list, *win;
    unsigned count;
    if (dfpn_set_has(&k->done, node->key))
        return CODE_OK;
    if (depth + 2 >= DFPN_DEPTH || s->top + 2 * PROVER_MOVES > DFPN_ROOM)
        return lost(err);
    enter(s, depth, node);
    enum code code = find_win(s, depth, node, &list, &count, &win, err);
    s->top += code == CODE_OK ? count : 0;
    if (code == CODE_OK && win->key)
        code = certify_defence(k, depth + 1, win, err);
    s->top -= code == CODE_OK ? count : 0;
    leave(s, depth);
    TRY(code);
    TRY(dfpn_set_add(&k->done, node->key, err));
    return emit_line(k, node, win, err);
}

/* Every reply; those after which the attacker wins at once need no line. */
static enum code certify_defence(struct certifier *k, unsigned depth, struct child *node,
                                 struct error *err)
{
    struct dfpn *s = k->s;
    unsigned count;
    enter(s, depth, node);
    struct child *list = expand(s, depth, node, false, &count);
    s->top += count;
    enum code code = CODE_OK;
    for (unsigned i = 0; i < count && code == CODE_OK; i++) {
        if (list[i].key)
            code = certify_attack(k, depth + 1, &list[i], err);
        else if (list[i].n.phi != 0)
            code = lost(err);
    }
    s->top -= count;
    leave(s, depth);
    return code;
}

static enum code certify(struct dfpn *s, const struct position *p, bool attacks,
                         dfpn_emit emit, void *context, struct error *err)
{
    struct certifier k = {.s = s, .emit = emit, .context = context};
    struct child root;
    s->top = 0;
    s->halt = false;
    start(s, p, attacks, &root);
    enum code code =
        attacks ? certify_attack(&k, 0, &root, err) : certify_defence(&k, 0, &root, err);
    if (code == CODE_OK && !attacks)
        code = emit_line(&k, &root, NULL, err);
    dfpn_set_free(&k.done);
    return code;
}

static enum code open_face(const struct variant *v, void **out, struct error *err)
{
    struct prover_tables *t;
    TRY(prover_open(v, &t, err));
    *out = t;
    return CODE_OK;
}

static void close_face(void *face)
{
    prover_close(face);
}

static unsigned list_moves(const void *face, const struct position *p,
                           struct dfpn_move *out)
{
    struct prover_position at;
    struct prover_move move[PROVER_MOVES];
    prover_load(face, p, &at);
    unsigned n = prover_moves(face, &at, move);
    for (unsigned i = 0; i < n; i++) {
        prover_store(face, &move[i].next, &out[i].next);
        out[i].ending = move[i].ending;
        out[i].fresh = move[i].fresh;
        out[i].id = move[i].ending == GOES_ON ? prover_id(face, &move[i].next) : 0;
    }
    return n;
}

extern const struct dfpn_search NAME(dfpn_search_);
const struct dfpn_search NAME(dfpn_search_) = {
    .child = sizeof(struct child),
    .open = open_face,
    .close = close_face,
    .moves = list_moves,
    .search = search_root,
    .certify = certify,
};
