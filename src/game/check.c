/* SPDX-License-Identifier: MIT
 * Properties of every game, slow face; see check.h. The fast face is in check_face.c. */
#include "game/check.h"

#include "base/text.h"
#include "game/check_face.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SPANS = 1 << 24, TEXTS = 4 };

struct context {
    const struct check *check;
    const struct variant *v;
    const struct game *game;
    struct check_report *report;
    struct error *err;
    uint64_t random;
    bool derived; /* a position was seen that tables do not hold */
};

static uint64_t next_random(struct context *c) /* xorshift64* */
{
    c->random ^= c->random >> 12;
    c->random ^= c->random << 25;
    c->random ^= c->random >> 27;
    return c->random * 0x2545F4914F6CDD1D;
}

static enum code wrong(const struct context *c, const struct position *p,
                       const char *what)
{
    char text[GAME_TEXT] = "(none)";
    if (p)
        c->game->print(c->v, p, text);
    return error_set(c->err, CODE_NO, "%s: %s; position '%s'", c->v->name, what, text);
}

static bool same(const struct position *a, const struct position *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* ---- numbering -------------------------------------------------------------------- */

static enum code check_numbers(struct context *c, const struct position *p)
{
    struct position other;
    uint64_t rank = c->game->rank(c->v, p), slot = game_slot(c->v, p);
    if (rank >= c->v->positions)
        return wrong(c, p, "rank() is out of range");
    if (slot >= c->v->slots && slot != SLOT_DERIVED)
        return wrong(c, p, "slot() is out of range");
    c->game->unrank(c->v, rank, &other);
    if (c->game->rank(c->v, &other) != rank)
        return wrong(c, p, "rank(unrank(n)) is not n");
    if (c->game->ending(c->v, &other) != c->game->ending(c->v, p))
        return wrong(c, p, "another position of its rank ends differently");
    if (slot == SLOT_DERIVED) {
        c->derived = true;
        return CODE_OK;
    }
    game_at_slot(c->v, slot, &other);
    if (game_slot(c->v, &other) != slot)
        return wrong(c, p, "slot(at_slot(n)) is not n");
    if (c->game->ending(c->v, &other) != c->game->ending(c->v, p))
        return wrong(c, p, "another position of its slot ends differently");
    if (c->v->span &&
        game_weight(c->v, slot) != game_weight(c->v, slot - slot % c->v->span))
        return wrong(c, p, "weight() is not constant on a span");
    return CODE_OK;
}

typedef void weigh(const struct variant *v, uint64_t first, uint64_t count,
                   uint16_t *out);

/* Slots that alike() calls the same are counted the same. */
static enum code check_alike(struct context *c, const struct position *p, uint64_t slot)
{
    weigh *const each[] = {c->game->weights, c->game->counts, c->game->next_counts};
    bool same;
    const uint64_t run = c->game->alike(c->v, slot, &same);
    if (run == 0 || run > c->v->slots - slot)
        return wrong(c, p, "alike() gives an empty run, or one past the end");
    for (unsigned i = 0; i < 3 && same; i++) {
        uint16_t first = 0, middle = 0, last = 0;
        if (!each[i])
            continue;
        each[i](c->v, slot, 1, &first);
        each[i](c->v, slot + run / 2, 1, &middle);
        each[i](c->v, slot + run - 1, 1, &last);
        if (first != middle || first != last)
            return wrong(c, p, "alike() calls slots the same that count differently");
    }
    return CODE_OK;
}

/* The batch calls say what the single ones say. */
static enum code check_batches(struct context *c, const struct position *p)
{
    uint16_t weight;
    unsigned subset;
    uint64_t slot = game_slot(c->v, p);
    if (slot >= c->v->slots)
        return CODE_OK;
    if (c->game->weights) {
        c->game->weights(c->v, slot, 1, &weight);
        if (weight != game_weight(c->v, slot))
            return wrong(c, p, "weights() differs from weight()");
    }
    if (c->game->alike)
        TRY(check_alike(c, p, slot));
    if (c->game->slot_subset) {
        if (c->game->slot_subset(c->v, slot, &subset) == 0)
            return wrong(c, p, "slot_subset() gives an empty run");
        const unsigned own = c->game->subset(c->v, p);
        if (subset != own && !(c->game->next_counts && subset + 1 == own))
            return wrong(c, p, "slot_subset() differs from subset()");
    }
    return CODE_OK;
}

/* ---- parts -------------------------------------------------------------------------- */

static enum code check_parts(struct context *c)
{
    uint64_t end = 0;
    for (unsigned i = 0; i < game_parts(c->v); i++) {
        struct part part;
        unsigned needs[GAME_NEEDS], n = game_part_needs(c->v, i, needs);
        game_part(c->v, i, &part);
        if (part.first != end || part.count == 0)
            return wrong(c, NULL, "the parts are not the slots in order");
        end += part.count;
        for (unsigned k = 0; k < n; k++)
            if (needs[k] >= i || (k > 0 && needs[k] <= needs[k - 1]))
                return wrong(c, NULL,
                             "a part needs parts that are not earlier, or twice");
    }
    return end == c->v->slots ? CODE_OK
                              : wrong(c, NULL, "the parts are not the slots in order");
}

static unsigned part_of(const struct variant *v, uint64_t slot)
{
    unsigned low = 0, high = game_parts(v); /* it is in part low .. high-1 */
    while (high - low > 1) {
        struct part part;
        unsigned middle = low + (high - low) / 2;
        game_part(v, middle, &part);
        if (slot < part.first)
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* May a position of the first slot move to one of the second? */
static bool part_allows(const struct variant *v, uint64_t from, uint64_t to)
{
    unsigned needs[GAME_NEEDS], part = part_of(v, from), next = part_of(v, to);
    unsigned n = game_part_needs(v, part, needs);
    for (unsigned k = 0; k < n; k++)
        if (needs[k] == next)
            return true;
    return part == next;
}

static enum code check_weights(struct context *c)
{
    const struct variant *v = c->v;
    if (v->span == 0) {
        if (game_subsets(v) == 0)
            return wrong(c, NULL, "slots have no weights, and there are no subsets");
        return CODE_OK;
    }
    if (v->slots % v->span != 0)
        return wrong(c, NULL, "span does not divide slots");
    uint64_t spans = v->slots / v->span, sum = 0;
    if (spans > MOST_SPANS)
        return CODE_OK;
    for (uint64_t i = 0; i < spans; i++)
        sum += game_weight(v, i * v->span) * v->span;
    if (c->derived ? sum >= v->positions : sum != v->positions)
        return wrong(c, NULL, "the weights of the slots do not add up to the positions");
    c->report->weights_added = true;
    return CODE_OK;
}

/* In full: every slot is hit by exactly as many ranks as its weight says. */
static enum code check_slot_sizes(struct context *c)
{
    uint32_t *hits;
    if (c->v->span == 0)
        return CODE_OK;
    TRY(mem_small(c->v->slots, sizeof *hits, &hits, c->err));
    for (uint64_t rank = 0; rank < c->v->positions; rank++) {
        struct position p;
        c->game->unrank(c->v, rank, &p);
        uint64_t slot = game_slot(c->v, &p);
        if (slot != SLOT_DERIVED)
            hits[slot]++; /* in range: check_numbers has seen them all */
    }
    enum code code = CODE_OK;
    for (uint64_t slot = 0; slot < c->v->slots && code == CODE_OK; slot++)
        if (hits[slot] != game_weight(c->v, slot)) {
            struct position p;
            game_at_slot(c->v, slot, &p);
            code = wrong(c, &p, "its slot does not stand for weight() positions");
        }
    free(hits);
    return code;
}

/* ---- notation --------------------------------------------------------------------- */

/* Replaces, inserts, removes or exchanges characters, mostly by such as occur in texts.
 */
static void alter(struct context *c, char text[GAME_TEXT])
{
    size_t length = strlen(text);
    for (uint64_t changes = 1 + next_random(c) % 3; changes > 0 && length > 0;
         changes--) {
        size_t at = next_random(c) % length, from = next_random(c) % length;
        char byte = next_random(c) % 8 ? text[from] : (char)(1 + next_random(c) % 255);
        switch (next_random(c) % 4) {
        case 0:
            text[at] = byte;
            break;
        case 1:
            text[from] = text[at];
            text[at] = byte;
            break;
        case 2:
            memmove(text + at, text + at + 1, length-- - at);
            break;
        default:
            if (length + 2 < GAME_TEXT) {
                memmove(text + at + 1, text + at, ++length - at);
                text[at] = byte;
            }
        }
    }
}

static enum code check_text(struct context *c, const struct position *p)
{
    char text[GAME_TEXT], again[GAME_TEXT];
    struct position back;
    c->game->print(c->v, p, text);
    if (c->game->parse(c->v, text, &back, c->err) != CODE_OK)
        return wrong(c, p, "its own text is refused");
    if (!same(&back, p))
        return wrong(c, p, "parse(print(p)) is another position");
    c->game->print(c->v, &back, again);
    if (strcmp(text, again) != 0)
        return wrong(c, p, "it prints in two ways");
    return CODE_OK;
}

static enum code check_altered_texts(struct context *c, const struct position *p)
{
    for (int i = 0; i < TEXTS; i++) {
        char text[GAME_TEXT];
        struct position read;
        struct error refusal;
        c->game->print(c->v, p, text);
        alter(c, text);
        c->report->texts++;
        enum code code = c->game->parse(c->v, text, &read, &refusal);
        if (code != CODE_OK && code != CODE_USAGE)
            return wrong(c, p,
                         "an altered text is refused with a code other than CODE_USAGE");
        if (code == CODE_USAGE)
            continue;
        c->report->texts_taken++;
        TRY(check_text(c, &read));
        if (c->game->rank(c->v, &read) != GAME_UNRANKED ||
            c->game->ending(c->v, &read) == GOES_ON)
            TRY(check_numbers(c, &read));
    }
    return CODE_OK;
}

static void check_pictures(struct context *c, const struct position *p)
{
    char picture[GAME_PICTURE]; /* overruns are the sanitizer's to find */
    game_draw(c->v, p, false, picture);
    game_draw(c->v, p, true, picture);
}

/* ---- moves ------------------------------------------------------------------------ */

static enum code check_name(struct context *c, const struct position *p, struct move m)
{
    char name[GAME_TEXT];
    struct move back;
    c->game->print_move(c->v, p, m, name);
    if (game_parse_move(c->v, p, name, &back, c->err) != CODE_OK || back.code != m.code)
        return wrong(c, p, "the name of a move means another move or none");
    return CODE_OK;
}

/* Does a position that is not stored tell its value itself? */
static bool known(const struct context *c, const struct position *p)
{
    uint16_t code;
    return c->game->known && c->game->known(c->v, p, &code);
}

static enum code check_moves(struct context *c, const struct position *p)
{
    struct move list[GAME_MOVES];
    unsigned n = c->game->moves(c->v, p, list);
    const bool derived = game_slot(c->v, p) == SLOT_DERIVED && !known(c, p);
    if ((n == 0) != (c->game->ending(c->v, p) != GOES_ON))
        return wrong(c, p, "there are no moves, but the game goes on, or the reverse");
    for (unsigned i = 0; i < n; i++) {
        struct position next;
        enum ending ending = c->game->play(c->v, p, list[i], &next);
        c->report->moves++;
        TRY(check_name(c, p, list[i]));
        if (ending != GOES_ON)
            continue; /* the rules may judge the move itself: then next need not be
                         numbered */
        if (c->game->ending(c->v, &next) != GOES_ON)
            return wrong(c, p,
                         "play() says that the game goes on, ending() that it is over");
        if (strcmp(c->game->side(c->v, p), c->game->side(c->v, &next)) == 0)
            return wrong(c, p, "the same side is to move after a move");
        if (c->game->rank(c->v, &next) >= c->v->positions)
            return wrong(c, p, "a move leads to a position that is not numbered");
        uint64_t from = game_slot(c->v, p), to = game_slot(c->v, &next);
        if (c->game->parts && from < c->v->slots && to < c->v->slots &&
            !part_allows(c->v, from, to))
            return wrong(c, p, "a move leads to a part that its part does not need");
        if (derived && game_slot(c->v, &next) == SLOT_DERIVED && !known(c, &next))
            return wrong(c, p, "neither the position nor its successor is stored");
    }
    return CODE_OK;
}

/* ---- symmetry --------------------------------------------------------------------- */

static enum code check_symmetry(struct context *c, const struct position *p)
{
    struct move list[GAME_MOVES];
    struct position image;
    game_symmetric(c->v, p, 0, &image);
    if (!same(&image, p))
        return wrong(c, p, "symmetry 0 is not the identity");
    unsigned n = c->game->moves(c->v, p, list);
    uint64_t slot = game_slot(c->v, p);
    for (unsigned k = 1; k < game_symmetries(c->v); k++) {
        game_symmetric(c->v, p, k, &image);
        TRY(check_numbers(c, &image));
        if (c->game->ending(c->v, &image) != c->game->ending(c->v, p))
            return wrong(c, p, "a symmetric position ends differently");
        if (c->game->moves(c->v, &image, list) != n)
            return wrong(c, p, "a symmetric position has another number of moves");
        uint64_t other = game_slot(c->v, &image);
        if ((slot == SLOT_DERIVED) != (other == SLOT_DERIVED))
            return wrong(c, p, "a symmetric position is stored, this one is not");
        if (slot != SLOT_DERIVED && c->check->codes &&
            c->check->codes[slot] != c->check->codes[other])
            return wrong(c, p, "a symmetric position has another value");
    }
    return CODE_OK;
}

/* ---- all of it -------------------------------------------------------------------- */

static enum code check_position(struct context *c, const struct position *p)
{
    c->report->positions++;
    TRY(check_numbers(c, p));
    TRY(check_batches(c, p));
    TRY(check_text(c, p));
    TRY(check_altered_texts(c, p));
    check_pictures(c, p);
    TRY(check_moves(c, p));
    return check_symmetry(c, p);
}

/* The i-th of n numbers spread over 0 .. size-1, or i itself if there are no more. */
static uint64_t sample(struct context *c, uint64_t i, uint64_t n, uint64_t size)
{
    uint64_t stride = size / n;
    return stride < 2 ? i : i * stride + next_random(c) % stride;
}

static enum code check_by_number(struct context *c)
{
    uint64_t n = c->report->full ? c->v->positions : c->check->samples;
    for (uint64_t i = 0; i < n; i++) {
        struct position p;
        uint64_t rank = sample(c, i, n, c->v->positions);
        c->game->unrank(c->v, rank, &p);
        if (c->game->rank(c->v, &p) != rank)
            return wrong(c, &p, "rank(unrank(n)) is not n");
        TRY(check_position(c, &p));
    }
    return CODE_OK;
}

/* Random games from the start, each begun again when it ends or grows long. */
static enum code check_by_play(struct context *c)
{
    struct position p;
    c->game->initial(c->v, &p);
    if (c->game->ending(c->v, &p) != GOES_ON)
        return wrong(c, &p, "the game is over before it begins");
    for (uint64_t i = 0; i < c->check->samples; i++) {
        struct move list[GAME_MOVES];
        struct position next;
        TRY(check_position(c, &p));
        unsigned n = c->game->moves(c->v, &p, list);
        if (n == 0 || next_random(c) % 64 == 0 ||
            c->game->play(c->v, &p, list[next_random(c) % n], &next) != GOES_ON)
            c->game->initial(c->v, &next);
        p = next;
    }
    return CODE_OK;
}

static enum code check_faces(struct context *c)
{
    uint64_t n = c->report->full ? c->v->slots : c->check->samples;
    struct face_check face;
    TRY(face_check_start(&face, c->v, c->check->face, c->err));
    enum code code = CODE_OK;
    for (uint64_t i = 0; i < n && code == CODE_OK; i++) {
        const char *what = NULL;
        uint64_t slot = sample(c, i, n, c->v->slots);
        if (!face_check_slot(&face, slot, &what)) {
            struct position p;
            game_at_slot(c->v, slot, &p);
            code = wrong(c, &p, what);
        }
    }
    c->report->successors = face.successors_seen;
    c->report->predecessors = face.predecessors_seen;
    face_check_end(&face);
    return code;
}

enum code game_check(const struct check *check, struct check_report *report,
                     struct error *err)
{
    const struct variant *v = check->variant;
    struct context c = {check, v, v->game, report, err, check->seed * 2 + 1, false};
    *report = (struct check_report){.full = v->positions <= check->samples};
    struct position example;
    if (v->game->parse(v, game_example(v), &example, err) != CODE_OK)
        return wrong(&c, NULL, "the example of a position is refused");
    TRY(check_parts(&c));
    TRY(check_by_number(&c));
    TRY(check_by_play(&c));
    TRY(check_weights(&c));
    if (report->full)
        TRY(check_slot_sizes(&c));
    const bool faces = check->face && (!check->face->suits || check->face->suits(v));
    return faces ? check_faces(&c) : CODE_OK;
}
