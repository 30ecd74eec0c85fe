#ifndef PUSHLEDGER_FILES_H
#define PUSHLEDGER_FILES_H

#include <stddef.h>

/// A file that is compiled into the program, which is never freed.
struct pushledger_file {
  /// From the repository's root on.
  const char *path;
  /// Its text, and a NUL behind it.
  const unsigned char *text;
};

/// All of them. Files of one folder stand in the order in which the program lists them, or compares a log with them.
const struct pushledger_file *pushledger_files(size_t *count);

#endif
