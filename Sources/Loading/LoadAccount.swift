import JSONWriting
import Ledger
package import ReceiptModel

/// What is told of loads.
package struct LoadAccount {
  package enum Form {
    case text, json, nothing
  }

  private let form: Form
  private let zone: ReportZone

  package init(_ form: Form, in zone: ReportZone) {
    self.form = form
    self.zone = zone
  }

  package func bytes(of loads: [CompletedLoad]) -> [UInt8] {
    switch form {
    case .json: JSONTree.list(loads.map(tree(of:))).lineBytes
    case .text: Array(loads.map(text(of:)).joined().utf8)
    case .nothing: []
    }
  }

  /// - Parameter days: in milliseconds UTC and in order.
  package func bytes(ofRemoved days: [Range<Int64>]) -> [UInt8] {
    let names = days.map { zone.day(of: Instant(milliseconds: $0.lowerBound)).description }
    return switch form {
    case .json: JSONTree.object([("removed", .list(names.map { .text($0) }))]).lineBytes
    case .text where names.isEmpty: Array("no loaded days there; nothing was changed\n".utf8)
    case .text:
      Array("removed: \(names.joined(separator: ", ")); what was imported for these days counts again\n".utf8)
    case .nothing: []
    }
  }

  private func tree(of load: CompletedLoad) -> JSONTree {
    func count(_ figure: LoadedManifest.Figure) -> JSONTree { .integer(load.manifest.counts[figure] ?? 0) }
    return .object([
      ("run", .text(load.manifest.run)), ("engine", .text(load.manifest.engine)),
      ("first_day", .text(load.days.first?.name ?? "")), ("last_day", .text(load.days.last?.name ?? "")),
      ("replaced", .bool(load.outcome.replaced)),
      ("former_deliveries", load.outcome.replaced ? .integer(load.outcome.formerDeliveries) : .null),
      ("deliveries", count(.deliveriesInScope)), ("events", count(.eventsInScope)),
      ("flags", count(.flagsInScope)), ("lines", count(.lines)),
      ("missing_lines", .integer(load.manifest.lost)),
      ("uncounted_deliveries", .integer(load.outcome.uncounted)), ("cut_at", .text(load.cutAt.map(zone.iso))),
    ])
  }

  private func text(of load: CompletedLoad) -> String {
    let manifest = load.manifest
    func count(_ figure: LoadedManifest.Figure) -> Int64 { manifest.counts[figure] ?? 0 }
    var text = """
      \(days(of: load)) \(load.outcome.replaced ? "loaded again" : "loaded") from the run \(manifest.run) (\(manifest.engine)): \
      \(count(.deliveriesInScope)) deliveries, \(count(.eventsInScope)) events, \(count(.flagsInScope)) flags

      """
    if load.outcome.replaced {
      text += "  deliveries: \(load.outcome.formerDeliveries) before, \(count(.deliveriesInScope)) now\n"
    }
    if manifest.lost > 0 {
      let reasons =
        load.reasons.map { "\($0.name) \($0.lines)" }
        + (count(.corruptLines) > 0 ? ["not-json \(count(.corruptLines))"] : [])
      text +=
        "  missing lines: \(manifest.lost) of \(count(.lines)) (\(reasons.joined(separator: ", ")))\n"
    }
    if let end = load.cutAt {
      text += """
          the log that was read ends at \(zone.iso(end)): receipts that came later, until \
        \(zone.iso(Instant(milliseconds: load.settledAt))), are not counted, so there may be too many timeouts; compute it \
        again when there is more of the log

        """
    }
    if load.outcome.uncounted > 0 {
      text +=
        "  deliveries of imported logs that were sent in these days and no longer count: \(load.outcome.uncounted)\n"
    }
    return text
  }

  private func days(of load: CompletedLoad) -> String {
    let (first, last) = (load.days.first?.name ?? "", load.days.last?.name ?? "")
    return first == last ? first : "\(first)..\(last)"
  }
}
