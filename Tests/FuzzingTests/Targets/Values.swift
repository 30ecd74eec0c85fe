import ReceiptModel

@testable import LogReading

extension FuzzTarget {
  /// The time of a receipt, between other bytes and at the end, and by a slow reader.
  static let times = FuzzTarget(name: "times", longest: 64) { input in
    let slow = plainTime(input[...], assumedOffsetMinutes: 480)
    let around = Array("77".utf8) + input + Array("7777777777".utf8)
    for (bytes, range) in [(input, input.indices), (around, 2..<2 + input.count)] {
      let fast = ReceiptTime(bytes.span, range, assumedOffsetMinutes: 480)
      try promise(fast?.milliseconds, equals: slow, "a time is read otherwise")
    }
  }

  /// A device id, packed when it is 32 lower-case hexadecimal digits.
  static let devices = FuzzTarget(name: "devices", longest: 64) { input in
    // Its reader is told of ids of that length only.
    guard input.count >= 32 else { return }
    let id = input.prefix(32)
    let digits = String(validating: id, as: UTF8.self)
    let isHexadecimal = id.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    let slow = digits.flatMap { digits -> [UInt64]? in
      guard isHexadecimal, let high = UInt64(digits.prefix(16), radix: 16),
        let low = UInt64(digits.suffix(16), radix: 16)
      else { return nil }
      return [high, low]
    }
    for offset in [0, 3] {
      let bytes = [UInt8](repeating: 0x61, count: offset) + input
      let fast = DeviceKey(hexadecimal: bytes.span, at: offset).map { [$0.high, $0.low] }
      try promise(fast, equals: slow, "an id is packed otherwise")
    }
  }

  /// A payload; blanks around it change nothing but its size.
  static let payload = FuzzTarget(name: "payload") { input in
    let lint = PayloadReader.lint(of: input.span)
    let spaced = [0x20, 0x0A] + input + [0x09, 0x0D]
    try promise(
      PayloadReader.lint(of: spaced.span).subtracting(.tooLarge), equals: lint.subtracting(.tooLarge),
      "blanks change what a payload asks for")
    try promise(lint.contains(.tooLarge) == (input.count > 4096), "the size is told wrongly")
  }

  /// A value of JSON: the tree takes and refuses what the scanner does, and finds the same values.
  static let jsonTree = FuzzTarget(name: "json-tree") { input in
    let text = input.span.trimmed(0..<input.count)
    let (scanned, grown) = (scanned(input, text), grown(input, text))
    // The scanner has no use for containers and truth values, and so does not tell two of them apart.
    if scanned.contains("unsuitable"), grown == "refused dup-key" { return }
    try promise(scanned, equals: grown, "tree and scanner differ")
  }
}

/// Of the vendor's own id and of an address nothing rests on what they say, and two of them may differ.
private let comparedFields = ReceiptField.allCases.filter { $0 != .vendorMessageID && $0 != .clientIP }

private func scanned(_ bytes: [UInt8], _ range: Range<Int>) -> String {
  var scanner = JSONScanner(unwrap: nil)
  var fields = ReceiptFields()
  var unknown = NameList()
  do throws(Rejection) {
    try scanner.read(bytes.span, range, into: &fields, unknown: &unknown)
  } catch {
    return "refused " + error.reason.rawValue
  }
  return comparedFields.map { field in
    "\(fields[field].form) \(String(decoding: scanner.scratch[fields[field].range], as: UTF8.self))"
  }.joined(separator: ";")
}

private func grown(_ bytes: [UInt8], _ range: Range<Int>) -> String {
  var names = ByteDictionary()
  let keys = comparedFields.map { Int32(names.intern($0.rawValue)) }
  var tree = RecordTree(names: names, constants: Array("constant".utf8))
  do throws(Rejection) {
    try tree.read(bytes.span, range)
    return try keys.map { key throws(Rejection) in
      let node = try tree.node(at: MappedPath(root: .part, steps: [.key(key)]), part: 0, key: nil)
      let value = node.map { tree.value(at: $0) } ?? FieldValue()
      let text = value.form == .unsuitable ? "" : String(decoding: tree.scratch[value.range], as: UTF8.self)
      return "\(value.form) \(text)"
    }.joined(separator: ";")
  } catch {
    return "refused " + error.reason.rawValue
  }
}

/// A time by its shape, in small steps: digits, or a date, a time of day, a fraction and a zone, in this order.
///
/// - Returns: `nil` outside 2010 to 2100, too.
private func plainTime(_ input: ArraySlice<UInt8>, assumedOffsetMinutes: Int) -> Int64? {
  let isPlausible = { (time: Int64) in (1_262_304_000_000..<4_102_444_800_000).contains(time) }
  let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
  if !input.isEmpty, input.allSatisfy(isDigit) {
    guard let number = Int64(String(decoding: input, as: UTF8.self)) else { return nil }
    let time: Int64? =
      switch input.count {
      case 10: number * 1000
      case 13: number
      case 16: number / 1000
      case 19: number / 1_000_000
      default: nil
      }
    return time.flatMap { isPlausible($0) ? $0 : nil }
  }

  var rest = input
  func number(_ count: Int) -> Int64? {
    guard rest.count >= count, rest.prefix(count).allSatisfy(isDigit) else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Int64(String(decoding: rest.prefix(count), as: UTF8.self))
  }
  func skip(_ choices: String) -> Bool {
    guard let first = rest.first, choices.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }
  guard let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2), skip("Tt "),
    let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
    (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60
  else { return nil }
  var milliseconds: Int64 = 0
  if skip(".") {
    let digits = rest.prefix(while: isDigit)
    guard (1...9).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    milliseconds =
      Int64(
        String(decoding: digits.prefix(3), as: UTF8.self)
          + String(repeating: "0", count: max(0, 3 - digits.count))) ?? 0
  }
  var offset = Int64(assumedOffsetMinutes)
  if !rest.isEmpty {
    _ = skip(" ")
    if skip("Zz") {
      offset = 0
    } else {
      guard let sign = rest.first, skip("+-"), let hours = number(2), hours <= 18 else { return nil }
      var minutes: Int64 = 0
      if !rest.isEmpty {
        _ = skip(":")
        guard let given = number(2), given < 60 else { return nil }
        minutes = given
      }
      offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }
    guard rest.isEmpty else { return nil }
  }
  // Years that could be plausible only, so that counting days one year at a time is quick enough.
  guard (2009...2100).contains(year) else { return nil }
  let isLeap = { (year: Int64) in year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
  let lengths: [Int64] = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  guard day <= lengths[Int(month) - 1] else { return nil }
  let days =
    (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) } + lengths[..<(Int(month) - 1)].reduce(0, +)
    + day - 1
  let time = (((days * 24 + hour) * 60 + minute - offset) * 60 + second) * 1000 + milliseconds
  return isPlausible(time) ? time : nil
}
