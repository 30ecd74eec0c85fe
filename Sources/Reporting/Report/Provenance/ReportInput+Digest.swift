import Diagnosis
import Prose
import ReceiptModel
import Threads

extension ReportInput {
  /// Digest of everything that the report takes from the ledger: equal data give equal digests, in whatever order they
  /// are read.
  ///
  /// Made of sums that the report has anyway, so it costs no reading.
  package var dataDigest: String {
    // Nothing in it throws.
    var text = (try? ledgerText?.value()) ?? CanonicalText(of: self)
    text.add([origin.answers])
    return text.digest
  }

  /// The same with all but the answers of queries digested, once for every place that names the digest, and on another
  /// thread; what is changed in it afterwards does not change the digest.
  package func withLedgerText() -> ReportInput {
    var input = self
    input.ledgerText = Concurrently { [self] in CanonicalText(of: self) }
    return input
  }
}

extension CanonicalText {
  /// All that a report takes from the ledger, but for the answers of queries.
  fileprivate init(of input: ReportInput) {
    self.init()
    let (scope, evidence) = (input.scope, input.evidence)
    add(scope.all.appKeys + ["\(scope.all.asOf)", "\(scope.all.settle)", "\(scope.reported)"])
    for day in input.days { add([day.name, "\(day.start)", "\(day.end)"]) }
    add(unordered: evidence.cells, write: Self.write(_:to:))
    add(unordered: evidence.versions, write: Self.write(_:to:))
    add(evidence.messages.cells)
    add(["\(evidence.messages.count)"])
    add(unordered: input.failures.map(Self.fields))
    add(unordered: evidence.flags.map { [$0.flag, $0.appKey, $0.detail, "\($0.count)"] })
    add(unordered: evidence.health.fields)
    // Whether data are stale is the clock's word and not the ledger's.
    add(unordered: input.findings.filter { $0.code != .stale }.map(Self.fields))
    add(unordered: input.restated.map(Self.fields))
    // Most ledgers hold none of these.
    if !evidence.messages.small.isEmpty {
      add(unordered: evidence.messages.small, write: Self.write(_:to:))
    }
    if !evidence.beside.isEmpty { add(unordered: evidence.beside.fields) }
    if !input.campaigns.isEmpty { add(unordered: input.campaigns.map(Self.fields)) }
    for month in input.months { add([month.name, "\(month.days)"] + Self.fields(month.counts)) }
  }

  /// The same as `add(unordered:)`, without the records of all of them at once.
  ///
  /// Records begin with AppKey and message id, and these with their lengths. So within an AppKey the ids of each length
  /// are in order already.
  mutating func add(_ messages: MessageCells) {
    add(["\(messages.count)"])
    var record: [UInt8] = []
    for app in Self.inOrder(messages.placesByApp, \.appKey.utf8.count) {
      let lengths = Dictionary(grouping: app.places) { messages.messageID(at: $0).utf8.count }
      for (_, places) in Self.inOrder(lengths, \.key) {
        for place in places {
          let message = messages[place]
          record.removeAll(keepingCapacity: true)
          Self.write(
            0, message.appKey, [message.messageID], message.counts, message.latencies, to: &record)
          record.append(UInt8(ascii: "\n"))
          update(record)
        }
      }
    }
  }

  /// Elements in the order of their lengths as these are written: 10 before 9.
  ///
  /// The colon behind a length stands after all digits.
  private static func inOrder<Elements: Collection>(
    _ elements: Elements, _ length: (Elements.Element) -> Int
  ) -> [Elements.Element] {
    elements.map { ("\(length($0)):", $0) }.enumerated().sorted { one, other in
      (one.element.0, one.offset) < (other.element.0, other.offset)
    }.map(\.element.1)
  }

  private static func write(_ cell: CohortCell, to record: inout [UInt8]) {
    write(cell.key.day, cell.key.appKey, cell.key.parts, cell.counts, cell.latencies, to: &record)
  }

  private static func write(_ messages: SmallMessages, to record: inout [UInt8]) {
    write(
      messages.messages, messages.appKey, [messages.start.map { "\($0)" } ?? ""], messages.counts,
      LatencyHistogram(), to: &record)
  }

  private static func write(
    _ day: Int, _ appKey: String, _ parts: [String], _ counts: Counts, _ latencies: LatencyHistogram,
    to record: inout [UInt8]
  ) {
    record.append(field: day)
    record.append(field: appKey)
    for part in parts { record.append(field: part) }
    for count in Count.allCases where counts[count] != 0 {
      record.append(field: count.rawValue, " ", counts[count])
    }
    for (bucket, count) in latencies.counts.sorted(by: { $0.key < $1.key }) {
      record.append(field: bucket, "=", count)
    }
  }

  private static func fields(_ counts: Counts) -> [String] {
    Count.allCases.compactMap { counts[$0] == 0 ? nil : "\($0.rawValue) \(counts[$0])" }
  }

  private static func fields(_ campaign: CampaignTotal) -> [String] {
    [campaign.appKey, campaign.job, "\(campaign.messages)"] + fields(campaign.counts)
  }

  private static func fields(_ cell: FailureCell) -> [String] {
    ["\(cell.day)", cell.appKey, cell.channel, cell.kind, cell.reasonCode, cell.reasonText, "\(cell.count)"]
  }

  private static func fields(_ finding: Finding) -> [String] {
    let shares = [
      finding.observed, finding.expected, finding.interval?.lowerBound, finding.interval?.upperBound,
    ]
    let numbers = [
      finding.since.map { "\($0.milliseconds)" }, finding.deliveries.map(String.init),
      finding.devices.map(String.init),
    ]
    let rivals = finding.rivals.flatMap { [$0.cause.plain(), $0.settledBy.plain()] }
    let words: [String] = [
      finding.code.rawValue, finding.severity.name, finding.appKey, finding.scope.text, finding.cause.plain(),
      finding.nextStep.plain(), finding.rows ?? "",
    ]
    let bits = shares.map { $0.map { "\($0.bitPattern)" } ?? "" }
    return words + numbers.map { $0 ?? "" } + bits + rivals
  }

  private static func fields(_ day: RestatedDay) -> [String] {
    let published = day.published
    return [
      day.name, "\(published.asOf)", "\(published.start)", "\(published.end)", published.settings,
      published.definitions, day.settings.text,
    ] + [published.counts, published.later, day.counts, day.later].flatMap { fields($0) + [""] }
  }
}

extension ExternalFacts {
  fileprivate var fields: [[String]] {
    extensions.map { times in
      let outcomes = ExtensionExecution.Outcome.allCases.map { "\(times.count($0))" }
      let latencies = [times.waits, times.lengths].flatMap { histogram in
        histogram.counts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + [""]
      }
      return ["runs", times.appKey, times.appVersion, "\(times.runs)", "\(times.attachmentsFailed)"]
        + outcomes
        + latencies
    }
      + attachmentFailures.map {
        ["attachments", $0.error, $0.appKey, $0.appVersion, "\($0.failures)", "\($0.first.milliseconds)"]
      }
      + totals.map {
        [
          "total", $0.source, $0.appKey, $0.message, $0.kind.name, "\($0.theirs)",
          $0.ours.map(String.init) ?? "",
          $0.comparison.rawValue, $0.countedAt.map { "\($0.milliseconds)" } ?? "",
        ]
      }
      + tallies.map {
        [
          "tally", $0.source, $0.appKey, $0.message, $0.kind.name, "\($0.count)", $0.sentBy,
          $0.sends.map(String.init) ?? "",
        ]
      }
  }
}

extension Health {
  fileprivate var fields: [[String]] {
    [["events", "\(events)"], ["newest", newestEvent.map { "\($0.milliseconds)" } ?? ""]]
      + freshness.map { ["fresh", $0.appKey, $0.kind.name, "\($0.newest.milliseconds)", "\($0.events)"] }
      + quietHours.map { ["quiet", "\($0.lowerBound)", "\($0.upperBound)"] }
      + refused.map { ["refused", $0.reason.rawValue, "\($0.lines)"] }
      + repeats.map { ["repeats", $0.kind.name, "\($0.events)"] }
      + unknownTypes.map { ["unknown", $0.name, "\($0.events)"] }
      + unmatched.map { ["unmatched", $0.appKey, "\($0.deliveries)"] }
      + told.map {
        ["told", $0.source, $0.channel, $0.kind.name, "\($0.of)", "\($0.count)"]
      }
      + summedDays.fields
  }
}
