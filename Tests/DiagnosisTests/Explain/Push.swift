import Diagnosis
import ReceiptModel

/// A push made by hand: events in milliseconds from its send, all on one iPhone unless said otherwise.
struct Push {
  static let start: Int64 = 1_790_000_000_120
  static let hour: Int64 = 3_600_000

  var deliveries: [DeliveryStory] = []
  var isSentToOthers = true
  /// Milliseconds from the send; settled by default.
  var asOf: Int64 = 100 * hour
  var settings: ExplainSettings {
    ExplainSettings(asOf: Instant(milliseconds: Self.start + asOf), settle: 15 * 60_000)
  }

  init(
    _ events: [(EventKind, Int64)], app: String = "333", _ change: (inout DeliveryStory) -> Void = { _ in }
  ) {
    add(events, app: app, change)
  }

  mutating func add(
    _ events: [(EventKind, Int64)], app: String, _ change: (inout DeliveryStory) -> Void = { _ in }
  ) {
    var traits = DeliveryTraits()
    traits.platform = "iOS"
    traits.channel = "apns"
    traits.appVersion = "3.2"
    traits.osVersion = "18.1"
    traits.isAckEligible = true
    var delivery = DeliveryStory(
      appKey: app, events: events.map { Self.event($0.0, $0.1, app: app) }, traits: traits)
    change(&delivery)
    deliveries.append(delivery)
  }

  static func event(_ kind: EventKind, _ offset: Int64, app: String = "333") -> PushEvent {
    PushEvent(appKey: app, kind: kind, at: at(offset))
  }

  static func at(_ offset: Int64) -> Instant { Instant(milliseconds: start + offset) }

  var story: PushStory {
    PushStory(messageID: "m", deviceID: "d", deliveries: deliveries, isSentToOthers: isSentToOthers)
  }

  var explanation: PushExplanation? { Diagnosis.explain(story, settings) }
  var verdict: DeliveryVerdict? { explanation?.deliveries.first?.verdict }
}

extension DeliveryStory {
  /// An Android phone, where an arrival is the phone's word.
  mutating func becomeAndroid() {
    traits.platform = "ANDROID"
    traits.channel = "huawei"
    traits.isAckEligible = false
    traits.arrivalIsEvidence = true
  }

  /// `acked` of `sends` of this message, beside 800 of 1000 of the AppKey's others, all on one build.
  mutating func surround(acked: Int, of sends: Int, device: [DevicePush]? = nil) {
    func builds(_ acked: Int, _ sends: Int) -> [BuildAcks] {
      [BuildAcks(appVersion: "3.2", osVersion: "18.1", rate: Rate(acked, of: sends))]
    }
    surroundings = DeliverySurroundings(
      message: builds(acked, sends), around: builds(800 + acked, 1000 + sends), device: device,
      deviceReach: 72 * Push.hour)
  }

  /// The device's build acked none of `sends`, others 800 of 1000; the message is as good as they are.
  mutating func surround(silentBuild sends: Int) {
    let others = BuildAcks(appVersion: "3.1", osVersion: "18.1", rate: Rate(800, of: 1000))
    surroundings = DeliverySurroundings(
      message: [BuildAcks(appVersion: "3.1", osVersion: "18.1", rate: Rate(8, of: 10))],
      around: [others, BuildAcks(appVersion: "3.2", osVersion: "18.1", rate: Rate(0, of: sends))], device: [])
  }
}
