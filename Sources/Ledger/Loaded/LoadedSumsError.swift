package import Prose

/// What a ledger cannot do with hours of which it holds loaded sums alone.
package enum LoadedSumsError: Error, Equatable, CustomStringConvertible {
  /// A question needs a part of such an hour.
  case partOfHour(path: String, hour: String)
  /// They were counted by other settings than those that are to be adopted.
  case otherSettings(path: String, run: String)
  /// The ledger was to be made anew from its logs.
  case inNoLog

  package var description: String { words.told() }

  /// What cannot be done, and mostly what to do instead; paths are in it as they are.
  package var words: Phrase {
    switch self {
    case .partOfHour(let path, let hour):
      """
      \(path): of the hour from \(hour) there are only sums that were loaded, and they cannot be divided. Name a time \
      zone whose days begin with an hour, a window of whole hours, and an --as-of that is not within loaded days
      """
    case .otherSettings(let path, let run):
      """
      \(path): the loaded sums of the run '\(run)' were counted by other channels, AppKeys, ackTimeout or ackBudget; \
      nothing was changed. Go back to those settings, or take the sums away with load-rollups --remove and compute \
      them again
      """
    case .inNoLog: "the ledger has days of loaded sums, which none of its logs gives; nothing was changed"
    }
  }
}
