/// What sums may hold of a message beside all that is told of it.
package enum UntoldSums: Sendable {
  /// Nothing: the ledger counts what it can tell of.
  case none
  /// Some days are known by sums alone, and nothing in them is told of the message.
  case ofOtherDays
  /// Some of what is told lies in such days, and counts nowhere.
  case ofItsDays
}
