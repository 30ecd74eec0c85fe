package import Diagnosis
package import Prose
package import ReceiptModel

/// One push on one device, under every AppKey that has events of it.
package struct PushPage: Sendable {
  let push: PushExplanation
  let zone: ReportZone
  let asOf: Instant
  let language: Language

  /// - Parameter zone: of all times, which carry their offset.
  package init(
    _ push: PushExplanation, in zone: ReportZone, asOf: Instant, language: Language = .english
  ) {
    self.push = push
    self.zone = zone
    self.asOf = asOf
    self.language = language
  }

  /// The page in one of the formats, ending in LF.
  package func bytes(as format: ExplainFormat) -> [UInt8] { format.bytes(page, json: json) }

  private var page: ExplainPage {
    var page = ExplainPage(title: "Message \(push.messageID) on device \(push.deviceID)", language: language)
    page.add(.note("as of \(figure: zone.iso(asOf)) (\(zone.name))"))
    if push.deliveries.count > 1 {
      page.add(
        .note("The message id occurs under \(push.deliveries.count) AppKeys; each is explained separately."))
    }
    page.add(.heading("Timeline"))
    page.add(.table(timeline))
    for delivery in push.deliveries { add(delivery, to: &page) }
    return page
  }

  private func add(_ delivery: DeliveryExplanation, to page: inout ExplainPage) {
    page.add(.heading("AppKey \(delivery.appKey): \(figure: delivery.verdict.rawValue)"))
    page.add(.sentence("\(delivery.verdict.meaning) (\(delivery.verdict.certainty.phrase))."))
    page.add(.note("Stage: \(delivery.stage.meaning)."))
    if let traits = delivery.traits.phrase { page.add(.note("Device: \(traits).")) }
    page.add(delivery.findings, in: zone)
    page.add("Based on", delivery.grounds.map(phrase))
    if !delivery.runs.isEmpty {
      page.add(.subheading("The extension's own log"))
      page.add(.table(steps(delivery.runs)))
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
  func number(of event: PushEvent) -> Int? {
    let from = push.timeline.partitionPoint { $0.at >= event.at }
    return push.timeline[from...].prefix { $0.at == event.at }.firstIndex(of: event).map { $0 + 1 }
  }

  private var timeline: ResultTable {
    let events = push.timeline
    let hasForeign = Set(events.map(\.appKey)).count > 1
    // Where all of it comes from Alibaba's log, naming that log says nothing.
    let namesLogs = events.contains { !$0.toldBy.isEmpty && $0.toldBy != ToldKind.receiptLog }
    let titles: [(Phrase, ResultType)] = [
      ("event", .integer), ("time", .text), ("after the previous one", .text), ("after the first", .text),
      ("kind", .text),
    ]
    var columns = titles.map { ResultColumn($0, $1, in: language) }
    if hasForeign { columns.append(ResultColumn("app_key", .identifier)) }
    let rows = events.enumerated().map { place, event -> [Cell] in
      let gap = { (from: Instant) in
        Cell.text(Figures.exactDuration(event.at.milliseconds - from.milliseconds).plain(in: language))
      }
      return [
        .integer(Int64(place + 1)), .text(zone.iso(event.at)),
        place > 0 ? gap(events[place - 1].at) : .null,
        place > 0 ? gap(events[0].at) : .null,
        .text(event.phrase(namesLogs: namesLogs).plain(in: language)),
      ] + (hasForeign ? [.text(event.appKey)] : [])
    }
    return ResultTable(columns: columns, rows: rows)
  }

  private func steps(_ runs: [ExtensionExecution]) -> ResultTable {
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
    return ResultTable(columns: titles.map { ResultColumn($0, $1, in: language) }, rows: rows)
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
