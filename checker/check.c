/* SPDX-License-Identifier: MIT
 *
 * The independent check; see check.h. All blocks are unpacked to memory and counted; then
 * each position is taken through the rules once and compared with its successors (the
 * conditions are in docs/format.md). The successors of some positions are collected and
 * prefetched before the first is looked up: random reads in a large array.
 */
#include "checker/check.h"

#include "checker/file.h"
#include "games/registry.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 14, AHEAD = 16, NEVER = 5000 /* above all plies and codes */ };

struct checker {
    struct file file;
    struct variant v;
    struct run *run;
    uint16_t *codes;
    uint64_t tally[CODES + 1]; /* counted here */
};

/* ---- blocks ---- */

/* Unpacks and counts all blocks; of several failures the lowest block's is told. */
static enum code unpack(struct checker *c, struct error *err)
{
    const struct file *f = &c->file;
    enum code code = CODE_OK;
    uint64_t failed = UINT64_MAX, done = 0;
    progress_begin(&c->run->progress, "reading", 0);
#pragma omp parallel num_threads(c->run->threads)
    {
        uint64_t tally[CODES + 1] = {0};
        unsigned char *bytes = malloc(2 * f->block_slots);
#pragma omp for schedule(dynamic, 1)
        for (uint64_t b = 0; b < f->blocks; b++) {
            struct error why;
            uint64_t first = b * f->block_slots, n;
            enum code mine = bytes ? file_block(f, b, bytes, c->codes + first, &n, &why)
                                   : error_set(&why, CODE_RESOURCES, "not enough memory");
            for (uint64_t i = first; mine == CODE_OK && i < first + n; i++)
                tally[c->codes[i]] += game_weight(&c->v, i);
#pragma omp critical(checker)
            {
                if (mine != CODE_OK && b < failed) {
                    failed = b;
                    code = mine;
                    if (err)
                        *err = why;
                }
                progress_update(&c->run->progress, ++done, f->blocks, "blocks", NULL);
            }
        }
#pragma omp critical(checker)
        for (int k = 0; k <= CODES; k++)
            c->tally[k] += tally[k];
        free(bytes);
    }
    return code;
}

/* ---- positions ---- */

/* What is known of a position's successors: distances in plies, or none of that kind. */
struct outlook {
    int nearest_loss, farthest_win;
    bool drawn;
};

static void look_at(struct outlook *o, uint16_t code)
{
    int plies = (int)code_plies(code);
    if (code == CODE_DRAWN)
        o->drawn = true;
    else if (code_is_win(code))
        o->farthest_win = plies > o->farthest_win ? plies : o->farthest_win;
    else
        o->nearest_loss = plies < o->nearest_loss ? plies : o->nearest_loss;
}

/* The code, computed without its limits. */
static unsigned conclude(const struct outlook *o)
{
    if (o->nearest_loss < NEVER)
        return 1 + 2 * (unsigned)(o->nearest_loss + 1);
    if (o->drawn)
        return CODE_DRAWN;
    return o->farthest_win >= 0 ? 2 + 2 * (unsigned)(o->farthest_win + 1) : NEVER;
}

/* A position whose successors are on their way from memory. */
struct pending {
    enum ending ending;
    struct outlook outlook; /* of the moves that end the game */
    unsigned n;             /* the other moves */
    uint64_t next[GAME_MOVES];
};

static unsigned derive(const struct checker *c, struct pending *p)
{
    if (p->ending != GOES_ON)
        return code_of_ending(p->ending);
    for (unsigned i = 0; i < p->n; i++)
        look_at(&p->outlook, c->codes[p->next[i]]);
    return conclude(&p->outlook);
}

/* Successors that are not stored are derived in turn. */
static void expand(const struct checker *c, const struct position *here,
                   struct pending *p)
{
    struct position next;
    struct move move[GAME_MOVES];
    uint16_t told;
    p->ending = c->v.game->ending(&c->v, here);
    p->outlook = (struct outlook){.nearest_loss = NEVER, .farthest_win = -1};
    p->n = 0;
    unsigned moves = p->ending == GOES_ON ? c->v.game->moves(&c->v, here, move) : 0;
    for (unsigned i = 0; i < moves; i++) {
        enum ending ending = c->v.game->play(&c->v, here, move[i], &next);
        if (ending != GOES_ON)
            look_at(&p->outlook, code_of_ending(ending));
        else if ((p->next[p->n] = game_slot(&c->v, &next)) != SLOT_DERIVED)
            __builtin_prefetch(&c->codes[p->next[p->n++]]);
        else if (c->v.game->known && c->v.game->known(&c->v, &next, &told))
            look_at(&p->outlook, told);
        else {
            struct pending deeper;
            expand(c, &next, &deeper);
            unsigned code = derive(c, &deeper);
            look_at(&p->outlook, (uint16_t)(code < CODES ? code : CODES));
        }
    }
}

static void check_slots(const struct checker *c, uint64_t first, uint64_t end,
                        struct checker_report *report)
{
    struct pending pending[AHEAD];
    struct position here;
    for (uint64_t slot = first; slot < end; slot += AHEAD) {
        unsigned n = end - slot < AHEAD ? (unsigned)(end - slot) : AHEAD;
        for (unsigned i = 0; i < n; i++) {
            game_at_slot(&c->v, slot + i, &here);
            expand(c, &here, &pending[i]);
        }
        for (unsigned i = 0; i < n; i++) {
            unsigned stored = c->codes[slot + i], derived = derive(c, &pending[i]);
            if (stored == derived && stored < CODES)
                continue;
            if (report->wrong++ == 0) {
                report->slot = slot + i;
                report->stored = stored;
                report->derived = derived;
            }
        }
    }
}

static void merge(struct checker_report *all, const struct checker_report *part)
{
    if (part->wrong && (all->wrong == 0 || part->slot < all->slot)) {
        all->slot = part->slot;
        all->stored = part->stored;
        all->derived = part->derived;
    }
    all->wrong += part->wrong;
    all->slots += part->slots;
}

static void check_positions(const struct checker *c, struct checker_report *report)
{
    const uint64_t slots = c->v.slots;
    progress_begin(&c->run->progress, "checking", 0);
#pragma omp parallel for schedule(dynamic, 1) num_threads(c->run->threads)
    for (uint64_t first = 0; first < slots; first += CHUNK) {
        uint64_t end = slots - first < CHUNK ? slots : first + CHUNK;
        struct checker_report part = {.slots = end - first};
        check_slots(c, first, end, &part);
#pragma omp critical(checker)
        {
            merge(report, &part);
            progress_update(&c->run->progress, report->slots, slots, "slots", NULL);
        }
    }
    if (report->wrong) {
        struct position p;
        game_at_slot(&c->v, report->slot, &p);
        c->v.game->print(&c->v, &p, report->position);
    }
}

/* ---- the whole ---- */

static enum code check_counts(const struct checker *c, struct error *err)
{
    for (unsigned code = 0; code <= CODES; code++)
        if (c->tally[code] != c->file.tally[code])
            return error_set(err, CODE_DAMAGED,
                             "table %s: its statistics give %" PRIu64
                             " positions with code %u, its blocks %" PRIu64,
                             c->file.path, c->file.tally[code], code, c->tally[code]);
    return CODE_OK;
}

static enum code check_opened(struct checker *c, struct checker_report *report,
                              struct error *err)
{
    if (c->v.slots != c->file.slots || c->v.positions != c->file.positions ||
        strcmp(c->v.name, c->file.game) != 0)
        return error_set(err, CODE_DAMAGED,
                         "table %s: %s has %" PRIu64 " slots and %" PRIu64
                         " positions, the file says %" PRIu64 " and %" PRIu64,
                         c->file.path, c->v.name, c->v.slots, c->v.positions,
                         c->file.slots, c->file.positions);
    TRY(mem_take(&c->run->memory, c->v.slots, 2, "the codes", &c->codes, err));
    enum code code = unpack(c, err);
    if (code == CODE_OK) {
        check_positions(c, report);
        code = report->wrong ? CODE_NO : check_counts(c, err);
    }
    progress_end(&c->run->progress);
    mem_give(&c->run->memory, c->codes, c->v.slots, 2);
    return code;
}

enum code checker_check(const char *path, struct run *run, struct checker_report *report,
                        struct error *err)
{
    struct checker c = {.run = run};
    memset(report, 0, sizeof *report);
    enum code code = file_open(&c.file, path, &run->memory, err);
    if (code == CODE_OK) {
        struct error why;
        memcpy(report->game, c.file.game, sizeof report->game);
        report->positions = c.file.positions;
        code = registry_open(c.file.game, &c.v, &why);
        if (code == CODE_OK)
            code = check_opened(&c, report, err);
        else /* a name that is not known here is the file's fault */
            error_set(err, code = code == CODE_USAGE ? CODE_DAMAGED : code,
                      "table %s: %.500s", path, why.text);
        registry_close(&c.v);
    }
    file_close(&c.file, &run->memory);
    return code;
}
