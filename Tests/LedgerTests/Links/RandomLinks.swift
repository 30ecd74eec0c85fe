import ReceiptModel
import TestSupport

/// A log of pushes, logs of others that tell of them under their own names, and what the names mean; few of each, so
/// that names and tokens meet in every way.
struct RandomLinks {
  enum Line {
    case event(PlainEvent)
    case note(Note)
  }

  var lines: [Line] = []

  var events: [PlainEvent] {
    lines.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }
  var notes: [Note] { lines.compactMap { if case .note(let note) = $0 { note } else { nil } } }

  static let start: Int64 = 1_790_000_000_000
  private static let messages = ["m1", "m2", "m3"]
  private static let names = ["v1", "v2", "v3", "m3"]
  private static let devices = ["00000000000000000000000000000001", "d2", "d3"]
  private static let tokens = ["t1", "t2", "00000000000000000000000000000009", "d2", ""]

  /// - Parameter casts: how many times the few ids there are; a line in twelve speaks of another cast's, too.
  init(_ count: Int, seed: UInt64, casts: Int = 1) {
    var random = SeededGenerator(seed: seed)
    var cast = 0
    func id(_ id: String) -> String {
      guard casts > 1, !id.isEmpty else { return id }
      let isOther = Int.random(in: 0..<12, using: &random) == 0
      let own = isOther ? Int.random(in: 0..<casts, using: &random) : cast
      return id.utf8.count == 32 ? String(String(10_000_000 + own) + id.dropFirst(8)) : "\(id)-\(own)"
    }
    func one<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: elements.indices, using: &random)]
    }
    let names = Bool.random(using: &random) ? Self.names : Array(Self.names.prefix(3))
    for _ in 0..<count {
      if casts > 1 { cast = Int.random(in: 0..<casts, using: &random) }
      let time = Self.start + Int64.random(in: 0..<10, using: &random) * 500_000
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        lines.append(
          .event(
            PlainEvent(
              app: one(["a", "a", "b"]), message: id(one(Self.messages)),
              device: id(one(Self.devices + [""])),
              kind: one([.sent, .sent, .arrived, .opened, .extAck, .arriveFailed, .other]), raw: "",
              time: time,
              attributes: [
                .source: "alibaba", .channel: one(["huawei", "huawei", "fcm", "onesignal", ""]),
                .reason: one(["", "1#a", "2#b"]),
                .platform: one(["ANDROID", "ANDROID", "iOS"]), .appVersion: one(["", "1", "2"]),
              ])))
      case 4..<8:
        lines.append(
          .event(
            PlainEvent(
              app: "h", message: id(one(names)), device: id(one(Self.tokens)),
              kind: one([
                .sent, .arrived, .arrived, .opened, .extAck, .displayed, .arriveFailed, .dropped, .other,
              ]),
              raw: "",
              time: time,
              attributes: [
                .source: "huawei", .channel: one(["huawei", "huawei", "fcm"]),
                .reason: one(["", "3#c", "4#d"]),
                .platform: "ANDROID",
              ])))
      case 8:
        lines.append(
          .note(
            .alias(
              AliasNote(
                space: one(["vendor", "open"]), name: id(one(names)), app: one(["a", "a", "b"]),
                message: id(one(Self.messages)), device: id(one(Self.devices + [""]))))))
      default:
        lines.append(
          .note(
            .token(
              TokenNote(
                token: id(one(Self.tokens)), device: id(one(Self.devices)),
                from: one([0, time, Self.start + 1_000_000])))))
      }
    }
    for index in lines.indices {
      if case .event(var event) = lines[index] {
        if event.kind == .other { event.raw = "recall" }
        lines[index] = .event(event)
      }
    }
  }
}
