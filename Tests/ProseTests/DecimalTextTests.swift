import Foundation
import Prose
import TestSupport
import Testing

/// The exact decimal digits of a double, by doubling and halving a number written in digits.
private struct ExactDecimal {
  /// Least significant first; the last `places` before the point's left are the fraction.
  var digits: [Int]
  var places = 0

  init(_ value: Double) {
    digits = String(value.significandBitPattern | (value.isNormal ? 1 << 52 : 0)).reversed().map {
      Int(String($0)) ?? 0
    }
    let exponent = (value.isNormal ? Int(value.exponentBitPattern) : 1) - 1075
    for _ in 0..<max(0, exponent) { multiply(by: 2) }
    // A half is five tenths.
    for _ in 0..<max(0, -exponent) {
      multiply(by: 5)
      places += 1
    }
  }

  private mutating func multiply(by factor: Int) {
    var carry = 0
    for index in digits.indices {
      carry += digits[index] * factor
      digits[index] = carry % 10
      carry /= 10
    }
    if carry > 0 { digits.append(carry) }
  }

  /// Rounded half to even, as text.
  func rounded(to count: Int) -> String {
    var digits = digits
    var places = places
    while digits.count <= places { digits.append(0) }
    while places < count {
      digits.insert(0, at: 0)
      places += 1
    }
    let dropped = Array(digits.prefix(places - count))
    var kept = Array(digits.dropFirst(places - count))
    while kept.count <= count { kept.append(0) }
    let isHalf = dropped.last == 5 && dropped.dropLast().allSatisfy { $0 == 0 }
    if (dropped.last ?? 0) >= 5, !isHalf || kept[0] % 2 == 1 {
      var index = 0
      while index < kept.count, kept[index] == 9 {
        kept[index] = 0
        index += 1
      }
      if index < kept.count { kept[index] += 1 } else { kept.append(1) }
    }
    let whole = kept.dropFirst(count).reversed().drop { $0 == 0 }
    let wholeText = whole.isEmpty ? "0" : whole.map(String.init).joined()
    return count == 0 ? wholeText : "\(wholeText).\(kept.prefix(count).reversed().map(String.init).joined())"
  }
}

@Suite struct DecimalTextTests {
  @Test(
    arguments: [
      (0.15, 1, "0.1"), (0.25, 1, "0.2"), (0.35, 1, "0.3"), (0.5, 0, "0"), (1.5, 0, "2"), (2.5, 0, "2"),
      (0.0000005, 6, "0.000000"), (0.0000015, 6, "0.000002"), (2.0 / 3, 6, "0.666667"), (1, 6, "1.000000"),
      (0, 6, "0.000000"), (-0.0, 6, "0.000000"), (-0.0000001, 6, "0.000000"), (-0.9999999, 6, "-1.000000"),
      (0.9999995, 6, "1.000000"), (0.99999951, 6, "1.000000"), (.leastNonzeroMagnitude, 6, "0.000000"),
      (1e15, 2, "1000000000000000.00"),
      (123456789.125, 2, "123456789.12"), (0x1p126, 1, "85070591730234615865843651857942052864.0"),
    ] as [(Double, Int, String)])
  func `rounds once and exactly`(value: Double, digits: Int, expected: String) {
    #expect(DecimalText.fixed(value, digits: digits) == expected)
  }

  @Test func `agrees with the exact digits on random numbers`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<3000 {
      let digits = Int.random(in: 0...12, using: &generator)
      // Shares of small counts, which is what rates are, and numbers of every size.
      let denominator = Double.random(in: 1...5000, using: &generator).rounded()
      let share = Double.random(in: 0...denominator, using: &generator).rounded() / denominator
      let scattered = Double(
        sign: .plus, exponent: Int.random(in: -120...120, using: &generator),
        significand: Double.random(in: 1..<2, using: &generator))
      // Ties: odd multiples of a half of a last digit that binary can hold.
      let tie = Double(Int.random(in: 0...9999, using: &generator)) / 16
      for value in [share, scattered, tie] {
        #expect(DecimalText.fixed(value, digits: digits) == ExactDecimal(value).rounded(to: digits))
      }
    }
  }

  @Test func `agrees with printf on shares`() {
    for denominator in 1...300 {
      for numerator in 0...denominator {
        let share = Double(numerator) / Double(denominator)
        #expect(DecimalText.fixed(share, digits: 6) == String(format: "%.6f", share))
      }
    }
  }

  @Test(
    arguments: [
      (0.1, "0.1"), (1e-5, "0.00001"), (1.5e-7, "0.00000015"), (1e16, "10000000000000000.0"), (3, "3.0"),
      (-1e-5, "-0.00001"), (1.2345678901234567e19, "12345678901234567000.0"), (1e21, "1e+21"),
      (1e-17, "1e-17"),
      (.leastNonzeroMagnitude, "5e-324"), (-0.0, "-0.0"), (12345678901234568, "12345678901234568.0"),
    ] as [(Double, String)])
  func `the shortest digits have no exponent within reason`(value: Double, expected: String) {
    #expect(DecimalText.shortest(value) == expected)
  }

  @Test func `the shortest digits read back as the same number`() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: generator.next())
      guard value.isFinite else { continue }
      #expect(Double(DecimalText.shortest(value)) == value)
      let near = Double(
        sign: .minus, exponent: Int.random(in: -60...75, using: &generator), significand: value.significand)
      #expect(Double(DecimalText.shortest(near)) == near)
    }
  }
}
