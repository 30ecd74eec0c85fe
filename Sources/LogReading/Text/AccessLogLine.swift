import ReceiptModel

/// Cuts lines of a web server's access log, in the combined format or the common one, into values.
///
///     10.0.0.1 - - [26/Jan/2016:19:54:02 +0800] "POST /ack HTTP/1.1" 200 12 "-" "App/1.0" 0.004 "push_id=7"
///
/// What stands behind the agent may be anything; the last of it in quotation marks is the body.
/// Formats: https://httpd.apache.org/docs/2.4/logs.html#combined, https://nginx.org/en/docs/http/ngx_http_log_module.html
struct AccessLogLine {
  private let address, time, method, target, status, bytes, referer, agent, body: Int32?

  /// - Parameter names: the names that lead somewhere; values of others are not looked at.
  init(names: ByteDictionary) {
    address = names.number("address")
    time = names.number("time")
    method = names.number("method")
    target = names.number("target")
    status = names.number("status")
    bytes = names.number("bytes")
    referer = names.number("referer")
    agent = names.number("agent")
    body = names.number("body")
  }

  /// - Throws: `badLine` for a line of another format.
  func split(_ line: Span<UInt8>, _ range: Range<Int>, into values: inout TextValues) throws(Rejection) {
    var rest = range
    guard let addressEnd = line.firstBlank(in: rest) else { throw Rejection(.badLine) }
    add(address, line, rest.lowerBound..<addressEnd, .plain, &values)
    rest = addressEnd..<rest.upperBound
    // Names of users stand before it, which may hold blanks and brackets, but hardly a blank, a bracket and a digit.
    guard let timeRange = Self.takeTime(line, &rest), let request = Self.takeQuoted(line, &rest),
      let statusRange = Self.takeWord(line, &rest), statusRange.count == 3, line.isDigits(statusRange),
      let bytesRange = Self.takeWord(line, &rest)
    else { throw Rejection(.badLine) }
    add(time, line, timeRange, .plain, &values)
    addRequest(line, request, &values)
    add(status, line, statusRange, .plain, &values)
    add(bytes, line, bytesRange, .plain, &values)
    var count = 0
    var last: Range<Int>?
    while !rest.isEmpty {
      if let next = Self.takeQuoted(line, &rest) {
        switch count {
        case 0: add(referer, line, next, .escapes, &values)
        case 1: add(agent, line, next, .escapes, &values)
        default: last = next
        }
        count += 1
      } else if Self.takeWord(line, &rest) == nil {
        break
      }
    }
    if let last { add(body, line, last, .escapes, &values) }
  }

  private func add(
    _ name: Int32?, _ line: Span<UInt8>, _ range: Range<Int>, _ encoding: TextValues.Encoding,
    _ values: inout TextValues
  ) {
    guard let name else { return }
    if range.count == 1, line[range.lowerBound] == UInt8(ascii: "-") { return }
    values.add(name, line, range, encoding)
  }

  /// `POST /ack?push_id=7 HTTP/1.1`; what is no request has neither method nor target.
  private func addRequest(_ line: Span<UInt8>, _ range: Range<Int>, _ values: inout TextValues) {
    guard let methodEnd = line.firstBlank(in: range) else { return }
    let behind = methodEnd + 1..<range.upperBound
    let targetEnd = line.firstBlank(in: behind) ?? range.upperBound
    add(method, line, range.lowerBound..<methodEnd, .escapes, &values)
    add(target, line, behind.lowerBound..<targetEnd, .escapes, &values)
  }
}

// MARK: - Pieces of a line

extension AccessLogLine {
  /// What stands between the first ` [` with a digit behind it and its bracket.
  private static func takeTime(_ line: Span<UInt8>, _ rest: inout Range<Int>) -> Range<Int>? {
    var position = rest.lowerBound
    while position + 2 < rest.upperBound {
      if line[position] == UInt8(ascii: " "), line[position + 1] == UInt8(ascii: "["),
        line.isDigits(position + 2..<position + 3)
      {
        let start = position + 2
        guard let end = line.first(UInt8(ascii: "]"), in: start..<rest.upperBound) else {
          return nil
        }
        rest = end + 1..<rest.upperBound
        return start..<end
      }
      position += 1
    }
    return nil
  }

  /// What stands between quotation marks behind blanks.
  ///
  /// A mark ends it that no backslash precedes and a blank or the
  /// end of the line follows: servers can be told to escape nothing.
  private static func takeQuoted(_ line: Span<UInt8>, _ rest: inout Range<Int>) -> Range<Int>? {
    var position = skipBlanks(line, rest)
    guard position > rest.lowerBound, position < rest.upperBound, line[position] == UInt8(ascii: "\"") else {
      return nil
    }
    let start = position + 1
    position = start
    while position < rest.upperBound {
      let byte = line[position]
      if byte == UInt8(ascii: "\"") {
        let next = position + 1
        if next == rest.upperBound || line[next] == UInt8(ascii: " ") {
          rest = next..<rest.upperBound
          return start..<position
        }
      }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// A word behind blanks.
  private static func takeWord(_ line: Span<UInt8>, _ rest: inout Range<Int>) -> Range<Int>? {
    let start = skipBlanks(line, rest)
    guard start > rest.lowerBound, start < rest.upperBound else { return nil }
    let end = line.firstBlank(in: start..<rest.upperBound) ?? rest.upperBound
    rest = end..<rest.upperBound
    return start..<end
  }

  private static func skipBlanks(_ line: Span<UInt8>, _ range: Range<Int>) -> Int {
    range.first { line[$0] != UInt8(ascii: " ") } ?? range.upperBound
  }
}

extension Span where Element == UInt8 {
  func firstBlank(in range: Range<Int>) -> Int? { first(UInt8(ascii: " "), in: range) }

  func isDigits(_ range: Range<Int>) -> Bool { range.allSatisfy { self[$0] &- UInt8(ascii: "0") < 10 } }
}

extension ByteDictionary {
  /// The number of a name; `nil` when it is not there.
  func number(_ name: String) -> Int32? {
    let bytes = Array(name.utf8)
    return entry(bytes.span, 0..<bytes.count).map { Int32($0) }
  }
}
