#include "mappings.h"

// As Swift array literals, files of this size would take long to compile.

static const unsigned char huawei_receipt_v1[] = {
#embed "../../mappings/huawei-receipt-v1.json5"
};

#define MAPPING(name, bytes) {name, bytes, sizeof bytes}

static const struct pushledger_mapping all[] = {
    MAPPING("huawei-receipt-v1", huawei_receipt_v1),
};

const struct pushledger_mapping *pushledger_mappings(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
