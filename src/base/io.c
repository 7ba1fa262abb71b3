/* SPDX-License-Identifier: MIT
 * Files; see io.h. */
#define _GNU_SOURCE
#include "base/io.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static void directory_of(const char *path, char out[IO_PATH])
{
    snprintf(out, IO_PATH, "%s", path);
    char *slash = strrchr(out, '/');
    if (!slash)
        snprintf(out, IO_PATH, ".");
    else if (slash == out)
        out[1] = '\0';
    else
        *slash = '\0';
}

uint64_t io_free_bytes(const char *directory)
{
    struct statvfs info;
    if (statvfs(directory, &info) != 0)
        return UINT64_MAX;
    return (uint64_t)info.f_bavail * info.f_frsize;
}

static enum code refused(const char *verb, const char *path, uint64_t need,
                         struct error *err)
{
    int number = errno;
    if (number == ENOSPC || number == EDQUOT || number == EFBIG) {
        char directory[IO_PATH], need_text[32], have_text[32];
        directory_of(path, directory);
        return error_set(err, CODE_RESOURCES,
                         "not enough disk to %s %s: need %s more, have %s in %s", verb,
                         path, text_bytes(need, need_text),
                         text_bytes(io_free_bytes(directory), have_text), directory);
    }
    return error_set(err, CODE_IO, "cannot %s %s: %s", verb, path, strerror(number));
}

enum code io_path(char out[IO_PATH], const char *directory, const char *name,
                  const char *suffix, struct error *err)
{
    int n = snprintf(out, IO_PATH, "%s/%s%s", directory, name, suffix);
    if (n < 0 || n >= IO_PATH - 8)
        return error_set(err, CODE_USAGE, "the directory name is too long: %.80s...",
                         directory);
    return CODE_OK;
}

static enum code name_file(struct out_file *file, const char *path, struct error *err)
{
    memset(file, 0, sizeof *file);
    file->fd = -1;
    if (strlen(path) >= IO_PATH - 8)
        return error_set(err, CODE_USAGE, "the file name is too long: %.80s...", path);
    snprintf(file->path, sizeof file->path, "%s", path);
    snprintf(file->part, sizeof file->part, "%.*s.part", IO_PATH - 8, path);
    return CODE_OK;
}

enum code io_create(struct out_file *file, const char *path, struct error *err)
{
    TRY(name_file(file, path, err));
    file->fd = open(file->part, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0644);
    if (file->fd < 0) {
        enum code code = refused("create", file->part, 0, err);
        file->part[0] = '\0'; /* whatever has that name is not ours */
        return code;
    }
    return CODE_OK;
}

static enum code write_at(struct out_file *file, uint64_t offset, const void *data,
                          size_t size, struct error *err)
{
    const char *from = data;
    while (size > 0) {
        ssize_t n = pwrite(file->fd, from, size, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            if (n == 0)
                errno = EIO;
            return refused("write", file->part, size, err);
        }
        from += n;
        offset += (uint64_t)n;
        size -= (size_t)n;
    }
    return CODE_OK;
}

enum code io_append(struct out_file *file, const void *data, size_t size,
                    struct error *err)
{
    TRY(write_at(file, file->size, data, size, err));
    file->size += size;
    return CODE_OK;
}

enum code io_rewrite(struct out_file *file, uint64_t offset, const void *data,
                     size_t size, struct error *err)
{
    return write_at(file, offset, data, size, err);
}

enum code io_commit(struct out_file *file, struct error *err)
{
    if (fsync(file->fd) !=
        0) /* where space is only reserved late, this is the first to know */
        return refused("write", file->part, file->size, err);
    int closed = close(file->fd);
    file->fd = -1;
    if (closed != 0)
        return refused("write", file->part, file->size, err);
    if (rename(file->part, file->path) != 0)
        return refused("replace", file->path, 0, err);
    file->part[0] = '\0';
    char directory[IO_PATH];
    directory_of(file->path, directory);
    int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    return CODE_OK;
}

enum code io_sync(struct out_file *file, struct error *err)
{
    if (fsync(file->fd) != 0)
        return refused("write", file->part, file->size, err);
    return CODE_OK;
}

enum code io_continue(struct out_file *file, const char *path, uint64_t size,
                      struct error *err)
{
    struct stat info;
    TRY(name_file(file, path, err));
    file->fd = open(file->part, O_RDWR | O_CLOEXEC);
    if (file->fd < 0 && errno != ENOENT)
        return refused("open", file->part, 0, err);
    if (file->fd < 0 || fstat(file->fd, &info) != 0 || (uint64_t)info.st_size < size)
        return error_set(err, CODE_DAMAGED,
                         "%s is missing or truncated, it should have %" PRIu64 " bytes",
                         file->part, size);
    if (ftruncate(file->fd, (off_t)size) != 0)
        return refused("write", file->part, 0, err);
    file->size = size;
    return CODE_OK;
}

void io_leave(struct out_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
    file->part[0] = '\0';
}

void io_abandon(struct out_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    if (file->part[0])
        unlink(file->part);
    file->fd = -1;
    file->part[0] = '\0';
}

enum code io_open(const char *path, int *fd, uint64_t *size, struct error *err)
{
    *fd = open(path, O_RDONLY | O_CLOEXEC);
    if (*fd < 0 && errno == ENOENT)
        return error_set(err, CODE_NO_TABLE, "there is no file %s", path);
    if (*fd < 0)
        return refused("open", path, 0, err);
    struct stat info;
    if (fstat(*fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        close(*fd);
        *fd = -1;
        return error_set(err, CODE_IO, "cannot read %s: not a regular file", path);
    }
    *size = (uint64_t)info.st_size;
    return CODE_OK;
}

enum code io_read(int fd, const char *path, uint64_t offset, void *data, size_t size,
                  struct error *err)
{
    char *to = data;
    while (size > 0) {
        ssize_t n = pread(fd, to, size, (off_t)offset);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return refused("read", path, 0, err);
        if (n == 0)
            return error_set(err, CODE_DAMAGED,
                             "%s is truncated: it ends at offset %" PRIu64, path, offset);
        to += n;
        offset += (uint64_t)n;
        size -= (size_t)n;
    }
    return CODE_OK;
}

enum code io_make_directory(const char *path, struct error *err)
{
    char part[IO_PATH];
    if (strlen(path) >= sizeof part)
        return error_set(err, CODE_USAGE, "the directory name is too long: %.80s...",
                         path);
    snprintf(part, sizeof part, "%s", path);
    for (char *at = part + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            if (mkdir(part, 0777) != 0 && errno != EEXIST)
                return refused("create directory", part, 0, err);
            *at = '/';
        }
    if (mkdir(part, 0777) != 0 && errno != EEXIST)
        return refused("create directory", part, 0, err);
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
        return error_set(err, CODE_IO, "%s is not a directory", path);
    return CODE_OK;
}

enum code io_remove(const char *path, struct error *err)
{
    if (unlink(path) != 0 && errno != ENOENT)
        return refused("remove", path, 0, err);
    return CODE_OK;
}

bool io_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

enum code io_lock(const char *path, int *fd, struct error *err)
{
    *fd = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0644);
    if (*fd < 0)
        return refused("create", path, 0, err);
    if (flock(*fd, LOCK_EX | LOCK_NB) != 0) {
        enum code code =
            errno == EWOULDBLOCK
                ? error_set(err, CODE_IO,
                            "%s is locked: another process is solving this game here",
                            path)
                : refused("lock", path, 0, err);
        close(*fd);
        *fd = -1;
        return code;
    }
    return CODE_OK;
}

void io_unlock(int fd)
{
    if (fd >= 0)
        close(fd);
}
