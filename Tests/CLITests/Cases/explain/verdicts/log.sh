# Writes a log: twenty pushes that are acked, and the pushes whose verdicts are asked for.
base=1790000000000
line() { # message device type milliseconds [app key] [device type] [channel] [version] [reason]
  echo "${5:-333},$1,$2,$3,$((base + 123 + $4)),${6:-iOS},${7:-apns},${8:-3.2},$9"
}
echo app_key,message_id,device_id,event_type,event_time,device_type,event_channel,app_version,reason
for i in $(seq 20); do
  line ok-1 "d$i" sent 0
  line ok-1 "d$i" ext_ack 1500
  line quiet "d$i" sent 60000
  line ok-1 "s$i" sent 0 333 iOS apns 4.0
done
line m v-acked-on-first-try sent 0
line m v-acked-on-first-try ext_ack 900
line m v-acked-first-try-possible sent 0
line m v-acked-first-try-possible ext_ack 9000
line m v-retry-proven sent 0
line m v-retry-proven ext_ack 1500
line m v-retry-proven ext_ack 7600
line m v-delivered-late sent 0
line m v-delivered-late ext_ack 3600000
line m v-clock-skew sent 0
line m v-clock-skew ext_ack -90000
line m v-foreign sent 0
line m v-foreign ext_ack 900 999
line m v-ack-lost sent 0
line m v-ack-lost open 60000
line m v-reached-device sent 0 333 ANDROID huawei
line m v-reached-device arrive 800 333 ANDROID huawei
line m v-orphan ext_ack 800
line m v-send-refused sent_fail 0 333 iOS apns 3.2 Unregistered
line m v-refused-and-sent sent_fail 0 333 iOS apns 3.2 TooManyRequests
line m v-refused-and-sent sent 5000
line m v-not-arrived sent 0 333 ANDROID huawei
line m v-not-arrived arrive_fail 900 333 ANDROID huawei 3.2 '6#notify disabled'
line m v-not-ack-eligible sent 0 333 ANDROID fcm
line m v-replaced-by-later sent 0
line m v-unknown sent 0
line quiet v-message-cannot-trigger sent 60000
line ok-1 v-build-never-acks sent 0 333 iOS apns 4.0
# The device comes back an hour after a later push; the newest event of the log is not settled yet.
line later v-replaced-by-later sent 1800000
line later v-replaced-by-later ext_ack 5400000
line m v-not-settled-yet sent 7200000
