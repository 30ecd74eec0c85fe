#ifndef PUSHLEDGER_LANGUAGES_H
#define PUSHLEDGER_LANGUAGES_H

#include <stddef.h>

/// The catalogue of Simplified Chinese, languages/zh-Hans.po, which is never freed.
const unsigned char *pushledger_zh_hans(size_t *count);

#endif
