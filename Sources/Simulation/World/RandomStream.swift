import Glibc

/// The source of everything random in a simulation: splitmix64 and the distributions drawn from it.
///
/// Streams are cut from one seed by number, so that what happens to one message does not depend on another.
struct RandomStream: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64, stream: UInt64) { state = Self.mix(seed &+ Self.mix(stream &+ 0x632B_E59B_D9B4_E019)) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// From 0 up to but not including 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func happens(_ probability: Double) -> Bool { unit() < probability }

  /// Any of `0..<count`, evenly.
  mutating func below(_ count: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(count)).high) }

  /// A place in `0..<count` that is likelier the lower it is, nearly as 1 to its number (Zipf).
  mutating func rank(of count: Int) -> Int {
    min(count - 1, Int(exp(unit() * log(Double(count + 1)))) - 1)
  }

  /// Milliseconds from 0 up to but not including `milliseconds`.
  mutating func upTo(_ milliseconds: Int64) -> Int64 { Int64(below(Int(milliseconds))) }

  /// A wait without memory: most are short, a few are many times the mean.
  mutating func exponential(mean milliseconds: Int64) -> Int64 {
    Int64((-log(1 - unit()) * Double(milliseconds)).rounded())
  }

  /// A delay whose logarithm is close to normal: the sum of four even draws, so never beyond 3.5 sigma.
  mutating func logNormal(median milliseconds: Double, sigma: Double) -> Int64 {
    let bits = next()
    let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
    let normal = (Double(sum) / 65_536 - 2) * 1.732_050_807_568_877_2
    return Int64((milliseconds * exp(sigma * normal)).rounded())
  }

  /// The finalizer of splitmix64.
  static func mix(_ value: UInt64) -> UInt64 {
    var state = value
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return state ^ (state >> 31)
  }
}

/// Choices with a share each.
struct Weighted<Choice: Sendable>: Sendable {
  private let choices: [Choice]
  private let limits: [Double]

  /// - Precondition: at least one choice; shares are positive, in any unit.
  init(_ shares: [(Choice, Double)]) {
    precondition(!shares.isEmpty, "a choice needs something to choose from")
    let total = shares.reduce(0) { $0 + $1.1 }
    var sum = 0.0
    choices = shares.map(\.0)
    limits = shares.map { share in
      sum += share.1
      return sum / total
    }
  }

  func pick(_ chance: inout RandomStream) -> Choice {
    let draw = chance.unit()
    var index = 0
    while index < limits.count - 1, draw >= limits[index] { index += 1 }
    return choices[index]
  }
}
