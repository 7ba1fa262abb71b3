/* SPDX-License-Identifier: MIT
 *
 * What an engine is. All engines decide positions ply by ply: step d finds every position
 * whose distance is exactly d from those with less, so plies are exact and all engines
 * give the same codes. The driver (solve.h) calls the steps, keeps the checkpoint,
 * watches for interruption; an engine only holds the state and makes it grow.
 *
 * A game that falls into parts (game.h) is solved part by part if the engine can: for each
 * part the driver calls begin, load if there is a checkpoint, the steps, and streams the
 * part's codes into the table, from which later parts read them (struct earlier). An engine
 * without begin solves such a game as a whole.
 *
 * A step that is interrupted may leave part of its positions decided; doing it again must
 * complete it. So codes read from a solver at any time are a valid checkpoint.
 */
#ifndef SOLVE_ENGINE_H
#define SOLVE_ENGINE_H

#include "game/codes.h"
#include "game/game.h"
#include "solve/tally.h"

struct solver; /* the engine's own */

/* The codes of the parts that are finished. */
struct earlier {
    void *context;
    /* Codes of slots first .. first+count-1 into out.at[0 .. count-1]. Uses all threads of
     * the run when called outside of parallel regions, and may be called inside of one.
     * out.width may be 1 only if all these codes are below 256 (see largest). */
    enum code (*read)(void *context, uint64_t first, uint64_t count, struct codes out,
                      struct error *err);
    /* The largest code of a part, so that its longest distance is known. */
    unsigned (*largest)(void *context, unsigned part);
};

struct engine {
    const char *name;
    const char *summary;
    /* Bytes it takes for this variant; 0: the engine cannot solve it. */
    uint64_t (*memory)(const struct variant *v);
    /* Estimated seconds on this machine, from a short measurement. */
    double (*seconds)(const struct variant *v, int threads);

    enum code (*start)(const struct variant *v, struct run *run, struct solver **out,
                       struct error *err);
    /* Resume: the codes of a run of slots, as `codes` gave them. */
    void (*load)(struct solver *s, uint64_t first, uint64_t count, const uint16_t *codes);
    /* Decides the positions of distance `plies`; *decided is the number of slots that
     * have it. CODE_INTERRUPTED when run->stop was raised. */
    enum code (*step)(struct solver *s, unsigned plies, uint64_t *decided,
                      struct error *err);
    /* Codes of slots first .. first+count-1. Safe to call from several threads. */
    void (*codes)(const struct solver *s, uint64_t first, uint64_t count, uint16_t *out);
    void (*finish)(struct solver *s);

    /* Optional. */

    /* The part that is solved next; earlier is valid until the next call or finish, and
     * the calls that follow (load, step, codes) are about slots of this part only. What
     * the engine still holds of the part before it may keep. Parts come in order, but the
     * first need not be part 0. start must not allocate what depends on the part. */
    enum code (*begin)(struct solver *s, unsigned part, const struct earlier *earlier,
                       struct error *err);
    /* The last ply at which earlier parts can still bring something; default: one more
     * than the longest distance in the parts that are needed. */
    unsigned (*horizon)(const struct solver *s);

    /* The longest distance the engine can hold; default: MAX_PLIES. */
    unsigned most_plies;

    /* For engines that work on another device: which one, as --backend names it (default:
     * "cpu"), and the bytes taken there; `memory` is what is taken here. */
    const char *backend;
    uint64_t (*device_memory)(const struct variant *v);

    /* For engines whose state is not one code per slot. */

    /* Bytes on disk that solving and storing take at most; default: two per slot. */
    uint64_t (*disk)(const struct variant *v);
    /* A file in which the engine may keep what it does not hold in memory; called after
     * start when tables are made. It is removed when the table is there. */
    enum code (*scratch)(struct solver *s, const char *path, struct error *err);
    /* A checkpoint of its own instead of codes/load. resume is called instead of scratch
     * and goes on with the scratch file; *plies is the next step. */
    enum code (*save)(struct solver *s, const char *path, struct error *err);
    enum code (*resume)(struct solver *s, const char *path, const char *scratch,
                        unsigned *plies, struct error *err);
    /* About how many bytes that writes, if it is less than all memory taken. */
    uint64_t (*save_bytes)(const struct solver *s);
    /* What went wrong in codes(), if that can be. */
    enum code (*fault)(const struct solver *s, struct error *err);
    /* `codes` where none is above 255. */
    void (*bytes)(const struct solver *s, uint64_t first, uint64_t count, uint8_t *out);
    /* The statistics of all that tables hold, where counting from codes would take long. */
    void (*tally)(const struct solver *s, struct tally *out);
    /* The statistics by subset, where counting from codes would take long; out has the
     * game's number of subsets, all counts 0. */
    enum code (*subsets)(const struct solver *s, struct subset_tally *out,
                         struct error *err);

    /* Optional: positions reachable from the initial one, and how many of them up to
     * symmetry. A matter of seconds for variants with at most reach_slots slots. */
    uint64_t reach_slots;
    enum code (*reach)(const struct variant *v, struct run *run, uint64_t *positions,
                       uint64_t *unique, struct error *err);
};

/* The i-th engine that can solve the variant, fastest first; null past the end. */
const struct engine *engine_for(const struct variant *v, unsigned i);
/* The engine of that name for the variant; CODE_USAGE lists those there are. */
enum code engine_named(const struct variant *v, const char *name,
                       const struct engine **out, struct error *err);
/* The fastest engine that fits into the budget; CODE_RESOURCES gives need and have. */
enum code engine_choose(const struct variant *v, const struct budget *memory,
                        const struct engine **out, struct error *err);
const char *engine_backend(const struct engine *engine);

#endif
