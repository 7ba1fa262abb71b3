/* SPDX-License-Identifier: MIT
 *
 * Files: whole reads and writes at an offset, directories, locks, and atomic replacement.
 * A file under construction has the name "PATH.part"; io_commit makes it durable (fsync),
 * renames it to PATH and makes the rename durable. Whoever reads PATH therefore sees
 * either the old file or the complete new one, whatever happened in between.
 *
 * A full disk is CODE_RESOURCES with need and have; every other refusal is CODE_IO.
 */
#ifndef BASE_IO_H
#define BASE_IO_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IO_PATH = 4096 };

struct out_file {
    int fd;
    uint64_t size; /* bytes written so far */
    char path[IO_PATH];
    char part[IO_PATH];
};

enum code io_create(struct out_file *file, const char *path, struct error *err);
enum code io_append(struct out_file *file, const void *data, size_t size,
                    struct error *err);
/* Overwrites bytes already written; does not move the end. */
enum code io_rewrite(struct out_file *file, uint64_t offset, const void *data,
                     size_t size, struct error *err);
enum code io_commit(struct out_file *file, struct error *err);
/* Makes what was written so far durable. */
enum code io_sync(struct out_file *file, struct error *err);
/* Goes on with an unfinished file, of which the first `size` bytes count. A missing or
 * shorter one is CODE_DAMAGED. */
enum code io_continue(struct out_file *file, const char *path, uint64_t size,
                      struct error *err);
/* Closes the unfinished file and leaves it; harmless after io_commit. */
void io_leave(struct out_file *file);
/* Closes and removes the unfinished file; harmless after io_commit. */
void io_abandon(struct out_file *file);

/* Opens for reading and tells the size. A missing file is CODE_NO_TABLE, silent in err.
 */
enum code io_open(const char *path, int *fd, uint64_t *size, struct error *err);
/* Reads exactly size bytes at offset; a short file is CODE_DAMAGED. */
enum code io_read(int fd, const char *path, uint64_t offset, void *data, size_t size,
                  struct error *err);

enum code io_make_directory(const char *path, struct error *err); /* with parents */
enum code io_remove(const char *path, struct error *err);         /* absent is fine */
bool io_exists(const char *path);
/* Bytes free for this user on the file system of the directory; UINT64_MAX if unknown. */
uint64_t io_free_bytes(const char *directory);

/* Takes an exclusive lock on PATH (created when absent) until io_unlock or process end.
 * CODE_IO when another process holds it. */
enum code io_lock(const char *path, int *fd, struct error *err);
void io_unlock(int fd);

/* directory + "/" + name + suffix, checked for length. */
enum code io_path(char out[IO_PATH], const char *directory, const char *name,
                  const char *suffix, struct error *err);

#endif
