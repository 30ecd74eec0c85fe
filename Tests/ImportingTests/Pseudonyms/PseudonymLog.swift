import TestSupport

@testable import Importing

/// A random log told twice: with the ids of its devices, and with what a naming makes of them.
///
/// It has ids of every form: 32 digits in lower and upper case, numbers, short and long texts, none at all; and failures
/// whose reason quotes the id.
struct PseudonymLog {
  struct Line {
    var message: String
    var device: String
    var isNumber: Bool
    var kind: String
    var time: Int
    /// With `*` where the device is quoted.
    var reason: String
  }

  let lines: [Line]
  let devices: [String]

  init(seed: UInt64, count: Int) {
    var random = SeededGenerator(seed: seed)
    let forms: [(inout SeededGenerator) -> String] = [
      { random in (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined() },
      { random in
        (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16, uppercase: true) }
          .joined()
      },
      { random in "user-设备-\(Int.random(in: 1_000_000..<9_999_999, using: &random))" },
      { random in "ExponentPushToken[\(Int.random(in: 1_000_000..<9_999_999, using: &random))]" },
      { random in String(Int.random(in: 1_000_000_000..<9_999_999_999, using: &random)) },
    ]
    devices = (0..<40).map { forms[$0 % forms.count](&random) }
    var lines: [Line] = []
    for _ in 0..<count {
      let number = Int.random(in: 0..<44, using: &random)
      let device = number < devices.count ? devices[number] : ""
      let kind =
        ["sent", "sent_fail", "ext_ack", "open", "arrive_fail", "other"].randomElement(using: &random) ?? ""
      lines.append(
        Line(
          message: "m\(Int.random(in: 0..<6, using: &random))", device: device,
          isNumber: number % forms.count == 4 && number < devices.count, kind: kind,
          time: 1_790_000_000_000 + Int.random(in: 0..<90, using: &random) * 1_000,
          reason: ["", "10: bad token", "11: * is gone", "12: no * here, really: *"].randomElement(
            using: &random)
            ?? ""))
    }
    self.lines = lines
  }

  /// The log as JSON Lines.
  func text(naming name: (String) -> String = { $0 }) -> [String] {
    lines.map { line in
      let named = line.device.isEmpty ? "" : name(line.device)
      let device = line.isNumber && named == line.device ? named : "\"\(named)\""
      // Nobody looks for an id that is not there.
      let reason = line.reason.replacing("*", with: line.device.isEmpty ? "it" : named)
      return
        #"{"app_key":"7","message_id":"\#(line.message)","device_id":\#(device),"event_type":"\#(line.kind)","event_time":"\#(line.time)","device_type":"iOS","event_channel":"apns","reason":"\#(reason)"}"#
    }
  }
}

extension PseudonymKey {
  /// Bytes of the key of these tests.
  static let testSecret = Array(UInt8(1)...32)
  static let test = PseudonymKey(testSecret.span)

  /// A pseudonym by its definition.
  static func plain(_ id: String) -> String {
    String(PlainHMAC.code(of: Array(id.utf8), key: testSecret).prefix(32))
  }
}
