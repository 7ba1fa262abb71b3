/* SPDX-License-Identifier: MIT
 * Fast face against slow face; see check_face.h. */
#include "game/check_face.h"

#include "game/fast.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SYMMETRIES = 256 }; /* no game has more */

enum code face_check_start(struct face_check *c, const struct variant *v,
                           const struct face *face, struct error *err)
{
    size_t room = (size_t)GAME_MOVES + face->moves + face->unmoves;
    *c = (struct face_check){.v = v, .face = face};
    enum code code = mem_small(room, sizeof *c->near, &c->near, err);
    if (code == CODE_OK)
        code = mem_small(room, sizeof *c->far, &c->far, err);
    if (code != CODE_OK)
        face_check_end(c);
    return code;
}

void face_check_end(struct face_check *c)
{
    free(c->near);
    free(c->far);
    c->near = c->far = NULL;
}

static uint64_t slot_of_ending(enum ending ending)
{
    return ending == ENDS_WIN ? SLOT_WON : ending == ENDS_LOSS ? SLOT_LOST : SLOT_DRAWN;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static unsigned sort_once(uint64_t *list, unsigned n)
{
    qsort(list, n, sizeof *list, compare);
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++)
        if (kept == 0 || list[kept - 1] != list[i])
            list[kept++] = list[i];
    return kept;
}

static bool contains(const uint64_t *list, unsigned n, uint64_t slot)
{
    for (unsigned i = 0; i < n; i++)
        if (list[i] == slot)
            return true;
    return false;
}

static bool share(const uint64_t *a, unsigned n, const uint64_t *b, unsigned m)
{
    for (unsigned i = 0; i < m; i++)
        if (contains(a, n, b[i]))
            return true;
    return false;
}

static unsigned slow_successors(const struct face_check *c, const struct position *p,
                                uint64_t *out)
{
    struct move list[GAME_MOVES];
    unsigned n = c->v->game->moves(c->v, p, list);
    for (unsigned i = 0; i < n; i++) {
        struct position next;
        enum ending ending = c->v->game->play(c->v, p, list[i], &next);
        out[i] = ending == GOES_ON ? game_slot(c->v, &next) : slot_of_ending(ending);
    }
    return n;
}

static bool same_successors(struct face_check *c, uint64_t slot, const char **what)
{
    struct position p;
    game_at_slot(c->v, slot, &p);
    unsigned slow = slow_successors(c, &p, c->near);
    unsigned fast = c->face->successors(c->v, slot, c->far);
    if (fast > c->face->moves) {
        *what = "the fast face lists more successors than FAST_MOVES";
        return false;
    }
    for (unsigned i = 0; i < fast; i++) {
        if (c->far[i] >= SLOT_DRAWN)
            continue;
        if (c->far[i] >= c->v->slots) {
            *what = "the fast face gives a successor that is no slot";
            return false;
        }
        enum ending ending = c->face->ending(c->v, c->far[i]);
        if (ending != GOES_ON)
            c->far[i] = slot_of_ending(ending);
    }
    slow = sort_once(c->near, slow);
    fast = sort_once(c->far, fast);
    *what = "the faces differ in the successors";
    c->successors_seen += fast;
    return slow == fast && memcmp(c->near, c->far, slow * sizeof *c->near) == 0;
}

static bool same_part(const struct variant *v, uint64_t a, uint64_t b)
{
    for (unsigned i = 0; i < game_parts(v); i++) {
        struct part part;
        game_part(v, i, &part);
        if (a >= part.first && a < part.first + part.count)
            return b >= part.first && b < part.first + part.count;
    }
    return false;
}

/* Every successor in the same part names the slot among its predecessors ... */
static bool successors_lead_back(struct face_check *c, uint64_t slot, const char **what)
{
    unsigned n = c->face->successors(c->v, slot, c->near);
    for (unsigned i = 0; i < n; i++) {
        if (c->near[i] >= SLOT_DRAWN || !same_part(c->v, slot, c->near[i]))
            continue;
        unsigned m = c->face->predecessors(c->v, c->near[i], c->far);
        *what = m > c->face->unmoves
                    ? "a successor has more predecessors than FAST_UNMOVES"
                    : "a successor does not have it among its predecessors";
        c->predecessors_seen++;
        if (m > c->face->unmoves || !contains(c->far, m, slot))
            return false;
    }
    return true;
}

/* ... and every predecessor in which the game went on names it among its successors, or a
 * slot symmetric to it: where symmetric positions have several slots, a fast face may
 * give the predecessors of all of them. */
static bool predecessors_lead_here(struct face_check *c, uint64_t slot, const char **what)
{
    struct position p, image;
    uint64_t fellow[MOST_SYMMETRIES];
    unsigned fellows = game_symmetries(c->v);
    assert(fellows <= MOST_SYMMETRIES);
    game_at_slot(c->v, slot, &p);
    for (unsigned k = 0; k < fellows; k++) {
        game_symmetric(c->v, &p, k, &image);
        fellow[k] = game_slot(c->v, &image);
    }
    unsigned n = c->face->predecessors(c->v, slot, c->near);
    for (unsigned i = 0; i < n; i++) {
        *what = "the fast face gives a predecessor that is no slot";
        if (c->near[i] >= c->v->slots)
            return false;
        if (c->face->ending(c->v, c->near[i]) != GOES_ON)
            continue;
        unsigned m = c->face->successors(c->v, c->near[i], c->far);
        *what = "a predecessor does not have it among its successors";
        c->predecessors_seen++;
        if (!share(c->far, m, fellow, fellows))
            return false;
    }
    return true;
}

bool face_check_slot(struct face_check *c, uint64_t slot, const char **what)
{
    struct position p;
    game_at_slot(c->v, slot, &p);
    enum ending ending = c->v->game->ending(c->v, &p);
    *what = "the faces differ in the ending";
    if (c->face->ending(c->v, slot) != ending)
        return false;
    if (ending == GOES_ON &&
        (!same_successors(c, slot, what) || !successors_lead_back(c, slot, what)))
        return false;
    return predecessors_lead_here(c, slot, what);
}
