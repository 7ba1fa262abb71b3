/* SPDX-License-Identifier: MIT
 *
 * What each step of a sweep has won, in a packed form: with it the plies of all positions
 * are told at the end, although the maps only say who wins. Records, one for each step,
 * slice and group of pieces, are kept in memory up to a gigabyte, as far as the budget
 * allows; the others go to a file, which the system keeps in memory that nobody needs, and
 * so does everything when a checkpoint is written.
 */
#ifndef SOLVE_HISTORY_H
#define SOLVE_HISTORY_H

#include "base/mem.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { HISTORY_STEPS = 63, HISTORY_MOST = 126 }; /* of a sweep, of any engine */

#define HISTORY_HELD ((uint64_t)1 << 30) /* bytes in memory, where there is a file */

struct history_record {
    uint64_t offset, sum;
    uint64_t size;
    unsigned char *bytes; /* in memory; null: only in the file */
    bool filed;           /* offset and sum are set */
};

struct history {
    struct budget *budget;
    char *path;      /* null: only in memory */
    int fd;          /* opened when first needed */
    uint64_t size;   /* of the file */
    uint64_t held;   /* bytes in memory */
    unsigned groups; /* records of a step */
    struct history_record *step[HISTORY_MOST];
    pthread_mutex_t lock;
};

void history_open(struct history *h, unsigned groups, struct budget *budget);
/* The file to use, emptied when it is. Before the first record. */
enum code history_to_file(struct history *h, const char *path, struct error *err);
void history_close(struct history *h);

/* Makes room for the records of a step; those that never come are empty. */
enum code history_step(struct history *h, unsigned step, struct error *err);
/* May be called by several threads. */
enum code history_append(struct history *h, unsigned step, unsigned group,
                         const void *bytes, uint64_t size, struct error *err);
/* The bytes of a record, their sum checked; out has room for its size. */
enum code history_read(const struct history *h, unsigned step, unsigned group, void *out,
                       struct error *err);

/* The list of records of steps 0 .. steps-1, for a checkpoint, and going on from it in
 * the file that must be there. */
uint64_t history_index_size(const struct history *h, unsigned steps);
void history_index(const struct history *h, unsigned steps, unsigned char *out);
enum code history_resume(struct history *h, const char *path, unsigned steps,
                         const unsigned char *index, struct error *err);
/* Brings all records of steps 0 .. steps-1 into the file. */
enum code history_sync(struct history *h, unsigned steps, struct error *err);

#endif
