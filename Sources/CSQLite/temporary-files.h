#pragma once
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// SQLite's own file system, but that temporary files lie in a folder of the caller's choice, and take a limited number of
/// bytes together.
///
/// SQLite makes such a file for its owner alone and removes its name before the first byte is written, so that none is
/// left whatever ends the process.
typedef struct csqlite_temporary_files {
  sqlite3_vfs system;
  sqlite3_vfs *standard;
  /// What a temporary file can do: as SQLite's own, but that its size is counted.
  sqlite3_io_methods methods;
  const sqlite3_io_methods *standard_methods;
  /// Bytes that all of them may take, and do.
  sqlite3_int64 limit;
  sqlite3_int64 used;
  /// Whether one was not to grow further.
  int is_over_limit;
  /// Empty where SQLite chooses.
  char *folder;
} csqlite_temporary_files;

/// What stands behind SQLite's own part of a temporary file.
typedef struct csqlite_temporary_file {
  csqlite_temporary_files *files;
  sqlite3_int64 size;
  /// As long as the file is open SQLite may name it.
  char path[];
} csqlite_temporary_file;

static inline csqlite_temporary_file *csqlite_behind(sqlite3_file *file) {
  return (csqlite_temporary_file *)((char *)file + sqlite3_vfs_find(NULL)->szOsFile);
}

/// Counts a file as one of another size.
static inline void csqlite_resize(csqlite_temporary_file *file, sqlite3_int64 size) {
  file->files->used += size - file->size;
  file->size = size;
}

static inline int csqlite_write_temporary(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  csqlite_temporary_file *behind = csqlite_behind(file);
  if (offset + count > behind->size) csqlite_resize(behind, offset + count);
  if (behind->files->used > behind->files->limit) {
    behind->files->is_over_limit = 1;
    return SQLITE_FULL;
  }
  return behind->files->standard_methods->xWrite(file, bytes, count, offset);
}

static inline int csqlite_truncate_temporary(sqlite3_file *file, sqlite3_int64 size) {
  csqlite_resize(csqlite_behind(file), size);
  return csqlite_behind(file)->files->standard_methods->xTruncate(file, size);
}

static inline int csqlite_close_temporary(sqlite3_file *file) {
  csqlite_resize(csqlite_behind(file), 0);
  return csqlite_behind(file)->files->standard_methods->xClose(file);
}

static inline int csqlite_open_file(sqlite3_vfs *system, const char *name, sqlite3_file *file, int flags, int *used) {
  csqlite_temporary_files *files = (csqlite_temporary_files *)system;
  if (!(flags & SQLITE_OPEN_DELETEONCLOSE)) return files->standard->xOpen(system, name, file, flags, used);
  csqlite_temporary_file *behind = csqlite_behind(file);
  behind->files = files;
  behind->size = 0;
  if (!name && *files->folder) {
    sqlite3_uint64 number;
    sqlite3_randomness(sizeof number, &number);
    // SQLite expects two zeros behind a name; `system` has room for them.
    int length = sprintf(behind->path, "%s/.pushledger-%016llx", files->folder, number);
    behind->path[length + 1] = 0;
    name = behind->path;
  }
  int code = files->standard->xOpen(system, name, file, flags, used);
  if (code != SQLITE_OK || !file->pMethods) return code;
  if (!files->standard_methods) {
    files->standard_methods = file->pMethods;
    files->methods = *file->pMethods;
    files->methods.xWrite = csqlite_write_temporary;
    files->methods.xTruncate = csqlite_truncate_temporary;
    files->methods.xClose = csqlite_close_temporary;
  }
  file->pMethods = &files->methods;
  return code;
}

/// Makes the file system known under a name; `NULL` when that failed.
///
/// It is never freed, since a connection may be closed later than its owner thinks.
static inline csqlite_temporary_files *csqlite_limit_temporary_files(
    const char *name, const char *folder, sqlite3_int64 limit) {
  sqlite3_vfs *standard = sqlite3_vfs_find(NULL);
  csqlite_temporary_files *files = (csqlite_temporary_files *)calloc(1, sizeof *files);
  if (!standard || !files) return NULL;
  files->standard = standard;
  files->limit = limit;
  files->folder = strdup(folder);
  files->system = *standard;
  files->system.pNext = NULL;
  files->system.zName = strdup(name);
  files->system.szOsFile += (int)(sizeof(csqlite_temporary_file) + strlen(folder) + 40);
  files->system.xOpen = csqlite_open_file;
  if (!files->folder || !files->system.zName || sqlite3_vfs_register(&files->system, 0) != SQLITE_OK) return NULL;
  return files;
}

/// Takes the name away; open connections go on.
static inline void csqlite_forget_temporary_files(csqlite_temporary_files *files) {
  sqlite3_vfs_unregister(&files->system);
}
