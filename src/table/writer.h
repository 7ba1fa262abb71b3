/* SPDX-License-Identifier: MIT
 * A table under construction, shared by write.c (blocks, the whole) and progress.c. */
#ifndef TABLE_WRITER_H
#define TABLE_WRITER_H

#include "base/io.h"
#include "table/block.h"
#include "table/format.h"
#include "table/write.h"

enum { WRITER_BATCH = 256 };

/* A thread's working space. */
struct worker {
    struct codec *codec;
    uint16_t *codes;
    uint8_t *bytes; /* the low ones of the codes, then the high ones if there are any */
    struct tally tally;
    struct subset_tally subsets;
    unsigned largest; /* code of what is being put */
};

struct writer {
    const struct variant *v;
    struct run *run;
    struct out_file file;
    char progress[IO_PATH];       /* empty: none */
    bool kept;                    /* the progress file is there */
    double keep_seconds, kept_at; /* what keeping took, and when it was */

    uint64_t blocks;      /* of the whole table */
    uint64_t blocks_done; /* written */
    uint64_t slots_done;  /* put; those behind the written blocks are in the tail */
    uint16_t *tail;       /* of the block that is not complete */
    unsigned parts_done;
    uint16_t *largest; /* code, by part */
    struct tally tally;
    struct subset_tally subsets;

    unsigned char *index;  /* blocks * TABLE_INDEX_ENTRY */
    unsigned char *packed; /* WRITER_BATCH * room */
    size_t room;
    size_t size[WRITER_BATCH]; /* packed size of each block of the batch, 0: failed */
    bool high[WRITER_BATCH];   /* it has high bytes */
    struct worker *worker;     /* one per thread */
};

/* Takes up the progress file and the table that belongs to it. */
enum code progress_resume(struct writer *w, const char *path, struct error *err);
/* Makes the table so far durable, then the progress file. */
enum code progress_keep(struct writer *w, struct error *err);

#endif
