package import Prose

/// A picture of numbers; the report has the same numbers in words or tables.
package struct Chart: Equatable, Sendable {
  /// Names the picture's file and marks its parts: lower-case letters, digits and hyphens; unique on a page.
  package var id: String
  package var title: Phrase
  /// What the picture shows, in a sentence, for those who do not see it.
  package var summary: Phrase
  package var drawing: Drawing

  package init(id: String, title: Phrase, summary: Phrase, drawing: Drawing) {
    self.id = id
    self.title = title
    self.summary = summary
    self.drawing = drawing
  }

  package enum Drawing: Equatable, Sendable {
    /// Bars from the top down, each beside its number.
    ///
    /// `full` is what a bar of full length means: 1 for shares; `nil` for the largest value.
    case bars([Bar], full: Double? = nil)
    /// Rates over days, each in a small picture of its own.
    case lines([Line], days: [Day])
    /// Columns side by side, from left to right; bars where there is no room for their words.
    case columns([Bar])
    /// A shade for each share: a row for each day, a column for each hour of it; `nil` where nothing can be told.
    case heat(rows: [Phrase], columns: [Phrase], values: [[Double?]])
  }

  package struct Bar: Equatable, Sendable {
    package var label: Phrase
    /// The value that the length shows.
    package var value: Double
    /// The value in words.
    package var figure: Phrase
    /// The Wilson limits of the value, in the same unit; `nil` for counts.
    package var interval: ClosedRange<Double>?

    package init(_ label: Phrase, value: Double, figure: Phrase, interval: ClosedRange<Double>? = nil) {
      self.label = label
      self.value = value
      self.figure = figure
      self.interval = interval
    }
  }

  package struct Line: Equatable, Sendable {
    package var label: Phrase
    /// Shares from 0 to 1; `nil` where nothing was measured.
    package var values: [Double?]
    /// The Wilson limits of the values.
    package var intervals: [ClosedRange<Double>?]

    package init(_ label: Phrase, values: [Double?], intervals: [ClosedRange<Double>?]) {
      self.label = label
      self.values = values
      self.intervals = intervals
    }
  }

  package struct Day: Equatable, Sendable {
    package var label: Phrase
    /// Whether its receipts have had time to come in; other days are marked.
    package var isRipe: Bool

    package init(_ label: Phrase, isRipe: Bool) {
      self.label = label
      self.isRipe = isRipe
    }
  }
}
