import Prose
import ReceiptModel

/// Findings in a line each, worst first; of equal ones of several AppKeys in one.
struct FindingLines {
  /// What stands below a line.
  enum Depth {
    /// What to do next.
    case nextStep
    /// All that it rests on, and what to do, as details.
    case everything
  }

  var list: FindingsList
  var depth = Depth.everything

  func blocks(of findings: [Finding]) -> [Page.Block] {
    let groups = Self.groups(findings)
    return groups.isEmpty ? [] : [.list(groups.map(item))]
  }

  /// The findings of several AppKeys that say the same and want the same, together at the place of the worst.
  private static func groups(_ findings: [Finding]) -> [[Finding]] {
    findings.reduce(into: []) { groups, finding in
      if let place = groups.firstIndex(where: { $0[0].isSame(as: finding) }) {
        groups[place].append(finding)
      } else {
        groups.append([finding])
      }
    }
  }

  private func item(_ group: [Finding]) -> Page.Item {
    let worst = group[0]
    let name = name(group)
    let facts = [
      FindingWords.concerned(sum(group)), group.count == 1 ? seen(worst) : nil,
      FindingWords.since(sum(group)) { String(list.zone.short($0).prefix(16)) }.map { "since \($0)" },
      worst.acknowledgement == nil ? FindingWords.life(worst) : FindingWords.state(worst, list.zone),
    ].compactMap { $0 as Phrase? }
    let isBrief = depth == .nextStep
    return Page.Item(
      "**\(worst.severity.phrase)** \(name): \(facts.joined(separator: "; ")).",
      isBrief ? [list.nextStep(of: worst)] : [],
      // What is over or known is nobody's alarm.
      severity: worst.isOpen ? worst.severity : .info,
      details: isBrief ? nil : Page.Details(of: name, everything(group)))
  }

  /// `extension_silent` of 333, app_version 3.2.1.
  private func name(_ group: [Finding]) -> Phrase {
    var name: Phrase = .code(group[0].code.rawValue)
    let keys = group.map(\.appKey).filter { !$0.isEmpty }
    if !keys.isEmpty { name = "\(name) of \(keys.map { FindingWords.app($0, list.appNames) }.joined())" }
    let scope = group[0].scope.phrase
    return scope.isEmpty ? name : "\(name), \(scope.cuttingTexts(to: 120))"
  }

  /// `0.00 % instead of 90.87 %`.
  private func seen(_ finding: Finding) -> Phrase? {
    finding.observed.map { observed in
      finding.expected.map { "\(Figures.percent(observed)) instead of \(Figures.percent($0))" }
        ?? Figures.percent(observed)
    }
  }

  /// What was seen, as far as the line does not say it: of one, how sure it is; of several, each.
  private func evidence(_ group: [Finding]) -> [Page.Item] {
    if group.count > 1 {
      return group.map { finding in
        let facts = [FindingWords.concerned(finding), seen(finding)].compactMap { $0 as Phrase? }
        return Page.Item("\(FindingWords.app(finding.appKey, list.appNames)): \(facts.joined()).")
      }
    }
    return group[0].interval.map { [Page.Item("Seen: Wilson limits \(Figures.interval($0)).")] } ?? []
  }

  private func everything(_ group: [Finding]) -> [Page.Item] {
    let sum = sum(group)
    // The causes of a note are for those who ask `check`.
    let causes = sum.severity == .info ? [] : list.causes(of: sum)
    return evidence(group) + causes + [list.nextStep(of: sum)] + list.rowsCommand(of: sum)
  }

  /// All of a group as one: its rows are those of all AppKeys.
  private func sum(_ group: [Finding]) -> Finding {
    guard group.count > 1 else { return group[0] }
    var sum = group[0]
    sum.appKey = ""
    sum.deliveries = Self.sum(group.map(\.deliveries))
    sum.devices = Self.sum(group.map(\.devices))
    let first = group.min { ($0.since?.milliseconds ?? .max) < ($1.since?.milliseconds ?? .max) }
    (sum.since, sum.sinceIsExact) = (first?.since, first?.sinceIsExact ?? false)
    return sum
  }

  /// `nil` where some is not known.
  private static func sum(_ counts: [Int?]) -> Int? {
    counts.contains(nil) ? nil : counts.reduce(0) { $0 + ($1 ?? 0) }
  }
}

extension Finding {
  /// Whether it says of its AppKey what another says of another AppKey.
  fileprivate func isSame(as other: Finding) -> Bool {
    code == other.code && scope == other.scope && cause == other.cause && rivals == other.rivals
      && nextStep == other.nextStep && rows == other.rows && judged == other.judged && state == other.state
      && isWorse == other.isWorse && acknowledgement == other.acknowledgement && !appKey.isEmpty
      && !other.appKey.isEmpty
  }
}
