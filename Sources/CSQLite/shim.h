#pragma once
#include <sqlite3.h>

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
