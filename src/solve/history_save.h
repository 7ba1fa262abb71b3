/* SPDX-License-Identifier: MIT
 *
 * The checkpoint of an engine that keeps a history: its maps, its statistics and the list
 * of the records in the history, which lies beside it.
 *
 *   0  8 letters   8 u32 version   12 u32 steps done   16 u64 slots   24 char game[64]
 *   88 u64 records of a step   96 u64 XXH3 of bytes 0..95
 * then sections (sections.h): statistics, list of records, maps in their order.
 */
#ifndef SOLVE_HISTORY_SAVE_H
#define SOLVE_HISTORY_SAVE_H

#include "game/game.h"
#include "solve/history.h"

enum { HISTORY_MAPS = 96 };

struct history_save {
    const char *letters; /* of the engine */
    const struct variant *v;
    struct history *history;
    unsigned steps, most; /* most: that the engine can have done */
    unsigned char *statistics;
    uint64_t statistics_size;
    unsigned maps;
    struct {
        void *at;
        uint64_t size;
    } map[HISTORY_MAPS];
};

void history_save_map(struct history_save *s, void *at, uint64_t size);
enum code history_save(const struct history_save *s, const char *path, struct error *err);
/* Sets `steps`, fills statistics and maps, and opens the history in the file `scratch`. */
enum code history_load(struct history_save *s, const char *path, const char *scratch,
                       struct error *err);

#endif
