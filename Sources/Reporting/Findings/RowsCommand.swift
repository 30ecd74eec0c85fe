import Assets
package import Diagnosis
package import ReceiptModel

/// The command that shows the rows behind a finding.
package struct RowsCommand: Sendable {
  /// The judged stretch, milliseconds UTC.
  package var window: Range<Int64>?
  package var asOf: Instant
  package var zone: ReportZone
  /// `--db` with its path and the like; empty for the ledger of the current folder.
  package var ledgerOptions: [String]
  /// The days known by sums alone.
  package var summedDays: [SummedDay] = []
  /// As of `CohortScope` and of `Evidence`, by which findings take an ack for missing.
  var settle: Int64 = 15 * 60_000
  var ackTimeout: Int64 = 30_000

  package init(
    window: Range<Int64>?, asOf: Instant, zone: ReportZone, ledgerOptions: [String] = []
  ) {
    self.window = window
    self.asOf = asOf
    self.zone = zone
    self.ledgerOptions = ledgerOptions
  }

  /// - Parameter evidence: what was judged.
  package init(of evidence: Evidence, zone: ReportZone, ledgerOptions: [String] = []) {
    self.init(
      window: evidence.scope.window, asOf: Instant(milliseconds: evidence.scope.asOf), zone: zone,
      ledgerOptions: ledgerOptions)
    summedDays = evidence.health.summedDays
    settle = evidence.scope.settle
    ackTimeout = evidence.ackTimeout
  }

  /// The command line, ready for a shell; `nil` when the finding names no stored query.
  ///
  /// It names what the query has a parameter for: window, AppKey, parts of the scope, and that an ack is missing. What a
  /// command line cannot say is left out, so it may show more rows but never others. Where the query has no rows because
  /// there are only sums, the command asks for the samples of flagged deliveries.
  package func line(for finding: Finding) -> String? {
    if let judged = finding.judged, judged != window {
      var rows = self
      rows.window = judged
      return rows.line(for: finding)
    }
    guard let query = query(for: finding) else { return nil }
    guard !query.readsDeliveries || !hasOnlySums else { return samplesLine(for: finding) }
    let known = Set(QueryHeader(of: query.text).parameterNames)
    var words = ["pushledger", "query", query.name] + ledgerWords + windowWords(known)
    if known.contains("as_of") { words += ["--as-of", zone.iso(asOf)] }
    if !finding.appKey.isEmpty, known.contains("app_key") { words += Self.appKey(finding.appKey) }
    for entry in finding.scope.entries where known.contains(entry.part.rawValue) {
      words += Self.parameter(entry.part.rawValue, entry.value)
    }
    if known.contains("unacked_ms"), let limit = ackLimit(of: finding.code) {
      words += ["--param", "unacked_ms=\(limit)"]
    }
    if known.contains("flag"), let flag = flag(of: finding.code) { words += ["--param", "flag=\(flag)"] }
    return words.joined(separator: " ")
  }

  /// The query that the rule names; of answers under a foreign AppKey, the pushes themselves where all are at hand.
  private func query(for finding: Finding) -> NamedQuery? {
    let isWhole = !summedDays.contains { span in window.map { span.span.overlaps($0) } ?? true }
    if isWhole, finding.code == .appKeyMismatch, finding.scope[.answersUnder] != nil {
      return NamedQuery("deliveries-of")
    }
    return finding.rows.map(NamedQuery.init)
  }

  /// Whether some of a finding's rows are not there, since only sums are.
  func lacksRows(of finding: Finding) -> Bool {
    guard let query = finding.rows.map(NamedQuery.init), query.readsDeliveries, let window else {
      return false
    }
    return summedDays.contains { $0.span.overlaps(window) }
  }

  /// Whether nothing but sums is known of the whole window.
  private var hasOnlySums: Bool {
    guard let window, !window.isEmpty else { return false }
    return summedDays.reduce(0) { $0 + $1.span.clamped(to: window).count } == window.count
  }

  private func samplesLine(for finding: Finding) -> String? {
    let hasKey = !finding.appKey.isEmpty
    let flag = sampledFlag(of: finding.code).map { " AND flag = '\($0)'" } ?? ""
    // Some flags are on deliveries that nobody sent.
    let sql = """
      SELECT flag, app_key, message_id, device_id, sent_at, detail FROM flags WHERE is_sample\(flag)\
      \(hasKey ? " AND app_key = :app_key" : "") AND coalesce(sent_at, :since) >= :since \
      AND coalesce(sent_at, :since) < :until ORDER BY sent_at DESC, message_id, device_id LIMIT 100
      """
    var words = ["pushledger", "query", "--sql", ShellText.word(sql)].compactMap(\.self)
    words += ledgerWords + windowWords(["since", "until"])
    if hasKey { words += Self.appKey(finding.appKey) }
    return words.joined(separator: " ")
  }

  /// Milliseconds after which an ack is too late for what a finding counts; `nil` where its deliveries do not differ from
  /// others by their acks.
  private func ackLimit(of code: FindingCode) -> Int64? {
    switch code {
    case .extensionSilent, .messageSilent, .extensionTimeouts, .handlerCalledEarly, .versionRegression,
      .ackRateFall:
      ackTimeout
    case .ackOutage: settle
    default: nil
    }
  }

  /// The flag that tells the deliveries behind a finding from others; `nil` where none does.
  private func flag(of code: FindingCode) -> String? {
    switch code {
    case .appKeyUnknown: "app_key_unknown"
    case .clockSkew: "clock_skew"
    case .ackOverBudget: "ack_over_budget"
    default: nil
    }
  }

  /// The same of a ledger that has no deliveries but samples of flagged ones.
  private func sampledFlag(of code: FindingCode) -> String? {
    if let flag = flag(of: code) { return flag }
    return code == .cannotBeAcked || ackLimit(of: code) != nil ? "ack_timeout" : nil
  }

  private var ledgerWords: [String] {
    ledgerOptions.chunks.flatMap { option in
      let shown = option.compactMap(ShellText.word)
      return shown.count == option.count ? shown : []
    }
  }

  private func windowWords(_ known: Set<String>) -> [String] {
    guard let window else { return [] }
    return [("since", window.lowerBound), ("until", window.upperBound)].filter { known.contains($0.0) }
      .flatMap { ["--\($0)", zone.iso(Instant(milliseconds: $1))] }
  }

  /// `--app-key` where the key can be the value of an option.
  private static func appKey(_ key: String) -> [String] {
    if key.utf8.first != UInt8(ascii: "-"), let word = ShellText.word(key) { return ["--app-key", word] }
    return parameter("app_key", key)
  }

  /// Quotes for `query` a value that it would take for a number or for quoted, and one that ends in a line break.
  private static func parameter(_ name: String, _ value: String) -> [String] {
    let quote = UInt8(ascii: "'")
    let isNumber = Int64(value).map { String($0) == value } ?? false
    let isQuoted = value.utf8.count > 1 && value.utf8.first == quote && value.utf8.last == quote
    let endsLine = value.unicodeScalars.last == "\n"
    let shown = isNumber || isQuoted || endsLine ? "'\(value)'" : value
    return ShellText.word("\(name)=\(shown)").map { ["--param", $0] } ?? []
  }
}

extension [String] {
  /// Options with their values, two by two.
  fileprivate var chunks: [[String]] {
    stride(from: 0, to: count, by: 2).map { Array(self[$0..<Swift.min($0 + 2, count)]) }
  }
}

extension NamedQuery {
  /// Whether its rows are single deliveries: sums know nothing about these.
  fileprivate var readsDeliveries: Bool { name == "deliveries-of" }
}
