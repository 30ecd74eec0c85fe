import Diagnosis
import TestSupport
import Testing

struct FalseDiscoveryTests {
  /// Benjamini and Hochberg (1995), section 3.2: fifteen end points of a trial of thrombolysis after a heart attack.
  ///
  /// At 0.05 the procedure finds four, Bonferroni's three.
  private let thrombolysis = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
    0.7590, 1.0000,
  ]

  @Test func `four of the fifteen end points of the thrombolysis trial are found`() {
    #expect(FalseDiscovery.limit(of: thrombolysis, rate: 0.05) == 0.0095)
    #expect(FalseDiscovery.limit(of: thrombolysis.reversed(), rate: 0.05) == 0.0095)
  }

  @Test func `a larger chance is found through those below it`() {
    // 0.04 alone is above 1/2 of 0.05; with 0.05 at its own line both are found.
    #expect(FalseDiscovery.limit(of: [0.04, 0.05], rate: 0.05) == 0.05)
    #expect(FalseDiscovery.limit(of: [0.04, 0.06], rate: 0.05) == 0)
  }

  @Test func `facts are no comparisons, and without any nothing is found`() {
    #expect(FalseDiscovery.limit(of: [0, 0, 0.04, 0.9], rate: 0.05) == 0)
    #expect(FalseDiscovery.limit(of: [0.04, 0, 0], rate: 0.05) == 0.04)
    #expect(FalseDiscovery.limit(of: [], rate: 0.05) == 0)
  }

  @Test func `where nothing is wrong, anything is found as often as the rate says`() {
    var random = SeededGenerator(seed: 3)
    let alarms = (0..<5000).count { _ in
      FalseDiscovery.limit(
        of: (0..<40).map { _ in Double.random(in: Double.leastNormalMagnitude...1, using: &random) },
        rate: 0.1) > 0
    }
    #expect((420...580).contains(alarms))
  }
}
