import Foundation

/// Whether properties are tried with all their seeds, since `PUSHLEDGER_ALL_SEEDS` is set.
public let triesAllSeeds = ProcessInfo.processInfo.environment["PUSHLEDGER_ALL_SEEDS"] != nil

/// The seeds that a property is tried with: the first third of them, or all.
///
/// The ordinary run has to stay short; a change of what a property is about is worth all of them.
public func seeds<Seed: BinaryInteger>(_ range: Range<Seed>) -> [Seed] where Seed.Stride: SignedInteger {
  let all = Array(range)
  return triesAllSeeds ? all : Array(all.prefix((all.count + 2) / 3))
}
