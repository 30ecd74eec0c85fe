package import Diagnosis
package import ReceiptModel

extension PushExplanation {
  /// The explanation in one of the formats, ending in LF.
  ///
  /// - Parameter zone: of all times, which carry their offset.
  package func bytes(as format: ExplainFormat, in zone: ReportZone, asOf: Instant) -> [UInt8] {
    switch format {
    case .text: Array(page(zone, asOf).text.utf8)
    case .markdown: Array(page(zone, asOf).markdown.utf8)
    case .json: json(zone, asOf).bytes
    }
  }

  private func page(_ zone: ReportZone, _ asOf: Instant) -> ExplainPage {
    var page = ExplainPage(title: "Message \(messageID) on device \(deviceID)")
    page.add(.sentence("as of \(zone.iso(asOf)) (\(zone.name))"))
    if deliveries.count > 1 {
      page.add(
        .sentence("The message id stands under \(deliveries.count) AppKeys; each is explained by itself."))
    }
    page.add(.heading("Timeline"))
    page.add(.table(table(zone)))
    for delivery in deliveries { add(delivery, to: &page) }
    return page
  }

  private func add(_ delivery: DeliveryExplanation, to page: inout ExplainPage) {
    page.add(.heading("AppKey \(delivery.appKey): \(delivery.verdict.rawValue)"))
    page.add(
      .sentence("\(delivery.verdict.meaning) (\(delivery.verdict.certainty.name))".capitalisedFirst + "."))
    page.add(.sentence("Stage: \(delivery.stage.meaning)."))
    if let traits = delivery.traits.sentence { page.add(.sentence("Device: \(traits).")) }
    page.add("Rests on", delivery.grounds.map(sentence))
    page.add("Could also be", delivery.rivals.map(\.text))
    if let step = delivery.nextStep { page.add("Next step", [step]) }
  }

  /// What a ground says, with the numbers of its events in the timeline.
  private func sentence(_ ground: Ground) -> String {
    let numbers = ground.events.compactMap { number(of: $0) }.sorted().map(String.init)
    guard !numbers.isEmpty else { return ground.text }
    return "\(ground.text) (event\(numbers.count == 1 ? "" : "s") \(numbers.joined(separator: ", ")))"
  }

  /// The place of an event in the timeline, from 1.
  private func number(of event: PushEvent) -> Int? { timeline.firstIndex(of: event).map { $0 + 1 } }

  private func table(_ zone: ReportZone) -> ResultTable {
    let hasForeign = Set(timeline.map(\.appKey)).count > 1
    var columns = [
      ResultColumn("event", .integer), ResultColumn("time", .text),
      ResultColumn("after the one before", .text),
      ResultColumn("after the first", .text), ResultColumn("kind", .text),
    ]
    if hasForeign { columns.append(ResultColumn("app_key", .identifier)) }
    let rows = timeline.enumerated().map { place, event -> [Cell] in
      let gap = { (from: Instant) in
        Cell.text(ExplainFigures.duration(event.at.milliseconds - from.milliseconds))
      }
      return [
        .integer(Int64(place + 1)), .text(zone.iso(event.at)),
        place > 0 ? gap(timeline[place - 1].at) : .null,
        place > 0 ? gap(timeline[0].at) : .null, .text(event.name),
      ] + (hasForeign ? [.text(event.appKey)] : [])
    }
    return ResultTable(columns: columns, rows: rows)
  }

  private func json(_ zone: ReportZone, _ asOf: Instant) -> JSONTree {
    .object([
      ("message_id", .text(messageID)), ("device_id", .text(deviceID)), ("as_of", .text(zone.iso(asOf))),
      (
        "timeline",
        .list(
          timeline.enumerated().map { place, event in
            .object([
              ("event", .integer(Int64(place + 1))), ("app_key", .text(event.appKey)),
              ("kind", .text(event.kind.name)), ("raw_type", .known(event.rawType)),
              ("at", .text(zone.iso(event.at))), ("at_ms", .integer(event.at.milliseconds)),
              (
                "gap_ms",
                .integer(place > 0 ? event.at.milliseconds - timeline[place - 1].at.milliseconds : nil)
              ),
            ])
          })
      ), ("deliveries", .list(deliveries.map(json))),
    ])
  }

  private func json(_ delivery: DeliveryExplanation) -> JSONTree {
    .object([
      ("app_key", .text(delivery.appKey)), ("answered_under", .list(delivery.foreignKeys.map { .text($0) })),
      ("platform", .known(delivery.traits.platform)), ("channel", .known(delivery.traits.channel)),
      ("job_key", .known(delivery.traits.jobKey)), ("app_version", .known(delivery.traits.appVersion)),
      ("os_version", .known(delivery.traits.osVersion)),
      ("network_type", .known(delivery.traits.networkType)),
      ("reason_code", .known(delivery.traits.reasonCode)),
      ("reason_text", .known(delivery.traits.reasonText)),
      ("stage", .text(delivery.stage.rawValue)), ("verdict", .text(delivery.verdict.rawValue)),
      ("certainty", .text(delivery.verdict.certainty.name)), ("meaning", .text(delivery.verdict.meaning)),
      (
        "rests_on",
        .list(
          delivery.grounds.map { ground in
            .object([
              ("text", .text(ground.text)),
              ("events", .list(ground.events.compactMap(number).map { .integer(Int64($0)) })),
            ])
          })
      ), ("rivals", .list(delivery.rivals.map(\.json))), ("next_step", .text(delivery.nextStep)),
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
      ),
    ])
  }
}

extension Rival {
  var json: JSONTree { .object([("cause", .text(cause)), ("settled_by", .known(settledBy))]) }
}

extension PushEvent {
  /// `sent`; `other (sms_sent)`.
  fileprivate var name: String { rawType.isEmpty ? kind.name : "\(kind.name) (\(rawType))" }
}

extension DeliveryTraits {
  /// What is known, in words; `nil` when nothing is.
  fileprivate var sentence: String? {
    let parts = [
      ("", platform), ("channel ", channel), ("app version ", appVersion), ("system version ", osVersion),
      ("network ", networkType), ("task ", jobKey),
    ].filter { !$0.1.isEmpty }
    return parts.isEmpty ? nil : parts.map { $0.0 + $0.1 }.joined(separator: ", ")
  }
}

extension String {
  /// The text with its first letter in upper case.
  var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
