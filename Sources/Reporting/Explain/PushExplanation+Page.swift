package import Diagnosis
import JSONWriting
package import Prose
package import ReceiptModel

extension PushExplanation {
  /// The explanation in one of the formats, ending in LF.
  ///
  /// - Parameter zone: of all times, which carry their offset.
  package func bytes(
    as format: ExplainFormat, in zone: ReportZone, asOf: Instant, language: Language = .english
  ) -> [UInt8] {
    switch format {
    case .text: Array(page(zone, asOf, language).text.utf8)
    case .markdown: Array(page(zone, asOf, language).markdown.utf8)
    case .json: json(zone, asOf, language).bytes
    }
  }

  private func page(_ zone: ReportZone, _ asOf: Instant, _ language: Language) -> ExplainPage {
    var page = ExplainPage(title: "Message \(messageID) on device \(deviceID)", language: language)
    page.add(.note("as of \(figure: zone.iso(asOf)) (\(zone.name))"))
    if deliveries.count > 1 {
      page.add(
        .note("The message id occurs under \(deliveries.count) AppKeys; each is explained separately."))
    }
    page.add(.heading("Timeline"))
    page.add(.table(table(zone, language)))
    for delivery in deliveries { add(delivery, to: &page, zone, language) }
    return page
  }

  private func add(
    _ delivery: DeliveryExplanation, to page: inout ExplainPage, _ zone: ReportZone, _ language: Language
  ) {
    page.add(.heading("AppKey \(delivery.appKey): \(figure: delivery.verdict.rawValue)"))
    page.add(.sentence("\(delivery.verdict.meaning) (\(delivery.verdict.certainty.phrase))."))
    page.add(.note("Stage: \(delivery.stage.meaning)."))
    if let traits = delivery.traits.phrase { page.add(.note("Device: \(traits).")) }
    page.add(delivery.findings, in: zone)
    page.add("Based on", delivery.grounds.map(phrase))
    if !delivery.runs.isEmpty {
      page.add(.subheading("The extension's own log"))
      page.add(.table(steps(delivery.runs, zone, language)))
    }
    page.add("Could also be", delivery.rivals.map(\.phrase))
    if let step = delivery.nextStep { page.add("Next step", [step]) }
  }

  /// What a ground says, with the numbers of its events in the timeline.
  private func phrase(_ ground: Ground) -> Phrase {
    let numbers = ground.events.compactMap { number(of: $0) }.sorted()
    let list = numbers.map { Phrase.figure("\($0)") }.joined()
    switch numbers.count {
    case 0: return ground.text
    case 1: return "\(ground.text) (event \(list))"
    default: return "\(ground.text) (events \(list))"
    }
  }

  /// The place of an event in the timeline, from 1.
  private func number(of event: PushEvent) -> Int? {
    let from = timeline.partitionPoint { $0.at >= event.at }
    return timeline[from...].prefix { $0.at == event.at }.firstIndex(of: event).map { $0 + 1 }
  }

  private func table(_ zone: ReportZone, _ language: Language) -> ResultTable {
    let hasForeign = Set(timeline.map(\.appKey)).count > 1
    // Where all of it comes from Alibaba's log, naming that log says nothing.
    let namesLogs = timeline.contains { !$0.toldBy.isEmpty && $0.toldBy != ToldKind.receiptLog }
    let titles: [(Phrase, ResultType)] = [
      ("event", .integer), ("time", .text), ("after the previous one", .text), ("after the first", .text),
      ("kind", .text),
    ]
    var columns = titles.map { ResultColumn($0.plain(in: language), $1) }
    if hasForeign { columns.append(ResultColumn("app_key", .identifier)) }
    let rows = timeline.enumerated().map { place, event -> [Cell] in
      let gap = { (from: Instant) in
        Cell.text(Figures.exactDuration(event.at.milliseconds - from.milliseconds).plain(in: language))
      }
      return [
        .integer(Int64(place + 1)), .text(zone.iso(event.at)),
        place > 0 ? gap(timeline[place - 1].at) : .null,
        place > 0 ? gap(timeline[0].at) : .null,
        .text(event.phrase(namesLogs: namesLogs).plain(in: language)),
      ] + (hasForeign ? [.text(event.appKey)] : [])
    }
    return ResultTable(columns: columns, rows: rows)
  }

  private func json(_ zone: ReportZone, _ asOf: Instant, _ language: Language) -> JSONTree {
    .object([
      ("message_id", .text(messageID)), ("device_id", .text(deviceID)), ("as_of", .text(zone.iso(asOf))),
      (
        "timeline",
        .list(
          timeline.enumerated().map { place, event in
            .object([
              ("event", .integer(Int64(place + 1))), ("app_key", .text(event.appKey)),
              ("kind", .text(event.kind.name)), ("raw_type", .known(event.rawType)),
              ("told_by", .known(event.toldBy)), ("is_linked", .bool(event.isLinked)),
              ("at", .text(zone.iso(event.at))),
              ("at_ms", .integer(event.at.milliseconds)),
              (
                "gap_ms",
                .integer(place > 0 ? event.at.milliseconds - timeline[place - 1].at.milliseconds : nil)
              ),
            ])
          })
      ), ("deliveries", .list(deliveries.map { json($0, zone, language) })),
    ])
  }

  private func json(
    _ delivery: DeliveryExplanation, _ zone: ReportZone, _ language: Language
  ) -> JSONTree {
    .object([
      ("app_key", .text(delivery.appKey)), ("answered_under", .list(delivery.foreignKeys.map { .text($0) })),
      ("platform", .known(delivery.traits.platform)), ("channel", .known(delivery.traits.channel)),
      ("job_key", .known(delivery.traits.jobKey)), ("app_version", .known(delivery.traits.appVersion)),
      ("os_version", .known(delivery.traits.osVersion)),
      ("network_type", .known(delivery.traits.networkType)),
      ("reason_code", .known(delivery.traits.reasonCode)),
      ("reason_text", .known(delivery.traits.reasonText)),
      ("stage", .text(delivery.stage.rawValue)), ("verdict", .text(delivery.verdict.rawValue)),
      ("certainty", .text(delivery.verdict.certainty.name)),
      ("meaning", .text(delivery.verdict.meaning.plain(in: language))),
      (
        "rests_on",
        .list(
          delivery.grounds.map { ground in
            .object([
              ("text", .text(ground.text.plain(in: language))),
              ("events", .list(ground.events.compactMap(number).map { .integer(Int64($0)) })),
            ])
          })
      ), ("rivals", .list(delivery.rivals.map { $0.json(in: language) })),
      ("next_step", .text(delivery.nextStep?.plain(in: language))),
      ("findings", delivery.findings.json(in: zone)),
      (
        "acks",
        .list(
          delivery.tries.map { bounds in
            .object([
              ("event", .integer(number(of: bounds.ack).map(Int64.init))),
              ("least_latency_ms", .integer(bounds.latency?.lowerBound)),
              ("most_latency_ms", .integer(bounds.latency?.upperBound)),
              ("possible_tries", .list(bounds.tries.map { .integer(Int64($0)) })),
              ("least_wait_before_start_ms", .integer(bounds.leastWait)),
            ])
          })
      ), ("extension_runs", .list(delivery.runs.map(\.json))),
    ])
  }

  private func steps(_ runs: [ExtensionExecution], _ zone: ReportZone, _ language: Language) -> ResultTable {
    let titles: [(Phrase, ResultType)] = [
      ("run", .integer), ("time", .text), ("after the start", .text), ("step", .text), ("detail", .text),
    ]
    let rows = runs.enumerated().flatMap { place, run in
      run.steps.map { step -> [Cell] in
        let after = run.startedAt.map { start in
          Cell.text(
            Figures.exactDuration(step.at.milliseconds - start.milliseconds).plain(in: language))
        }
        return [
          .integer(Int64(place + 1)), .text(zone.iso(step.at)), after ?? .null, .text(step.step.rawValue),
          step.detail.isEmpty ? .null : .text(step.detail.cut(to: 200)),
        ]
      }
    }
    return ResultTable(columns: titles.map { ResultColumn($0.plain(in: language), $1) }, rows: rows)
  }
}

extension ExtensionExecution {
  fileprivate var json: JSONTree {
    .object([
      ("started_ms", .integer(startedAt?.milliseconds)), ("outcome", .text(outcome.rawValue)),
      ("failed_tries", .integer(Int64(failedTries))), ("run_ms", .integer(milliseconds)),
      (
        "steps",
        .list(
          steps.map {
            .object([
              ("step", .text($0.step.rawValue)), ("at_ms", .integer($0.at.milliseconds)),
              ("detail", .known($0.detail)),
            ])
          })
      ),
    ])
  }
}

extension Rival {
  func json(in language: Language) -> JSONTree {
    .object([
      ("cause", .text(cause.plain(in: language))), ("settled_by", .known(settledBy.plain(in: language))),
    ])
  }
}

extension PushEvent {
  /// `sent`; `other (sms_sent)`.
  private var name: String { rawType.isEmpty ? kind.name : "\(kind.name) (\(rawType))" }

  /// The same, with the logs that tell it if asked for.
  fileprivate func phrase(namesLogs: Bool) -> Phrase {
    if !namesLogs || toldBy.isEmpty { return .text(name) }
    return isLinked ? "\(name), told by \(toldBy) under another name" : "\(name), told by \(toldBy)"
  }
}

extension DeliveryTraits {
  /// What is known, in words; `nil` when nothing is.
  fileprivate var phrase: Phrase? {
    var parts: [Phrase] = []
    if !platform.isEmpty { parts.append(.text(platform)) }
    if !channel.isEmpty { parts.append("channel \(channel)") }
    if !appVersion.isEmpty { parts.append("app version \(appVersion)") }
    if !osVersion.isEmpty { parts.append("system version \(osVersion)") }
    if !networkType.isEmpty { parts.append("network \(networkType)") }
    if !jobKey.isEmpty { parts.append("task \(jobKey)") }
    return parts.isEmpty ? nil : parts.joined()
  }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
