#include "mappings.h"

// As Swift array literals, files of this size would take long to compile.

static const unsigned char alibaba_push_records[] = {
#embed "../../mappings/alibaba-push-records.json5"
};

static const unsigned char alibaba_push_stat[] = {
#embed "../../mappings/alibaba-push-stat.json5"
};

static const unsigned char apns_responses[] = {
#embed "../../mappings/apns-responses.json5"
};

static const unsigned char fcm_bigquery[] = {
#embed "../../mappings/fcm-bigquery.json5"
};

static const unsigned char fcm_send_responses[] = {
#embed "../../mappings/fcm-send-responses.json5"
};

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

static const unsigned char huawei_receipt_v2[] = {
#embed "../../mappings/huawei-receipt-v2.json5"
};

static const unsigned char honor_receipt[] = {
#embed "../../mappings/honor-receipt.json5"
};

static const unsigned char xiaomi_callback[] = {
#embed "../../mappings/xiaomi-callback.json5"
};

static const unsigned char oppo_callback[] = {
#embed "../../mappings/oppo-callback.json5"
};

static const unsigned char vivo_callback[] = {
#embed "../../mappings/vivo-callback.json5"
};

static const unsigned char vivo_callback_kept[] = {
#embed "../../mappings/vivo-callback-kept.json5"
};

static const unsigned char meizu_callback[] = {
#embed "../../mappings/meizu-callback.json5"
};

static const unsigned char jpush_status[] = {
#embed "../../mappings/jpush-status.json5"
};

static const unsigned char jpush_report[] = {
#embed "../../mappings/jpush-report.json5"
};

static const unsigned char jpush_messages[] = {
#embed "../../mappings/jpush-messages.json5"
};

static const unsigned char getui_receipt[] = {
#embed "../../mappings/getui-receipt.json5"
};

static const unsigned char onesignal_event_stream[] = {
#embed "../../mappings/onesignal-event-stream.json5"
};

static const unsigned char onesignal_event_template[] = {
#embed "../../mappings/onesignal-event-template.json5"
};

static const unsigned char onesignal_message_events[] = {
#embed "../../mappings/onesignal-message-events.json5"
};

static const unsigned char onesignal_confirmed_delivery[] = {
#embed "../../mappings/onesignal-confirmed-delivery.json5"
};

static const unsigned char braze_currents[] = {
#embed "../../mappings/braze-currents.json5"
};

static const unsigned char airship_events[] = {
#embed "../../mappings/airship-events.json5"
};

static const unsigned char pinpoint_events[] = {
#embed "../../mappings/pinpoint-events.json5"
};

static const unsigned char sns_delivery_log[] = {
#embed "../../mappings/sns-delivery-log.json5"
};

static const unsigned char expo_tickets[] = {
#embed "../../mappings/expo-tickets.json5"
};

static const unsigned char expo_receipts[] = {
#embed "../../mappings/expo-receipts.json5"
};

static const unsigned char salesforce_mobilepush[] = {
#embed "../../mappings/salesforce-mobilepush.json5"
};

static const unsigned char tencent_tpns[] = {
#embed "../../mappings/tencent-tpns.json5"
};

static const unsigned char tencent_chat_callback[] = {
#embed "../../mappings/tencent-chat-callback.json5"
};

static const unsigned char baidu_callback[] = {
#embed "../../mappings/baidu-callback.json5"
};

static const unsigned char send_log[] = {
#embed "../../mappings/send-log.json5"
};

static const unsigned char app_opens[] = {
#embed "../../mappings/app-opens.json5"
};

static const unsigned char open_log[] = {
#embed "../../mappings/open-log.json5"
};

static const unsigned char analytics_opens[] = {
#embed "../../mappings/analytics-opens.json5"
};

static const unsigned char open_names[] = {
#embed "../../mappings/open-names.json5"
};

static const unsigned char vendor_ids[] = {
#embed "../../mappings/vendor-ids.json5"
};

static const unsigned char token_map[] = {
#embed "../../mappings/token-map.json5"
};

#define MAPPING(name, bytes) {name, bytes, sizeof bytes}

static const struct pushledger_mapping all[] = {
    MAPPING("alibaba-push-records", alibaba_push_records),
    MAPPING("alibaba-push-stat", alibaba_push_stat),
    MAPPING("apns-responses", apns_responses),
    MAPPING("fcm-bigquery", fcm_bigquery),
    MAPPING("fcm-send-responses", fcm_send_responses),
    MAPPING("huawei-receipt-v1", huawei_receipt_v1),
    MAPPING("huawei-receipt-v2", huawei_receipt_v2),
    MAPPING("honor-receipt", honor_receipt),
    MAPPING("xiaomi-callback", xiaomi_callback),
    MAPPING("oppo-callback", oppo_callback),
    MAPPING("vivo-callback", vivo_callback),
    MAPPING("vivo-callback-kept", vivo_callback_kept),
    MAPPING("meizu-callback", meizu_callback),
    MAPPING("jpush-status", jpush_status),
    MAPPING("jpush-report", jpush_report),
    MAPPING("jpush-messages", jpush_messages),
    MAPPING("getui-receipt", getui_receipt),
    MAPPING("onesignal-event-stream", onesignal_event_stream),
    MAPPING("onesignal-event-template", onesignal_event_template),
    MAPPING("onesignal-message-events", onesignal_message_events),
    MAPPING("onesignal-confirmed-delivery", onesignal_confirmed_delivery),
    MAPPING("braze-currents", braze_currents),
    MAPPING("airship-events", airship_events),
    MAPPING("pinpoint-events", pinpoint_events),
    MAPPING("sns-delivery-log", sns_delivery_log),
    MAPPING("expo-tickets", expo_tickets),
    MAPPING("expo-receipts", expo_receipts),
    MAPPING("salesforce-mobilepush", salesforce_mobilepush),
    MAPPING("tencent-tpns", tencent_tpns),
    MAPPING("tencent-chat-callback", tencent_chat_callback),
    MAPPING("baidu-callback", baidu_callback),
    MAPPING("send-log", send_log),
    MAPPING("open-log", open_log),
    MAPPING("app-opens", app_opens),
    MAPPING("analytics-opens", analytics_opens),
    MAPPING("open-names", open_names),
    MAPPING("vendor-ids", vendor_ids),
    MAPPING("token-map", token_map),
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
