import ReceiptModel
import TestSupport
import Testing

struct WilsonTests {
  /// Five rows of a published table.
  ///
  /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven methods", Statistics in
  /// Medicine 17 (1998), table I, method 3.
  @Test(arguments: [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718),
    (29, 29, 0.8830, 1.0),
  ])
  func `intervals are those of Newcombe's table`(hits: Int, count: Int, low: Double, high: Double) {
    let interval = Rate(hits, of: count).interval
    #expect(abs((interval?.lowerBound ?? 9) - low) < 0.00006)
    #expect(abs((interval?.upperBound ?? 9) - high) < 0.00006)
  }

  @Test func `without data there is no interval`() { #expect(Rate(0, of: 0).interval == nil) }

  @Test(arguments: [(30, 0.1), (100, 0.5), (400, 0.98)])
  func `about 95 of 100 intervals hold the truth`(count: Int, share: Double) {
    var random = SeededGenerator(seed: 31)
    let draws = Binomial(count, share)
    let held = (0..<10_000).count { _ in
      Rate(draws.draw(&random), of: count).interval?.contains(share) == true
    }
    #expect((9250...9800).contains(held))
  }
}
