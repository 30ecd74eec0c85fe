#include "languages.h"

// As a Swift array literal, a file of this size would take minutes to compile.
static const unsigned char zh_hans[] = {
#embed "../../languages/zh-Hans.po"
};

const unsigned char *pushledger_zh_hans(size_t *count) {
  *count = sizeof zh_hans;
  return zh_hans;
}
