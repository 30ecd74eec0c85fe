import ReceiptModel

/// How alike the pushes of one campaign are, from 0 (each is acked, or arrives, by itself) to 1: the intraclass correlation.
///
/// They are alike: one campaign goes to people who look at their phones all day, the next to people who hardly do. So a
/// campaign to thousands tells little more than one to a hundred.
///
/// Estimated by moments (M. Ridout, C. Demétrio and D. Firth, "Estimating intraclass correlation for binary data",
/// Biometrics 55, 1999). None counts for more than a usual campaign.
struct Likeness: Sendable {
  private var pairs = 3 * Self.pushesOfCampaign * (Self.pushesOfCampaign - 1)
  private var alike: Double

  private static let pushesOfCampaign = 100.0

  /// - Parameter likeness: what it is as far as nothing is known, as if three usual campaigns told it.
  init(unlessKnown likeness: Double) { alike = likeness * pairs }

  /// Adds the pushes of a campaign, or of an hour.
  ///
  /// - Parameters:
  ///   - share: the share of them that is expected.
  ///   - uncertainty: the variance of that share.
  mutating func add(_ rate: Rate, share: Double, uncertainty: Double = 0) {
    guard rate.denominator > 1 else { return }
    let count = Double(rate.denominator)
    let difference = Double(rate.numerator) - count * share
    let variance = max(share * (1 - share), 1e-9)
    let told = min(count, Self.pushesOfCampaign)
    let square = (difference * difference - count * count * uncertainty) / variance
    pairs += told * (told - 1)
    alike += told * (told - 1) * (square - count) / (count * (count - 1))
  }

  mutating func add(_ other: Likeness) {
    pairs += other.pairs
    alike += other.alike
  }

  var value: Double { min(1, max(0, alike / pairs)) }

  /// How many times as much the hits of so many pushes vary as if each were one by itself.
  func dispersion(of pushes: Int) -> Double { 1 + value * Double(max(0, pushes - 1)) }
}
