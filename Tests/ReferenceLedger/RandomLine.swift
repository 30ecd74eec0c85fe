import TestSupport

/// One record of a random log before it is spelled out.
struct RandomLine {
  var appKey: String
  var messageID: String
  var deviceID: String
  var type: String
  /// Milliseconds since 1970.
  var time: Int64
  /// By field of the log; a field without a value is missing or empty in the line.
  var fields: [String: String]

  /// Writes the record as one JSON object, in one of the spellings that logs use.
  func json(using random: inout SeededGenerator) -> String {
    var members = [
      "__time__": number(String(time / 1_000), &random), "event_type": Self.quoted(type, &random),
    ]
    members["__topic__"] = Bool.random(using: &random) ? "\"cps_callback_event\"" : nil
    members["event_time"] = eventTime(&random)
    members["app_key"] = number(appKey, &random)
    members["message_id"] = number(messageID, &random)
    members["device_id"] = optional(deviceID, &random)
    for name in Self.fieldNames { members[name] = optional(fields[name] ?? "", &random) }
    for (name, value) in Self.ignored where Int.random(in: 0..<12, using: &random) == 0 {
      members[name] = value
    }
    // Sorted before the shuffle: the order of a dictionary differs from run to run.
    let order = members.sorted { $0.key < $1.key }.shuffled(using: &random)
    let gap = Bool.random(using: &random) ? " " : ""
    return "{" + order.map { "\"\($0.key)\":\(gap)\($0.value)" }.joined(separator: "," + gap) + "}"
  }

  /// Fields of a record that say something about its delivery, `client_ip` only where that is asked for.
  static let fieldNames = [
    "device_type", "event_channel", "job_key", "app_version", "os", "os_version", "brand", "network_type",
    "isp",
    "client_ip", "reason",
  ]

  /// What exports add and no reader may stumble over.
  private static let ignored = [
    ("__pack_meta__", "\"1|MTcyNDE=|120|119\""), ("__tag__:__receive_time__", "\"1790000001\""),
    ("__time_ns_part__", "[140000000]"), ("device_id_0", "\"copy\""), ("event_type_0", "\"sent\""),
    ("extra", "{\"device_id\":\"inner\",\"list\":[1,{\"a\":\"}\"},null,true,-1.5e3]}"),
    ("owner_id", "1234567890123456"),
  ]
}

extension RandomLine {
  /// The time in one of its shapes; `nil` leaves it to `__time__`, which is in whole seconds.
  private func eventTime(_ random: inout SeededGenerator) -> String? {
    let milliseconds = String(time)
    switch Int.random(in: 0..<24, using: &random) {
    case 0: return nil
    case 1: return "\"\""
    case 2: return number(String(time / 1_000), &random)
    case 3: return number(milliseconds + "999", &random)
    case 4: return number(milliseconds + "000001", &random)
    case 5: return "\"\(calendarText(offsetMinutes: 0, separator: "T"))Z\""
    case 6: return "\"\(calendarText(offsetMinutes: 330, separator: "T"))+05:30\""
    case 7: return "\"\(calendarText(offsetMinutes: 480, separator: " "))\""
    default: return number(milliseconds, &random)
    }
  }

  private func calendarText(offsetMinutes: Int, separator: String) -> String {
    let local = time + Int64(offsetMinutes) * 60_000
    func digits(_ number: Int64, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: width - text.count) + text
    }
    let clock = [local / 3_600_000 % 24, local / 60_000 % 60, local / 1_000 % 60].map { digits($0, 2) }
    let day = ReferenceTime.dayText(local / ReferenceTime.millisecondsPerDay)
    return day + separator + clock.joined(separator: ":") + "." + digits(local % 1_000, 3)
  }

  private func optional(_ text: String, _ random: inout SeededGenerator) -> String? {
    guard text.isEmpty else { return Self.quoted(text, &random) }
    return [nil, "\"\"", "null"][Int.random(in: 0..<3, using: &random)]
  }

  /// Digits as a string or, one time in four, as a number.
  private func number(_ text: String, _ random: inout SeededGenerator) -> String {
    let isNumber = text.utf8.allSatisfy { (48...57).contains($0) } && text.utf8.first != 48
    return isNumber && Int.random(in: 0..<4, using: &random) == 0 ? text : Self.quoted(text, &random)
  }

  private static func quoted(_ text: String, _ random: inout SeededGenerator) -> String {
    let escapesAll = Int.random(in: 0..<16, using: &random) == 0
    let body = text.utf16.map { unit -> String in
      switch unit {
      case 34: return "\\\""
      case 92: return "\\\\"
      case 32..<127 where !escapesAll: return String(UnicodeScalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    // Non-ASCII text stands as it is in three lines of four.
    let isPlain = !escapesAll && !text.contains("\"") && !text.contains("\\")
    return isPlain && Int.random(in: 0..<4, using: &random) > 0 ? "\"\(text)\"" : "\"\(body.joined())\""
  }
}
