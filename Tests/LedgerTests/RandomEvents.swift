import ReceiptModel
import TestSupport

/// An event in plain words, to be put into batches.
struct PlainEvent: Equatable {
  var app: String
  var message: String
  var device: String
  var kind: EventKind
  var raw = ""
  var time: Int64
  var attributes: [Attribute: String] = [:]
}

extension EventBatch {
  mutating func append(_ event: PlainEvent, file: UInt32 = 0) {
    func entry(_ group: AttributeGroup) -> UInt32 {
      groups[group.rawValue].intern(group.attributes.map { (event.attributes[$0] ?? "") + "\0" }.joined())
    }
    let detail =
      event.kind == .other
      ? rawTypes.intern(event.raw)
      : groups[AttributeGroup.reason.rawValue].intern(
        (event.kind.isFailure ? event.attributes[.reason] ?? "" : "") + "\0")
    events.append(
      BatchEvent(
        device: key(event.device), time: event.time, message: messageIDs.intern(event.message),
        app: appKeys.intern(event.app), context: entry(.context), build: entry(.build),
        network: entry(.network),
        detail: detail, file: file, kind: event.kind))
  }

  private mutating func key(_ device: String) -> DeviceKey {
    if device.utf8.count == 32, device.allSatisfy({ $0.isHexDigit && !$0.isUppercase }),
      let high = UInt64(device.prefix(16), radix: 16), let low = UInt64(device.suffix(16), radix: 16)
    {
      return DeviceKey(high: high, low: low)
    }
    let bytes = Array(device.utf8)
    return deviceKey(text: bytes.span, 0..<bytes.count)
  }
}

/// Who takes part in random events: few names, so that events meet, of any form for two seeds in three.
struct EventCast {
  var apps = ["k1", "k2", "k3"]
  var messages: [String]
  var devices = [
    "", "token-a", "Token-A", "token-with-a-long-beginning-1", "token-with-a-long-beginning-2",
    "00000000000000000000000000000001", "ffffffffffffffffffffffffffffff02",
  ]
  /// Of attributes; `nil` in a tidy cast.
  var words: UntidyNames?

  init(messages count: Int = 3, seed: UInt64) {
    messages = (1...count).map { "m\($0)" }
    guard seed % 3 != 0 else { return }
    var names = UntidyNames(seed: seed)
    apps = names.appKeys(3)
    messages = names.messages(count)
    devices = [""] + names.devices(8)
    words = names
  }

  /// Gives attributes the words of the cast.
  fileprivate mutating func reword(_ attributes: inout [Attribute: String]) {
    guard let fields = words?.fields() else { return }
    attributes[.platform] = fields["platform"]
    attributes[.channel] = fields["channel"]
    attributes[.appVersion] = fields["app_version"]
    attributes[.os] = fields["os"]
    attributes[.osVersion] = fields["os_version"]
    attributes[.brand] = fields["brand"]
  }
}

/// Few names and few moments, so that every way in which events can meet happens often.
///
/// - Parameter sources: who may have told each of them.
func randomEvents(
  _ count: Int, messages: Int = 3, sources: [String] = ["alibaba"], seed: UInt64
) -> [PlainEvent] {
  var random = SeededGenerator(seed: seed)
  var networks = SeededGenerator(seed: ~seed)
  let start: Int64 = 1_790_000_000_000
  var cast = EventCast(messages: messages, seed: seed)
  return (0..<count).map { _ in
    let kind = EventKind.allCases.randomElement(using: &random) ?? .sent
    var attributes: [Attribute: String] = [
      .source: sources.count == 1 ? sources[0] : sources.randomElement(using: &random) ?? ""
    ]
    for attribute in Attribute.allCases
    where ![.source, .clientNetwork].contains(attribute) && Bool.random(using: &random) {
      attributes[attribute] = ["a", "b", "10#text", "iOS"].randomElement(using: &random)
    }
    attributes[.clientNetwork] =
      ["", "", "198.51.100.0/24", "2001:db8:1::/48"].randomElement(using: &networks)
    attributes[.platform] = ["iOS", "ANDROID", ""].randomElement(using: &random)
    attributes[.channel] = ["apns", "fcm", "huawei", "onesignal", ""].randomElement(using: &random)
    cast.reword(&attributes)
    return PlainEvent(
      app: cast.apps.randomElement(using: &random) ?? "",
      message: cast.messages.randomElement(using: &random) ?? "",
      device: cast.devices.randomElement(using: &random) ?? "", kind: kind,
      raw: kind == .other ? ["recall", "sms"].randomElement(using: &random) ?? "" : "",
      time: start + Int64.random(in: 0..<12, using: &random) * 3_500
        + (Bool.random(using: &random) ? 0 : 3_600_000),
      attributes: attributes)
  }
}

/// Events that share nothing: each has its own hour, message, device, AppKey, and value of each attribute.
func eventsOfNewValues(_ count: Int) -> [PlainEvent] {
  (0..<count).map { number in
    let attributes = Attribute.allCases.map { ($0, "\($0) \(number)") }
    return PlainEvent(
      app: "k\(number)", message: "m\(number)", device: "d\(number)",
      kind: [.sendFailed, .sent][number % 2], time: 1_300_000_000_000 + Int64(number) * 3_600_000,
      attributes: Dictionary(uniqueKeysWithValues: attributes))
  }
}
