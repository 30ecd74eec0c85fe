import Prose
import Testing

@Suite struct FiguresTests {
  @Test(arguments: [
    (0, "0.00 %"), (1e-9, "0.01 %"), (0.00005, "0.01 %"), (0.1234, "12.34 %"), (0.999_99, "99.99 %"),
    (1, "100.00 %"),
    (1.5, "150.00 %"),
  ])
  func `only none and all read as none and all`(share: Double, text: String) {
    #expect(Figures.percent(share).plain() == text)
  }

  @Test func `pictures keep the rule with fewer digits`() {
    #expect(Figures.percent(0.9996, digits: 1) == "99.9 %")
    #expect(Figures.percent(0.0004, digits: 1) == "0.1 %")
    #expect(Figures.percent(0.125, digits: 0) == "13 %")
  }

  @Test func `a share that is no number of percent traps nobody`() {
    #expect(Figures.percent(.infinity).plain() == "inf %")
    #expect(Figures.percent(1e300).plain().hasSuffix(" %"))
  }

  @Test(arguments: [
    (0.0042, "+0.42"), (-0.1, "-10.00"), (0, "0.00"), (-0.000_001, "0.00"), (0.000_001, "0.00"),
  ])
  func `points have a sign unless they are none`(difference: Double, text: String) {
    #expect(Figures.points(difference).plain() == text)
  }

  @Test func `numbers in a phrase have their thousands apart`() {
    #expect(("\(1_234_567) of \(Int64(-1_000))" as Phrase).plain() == "1,234,567 of -1,000")
    #expect(Figures.change(from: 999, to: 2_000).plain() == "+1,001")
  }

  @Test(arguments: [
    (0, "0 ms"), (999, "999 ms"), (-999, "-999 ms"), (3_240, "3.2 s"), (59_000, "59.0 s"),
    (90_000, "1.5 min"),
    (3_600_000, "1.0 h"), (172_799_999, "48.0 h"), (172_800_000, "2.0 days"), (-7_200_000, "-2.0 h"),
  ])
  func `a length of time is in the unit that leaves it small`(milliseconds: Int64, text: String) {
    #expect(Figures.duration(milliseconds).plain() == text)
  }

  @Test func `a bound is not told stronger than it is`() {
    #expect(Figures.exactDuration(3_240).plain() == "3.240 s")
    #expect(Figures.exactDuration(66_001).plain() == "1.1 min")
    #expect(Figures.exactDuration(66_001, .awayFromZero).plain() == "1.2 min")
    #expect(Figures.exactDuration(-1_005).plain() == "-1.005 s")
  }
}
