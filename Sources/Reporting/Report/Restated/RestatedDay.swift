package import ReceiptModel

/// A day that was published before: as it was told then, and as the ledger has it now.
package struct RestatedDay: Sendable {
  /// `2026-09-21`.
  package var name: String
  package var published: PublishedDay
  /// All AppKeys and channels of the report together, now.
  package var counts: Counts
  /// The part of `counts` that is owed to events after the published as-of.
  package var later: Counts
  /// The settings by which deliveries are judged now.
  package var settings: JudgementSettings

  package init(
    name: String, published: PublishedDay, counts: Counts, later: Counts = Counts(),
    settings: JudgementSettings
  ) {
    self.name = name
    self.published = published
    self.counts = counts
    self.later = later
    self.settings = settings
  }

  /// Whether any number that a report leads with has changed.
  package var isChanged: Bool {
    RestatedFigure.allCases.contains { $0.value(published.counts) != $0.value(counts) }
  }

  var hasOtherDefinitions: Bool { published.definitions != MetricDictionary.digest }

  /// The names of settings that have another value now.
  var changedSettings: [String] { settings.differences(from: publishedSettings) }

  var publishedSettings: JudgementSettings { JudgementSettings(text: published.settings) }

  /// The numbers that changed, in the order of `RestatedFigure`.
  var changes: [RestatedChange] {
    RestatedFigure.allCases.compactMap { figure in
      let (then, now) = (figure.value(published.counts), figure.value(counts))
      return then == now
        ? nil : RestatedChange(figure: figure, then: then, now: now, cause: cause(of: figure))
    }
  }

  /// The parts of the change of a number, which add up to it.
  private func cause(of figure: RestatedFigure) -> RestatedChange.Cause {
    let late = figure.value(later) - figure.value(published.later)
    let rest = figure.value(counts) - figure.value(published.counts) - late
    let isJudgedAnew = hasOtherDefinitions || !figure.settings.isDisjoint(with: changedSettings)
    switch (rest, isJudgedAnew, earlierEvents) {
    case (0, _, _): return .init(late: late, cameIn: 0, removed: 0, judgedAnew: 0)
    case (_, true, .same) where !hasOtherDefinitions:
      return .init(late: late, cameIn: 0, removed: 0, judgedAnew: rest)
    case (_, true, _): return .init(late: late, cameIn: nil, removed: nil, judgedAnew: nil)
    case (_, false, _) where figure.growsWithEvents:
      return .init(late: late, cameIn: max(0, rest), removed: min(0, rest), judgedAnew: 0)
    case (_, false, .fewer): return .init(late: late, cameIn: 0, removed: rest, judgedAnew: 0)
    case (_, false, .moved): return .init(late: late, cameIn: nil, removed: nil, judgedAnew: 0)
    case (_, false, .same), (_, false, .more):
      return .init(late: late, cameIn: rest, removed: 0, judgedAnew: 0)
    }
  }

  private enum EarlierEvents { case same, more, fewer, moved }

  /// How the events up to the published as-of differ from those that the ledger held then, by every count that no
  /// setting touches.
  private var earlierEvents: EarlierEvents {
    let changes = RestatedFigure.untouchedBySettings.map { count in
      counts[count] - later[count] - published.counts[count] + published.later[count]
    }
    switch (changes.contains { $0 > 0 }, changes.contains { $0 < 0 }) {
    case (false, false): return .same
    case (true, false): return .more
    case (false, true): return .fewer
    case (true, true): return .moved
    }
  }
}

/// How a number of a published day changed.
struct RestatedChange: Equatable, Sendable {
  var figure: RestatedFigure
  var then: Int
  var now: Int
  var cause: Cause

  /// How much of the change has which cause.
  ///
  /// The parts add up to it; `nil` means that the report cannot tell them apart.
  struct Cause: Equatable, Sendable {
    /// Events after the published as-of.
    var late: Int
    /// Events from before it that were not in the ledger then.
    var cameIn: Int?
    /// Events that were in the ledger then and are no longer, or belong to another day now.
    var removed: Int?
    /// Other settings or definitions.
    var judgedAnew: Int?
  }
}
