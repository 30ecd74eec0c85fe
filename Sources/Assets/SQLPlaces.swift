package import ReceiptModel

/// What stands in the places of an SQL file for things that only the program knows: its counters, its kinds of events.
///
/// - `{{name}}`: a constant, or a value that the caller gives.
/// - `{{kinds sent}}`: the number of a row of a set.
/// - `{{each timed: d.$name IS NOT NULL AS $name}}`: the text behind the colon for each row of a set, with its values, or
///   those of the caller; between them stands what the first word says: see `separators`.
/// - `{{is_sent d.sent}}`: a condition on what the words behind its name say, with these where it has `$it`.
///
/// The places are in files of the program, so one that nothing stands for is a mistake of this program.
package struct SQLPlaces: Sendable {
  /// What a template says of a row: `name`, `number` and whatever else its set has.
  package typealias Row = [String: String]

  private static let separators = [
    "each": ", ", "lines": ",\n  ", "cases": " ", "union": "\nUNION ALL ", "joined": " || ",
    "any": " OR ", "added": "\n  + ", "columns": "\n--   ",
  ]

  private var sets: [String: [Row]]
  private var constants: [String: String]
  private var conditions: [String: String]

  /// - Parameters:
  ///   - sets: more of them, by name.
  ///   - constants: by the names of the places that they stand in.
  ///   - conditions: by their names.
  package init(
    _ sets: [String: [Row]] = [:], constants: [String: String] = [:], conditions: [String: String] = [:]
  ) {
    self.sets = Self.common.merging(sets) { $1 }
    self.constants = constants
    self.conditions = conditions
  }

  /// - Parameter values: by the names of the places that they stand in.
  package func fill(_ text: String, _ values: [String: String] = [:]) -> String {
    var (rest, filled) = (text[...], "")
    while let start = Self.pair(UInt8(ascii: "{"), in: rest),
      let end = Self.pair(UInt8(ascii: "}"), in: rest[start.upperBound...])
    {
      let place = rest[start.upperBound..<end.lowerBound]
      guard let value = values[String(place)] ?? value(of: place, values) else {
        preconditionFailure("nothing stands for {{\(place)}}")
      }
      filled += rest[..<start.lowerBound] + value
      rest = rest[end.upperBound...]
    }
    return filled + rest
  }

  /// Where a byte stands twice in a row.
  ///
  /// Statements are filled for each question, and a search by characters would take longer than most of the answers.
  private static func pair(_ byte: UInt8, in text: Substring) -> Range<Substring.Index>? {
    var rest = text.utf8
    while let first = rest.firstIndex(of: byte) {
      let second = rest.index(after: first)
      if second < rest.endIndex, rest[second] == byte { return first..<rest.index(after: second) }
      rest = rest[second...]
    }
    return nil
  }

  private func value(of place: Substring, _ values: [String: String]) -> String? {
    let words = place.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return constants[String(place)] }
    if let separator = Self.separators[String(words[0])] {
      let parts = words[1].split(separator: ": ", maxSplits: 1)
      guard parts.count == 2, let rows = sets[String(parts[0])] else { return nil }
      return Self.texts(of: rows, values, in: parts[1]).joined(separator: separator)
    }
    if let condition = conditions[String(words[0])] {
      return Self.texts(of: [["it": String(words[1])]], values, in: condition[...])[0]
    }
    return sets[String(words[0])]?.first { $0["name"] == String(words[1]) }?["number"]
  }

  /// A template with the values of each row, or of the caller, where `$` and a name stand.
  private static func texts(
    of rows: [Row], _ values: [String: String], in template: Substring
  ) -> [String] {
    let parts = template.split(separator: "$", omittingEmptySubsequences: false)
    let places = parts.dropFirst().map { part in
      let name = part.prefix { $0.isLetter }
      return (name: String(name), rest: part[name.endIndex...])
    }
    return rows.map { row in
      places.reduce(into: String(parts[0])) { text, place in
        guard let value = row[place.name] ?? values[place.name] else {
          preconditionFailure("no row has $\(place.name)")
        }
        text += value + place.rest
      }
    }
  }
}

extension SQLPlaces {
  private static let common: [String: [Row]] = [
    "counters": Count.allCases.map {
      ["name": $0.name, "condition": $0.condition, "meaning": $0.definition, "bit": "\(1 << $0.rawValue)"]
    },
    "kinds": EventKind.allCases.map(row),
    "timed": EventKind.timed.map(row),
    "remarks": PayloadLint.named.map { ["name": $0.name, "number": "\($0.remark.rawValue)"] },
  ]

  /// A kind of event by its public name and its number in the ledger.
  package static func row(_ kind: EventKind) -> Row { ["name": kind.name, "number": "\(kind.rawValue)"] }
}
