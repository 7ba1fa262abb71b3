/* SPDX-License-Identifier: MIT
 * The published tables of Yonmoque; see published.c. */
#ifndef GAMES_YONMOQUE_PUBLISHED_H
#define GAMES_YONMOQUE_PUBLISHED_H

/* A row: the placements before, and all placements that the table lists after them. */
struct yon_published {
    const char *before, *listed; /* null: the end */
};

extern const struct yon_published yon_published_thirds[];  /* Tables 3 and A.1 */
extern const struct yon_published yon_published_fourths[]; /* Table A.2 */

enum {
    YON_PUBLISHED_CLASSES = 9664, /* of four placements, up to symmetry */
    YON_PUBLISHED_FIRST = 8953,   /* of them won by the first player */
    YON_PUBLISHED_SECOND = 711
};

/* Openings that win for the first player with placements only, by symmetry class. */
extern const char *const yon_published_winning[];

#endif
