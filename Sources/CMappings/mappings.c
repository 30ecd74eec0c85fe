#include "mappings.h"

// As Swift array literals, files of this size would take long to compile.

static const unsigned char huawei_receipt_v1[] = {
#embed "../../mappings/huawei-receipt-v1.json5"
};

static const unsigned char display_ack_combined[] = {
#embed "../../mappings/display-ack-combined.json5"
};

static const unsigned char display_ack_nginx_json[] = {
#embed "../../mappings/display-ack-nginx-json.json5"
};

static const unsigned char display_ack_form[] = {
#embed "../../mappings/display-ack-form.json5"
};

static const unsigned char extension_log[] = {
#embed "../../mappings/extension-log.json5"
};

static const unsigned char extension_log_json[] = {
#embed "../../mappings/extension-log-json.json5"
};

#define MAPPING(name, bytes) {name, bytes, sizeof bytes}

static const struct pushledger_mapping all[] = {
    MAPPING("huawei-receipt-v1", huawei_receipt_v1),
    MAPPING("display-ack-combined", display_ack_combined),
    MAPPING("display-ack-nginx-json", display_ack_nginx_json),
    MAPPING("display-ack-form", display_ack_form),
    MAPPING("extension-log", extension_log),
    MAPPING("extension-log-json", extension_log_json),
};

const struct pushledger_mapping *pushledger_mappings(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
