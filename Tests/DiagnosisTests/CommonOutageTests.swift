import Diagnosis
import Prose
import ReceiptModel
import TestSupport
import Testing

struct CommonOutageTests {
  private func findings(_ evidence: Evidence) -> [Finding] { Rule.ackOutage.findings(evidence) }

  private static let apps = ["333", "444", "555"]

  /// A campaign of each AppKey every eight hours, an hour after that of the AppKey before, and no acks of those of `silent`.
  ///
  /// - Parameter often: of how many campaigns one is silent.
  private func evidence(
    silent: Set<Int> = [], often: Int = 5, acked: Int = 80, opened: Int = 5
  ) -> Evidence {
    var random = SeededGenerator(seed: 11)
    return HourSample.evidence(
      (0..<360).compactMap { place in
        guard place % 8 < Self.apps.count else { return nil }
        let isUsual = place < 336 && Int.random(in: 0..<often, using: &random) == 0
        let isSilent = silent.contains(place) || isUsual
        return HourSample.cell(
          place, sent: 100, acked: isSilent ? [:] : [800: acked],
          opened: isUsual ? 0 : opened, appKey: Self.apps[place % 8])
      })
  }

  /// From 16:00 of the judged day on: three campaigns, and three more from 00:00 on.
  private let campaigns = [336, 337, 338, 344, 345, 346]

  @Test func `campaigns of several AppKeys in a row without acks are one outage of all of them`() {
    var evidence = evidence(silent: Set(campaigns))
    evidence.scope.asOf += 8 * DeviceSample.hour
    let found = findings(evidence)
    #expect(found.map(\.appKey) == [""])
    #expect(found.map(\.scope.text) == ["time 2026-09-20T16:00Z to 2026-09-21T03:00Z"])
    #expect(found.map(\.deliveries) == [600])
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.cause.plain().contains("600 pushes of 3 AppKeys") == true)
    #expect(found.first?.cause.plain().contains("pushes arrived and were opened") == true)
  }

  @Test func `one that goes on is critical where pushes are opened`() {
    for (opened, severity) in [(5, Severity.critical), (0, .warning)] {
      var evidence = evidence(silent: [344, 345, 346, 352, 353, 354], opened: opened)
      evidence.scope.asOf += 8 * DeviceSample.hour
      #expect(findings(evidence).map(\.severity) == [severity])
    }
  }

  @Test func `where campaigns are often silent, as many in a row are no news, unless they are opened`() {
    var evidence = evidence(silent: [344, 345, 346], often: 2)
    evidence.scope.asOf += 8 * DeviceSample.hour
    #expect(findings(evidence).count == 1)
    evidence.hourCells = evidence.hourCells.map { cell in
      guard (344...346).contains(cell.key.day) else { return cell }
      return HourSample.cell(cell.key.day, sent: 100, acked: [:], appKey: cell.key.appKey)
    }
    #expect(findings(evidence).isEmpty)
  }

  @Test func `opened pushes without acks show that pushes arrived, before the usual number is opened`() {
    func arrived(unacked: Int) -> [Bool] {
      var evidence = evidence()
      evidence.scope.asOf = HourSample.hours[350].end
      evidence.hourCells = evidence.hourCells.map { cell in
        guard (344...345).contains(cell.key.day) else { return cell }
        return HourSample.cell(
          cell.key.day, sent: 100, acked: [800: 3], opened: 3, unacked: unacked, appKey: cell.key.appKey)
      }
      return findings(evidence).map { $0.cause.plain().contains("pushes arrived and were opened") }
    }
    #expect(arrived(unacked: 0) == [false])
    #expect(arrived(unacked: 3) == [true])
  }

  @Test func `an extension that stopped for good is no outage, whatever another AppKey sends meanwhile`() {
    var evidence = evidence()
    evidence.hourCells = evidence.hourCells.map { cell in
      let isStopped = cell.key.appKey == "333" && cell.key.day >= 320
      let isSilent = isStopped || cell.key.day == 345
      return isSilent ? HourSample.cell(cell.key.day, sent: 100, acked: [:], appKey: cell.key.appKey) : cell
    }
    evidence.hourCells.removeAll { $0.key.appKey == "555" && $0.key.day >= 336 }
    #expect(!findings(evidence).contains { $0.appKey.isEmpty })
  }

  @Test func `an AppKey whose next campaign may be a silent push lost its acks with the others`() {
    var evidence = evidence(silent: [336, 337, 338, 352])
    evidence.hourCells.removeAll { $0.key.appKey == "333" && $0.key.day == 344 }
    evidence.scope.asOf += 8 * DeviceSample.hour
    #expect(findings(evidence).filter(\.appKey.isEmpty).map(\.deliveries) == [300])
  }

  @Test func `single pushes that are acked in the midst of it speak against one`() {
    var evidence = evidence(silent: Set(campaigns))
    evidence.hourCells += [340, 341].map { HourSample.cell($0, sent: 10, acked: [800: 8], appKey: "555") }
    let found = findings(evidence)
    #expect(!found.contains { $0.scope.text.hasPrefix("time 2026-09-20T16:00Z to 2026-09-21") })
  }

  @Test func `messages of these hours are not silent by themselves`() {
    var evidence = evidence(silent: Set(campaigns))
    evidence.messages.cells = MessageCells(
      evidence.hourCells.filter { $0.key.day >= 336 }.map { cell in
        MessageCell(
          appKey: cell.key.appKey, messageID: "\(cell.key.day)", counts: cell.counts,
          firstSent: Instant(milliseconds: HourSample.hours[cell.key.day].start))
      })
    #expect(Rule.messageSilent.findings(evidence).isEmpty)
  }

  @Test func `by chance alone nothing is found, however often campaigns are silent`() {
    var random = SeededGenerator(seed: 5)
    for trial in 0..<60 {
      let share = [0.0, 0.1, 0.3, 0.6][trial % 4]
      let apps = Int.random(in: 2...12, using: &random)
      let cells = (0..<360).flatMap { place in
        (0..<apps).compactMap { app -> CohortCell? in
          guard Int.random(in: 0..<20, using: &random) == 0 else { return nil }
          let sent = Int.random(in: 20...400, using: &random)
          let isSilent = Double.random(in: 0..<1, using: &random) < share
          return HourSample.cell(
            place, sent: sent, acked: isSilent ? [:] : [800: sent * 4 / 5], opened: isSilent ? 0 : sent / 20,
            appKey: "app\(app)")
        }
      }
      let found = findings(HourSample.evidence(cells)).filter(\.appKey.isEmpty)
      #expect(found.isEmpty, "\(apps) AppKeys, \(share) silent: \(found.map(\.scope.text))")
    }
  }
}
