import Diagnosis
import ReceiptModel
import TestSupport
import Testing

struct StandardisationTests {
  private typealias Stratum = Standardisation.Stratum

  /// Admissions at Berkeley by department, men and women.
  ///
  /// P. J. Bickel, E. A. Hammel and J. W. O'Connell, Science 187
  /// (1975). R's `mantelhaen.test(UCBAdmissions)` gives 1.4269 for the square of the deviation and 0.2323 for both sides.
  private let berkeley = [
    Stratum(Rate(512, of: 825), Rate(89, of: 108)), Stratum(Rate(353, of: 560), Rate(17, of: 25)),
    Stratum(Rate(120, of: 325), Rate(202, of: 593)), Stratum(Rate(138, of: 417), Rate(131, of: 375)),
    Stratum(Rate(53, of: 191), Rate(94, of: 393)), Stratum(Rate(22, of: 373), Rate(24, of: 341)),
  ]

  private func turned(_ strata: [Stratum]) -> [Stratum] { strata.map { Stratum($0.other, $0.one) } }

  @Test func `the Mantel-Haenszel test of the admissions at Berkeley`() {
    #expect(near(Standardisation.chanceOfLower(berkeley), 0.2323 / 2, within: 1e-3))
    #expect(Standardisation.chanceOfLower(turned(berkeley)) == 1)
    // Added up, women look worse off by far: the strata are what matters.
    let sum = Stratum(Rate(557, of: 1835), Rate(1198, of: 2691))
    #expect(Standardisation.chanceOfLower([sum]) < 1e-15)
  }

  /// Rabbits cured by penicillin given late or at once.
  ///
  /// A. Agresti, "Categorical Data Analysis" (1990), page 231. Expected are 13 cures of
  /// at least 9 and at most 17, 4 away from both: by Mantel and Fleiss too few for the normal approximation.
  @Test func `too few data for the approximation prove nothing`() {
    let rabbits = [
      Stratum(Rate(0, of: 5), Rate(0, of: 6)), Stratum(Rate(0, of: 6), Rate(3, of: 6)),
      Stratum(Rate(2, of: 6), Rate(6, of: 6)), Stratum(Rate(6, of: 6), Rate(5, of: 6)),
      Stratum(Rate(5, of: 5), Rate(2, of: 2)),
    ]
    #expect(Standardisation.chanceOfLower(rabbits) == 1)
    let tenfold = rabbits.map {
      Stratum(
        Rate($0.one.numerator * 10, of: $0.one.denominator * 10),
        Rate($0.other.numerator * 10, of: $0.other.denominator * 10))
    }
    #expect(Standardisation.chanceOfLower(tenfold) < 1e-10)
  }

  @Test func `direct standardisation gives both the mix of the first`() {
    let strata = [
      Stratum(Rate(30, of: 100), Rate(8, of: 10)), Stratum(Rate(270, of: 300), Rate(40, of: 80)),
      Stratum(Rate(5, of: 9), Rate(0, of: 0)),
    ]
    let rates = Standardisation.direct(strata)
    #expect(near(rates?.one ?? 0, 0.3 * 0.25 + 0.9 * 0.75))
    #expect(near(rates?.other ?? 0, 0.8 * 0.25 + 0.5 * 0.75))
    #expect(Standardisation.direct([strata[2]]) == nil)
  }

  /// By hand, after the formula of Kitagawa (1955), page 1182: rates 0.8 and 0.4 with the mix 3 : 1 become 0.7 and 0.4
  /// with the mix 1 : 1.
  @Test func `a change splits into rates at the average mix and mix at the average rates`() {
    let before = ["a": Rate(240, of: 300), "b": Rate(40, of: 100)]
    let after = ["a": Rate(70, of: 100), "b": Rate(40, of: 100)]
    let split = Standardisation.split(from: before, to: after)
    #expect(near(split?.within ?? 0, -0.1 * (0.75 + 0.5) / 2))
    #expect(near(split?.shift ?? 0, -0.25 * 0.75 + 0.25 * 0.4))
    #expect(near(split?.total ?? 0, 0.55 - 0.7))
    let parts = Standardisation.parts(from: before, to: after)
    // The mean total is 0.625; a's mean rate lies 0.125 above it, b's 0.225 below.
    #expect(near(parts?["a"]?.shift ?? 0, -0.25 * 0.125))
    #expect(near(parts?["b"]?.shift ?? 0, 0.25 * -0.225))
    #expect(parts?["b"]?.within == 0)
  }

  @Test func `when every part rises and the total falls, the fall is shift`() {
    let split = Standardisation.split(
      from: ["a": Rate(900, of: 1000), "b": Rate(20, of: 100)],
      to: ["a": Rate(95, of: 100), "b": Rate(250, of: 1000)])
    #expect(split.map { $0.total < 0 && $0.within > 0 && $0.shift < 0 } == true)
  }

  @Test func `the parts of all segments add up to the change, also where segments come and go`() {
    var random = SeededGenerator(seed: 11)
    func rates() -> [Int: Rate] {
      var rates: [Int: Rate] = [:]
      for segment in 0..<6 where Bool.random(using: &random) {
        let count = Int.random(in: 0...5000, using: &random)
        rates[segment] = Rate(Int.random(in: 0...count, using: &random), of: count)
      }
      rates[9] = Rate(1, of: 2)
      return rates
    }
    func total(_ rates: [Int: Rate]) -> Double {
      Double(rates.values.reduce(0) { $0 + $1.numerator })
        / Double(rates.values.reduce(0) { $0 + $1.denominator })
    }
    for _ in 0..<500 {
      let (before, after) = (rates(), rates())
      let split = Standardisation.split(from: before, to: after)
      let parts = Standardisation.parts(from: before, to: after)
      let change = total(after) - total(before)
      #expect(abs((split?.total ?? 9) - change) < 1e-12)
      #expect(abs((parts?.values.reduce(0) { $0 + $1.total } ?? 9) - change) < 1e-12)
      #expect(abs((parts?.values.reduce(0) { $0 + $1.shift } ?? 9) - (split?.shift ?? 0)) < 1e-12)
    }
    #expect(Standardisation.split(from: [Int: Rate](), to: rates()) == nil)
    #expect(Standardisation.split(from: rates(), to: [1: Rate(0, of: 0)]) == nil)
  }

  @Test func `under the null the stratified test alarms no more often than it says`() {
    var random = SeededGenerator(seed: 12)
    let sizes = [(80, 400, 0.9), (200, 300, 0.5), (20, 900, 0.2)]
    let draws = sizes.map { (Binomial($0.0, $0.2), Binomial($0.1, $0.2)) }
    var (tenths, thousandths) = (0, 0)
    for _ in 0..<20_000 {
      let strata = zip(sizes, draws).map { size, draw in
        Stratum(Rate(draw.0.draw(&random), of: size.0), Rate(draw.1.draw(&random), of: size.1))
      }
      let chance = Standardisation.chanceOfLower(strata)
      #expect(chance > 0 && chance <= 1)
      if chance <= 0.1 { tenths += 1 }
      if chance <= 0.001 { thousandths += 1 }
    }
    #expect((1400...2100).contains(tenths))
    #expect(thousandths < 35)
  }
}
