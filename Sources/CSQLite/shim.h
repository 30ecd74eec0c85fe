#pragma once
#include <errno.h>
#include <fcntl.h>
#include "temporary-files.h"
#include <malloc.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

/// Binds text that SQLite copies before it returns.
static inline int csqlite_bind_text_copy(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a blob that SQLite copies before it returns.
static inline int csqlite_bind_blob_copy(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Sets a virtual table's result to text that SQLite copies before it returns.
static inline void csqlite_result_text_copy(sqlite3_context *context, const char *bytes, sqlite3_uint64 count) {
  sqlite3_result_text64(context, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Sets a virtual table's result to a blob that SQLite copies before it returns.
static inline void csqlite_result_blob_copy(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes, count, SQLITE_TRANSIENT);
}

/// Switches one of SQLite's boolean settings and returns what it is afterwards, or -1 on error.
static inline int csqlite_configure(sqlite3 *database, int option, int value) {
  int now = -1;
  return sqlite3_db_config(database, option, value, &now) == SQLITE_OK ? now : -1;
}

static inline void *csqlite_allocate(int size) { return malloc((size_t)size); }
static inline void *csqlite_reallocate(void *block, int size) { return realloc(block, (size_t)size); }
static inline int csqlite_size(void *block) { return (int)malloc_usable_size(block); }
static inline int csqlite_rounded(int size) { return (size + 7) & ~7; }
static inline int csqlite_begin(void *context) { return (void)context, SQLITE_OK; }
static inline void csqlite_end(void *context) { (void)context; }

/// Makes SQLite count the room that its blocks take, and returns whether it does.
///
/// Its own allocator counts what was asked for, which for the small blocks of a sort is half of it: a limit of 256 MiB
/// became 523. To be called before anything else of SQLite is.
static inline int csqlite_count_memory(void) {
  static const sqlite3_mem_methods methods = {
      csqlite_allocate, free, csqlite_reallocate, csqlite_size, csqlite_rounded, csqlite_begin, csqlite_end, 0};
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK;
}

/// Makes a file without a name in a folder, which is gone at once; returns 0 or the errno of what keeps it from it.
static inline int csqlite_try_new_file(const char *folder) {
#ifdef __O_TMPFILE
  int descriptor = open(folder, __O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor < 0) return errno;
  close(descriptor);
#endif
  return 0;
}
