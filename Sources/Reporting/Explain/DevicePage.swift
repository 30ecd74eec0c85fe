package import Diagnosis
import JSONWriting
package import Prose
package import ReceiptModel

/// One device under every AppKey that pushes to it.
package struct DevicePage: Sendable {
  let device: DeviceExplanation
  let zone: ReportZone
  let asOf: Instant
  let language: Language

  package init(
    _ device: DeviceExplanation, in zone: ReportZone, asOf: Instant, language: Language = .english
  ) {
    self.device = device
    self.zone = zone
    self.asOf = asOf
    self.language = language
  }

  /// The page in one of the formats, ending in LF.
  package func bytes(as format: ExplainFormat) -> [UInt8] { format.bytes(page, json: json) }

  private var page: ExplainPage {
    var page = ExplainPage(title: "Device \(device.deviceID)", language: language)
    page.add(.note("as of \(figure: zone.iso(asOf)) (\(zone.name))"))
    if device.apps.count > 1 {
      page.add(
        .note("The device is known under \(device.apps.count) AppKeys; each is explained separately."))
    }
    for app in device.apps { add(app, to: &page) }
    return page
  }

  private func add(_ app: DeviceAppExplanation, to page: inout ExplainPage) {
    page.add(.heading("AppKey \(app.appKey): \(figure: app.verdict.rawValue)"))
    page.add(.sentence("\(app.verdict.meaning) (\(app.verdict.certainty.phrase))."))
    if let first = app.firstSign, let last = app.lastSign {
      page.add(.note("First sign of life: \(words(first)). Last: \(words(last))."))
    } else {
      page.add(.note("There is no sign of life of the device."))
    }
    page.add(.note("Muted: \(muted(app)). Token: \(token(app))."))
    if let findings = app.findings { page.add(findings, in: zone) }
    page.add("Based on", app.grounds)
    page.add("Could also be", app.rivals.map(\.phrase))
    if let step = app.nextStep { page.add("Next step", [step]) }
    page.add("Last pushes", pushes(app), most: app.lastPushes.count)
    page.add("Builds", builds(app))
    page.add("Channels", channels(app))
    guard let comparison = app.comparison else { return }
    page.add(.subheading("What is usual"))
    page.add(.note(usual(comparison)))
    page.add(.table(rates(comparison)))
  }

  private func words(_ sign: SignOfLife) -> Phrase {
    guard let kind = sign.kind else { return "the app was opened at \(figure: zone.iso(sign.at))" }
    return "\(figure: kind.name) at \(figure: zone.iso(sign.at))"
  }

  private func muted(_ app: DeviceAppExplanation) -> Phrase {
    guard let isMuted = app.isMuted else { return "nobody can tell" }
    return isMuted ? "it seems so" : "no"
  }

  private func token(_ app: DeviceAppExplanation) -> Phrase {
    switch app.tokenState {
    case "dead"?: "dead"
    case nil: "no gateway said anything"
    default: "a gateway took a push"
    }
  }

  private func usual(_ comparison: DeviceComparison) -> Phrase {
    let (from, to) = (zone.iso(comparison.from), zone.iso(comparison.to))
    return comparison.appVersion.isEmpty
      ? "Pushes of the AppKey to other devices, sent from \(figure: from) to \(figure: to)."
      : """
      Pushes to other devices with app version \(comparison.appVersion), sent from \(figure: from) to \(figure: to).
      """
  }

  private func pushes(_ app: DeviceAppExplanation) -> ResultTable {
    ResultTable(
      columns: [
        ResultColumn("message_id", .identifier), ResultColumn("time", .text, in: language),
        ResultColumn("what became of it", .text, in: language),
        ResultColumn("verdict", .text, in: language),
      ],
      rows: app.lastPushes.map { push in
        [
          .text(push.messageID), .text(zone.iso(push.begunAt)),
          .text(push.fate.joined().plain(in: language)), .text(push.explanation.verdict.rawValue),
        ]
      })
  }

  private func builds(_ app: DeviceAppExplanation) -> ResultTable {
    ResultTable(
      columns: ["app_version", "os_version", "brand", "network_type"].map { ResultColumn($0, .text) }
        + periodColumns,
      rows: app.builds.map { period in
        let name = period.name
        return [name.appVersion, name.osVersion, name.brand, name.networkType].map {
          .text($0.orUnknown(in: language))
        }
          + cells(period)
      })
  }

  private func channels(_ app: DeviceAppExplanation) -> ResultTable {
    ResultTable(
      columns: ["platform", "channel"].map { ResultColumn($0, .text) } + periodColumns,
      rows: app.channels.map { period in
        [period.name.platform, period.name.channel].map { .text($0.orUnknown(in: language)) } + cells(period)
      })
  }

  private var periodColumns: [ResultColumn] {
    [
      ResultColumn("pushes", .integer, in: language), ResultColumn("first", .text, in: language),
      ResultColumn("last", .text, in: language),
    ]
  }

  private func cells<Name>(_ period: DevicePeriod<Name>) -> [Cell] {
    [.integer(Int64(period.pushes)), .text(zone.iso(period.first)), .text(zone.iso(period.last))]
  }

  private func rates(_ comparison: DeviceComparison) -> ResultTable {
    ResultTable(
      columns: [
        ResultColumn("rate", .text, in: language), ResultColumn("this device", .text, in: language),
        ResultColumn("part", .integer, in: language), ResultColumn("of", .integer, in: language),
        ResultColumn("share", .real, in: language), ResultColumn("Wilson limits", .text, in: language),
      ],
      rows: comparison.rates.map { rate in
        let others = rate.others ?? Rate(0, of: 0)
        return [
          .text(rate.name.plain(in: language)), .text(Figures.share(rate.own).plain(in: language)),
          .integer(Int64(others.numerator)), .integer(Int64(others.denominator)),
          .text(Figures.percent(others).plain(in: language)),
          .text(Figures.interval(others).plain(in: language)),
        ]
      })
  }
}
