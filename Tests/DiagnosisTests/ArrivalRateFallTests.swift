import Diagnosis
import Prose
import ReceiptModel
import TestSupport
import Testing

struct ArrivalRateFallTests {
  private func findings(_ evidence: Evidence) -> [Finding] { Rule.arrivalRateFall.findings(evidence) }

  private func cell(
    _ place: Int, arrived: Int, opened: Int = 10, sent: Int = 100, channel: String = "huawei",
    appKey: String = "333", acked: Int = 0
  ) -> CohortCell {
    Sample.cell(
      day: place, appKey, [channel],
      [
        .deliveries: sent, .sent: sent, .measurable: sent, .arrived: arrived, .opened: opened,
        .ackEligible: acked, .eligibleAcked: acked,
      ])
  }

  /// A hundred pushes an hour on one channel, of which 85 arrive and 10 are opened, but for some hours.
  private func evidence(since: Int = 360, arrived: Int = 30, opened: Int = 10) -> Evidence {
    HourSample.evidence(
      (0..<360).map { place in
        place < since ? cell(place, arrived: 85) : cell(place, arrived: arrived, opened: opened)
      })
  }

  @Test func `pushes that a channel takes and does not deliver are found from their first hour on`() {
    let found = findings(evidence(since: 340, opened: 3))
    #expect(found.map(\.scope.text) == ["channel huawei"])
    #expect(found.first?.since == Instant(milliseconds: HourSample.hours[340].start))
    #expect(found.first?.severity == .critical)
    #expect(found.first?.cause.plain().hasPrefix("the vendor takes pushes") == true)
    #expect(found.first.map { abs(($0.expected ?? 0) - 0.85) < 0.01 } == true)
  }

  @Test func `where pushes are opened as ever, the receipts are missing, and no push`() {
    let found = findings(evidence(since: 340, opened: 10))
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.cause.plain().hasPrefix("the log lacks receipts") == true)
  }

  @Test func `where hardly any push is opened, both are said`() {
    var evidence = evidence(since: 340)
    evidence.hourCells = evidence.hourCells.map { cell in
      var cell = cell
      cell.counts[.opened] = cell.key.day == 10 ? 1 : 0
      return cell
    }
    let found = findings(evidence)
    #expect(found.map(\.severity) == [.warning])
    #expect(found.first?.cause.plain().contains(", or the log lacks receipts") == true)
  }

  @Test func `one that began before the judged hours is told with its beginning`() {
    let found = findings(evidence(since: 250))
    #expect(found.map(\.since) == [Instant(milliseconds: HourSample.hours[250].start)])
    #expect(found.first.map { abs(($0.expected ?? 0) - 0.85) < 0.01 } == true)
  }

  @Test func `as usual, a little less, or as little as on a day before is no news`() {
    #expect(findings(evidence()).isEmpty)
    #expect(findings(evidence(since: 336, arrived: 65)).isEmpty)
    var evidence = evidence(since: 336, arrived: 50)
    #expect(findings(evidence).count == 1)
    evidence.hourCells = evidence.hourCells.map { cell in
      (200..<224).contains(cell.key.day) ? self.cell(cell.key.day, arrived: 45) : cell
    }
    #expect(findings(evidence).isEmpty)
  }

  @Test func `the newest pushes are not missed yet`() {
    #expect(findings(evidence(since: 355, arrived: 0)).isEmpty)
  }

  @Test func `what the other channels of the AppKey lack, too, is the audience`() {
    var evidence = evidence(since: 336, arrived: 50)
    evidence.hourCells += (0..<360).map { cell($0, arrived: $0 < 336 ? 80 : 47, channel: "xiaomi") }
    #expect(findings(evidence).isEmpty)
    evidence.hourCells.removeAll { $0.key.parts == ["xiaomi"] }
    evidence.hourCells += (0..<360).map { cell($0, arrived: 80, channel: "xiaomi") }
    #expect(findings(evidence).map(\.scope.text) == ["channel huawei"])
  }

  @Test func `beside other channels the newest pushes tell, too, and campaigns to any people`() {
    var random = SeededGenerator(seed: 10)
    for _ in 0..<20 {
      // Of each campaign another share arrives: a tenth more over huawei than over xiaomi. One is three hours old.
      let cells = stride(from: 7, to: 360, by: 25).flatMap { place -> [CohortCell] in
        let share = Double.random(in: 0.3...0.8, using: &random)
        return ["huawei", "xiaomi"].map { channel in
          let own = channel == "xiaomi" ? share : 1.1 * share * (place == 357 ? 0.4 : 1)
          let arrived = (0..<600).count { _ in Double.random(in: 0..<1, using: &random) < own }
          return cell(place, arrived: arrived, opened: arrived / 10, sent: 600, channel: channel)
        }
      }
      let found = findings(HourSample.evidence(cells))
      #expect(found.map(\.scope.text) == ["channel huawei"])
      // Whether young pushes are opened, nobody can say yet.
      #expect(found.first?.severity == .warning)
      #expect(findings(HourSample.evidence(cells.filter { $0.key.parts == ["huawei"] })).isEmpty)
    }
  }

  @Test func `a few pushes that did not arrive, where all of the others' did, are no news`() {
    let cells = (0..<360).flatMap { place -> [CohortCell] in
      guard place % 30 == 10 else { return [] }
      return [
        cell(place, arrived: place == 340 ? 11 : 15, opened: 1, sent: 16, channel: "accs"),
        cell(place, arrived: place == 340 ? 22 : 19, opened: 1, sent: 22, channel: "huawei"),
      ]
    }
    #expect(findings(HourSample.evidence(cells)).isEmpty)
  }

  @Test func `channels of extensions, and those that report no arrivals, are left to other rules`() {
    for change in [[Count.ackEligible: 100], [.measurable: 0]] {
      var evidence = evidence(since: 336)
      evidence.hourCells = evidence.hourCells.map { cell in
        var cell = cell
        for (count, value) in change { cell.counts[count] = value }
        return cell
      }
      #expect(findings(evidence).isEmpty)
    }
  }

  @Test func `by chance alone nothing is found, whatever the audiences`() {
    var random = SeededGenerator(seed: 9)
    for trial in 0..<40 {
      let share = Double.random(in: 0.2..<0.9, using: &random)
      let spread = [0, 0.1, 0.3][trial % 3]
      let cells = (0..<360).flatMap { place -> [CohortCell] in
        guard Int.random(in: 0..<4, using: &random) == 0 else { return [] }
        let ofCampaign = share * (1 - Double.random(in: 0...spread, using: &random))
        return ["huawei", "xiaomi"].map { channel in
          let sent = Int.random(in: 1...80, using: &random)
          let arrived = (0..<sent).count { _ in Double.random(in: 0..<1, using: &random) < ofCampaign }
          return cell(place, arrived: arrived, opened: arrived / 10, sent: sent, channel: channel)
        }
      }
      #expect(findings(HourSample.evidence(cells)).isEmpty)
    }
  }
}
