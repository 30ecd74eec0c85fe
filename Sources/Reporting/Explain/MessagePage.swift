package import Diagnosis
package import Prose
package import ReceiptModel

/// One message under every AppKey that has events of it.
package struct MessagePage: Sendable {
  let messageID: String
  let messages: [MessageExplanation]
  let zone: ReportZone
  let asOf: Instant
  let language: Language

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
  package func bytes(as format: ExplainFormat) -> [UInt8] { format.bytes(page, json: json) }

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
    page.add("Builds", builds(message))
    page.add("Networks", networks(message))
    page.add("Reasons for failures", failures(message))
  }

  private func rates(_ message: MessageExplanation) -> ResultTable {
    ResultTable(
      columns: [
        ResultColumn("rate", .text, in: language), ResultColumn("part", .integer, in: language),
        ResultColumn("of", .integer, in: language),
        // A number, or a word where there is nothing to divide by: set to the right in both cases.
        ResultColumn("share", .real, in: language), ResultColumn("Wilson limits", .text, in: language),
        ResultColumn("neighbours", .real, in: language),
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
      ResultColumn("acked", .integer, in: language), ResultColumn("of", .integer, in: language),
      ResultColumn("share", .real, in: language),
      ResultColumn("Wilson limits", .text, in: language),
    ]
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
        ResultColumn("neighbours", .real, in: language)
      ],
      rows: message.builds.map { build in
        [.text(build.appVersion.orUnknown(in: language)), .text(build.osVersion.orUnknown(in: language))]
          + cells(build.own) + [
            .text((build.others.map(Figures.percent) ?? "no data").plain(in: language))
          ]
      })
  }

  private func networks(_ message: MessageExplanation) -> ResultTable {
    ResultTable(
      columns: [ResultColumn("network_type", .text)] + partColumns,
      rows: message.networks.map { [.text($0.name.orUnknown(in: language))] + cells($0.rate) })
  }

  private func failures(_ message: MessageExplanation) -> ResultTable {
    ResultTable(
      columns: [
        ResultColumn("kind", .text, in: language), ResultColumn("channel", .text, in: language),
        ResultColumn("reason", .text, in: language),
        ResultColumn("deliveries", .integer, in: language),
      ],
      rows: message.failures.map { cell in
        let reason = [cell.reasonCode, cell.reasonText].filter { !$0.isEmpty }.joined(separator: " ")
        return [
          .text(cell.kind), .text(cell.channel.orUnknown(in: language)),
          .text(reason.orUnknown(in: language)), .integer(Int64(cell.count)),
        ]
      })
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
  var failures: [FailureCell] {
    story.failures.sorted {
      if $0.count != $1.count { return $0.count > $1.count }
      return ($0.kind, $0.channel, $0.reasonCode, $0.reasonText)
        < ($1.kind, $1.channel, $1.reasonCode, $1.reasonText)
    }
  }
}
