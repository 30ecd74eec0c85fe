/// Something planted that a diagnosis should find.
///
/// A new one is a case here, a line in `Defect+Planting.swift` and in `Defect+Answer.swift`, and a file beside this one.
package enum Defect: String, CaseIterable, Sendable {
  case silentAppKey, leakingAppKey, extensionTimeout, clockSkew
  // Builds and messages.
  case missingExtension, minimumIOSTooHigh, missingMutableContent, earlyHandler, lossyVersion
  // Devices.
  case throttledExtension, supersededOffline, mutedDevices
  // Time, and the mix of devices.
  case slowAcks, ackOutage, mixShift
  // Networks.
  case blockedNetwork
  // What gateways refuse.
  case deadTokens, expiredCertificate, wrongEnvironment, refusedContent, exceededQuota
  // What a channel loses without a word.
  case throttledChannel
  // The log itself.
  case logGap, quietAppKey, vanishedField, brokenLines
  // What only logs beside the receipts tell.
  case misspeltMutableContent, oversizedPayload, brokenAttachments, missingShard

  /// Whether it takes lines or values out of a log whose pushes were sound.
  var isOfLog: Bool {
    switch self {
    case .logGap, .quietAppKey, .vanishedField, .brokenLines, .missingShard: true
    default: false
    }
  }

  /// Those of a log for which nothing else was asked.
  package static let usual: [Defect] = [.silentAppKey, .leakingAppKey, .extensionTimeout, .clockSkew]
}

/// How much of a log a defect touches: a share of devices, hours or strength, as each defect says.
package enum DefectSize: String, CaseIterable, Sendable {
  case small, medium, large

  /// The value for this size.
  func of<Value>(_ small: Value, _ medium: Value, _ large: Value) -> Value {
    switch self {
    case .small: small
    case .medium: medium
    case .large: large
    }
  }
}

/// What a planted defect did to one delivery.
enum DefectEffect: Sendable {
  /// It does not hold for it.
  case none
  case held
  /// The delivery would have had an ack, or on Android an arrival, without it.
  case tookAnswer
}

/// A defect at its place: which deliveries it touches and what it does to them.
///
/// It acts in one of two ways. `alter` changes what a push meets before it is played, and so shifts what chance gives
/// to the pushes after it. `rewrite` changes what the log says of a push that was played without the defect: all that
/// it does not touch is, line by line, what the log without it has.
protocol PlantedDefect: Sendable {
  var site: DefectSite { get }

  /// Changes what one push to one iOS device meets.
  ///
  /// - Returns: whether the defect holds for it.
  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64,
    _ chance: inout RandomStream
  ) -> Bool

  /// Changes the lines of one delivery.
  ///
  /// - Parameter chance: its own, so that no draw here changes another delivery.
  /// - Returns: whether the defect holds for it.
  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool

  /// How the payload of a message is for which the defect held.
  var payload: SimulatedPayload { get }

  /// What kept the extension from attaching a picture where the defect held.
  var attachmentError: String? { get }

  /// Whether a delivery for which the defect held is one of those it can have harmed.
  func touches(_ outcome: DeliveryOutcome) -> Bool

  /// Whether a delivery that it touched shows it in the log.
  func isVisible(in outcome: DeliveryOutcome) -> Bool
}

extension PlantedDefect {
  func alter(
    _ conditions: inout Conditions, of device: Device, app: UInt64, sentAt: Int64,
    _ chance: inout RandomStream
  ) -> Bool { false }

  func rewrite(_ delivery: inout Delivery, _ chance: inout RandomStream) -> Bool { false }

  var payload: SimulatedPayload { .sound }

  var attachmentError: String? { nil }

  func touches(_ outcome: DeliveryOutcome) -> Bool { outcome.firstSent != nil }

  func isVisible(in outcome: DeliveryOutcome) -> Bool { !outcome.isAcked }
}

/// What a push meets on its way to an iOS device and back.
struct Conditions: Sendable {
  /// Whether the server accepts what the extension reports.
  var acceptsReports = true
  /// The AppKey the extension reports under; `nil` for that of the app.
  var reportKey: UInt64?
  /// The chance of a request to reach the server in time; `nil` for what the network gives.
  var reach: Double?
  /// The chance of its answer to come back in time.
  var answer = 0.985
  /// Milliseconds by which the device's clock is ahead; negative when it is behind.
  var clockError: Int64 = 0
}
