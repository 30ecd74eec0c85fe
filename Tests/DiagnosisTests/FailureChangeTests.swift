import ReceiptModel
import Testing

@testable import Diagnosis

struct FailureChangeTests {
  private func change(_ evidence: Evidence) throws -> FailureChange {
    FailureChange(try #require(evidence.failureSeries(of: .tokensDead).first), evidence)
  }

  @Test func `the chance is multiplied by the hours that it could have begun in, which have sends`() throws {
    // They rose in the middle of the past.
    let sample = FailureSample(tried: 400, hours: 100..<360)
      .failing(2, "BadDeviceToken", in: 100..<240).failing(6, "BadDeviceToken", in: 240..<360)
    let whole = try change(sample.evidence).chance
    #expect(whole > 0 && whole < 1)
    // The same sends in a log that begins with them.
    var cut = sample.evidence
    cut.hours.removeFirst(100)
    for index in cut.hourCells.indices { cut.hourCells[index].key.day -= 100 }
    for index in cut.failures.indices { cut.failures[index].day -= 100 }
    #expect(try change(cut).chance == whole)
  }
}
