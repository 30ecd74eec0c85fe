#ifndef PUSHLEDGER_MAPPINGS_H
#define PUSHLEDGER_MAPPINGS_H

#include <stddef.h>

/// A file of mappings/, which is never freed.
struct pushledger_mapping {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// All of them, in the order in which a log is compared with them.
const struct pushledger_mapping *pushledger_mappings(size_t *count);

#endif
