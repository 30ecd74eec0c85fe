import Diagnosis
import ReceiptModel

/// A device made by hand, with pushes at hours of its own; of pushes to others 800 of 1000 are acked unless said otherwise.
struct Phone {
  static let hour = Push.hour

  var pushes: [PushStory] = []
  var facts = DeviceAppFacts()
  var older = 0
  var latestToken: Instant?
  /// Milliseconds from the start; settled by default.
  var asOf: Int64 = 100 * hour
  var settings: ExplainSettings {
    ExplainSettings(asOf: Push.at(asOf), settle: 15 * 60_000)
  }

  /// Devices of app version 3.2 ack 800 of 1000, none opens.
  init() { setUsual(["3.2": Rate(800, of: 1000)]) }

  mutating func setUsual(_ acks: [String: Rate]) {
    let versions = acks.mapValues { rate in
      var counts = Counts()
      (counts[.sent], counts[.ackEligible]) = (rate.denominator, rate.denominator)
      counts[.eligibleAcked] = rate.numerator
      return counts
    }
    facts.usual = UsualAnswers(
      from: Push.at(200 * Self.hour), to: Push.at(400 * Self.hour), versions: versions)
  }

  /// Adds a push at an hour, with events in milliseconds from then.
  mutating func add(
    _ hour: Int64, _ events: [(EventKind, Int64)] = [(.sent, 0)], app: String = "333",
    _ change: (inout DeliveryStory) -> Void = { _ in }
  ) {
    let push = Push(events.map { ($0.0, $0.1 + hour * Self.hour) }, app: app, change)
    pushes.append(
      PushStory(
        messageID: "m\(pushes.count)", deviceID: "d", deliveries: push.deliveries, isSentToOthers: true))
  }

  /// Adds a push for each of some hours that nothing is heard of.
  mutating func addSilence(_ hours: Range<Int64>, _ change: (inout DeliveryStory) -> Void = { _ in }) {
    for hour in hours { add(hour, [(.sent, 0)], change) }
  }

  /// Adds what another AppKey has of the last push.
  mutating func addForeign(_ events: [(EventKind, Int64)], app: String) {
    guard let last = pushes.indices.last, let base = pushes[last].deliveries[0].events.first?.at else {
      return
    }
    let story = DeliveryStory(
      appKey: app,
      events: events.map {
        PushEvent(appKey: app, kind: $0.0, at: Instant(milliseconds: base.milliseconds + $0.1))
      })
    pushes[last].deliveries.append(story)
  }

  var story: DeviceStory {
    DeviceStory(deviceID: "d", pushes: pushes, older: older, latestToken: latestToken, apps: ["333": facts])
  }

  var explanation: DeviceExplanation? { Diagnosis.explain(story, settings, in: .utc) }
  var app: DeviceAppExplanation? { explanation?.apps.first }
  var verdict: DeviceVerdict? { app?.verdict }
}
