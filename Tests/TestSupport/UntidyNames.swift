/// Names and words as real logs have them: the one list of untidy texts that random logs of the tests draw from.
///
/// What a text is does not depend on how often it is drawn, so that few names can be given to many lines. No text holds
/// what would need an escape in JSON, and none is empty; what lines say of their deliveries may be missing.
package struct UntidyNames {
  private var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Different device ids, of as many forms as there are.
  package mutating func devices(_ count: Int) -> [String] {
    distinct(count) { names, number in
      switch number % 10 {
      case 0: names.hexadecimal(32)
      case 1: names.uuid()
      case 2: names.uuid().lowercased()
      case 3: "\(Int.random(in: 1...99_999, using: &names.random))"
      case 4: names.hexadecimal(64)
      case 5: names.hexadecimal(32).uppercased()
      case 6: names.hexadecimal(31)
      // What a spreadsheet takes for a formula.
      case 7: "=设备-\u{E9}\(number)"
      // The same to a reader and to Swift, and another device to a ledger.
      case 8: "=设备-e\u{301}\(number - 1)"
      default: " token with blanks \(number) "
      }
    }
  }

  /// Different message ids, of as many forms as there are.
  package mutating func messages(_ count: Int) -> [String] {
    distinct(count) { names, number in
      switch number % 9 {
      case 0: "1091371886864\(1_000 + Int.random(in: 0..<9_000, using: &names.random))"
      case 1: "00\(number)"
      case 2: names.uuid()
      case 3: "m \(number) "
      // As long as an id may be.
      case 4: String(repeating: "campaign-", count: 28) + "\(1_000 + number % 9_000)"
      case 5: "\(number)"
      case 6: "秋季促销-\u{E9}\(number)"
      case 7: "秋季促销-e\u{301}\(number - 1)"
      default: names.hexadecimal(64)
      }
    }
  }

  /// Different AppKeys, tiny and huge.
  package mutating func appKeys(_ count: Int) -> [String] {
    distinct(count) { names, number in
      switch number % 4 {
      case 0: "3335\(10_000 + Int.random(in: 0..<90_000, using: &names.random))"
      case 1: "\(number)"
      case 2: "com.example." + names.hexadecimal(200)
      default: "app-Ü \(number)"
      }
    }
  }

  /// What a line says of its delivery, by the name of the field; some of it is missing.
  ///
  /// Versions have a long tail, and channels and systems more than one spelling.
  package mutating func fields() -> [String: String] {
    let fields = [
      ("app_version", tailed(["3.10.0", "3.2.1"]) { "\($0 / 12).\($0 % 12).\($0 % 5)" }),
      ("brand", tailed(["apple", "Apple", "华为", "\u{E9}", "e\u{301}"]) { "brand \($0)" }),
      (
        "channel",
        one([
          "apns", "APNs", "fcm", "GCM", "huawei", "xiaomi", "accs", "onesignal", "OneSignal", "Braze",
          "pinpoint",
        ])
      ),
      ("os", one(["iOS", "Android", "HarmonyOS"])),
      (
        "os_version",
        tailed(["18.0", "17.5.1", "华为 4.2", "\u{E9}", "e\u{301}"]) { "\(8 + $0 / 4).\($0 % 4)" }
      ),
      ("platform", one(["iOS", "iOS", "ios", "IOS", "ANDROID", "Android", "HARMONY"])),
    ]
    return Dictionary(uniqueKeysWithValues: fields.filter { _ in Int.random(in: 0..<4, using: &random) > 0 })
  }

  /// Milliseconds after the start of a log: half of them within one burst of a second, the others over some hours.
  package mutating func moment() -> Int64 {
    Bool.random(using: &random)
      ? Int64.random(in: 0..<1_000, using: &random) : Int64.random(in: 0..<20_000, using: &random) * 1_000
  }

  private mutating func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

  /// Few texts that most have, and one in three of sixty others.
  private mutating func tailed(_ heads: [String], _ tail: (Int) -> String) -> String {
    Int.random(in: 0..<3, using: &random) == 0
      ? tail(Int.random(in: 0..<60, using: &random)) : one(heads)
  }

  private mutating func distinct(_ count: Int, _ text: (inout Self, Int) -> String) -> [String] {
    // Which forms there are when few are drawn is a matter of the seed, and pairs that look alike stay together.
    let first = Int.random(in: 0..<90, using: &random)
    return (0..<count).map { text(&self, first + $0) }
  }

  private mutating func hexadecimal(_ digits: Int) -> String {
    String((0..<digits).map { _ in Character(String(Int.random(in: 0..<16, using: &random), radix: 16)) })
  }

  private mutating func uuid() -> String {
    [8, 4, 4, 4, 12].map { hexadecimal($0) }.joined(separator: "-").uppercased()
  }
}

extension String {
  /// Its bytes in UTF-8: to Swift two spellings of one letter are the same, to a ledger they are two.
  package var bytes: [UInt8] { Array(utf8) }
}
