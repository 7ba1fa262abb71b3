/* SPDX-License-Identifier: MIT
 *
 * Checkpoints of engines that solve in seconds on a GPU: there are none. Solving again takes
 * no longer than reading one, so an interrupted solve starts over, and a checkpoint that
 * another engine left is passed over.
 */
#ifndef GPU_RESTART_H
#define GPU_RESTART_H

#include "base/error.h"

struct solver;

enum code restart_save(struct solver *s, const char *path, struct error *err);
enum code restart_resume(struct solver *s, const char *path, const char *scratch,
                         unsigned *plies, struct error *err);

#endif
