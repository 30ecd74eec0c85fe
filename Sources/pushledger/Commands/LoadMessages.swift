import CommandLineKit
import Files
import JSONWriting
import Ledger
import Loading
import Operations
import ReceiptModel

/// Tells what `load-rollups` and `rollup` loaded.
struct LoadMessages {
  let zone: ReportZone
  let json: Bool
  let quiet: Bool

  func tell(_ loads: [CompletedLoad]) throws {
    if json {
      try DescriptorWriter.standardOutput.write(JSONTree.list(loads.map(tree(of:))).lineBytes.span)
    } else if !quiet {
      for load in loads { try DescriptorWriter.standardOutput.write(text(of: load)) }
    }
  }

  func tellRemoved(_ days: [Range<Int64>]) throws {
    let names = days.map { zone.day(of: Instant(milliseconds: $0.lowerBound)).description }
    if json {
      let tree = JSONTree.object([("removed", .list(names.map { .text($0) }))])
      try DescriptorWriter.standardOutput.write(tree.lineBytes.span)
    } else if !quiet {
      try DescriptorWriter.standardOutput.write(
        names.isEmpty
          ? "no loaded days there; nothing was changed\n"
          : "removed: \(names.joined(separator: ", ")); what was imported for these days counts again\n")
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
