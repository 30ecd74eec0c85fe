# Writes a log of sixteen messages an hour apart, most of whose pushes are acked, and a device for each verdict.
base=1790000000000
line() { # message number, device, type, milliseconds from the message [device type] [channel] [version] [reason] [app key]
  echo "${9:-333},m$1,$2,$3,$((base + 3600000 * $1 + $4)),${5:-iOS},${6:-apns},${7:-3.2},$8"
}
echo app_key,message_id,device_id,event_type,event_time,device_type,event_channel,app_version,reason
for m in $(seq 0 15); do
  for i in $(seq 20); do
    line $m "d$i" sent 0
    test $i -le 15 && line $m "d$i" ext_ack 1500
  done
  line $m v-went-silent sent 100
  line $m v-never-answered sent 100
  line $m v-never-acks sent 100
  line $m v-never-acks open 60000
done
for i in $(seq 20); do line 12 "s$i" sent 0 iOS apns 4.0; done
for m in 0 1 2 3 4 5; do
  line $m v-not-sent-since sent 100
  line $m v-not-sent-since ext_ack 2100
done
line 0 v-went-silent ext_ack 2100
line 0 v-token-dead sent 100
line 0 v-token-dead ext_ack 2100
line 5 v-token-dead sent_fail 0 iOS apns 3.2 Unregistered
line 2 v-notifications-off sent 0 ANDROID huawei
line 2 v-notifications-off arrive_fail 900 ANDROID huawei 3.2 '6#notify disabled'
line 7 v-pushes-refused sent_fail 0 iOS apns 3.2 TooManyRequests
line 4 v-foreign sent 0
line 4 v-foreign ext_ack 900 iOS apns 3.2 '' 999
line 4 v-taken-again sent_fail 0 iOS apns 3.2 ServiceUnavailable
line 5 v-taken-again sent 0
line 6 v-orphan open 0
line 15 v-answers sent 0
line 15 v-answers ext_ack 2100
line 3 v-build-never-acks sent 0 iOS apns 4.0
line 3 v-no-receipt-expected sent 0 ANDROID fcm
line 3 v-never-sent accepted 0
line 3 v-unknown sent 0
# The newest event of the log is not settled yet.
line 16 v-not-settled-yet sent 0
