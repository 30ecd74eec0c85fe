import Foundation

/// The seeds that a property is tried with: the first third of them, or all when `PUSHLEDGER_ALL_SEEDS` is set.
///
/// The ordinary run has to stay short; a change of what a property is about is worth all of them.
public func seeds<Seed: BinaryInteger>(_ range: Range<Seed>) -> [Seed] where Seed.Stride: SignedInteger {
  let all = Array(range)
  let triesAll = ProcessInfo.processInfo.environment["PUSHLEDGER_ALL_SEEDS"] != nil
  return triesAll ? all : Array(all.prefix((all.count + 2) / 3))
}
