import Glibc
import ReceiptModel

@testable import LogReading

/// An event with its references looked up, so that two batches can be compared.
struct EventText: Hashable, Comparable, CustomStringConvertible {
  var words: [String]

  init(_ event: BatchEvent, in batch: EventBatch) {
    func group(_ group: AttributeGroup, _ entry: UInt32) -> String {
      batch.groups[group.rawValue].text(entry).split(separator: "\0", omittingEmptySubsequences: false)
        .joined(separator: "|")
    }
    let device =
      !event.device.isText
      ? Self.hexadecimal(event.device.high) + Self.hexadecimal(event.device.low)
      : "text " + batch.deviceTexts.text(UInt32(event.device.low))
    words = [
      batch.appKeys.text(event.app), batch.messageIDs.text(event.message), device, event.kind.name,
      String(event.time), group(.context, event.context), group(.build, event.build),
      group(.network, event.network),
      event.kind == .other ? batch.rawTypes.text(event.detail) : group(.reason, event.detail),
    ]
  }

  var app: String { words[0] }
  var message: String { words[1] }
  var device: String { words[2] }
  var kind: String { words[3] }
  var time: String { words[4] }
  var detail: String { words[8] }
  var description: String { words.joined(separator: " ; ") }

  static func < (left: EventText, right: EventText) -> Bool {
    left.words.lexicographicallyPrecedes(right.words)
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// All that reading one log gave.
struct Reading {
  var events: [EventText] = []
  var rejections: [RejectedLine] = []
  var progress = ReadProgress()
  var error: InputError?
  var handOvers = 0

  /// Reads `bytes` from a real file.
  init(
    _ bytes: [UInt8], blockSize: Int = 256 << 10, batchCapacity: Int = 100_000, startOffset: Int64 = 0,
    startLine: Int = 0, _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws {
    let file = try ScratchFile(bytes)
    try self.init(
      path: file.path, blockSize: blockSize, batchCapacity: batchCapacity, startOffset: startOffset,
      startLine: startLine, change)
  }

  init(
    path: String, blockSize: Int = 256 << 10, batchCapacity: Int = 100_000, startOffset: Int64 = 0,
    startLine: Int = 0, part: FilePart? = nil, _ change: (inout ReadOptions) -> Void = { _ in }
  ) throws {
    var options = ReadOptions()
    options.blockSize = blockSize
    change(&options)
    var batch = EventBatch(capacity: batchCapacity)
    do throws(InputError) {
      var reader = try LogReader(
        InputFile(path: path), options: options, startOffset: startOffset, startLine: startLine,
        part: part)
      var ended: InputError?
      do throws(InputError) {
        while try reader.read(into: &batch) == .batchIsFull { take(&batch, &reader) }
      } catch {
        ended = error
      }
      take(&batch, &reader)
      progress = reader.progress
      if let ended { throw ended }
    } catch {
      self.error = error
    }
  }

  private mutating func take(_ batch: inout EventBatch, _ reader: inout LogReader) {
    events += batch.events.map { EventText($0, in: batch) }
    batch.removeAll()
    rejections += reader.takeRejections()
    handOvers += 1
  }

  /// Rejections as `line reason:field`.
  var refusals: [String] {
    rejections.map { line in
      "\(line.line) \(line.rejection.reason.rawValue)"
        + (line.rejection.field.map { ":" + $0.rawValue } ?? "")
    }
  }
}

/// A file that is removed when it goes.
final class ScratchFile {
  let path: String

  init(_ bytes: [UInt8]) throws {
    var name = Array("/tmp/pushledger-reading-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw InputError.io(errno: errno) }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        unsafe write(descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
      }
      guard count > 0 else { throw InputError.io(errno: errno) }
      written += count
    }
    close(descriptor)
  }

  deinit { _ = unsafe unlink(path) }
}

/// Records to build logs from.
enum Sample {
  static let fields: [(key: String, value: String)] = [
    ("__time__", "1790000000"), ("__topic__", "cps_callback_event"), ("__source__", "log_service"),
    ("owner_id", "1234567890123456"), ("app_key", "333526247"), ("message_id", "10913718868641234"),
    ("event_time", "1790000000120"), ("event_type", "sent"),
    ("device_id", "a692961a92534047ad362575f31f5700"), ("device_type", "iOS"),
    ("last_active_time", "1789996400000"), ("app_version", "3.2.1"), ("client_ip", "198.51.100.7"),
    ("brand", "apple"), ("network_type", "wifi"), ("os", "iOS"), ("os_version", "17.5.1"), ("isp", ""),
    ("job_key", "autumn-promo"), ("event_channel", "apns"), ("vendor_message_id", ""), ("reason", ""),
  ]

  /// A JSON line with some values replaced (`nil` leaves the key out); values are put in as they are, quoted.
  static func line(_ changes: [String: String?] = [:]) -> String {
    let pairs = fields.compactMap { key, value -> String? in
      guard let change = changes[key] else { return "\"\(key)\":\"\(value)\"" }
      return change.map { "\"\(key)\":\"\($0)\"" }
    }
    return "{" + pairs.joined(separator: ",") + "}"
  }

  /// A JSON line in which the value of `key` is `token`, unquoted.
  static func line(_ key: String, token: String) -> String {
    let old = fields.first { $0.key == key }.map { "\"\(key)\":\"\($0.value)\"" } ?? ""
    let line = line()
    guard let place = line.firstRange(of: old) else { return line }
    return line.replacingCharacters(in: place, with: "\"\(key)\":\(token)")
  }

  static func bytes(_ lines: [String], ending: String = "\n") -> [UInt8] {
    lines.flatMap { Array(($0 + ending).utf8) }
  }

  static let header = fields.map(\.key).joined(separator: ",")

  /// A CSV row with some cells replaced.
  static func row(_ changes: [String: String] = [:], separator: String = ",") -> String {
    fields.map { changes[$0.key] ?? $0.value }.joined(separator: separator)
  }
}

extension String {
  func firstRange(of part: String) -> Range<String.Index>? {
    guard let end = utf8.indices.first(where: { self[$0...].hasPrefix(part) }) else { return nil }
    return end..<utf8.index(end, offsetBy: part.utf8.count)
  }

  func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
