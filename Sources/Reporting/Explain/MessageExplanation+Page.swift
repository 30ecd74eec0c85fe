package import Diagnosis
import JSONWriting
package import Prose
package import ReceiptModel

/// One message under every AppKey that has events of it.
package struct MessagePage: Sendable {
  private let messageID: String
  private let messages: [MessageExplanation]
  private let zone: ReportZone
  private let asOf: Instant
  private let language: Language
  /// Lists at most this many builds and networks; the rest are only counted.
  private static let mostRows = 10

  /// - Parameter messages: not empty, all of one message id.
  package init(
    _ messages: [MessageExplanation], in zone: ReportZone, asOf: Instant, language: Language = .english
  ) {
    precondition(!messages.isEmpty, "a message has events under an AppKey")
    self.messages = messages
    self.zone = zone
    self.asOf = asOf
    self.language = language
    messageID = messages[0].story.messageID
  }

  /// The page in one of the formats, ending in LF.
  package func bytes(as format: ExplainFormat) -> [UInt8] {
    switch format {
    case .text: Array(page.text.utf8)
    case .markdown: Array(page.markdown.utf8)
    case .json: json.bytes
    }
  }

  private var page: ExplainPage {
    var page = ExplainPage(title: "Message \(messageID)", language: language)
    page.add(.note("as of \(figure: zone.iso(asOf)) (\(zone.name))"))
    if messages.count > 1 {
      page.add(
        .note("The message id occurs under \(messages.count) AppKeys; each is explained separately."))
    }
    for message in messages { add(message, to: &page) }
    return page
  }

  private func add(_ message: MessageExplanation, to page: inout ExplainPage) {
    let story = message.story
    page.add(.heading("AppKey \(story.appKey): \(figure: message.verdict.rawValue)"))
    page.add(.sentence("\(message.verdict.meaning) (\(message.verdict.certainty.phrase))."))
    if let first = story.firstSent, let last = story.lastSent {
      page.add(
        .note(
          """
          \(Figures.sends(story.counts[.sent])), from \(figure: zone.iso(first)) to \(figure: zone.iso(last)).
          """))
    }
    if let findings = message.findings { page.add(findings, in: zone) }
    page.add("Based on", message.grounds)
    page.add("Could also be", message.rivals.map(\.phrase))
    if let step = message.nextStep { page.add("Next step", [step]) }
    if story.counts[.deliveries] > 0 {
      page.add(.subheading("Compared with its neighbours"))
      if let around = story.around {
        page.add(
          .note(
            """
            Other messages of the AppKey, sent from \(figure: zone.iso(around.from)) to \
            \(figure: zone.iso(around.to)).
            """))
      }
      page.add(.table(rates(message)))
    }
    if story.counts[.acked] > 0 {
      let shares = [0.5, 0.9, 0.95, 0.99]
      let own = story.latencies.percentiles(shares)
      page.add(.subheading("From send to ack"))
      page.add(
        .list(
          zip(shares, own).map {
            "\(Int($0 * 100)) % within \($1.map(Figures.duration) ?? Figures.none)"
          }))
    }
    addTable("Builds", builds(message), to: &page)
    addTable("Networks", networks(message), to: &page)
    addTable("Reasons for failures", failures(message), to: &page)
  }

  private func addTable(_ heading: Phrase, _ table: ResultTable, to page: inout ExplainPage) {
    guard !table.rows.isEmpty else { return }
    var table = table
    let more = table.rows.count - Self.mostRows
    table.rows = Array(table.rows.prefix(Self.mostRows))
    page.add(.subheading(heading))
    page.add(.table(table))
    if more > 0 { page.add(.note("and \(Figures.count(more)) more")) }
  }

  private func rates(_ message: MessageExplanation) -> ResultTable {
    ResultTable(
      columns: [
        column("rate", .text), column("part", .integer), column("of", .integer),
        // A number, or a word where there is nothing to divide by: set to the right in both cases.
        column("share", .real), column("Wilson limits", .text), column("neighbours", .real),
      ],
      rows: message.rates.map { rate in
        [
          .text(rate.name.plain(in: language)), .integer(Int64(rate.own.numerator)),
          .integer(Int64(rate.own.denominator)),
          .text(Figures.percent(rate.own).plain(in: language)),
          .text(Figures.interval(rate.own).plain(in: language)),
          .text((rate.others.map(Figures.percent) ?? "no data").plain(in: language)),
        ]
      })
  }

  private var partColumns: [ResultColumn] {
    [
      column("acked", .integer), column("of", .integer), column("share", .real),
      column("Wilson limits", .text),
    ]
  }

  /// A column under words for people.
  private func column(_ title: Phrase, _ type: ResultType) -> ResultColumn {
    ResultColumn(title.plain(in: language), type)
  }

  private func cells(_ rate: Rate) -> [Cell] {
    [
      .integer(Int64(rate.numerator)), .integer(Int64(rate.denominator)),
      .text(Figures.percent(rate).plain(in: language)),
      .text(Figures.interval(rate).plain(in: language)),
    ]
  }

  private func builds(_ message: MessageExplanation) -> ResultTable {
    ResultTable(
      columns: [ResultColumn("app_version", .text), ResultColumn("os_version", .text)] + partColumns + [
        column("neighbours", .real)
      ],
      rows: message.builds.map { build in
        [.text(known(build.appVersion)), .text(known(build.osVersion))] + cells(build.own) + [
          .text((build.others.map(Figures.percent) ?? "no data").plain(in: language))
        ]
      })
  }

  private func networks(_ message: MessageExplanation) -> ResultTable {
    ResultTable(
      columns: [ResultColumn("network_type", .text)] + partColumns,
      rows: message.networks.map { [.text(known($0.name))] + cells($0.rate) })
  }

  private func failures(_ message: MessageExplanation) -> ResultTable {
    ResultTable(
      columns: [
        column("kind", .text), column("channel", .text), column("reason", .text),
        column("deliveries", .integer),
      ],
      rows: message.failures.map { cell in
        let reason = [cell.reasonCode, cell.reasonText].filter { !$0.isEmpty }.joined(separator: " ")
        return [
          .text(cell.kind), .text(known(cell.channel)), .text(known(reason)), .integer(Int64(cell.count)),
        ]
      })
  }

  private func known(_ text: String) -> String {
    text.isEmpty ? ("(unknown)" as Phrase).plain(in: language) : text
  }
}

extension MessagePage {
  private var json: JSONTree {
    .object([
      ("message_id", .text(messageID)), ("as_of", .text(zone.iso(asOf))),
      ("app_keys", .list(messages.map(json))),
    ])
  }

  private func json(_ message: MessageExplanation) -> JSONTree {
    let story = message.story
    let percentiles = story.latencies.percentiles([0.5, 0.9, 0.95, 0.99])
    return .object([
      ("app_key", .text(story.appKey)), ("verdict", .text(message.verdict.rawValue)),
      ("certainty", .text(message.verdict.certainty.name)),
      ("meaning", .text(message.verdict.meaning.plain(in: language))),
      ("rests_on", .list(message.grounds.map { .text($0.plain(in: language)) })),
      ("rivals", .list(message.rivals.map { $0.json(in: language) })),
      ("next_step", .text(message.nextStep?.plain(in: language))),
      ("findings", message.findings?.json(in: zone) ?? .null),
      ("first_sent_at", .text(story.firstSent.map(zone.iso))),
      ("last_sent_at", .text(story.lastSent.map(zone.iso))),
      ("deliveries", .integer(Int64(story.deliveries))),
      ("unsettled", .integer(Int64(story.unsettled))), ("unmatched", .integer(Int64(story.unmatched))),
      ("joined", .integer(Int64(story.joined))),
      (
        "counts",
        .object(Count.allCases.map { ($0.name, .integer(Int64(story.counts[$0]))) })
      ),
      (
        "rates",
        .list(
          message.rates.map {
            .object(
              [("name", .text($0.name.plain()))] + $0.own.jsonMembers + [
                ("neighbours", $0.others.map(json) ?? .null)
              ])
          })
      ),
      (
        "ack_latency_ms",
        .object(zip(["p50", "p90", "p95", "p99"], percentiles).map { ($0, .integer($1)) })
      ),
      (
        "builds",
        .list(
          message.builds.map {
            .object(
              [("app_version", .known($0.appVersion)), ("os_version", .known($0.osVersion))]
                + $0.own.jsonMembers
                + [("neighbours", $0.others.map(json) ?? .null)])
          })
      ),
      (
        "networks",
        .list(message.networks.map { .object([("network_type", .known($0.name))] + $0.rate.jsonMembers) })
      ),
      (
        "failures",
        .list(
          message.failures.map {
            .object([
              ("kind", .text($0.kind)), ("channel", .known($0.channel)),
              ("reason_code", .known($0.reasonCode)),
              ("reason_text", .known($0.reasonText)), ("deliveries", .integer(Int64($0.count))),
            ])
          })
      ),
    ])
  }

  private func json(_ rate: Rate) -> JSONTree { .object(rate.jsonMembers) }
}

extension Rate {
  /// Both numbers, the share and its interval.
  var jsonMembers: [(String, JSONTree)] {
    [
      ("part", .integer(numerator)), ("of", .integer(denominator)), ("share", .share(value)),
      ("interval_low", .share(interval?.lowerBound)), ("interval_high", .share(interval?.upperBound)),
    ]
  }
}

extension MessageExplanation {
  /// Ack-eligible sends and acks by network, most sends first.
  var networks: [(name: String, rate: Rate)] {
    var rates: [String: Rate] = [:]
    for part in story.parts where part.counts[.ackEligible] > 0 {
      let before = rates[part.networkType] ?? Rate(0, of: 0)
      rates[part.networkType] = Rate(
        before.numerator + part.counts[.eligibleAcked], of: before.denominator + part.counts[.ackEligible])
    }
    return rates.map { (name: $0.key, rate: $0.value) }.sorted {
      $0.rate.denominator != $1.rate.denominator
        ? $0.rate.denominator > $1.rate.denominator : $0.name.precedesInBytes($1.name)
    }
  }

  /// Sorted with the most first.
  fileprivate var failures: [FailureCell] {
    story.failures.sorted {
      if $0.count != $1.count { return $0.count > $1.count }
      return ($0.kind, $0.channel, $0.reasonCode, $0.reasonText)
        < ($1.kind, $1.channel, $1.reasonCode, $1.reasonText)
    }
  }
}
