/* SPDX-License-Identifier: MIT
 * Sizes of Yonmoque's position sets, for `hissho count`. */
#ifndef GAMES_YONMOQUE_COUNT_H
#define GAMES_YONMOQUE_COUNT_H

#include "game/count.h"
#include "games/yonmoque/numbers.h"

enum code yon_count(const struct yon_numbers *n, struct count_report *report,
                    struct error *err);

#endif
