#include "files.h"

// As Swift array literals, files of this size would take minutes to compile.

static const struct pushledger_file all[] = {
    {"queries/ack-latency-histogram.sql", (const unsigned char[]){
#embed "../../queries/ack-latency-histogram.sql" suffix(, 0)
    }},
    {"queries/ack-latency-percentiles.sql", (const unsigned char[]){
#embed "../../queries/ack-latency-percentiles.sql" suffix(, 0)
    }},
    {"queries/ack-timeouts.sql", (const unsigned char[]){
#embed "../../queries/ack-timeouts.sql" suffix(, 0)
    }},
    {"queries/answered-before-sent.sql", (const unsigned char[]){
#embed "../../queries/answered-before-sent.sql" suffix(, 0)
    }},
    {"queries/app-key-mismatches.sql", (const unsigned char[]){
#embed "../../queries/app-key-mismatches.sql" suffix(, 0)
    }},
    {"queries/attachment-failures.sql", (const unsigned char[]){
#embed "../../queries/attachment-failures.sql" suffix(, 0)
    }},
    {"queries/bridges.sql", (const unsigned char[]){
#embed "../../queries/bridges.sql" suffix(, 0)
    }},
    {"queries/by-app-version-and-os-version.sql", (const unsigned char[]){
#embed "../../queries/by-app-version-and-os-version.sql" suffix(, 0)
    }},
    {"queries/client-networks.sql", (const unsigned char[]){
#embed "../../queries/client-networks.sql" suffix(, 0)
    }},
    {"queries/control-totals.sql", (const unsigned char[]){
#embed "../../queries/control-totals.sql" suffix(, 0)
    }},
    {"queries/data-freshness.sql", (const unsigned char[]){
#embed "../../queries/data-freshness.sql" suffix(, 0)
    }},
    {"queries/deliveries-of.sql", (const unsigned char[]){
#embed "../../queries/deliveries-of.sql" suffix(, 0)
    }},
    {"queries/delivery-rate-by-day-and-channel.sql", (const unsigned char[]){
#embed "../../queries/delivery-rate-by-day-and-channel.sql" suffix(, 0)
    }},
    {"queries/extension-runs.sql", (const unsigned char[]){
#embed "../../queries/extension-runs.sql" suffix(, 0)
    }},
    {"queries/failure-reasons.sql", (const unsigned char[]){
#embed "../../queries/failure-reasons.sql" suffix(, 0)
    }},
    {"queries/home-made-acks.sql", (const unsigned char[]){
#embed "../../queries/home-made-acks.sql" suffix(, 0)
    }},
    {"queries/imported-files.sql", (const unsigned char[]){
#embed "../../queries/imported-files.sql" suffix(, 0)
    }},
    {"queries/hourly-volume.sql", (const unsigned char[]){
#embed "../../queries/hourly-volume.sql" suffix(, 0)
    }},
    {"queries/influenced-opens.sql", (const unsigned char[]){
#embed "../../queries/influenced-opens.sql" suffix(, 0)
    }},
    {"queries/messages-ranked.sql", (const unsigned char[]){
#embed "../../queries/messages-ranked.sql" suffix(, 0)
    }},
    {"queries/open-rate.sql", (const unsigned char[]){
#embed "../../queries/open-rate.sql" suffix(, 0)
    }},
    {"queries/opened-but-never-acked.sql", (const unsigned char[]){
#embed "../../queries/opened-but-never-acked.sql" suffix(, 0)
    }},
    {"queries/payload-lint.sql", (const unsigned char[]){
#embed "../../queries/payload-lint.sql" suffix(, 0)
    }},
    {"queries/refused-lines.sql", (const unsigned char[]){
#embed "../../queries/refused-lines.sql" suffix(, 0)
    }},
    {"queries/sources.sql", (const unsigned char[]){
#embed "../../queries/sources.sql" suffix(, 0)
    }},
    {"queries/unmatched-receipts.sql", (const unsigned char[]){
#embed "../../queries/unmatched-receipts.sql" suffix(, 0)
    }},
    {"queries/who-told-what.sql", (const unsigned char[]){
#embed "../../queries/who-told-what.sql" suffix(, 0)
    }},
    {"queries/model/10-ordered-event.sql", (const unsigned char[]){
#embed "../../queries/model/10-ordered-event.sql" suffix(, 0)
    }},
    {"queries/model/20-delivery.sql", (const unsigned char[]){
#embed "../../queries/model/20-delivery.sql" suffix(, 0)
    }},
    {"queries/model/30-fact.sql", (const unsigned char[]){
#embed "../../queries/model/30-fact.sql" suffix(, 0)
    }},
    {"queries/model/31-judged-fact.sql", (const unsigned char[]){
#embed "../../queries/model/31-judged-fact.sql" suffix(, 0)
    }},
    {"queries/model/40-cohort.sql", (const unsigned char[]){
#embed "../../queries/model/40-cohort.sql" suffix(, 0)
    }},
    {"queries/model/50-channel-hour.sql", (const unsigned char[]){
#embed "../../queries/model/50-channel-hour.sql" suffix(, 0)
    }},
    {"queries/model/51-version-hour.sql", (const unsigned char[]){
#embed "../../queries/model/51-version-hour.sql" suffix(, 0)
    }},
    {"queries/model/52-latency-hour.sql", (const unsigned char[]){
#embed "../../queries/model/52-latency-hour.sql" suffix(, 0)
    }},
    {"queries/model/53-failure-hour.sql", (const unsigned char[]){
#embed "../../queries/model/53-failure-hour.sql" suffix(, 0)
    }},
    {"queries/model/60-event-cell.sql", (const unsigned char[]){
#embed "../../queries/model/60-event-cell.sql" suffix(, 0)
    }},
    {"queries/model/61-event-hour.sql", (const unsigned char[]){
#embed "../../queries/model/61-event-hour.sql" suffix(, 0)
    }},
    {"queries/model/70-unknown-app.sql", (const unsigned char[]){
#embed "../../queries/model/70-unknown-app.sql" suffix(, 0)
    }},
    {"queries/model/71-flag.sql", (const unsigned char[]){
#embed "../../queries/model/71-flag.sql" suffix(, 0)
    }},
    {"queries/model/72-flag-hour.sql", (const unsigned char[]){
#embed "../../queries/model/72-flag-hour.sql" suffix(, 0)
    }},
    {"queries/model/73-flag-sample.sql", (const unsigned char[]){
#embed "../../queries/model/73-flag-sample.sql" suffix(, 0)
    }},
    {"queries/model/80-manifest.sql", (const unsigned char[]){
#embed "../../queries/model/80-manifest.sql" suffix(, 0)
    }},
    {"queries/ledger/tables/deliveries.sql", (const unsigned char[]){
#embed "../../queries/ledger/tables/deliveries.sql" suffix(, 0)
    }},
    {"queries/ledger/tables/files.sql", (const unsigned char[]){
#embed "../../queries/ledger/tables/files.sql" suffix(, 0)
    }},
    {"queries/ledger/tables/sums.sql", (const unsigned char[]){
#embed "../../queries/ledger/tables/sums.sql" suffix(, 0)
    }},
    {"queries/ledger/tables/publications.sql", (const unsigned char[]){
#embed "../../queries/ledger/tables/publications.sql" suffix(, 0)
    }},
    {"queries/ledger/tables/notes.sql", (const unsigned char[]){
#embed "../../queries/ledger/tables/notes.sql" suffix(, 0)
    }},
    {"queries/ledger/tables/links.sql", (const unsigned char[]){
#embed "../../queries/ledger/tables/links.sql" suffix(, 0)
    }},
    {"queries/ledger/tables/tellers.sql", (const unsigned char[]){
#embed "../../queries/ledger/tables/tellers.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/runs.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/runs.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/counted.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/counted.sql" suffix(, 0)
    }},
    {"queries/ledger/views/deliveries.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/deliveries.sql" suffix(, 0)
    }},
    {"queries/ledger/views/events.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/events.sql" suffix(, 0)
    }},
    {"queries/ledger/views/messages.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/messages.sql" suffix(, 0)
    }},
    {"queries/ledger/views/files.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/files.sql" suffix(, 0)
    }},
    {"queries/ledger/views/rejects.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/rejects.sql" suffix(, 0)
    }},
    {"queries/ledger/views/flags.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/flags.sql" suffix(, 0)
    }},
    {"queries/ledger/views/hourly.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/hourly.sql" suffix(, 0)
    }},
    {"queries/ledger/views/hourly_latency.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/hourly_latency.sql" suffix(, 0)
    }},
    {"queries/ledger/views/hourly_failures.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/hourly_failures.sql" suffix(, 0)
    }},
    {"queries/ledger/views/hourly_events.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/hourly_events.sql" suffix(, 0)
    }},
    {"queries/ledger/views/links.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/links.sql" suffix(, 0)
    }},
    {"queries/ledger/views/evidence.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/evidence.sql" suffix(, 0)
    }},
    {"queries/ledger/views/told.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/told.sql" suffix(, 0)
    }},
    {"queries/ledger/views/tokens.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/tokens.sql" suffix(, 0)
    }},
    {"queries/ledger/views/app_opens.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/app_opens.sql" suffix(, 0)
    }},
    {"queries/ledger/views/payloads.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/payloads.sql" suffix(, 0)
    }},
    {"queries/ledger/views/pushes.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/pushes.sql" suffix(, 0)
    }},
    {"queries/ledger/views/extension_runs.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/extension_runs.sql" suffix(, 0)
    }},
    {"queries/ledger/views/extension_steps.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/extension_steps.sql" suffix(, 0)
    }},
    {"queries/ledger/views/attachment_failures.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/attachment_failures.sql" suffix(, 0)
    }},
    {"queries/ledger/views/totals.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/totals.sql" suffix(, 0)
    }},
    {"queries/ledger/views/tallies.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/tallies.sql" suffix(, 0)
    }},
    {"queries/ledger/views/loaded_days.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/loaded_days.sql" suffix(, 0)
    }},
    {"queries/ledger/views/rollup_loads.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/rollup_loads.sql" suffix(, 0)
    }},
    {"queries/ledger/views/flag_totals.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/flag_totals.sql" suffix(, 0)
    }},
    {"queries/ledger/views/published.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/published.sql" suffix(, 0)
    }},
    {"queries/ledger/views/moment.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/moment.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/cohort-sums.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/cohort-sums.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/delivery-facts.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/delivery-facts.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/expectations.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/expectations.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/failure-sums.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/failure-sums.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/flagged-deliveries.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/flagged-deliveries.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/flags.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/flags.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/held-messages.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/held-messages.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/latency-sums.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/latency-sums.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/links.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/links.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/named-deliveries.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/named-deliveries.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/senders.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/senders.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/step-deliveries.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/step-deliveries.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/tellings.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/tellings.sql" suffix(, 0)
    }},
    {"dashboards/delivery-by-day.sql", (const unsigned char[]){
#embed "../../dashboards/delivery-by-day.sql" suffix(, 0)
    }},
    {"dashboards/delivery-by-hour.sql", (const unsigned char[]){
#embed "../../dashboards/delivery-by-hour.sql" suffix(, 0)
    }},
    {"dashboards/sent-never-confirmed.sql", (const unsigned char[]){
#embed "../../dashboards/sent-never-confirmed.sql" suffix(, 0)
    }},
    {"dashboards/mismatched-app-keys.sql", (const unsigned char[]){
#embed "../../dashboards/mismatched-app-keys.sql" suffix(, 0)
    }},
    {"dashboards/failures-by-reason.sql", (const unsigned char[]){
#embed "../../dashboards/failures-by-reason.sql" suffix(, 0)
    }},
    {"dashboards/builds-that-lose-acks.sql", (const unsigned char[]){
#embed "../../dashboards/builds-that-lose-acks.sql" suffix(, 0)
    }},
    {"dashboards/ack-times.sql", (const unsigned char[]){
#embed "../../dashboards/ack-times.sql" suffix(, 0)
    }},
    {"reports/daily.md", (const unsigned char[]){
#embed "../../reports/daily.md" suffix(, 0)
    }},
    {"reports/weekly.md", (const unsigned char[]){
#embed "../../reports/weekly.md" suffix(, 0)
    }},
    {"reports/message.md", (const unsigned char[]){
#embed "../../reports/message.md" suffix(, 0)
    }},
    {"reports/app.md", (const unsigned char[]){
#embed "../../reports/app.md" suffix(, 0)
    }},
    {"reports/data-health.md", (const unsigned char[]){
#embed "../../reports/data-health.md" suffix(, 0)
    }},
    {"mappings/alibaba-push-records.json5", (const unsigned char[]){
#embed "../../mappings/alibaba-push-records.json5" suffix(, 0)
    }},
    {"mappings/alibaba-push-stat.json5", (const unsigned char[]){
#embed "../../mappings/alibaba-push-stat.json5" suffix(, 0)
    }},
    {"mappings/apns-responses.json5", (const unsigned char[]){
#embed "../../mappings/apns-responses.json5" suffix(, 0)
    }},
    {"mappings/fcm-bigquery.json5", (const unsigned char[]){
#embed "../../mappings/fcm-bigquery.json5" suffix(, 0)
    }},
    {"mappings/fcm-send-responses.json5", (const unsigned char[]){
#embed "../../mappings/fcm-send-responses.json5" suffix(, 0)
    }},
    {"mappings/huawei-receipt-v1.json5", (const unsigned char[]){
#embed "../../mappings/huawei-receipt-v1.json5" suffix(, 0)
    }},
    {"mappings/huawei-receipt-v2.json5", (const unsigned char[]){
#embed "../../mappings/huawei-receipt-v2.json5" suffix(, 0)
    }},
    {"mappings/honor-receipt.json5", (const unsigned char[]){
#embed "../../mappings/honor-receipt.json5" suffix(, 0)
    }},
    {"mappings/xiaomi-callback.json5", (const unsigned char[]){
#embed "../../mappings/xiaomi-callback.json5" suffix(, 0)
    }},
    {"mappings/oppo-callback.json5", (const unsigned char[]){
#embed "../../mappings/oppo-callback.json5" suffix(, 0)
    }},
    {"mappings/vivo-callback.json5", (const unsigned char[]){
#embed "../../mappings/vivo-callback.json5" suffix(, 0)
    }},
    {"mappings/vivo-callback-kept.json5", (const unsigned char[]){
#embed "../../mappings/vivo-callback-kept.json5" suffix(, 0)
    }},
    {"mappings/meizu-callback.json5", (const unsigned char[]){
#embed "../../mappings/meizu-callback.json5" suffix(, 0)
    }},
    {"mappings/jpush-status.json5", (const unsigned char[]){
#embed "../../mappings/jpush-status.json5" suffix(, 0)
    }},
    {"mappings/jpush-report.json5", (const unsigned char[]){
#embed "../../mappings/jpush-report.json5" suffix(, 0)
    }},
    {"mappings/jpush-messages.json5", (const unsigned char[]){
#embed "../../mappings/jpush-messages.json5" suffix(, 0)
    }},
    {"mappings/getui-receipt.json5", (const unsigned char[]){
#embed "../../mappings/getui-receipt.json5" suffix(, 0)
    }},
    {"mappings/onesignal-event-stream.json5", (const unsigned char[]){
#embed "../../mappings/onesignal-event-stream.json5" suffix(, 0)
    }},
    {"mappings/onesignal-event-template.json5", (const unsigned char[]){
#embed "../../mappings/onesignal-event-template.json5" suffix(, 0)
    }},
    {"mappings/onesignal-message-events.json5", (const unsigned char[]){
#embed "../../mappings/onesignal-message-events.json5" suffix(, 0)
    }},
    {"mappings/onesignal-confirmed-delivery.json5", (const unsigned char[]){
#embed "../../mappings/onesignal-confirmed-delivery.json5" suffix(, 0)
    }},
    {"mappings/braze-currents.json5", (const unsigned char[]){
#embed "../../mappings/braze-currents.json5" suffix(, 0)
    }},
    {"mappings/airship-events.json5", (const unsigned char[]){
#embed "../../mappings/airship-events.json5" suffix(, 0)
    }},
    {"mappings/pinpoint-events.json5", (const unsigned char[]){
#embed "../../mappings/pinpoint-events.json5" suffix(, 0)
    }},
    {"mappings/sns-delivery-log.json5", (const unsigned char[]){
#embed "../../mappings/sns-delivery-log.json5" suffix(, 0)
    }},
    {"mappings/expo-tickets.json5", (const unsigned char[]){
#embed "../../mappings/expo-tickets.json5" suffix(, 0)
    }},
    {"mappings/expo-receipts.json5", (const unsigned char[]){
#embed "../../mappings/expo-receipts.json5" suffix(, 0)
    }},
    {"mappings/salesforce-mobilepush.json5", (const unsigned char[]){
#embed "../../mappings/salesforce-mobilepush.json5" suffix(, 0)
    }},
    {"mappings/tencent-tpns.json5", (const unsigned char[]){
#embed "../../mappings/tencent-tpns.json5" suffix(, 0)
    }},
    {"mappings/tencent-chat-callback.json5", (const unsigned char[]){
#embed "../../mappings/tencent-chat-callback.json5" suffix(, 0)
    }},
    {"mappings/baidu-callback.json5", (const unsigned char[]){
#embed "../../mappings/baidu-callback.json5" suffix(, 0)
    }},
    {"mappings/send-log.json5", (const unsigned char[]){
#embed "../../mappings/send-log.json5" suffix(, 0)
    }},
    {"mappings/open-log.json5", (const unsigned char[]){
#embed "../../mappings/open-log.json5" suffix(, 0)
    }},
    {"mappings/app-opens.json5", (const unsigned char[]){
#embed "../../mappings/app-opens.json5" suffix(, 0)
    }},
    {"mappings/analytics-opens.json5", (const unsigned char[]){
#embed "../../mappings/analytics-opens.json5" suffix(, 0)
    }},
    {"mappings/open-names.json5", (const unsigned char[]){
#embed "../../mappings/open-names.json5" suffix(, 0)
    }},
    {"mappings/vendor-ids.json5", (const unsigned char[]){
#embed "../../mappings/vendor-ids.json5" suffix(, 0)
    }},
    {"mappings/token-map.json5", (const unsigned char[]){
#embed "../../mappings/token-map.json5" suffix(, 0)
    }},
    {"mappings/display-ack-combined.json5", (const unsigned char[]){
#embed "../../mappings/display-ack-combined.json5" suffix(, 0)
    }},
    {"mappings/display-ack-nginx-json.json5", (const unsigned char[]){
#embed "../../mappings/display-ack-nginx-json.json5" suffix(, 0)
    }},
    {"mappings/display-ack-form.json5", (const unsigned char[]){
#embed "../../mappings/display-ack-form.json5" suffix(, 0)
    }},
    {"mappings/extension-log.json5", (const unsigned char[]){
#embed "../../mappings/extension-log.json5" suffix(, 0)
    }},
    {"mappings/extension-log-json.json5", (const unsigned char[]){
#embed "../../mappings/extension-log-json.json5" suffix(, 0)
    }},
    {"languages/zh-Hans.po", (const unsigned char[]){
#embed "../../languages/zh-Hans.po" suffix(, 0)
    }},
    {"tables/failure-reasons.csv", (const unsigned char[]){
#embed "../../tables/failure-reasons.csv" suffix(, 0)
    }},
    {"queries/ledger/definitions/event-sums.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/event-sums.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/linked-events.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/linked-events.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/linked-reason.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/linked-reason.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/channels-and-versions.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/channels-and-versions.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/counter-besides.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/counter-besides.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/days.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/days.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/excess-samples.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/excess-samples.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/flag-details.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/flag-details.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/later-events.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/later-events.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/lines.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/lines.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/missing-samples.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/missing-samples.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/newest-event.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/newest-event.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/parts-and-wholes.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/parts-and-wholes.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/reasons.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/reasons.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/strays.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/strays.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/timeouts.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/timeouts.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/total.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/total.sql" suffix(, 0)
    }},
    {"queries/ledger/views/hourly_app_versions.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/hourly_app_versions.sql" suffix(, 0)
    }},
    {"queries/ledger/views/hourly_os_versions.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/hourly_os_versions.sql" suffix(, 0)
    }},
    {"queries/ledger/views/version_periods.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/version_periods.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/version-sums.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/version-sums.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/flag-hours.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/flag-hours.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/ack-eligible.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/ack-eligible.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/counted-sums.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/counted-sums.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/delivery-counters.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/delivery-counters.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/first-sender.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/first-sender.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/judged-deliveries.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/judged-deliveries.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/kind-sums.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/kind-sums.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/counted-deliveries.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/counted-deliveries.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/is-counted.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/is-counted.sql" suffix(, 0)
    }},
    {"queries/ledger/loaded/untold.sql", (const unsigned char[]){
#embed "../../queries/ledger/loaded/untold.sql" suffix(, 0)
    }},
    {"queries/ledger/views/campaigns.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/campaigns.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/cohort-events.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/cohort-events.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/device-pushes.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/device-pushes.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/failure-category.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/failure-category.sql" suffix(, 0)
    }},
    {"queries/ledger/definitions/opened-device.sql", (const unsigned char[]){
#embed "../../queries/ledger/definitions/opened-device.sql" suffix(, 0)
    }},
    {"queries/ledger/tables/reasons.sql", (const unsigned char[]){
#embed "../../queries/ledger/tables/reasons.sql" suffix(, 0)
    }},
    {"queries/ledger/views/devices.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/devices.sql" suffix(, 0)
    }},
    {"queries/ledger/tables/judgements.sql", (const unsigned char[]){
#embed "../../queries/ledger/tables/judgements.sql" suffix(, 0)
    }},
    {"queries/ledger/views/findings.sql", (const unsigned char[]){
#embed "../../queries/ledger/views/findings.sql" suffix(, 0)
    }},
    {"reports/campaign.md", (const unsigned char[]){
#embed "../../reports/campaign.md" suffix(, 0)
    }},
    {"reports/monthly.md", (const unsigned char[]){
#embed "../../reports/monthly.md" suffix(, 0)
    }},
};

const struct pushledger_file *pushledger_files(size_t *count) {
  *count = sizeof all / sizeof all[0];
  return all;
}
