import Prose

/// One row of an option table: how a word of the command line gets into a plain struct.
///
///     struct ImportOptions: Sendable {
///       var database: String?
///       var paths: [String] = []
///
///       static let table: [Option<Self>] = [
///         .value(\.database, "--db", "-d", placeholder: "FILE", help: "the ledger"),
///         .rest(\.paths, placeholder: "PATH", help: "logs or folders, - for standard input"),
///       ]
///     }
package struct Option<Root>: Sendable {
  package let row: OptionRow
  /// Puts a word into the options; `false` when the word cannot be read.
  let store: @Sendable (inout Root, String) -> Bool
  /// What a good word looks like.
  let expectation: Phrase
}

extension Option {
  /// `--name VALUE`; of several the last counts.
  package static func value<Value: ArgumentValue>(
    _ path: any WritableKeyPath<Root, Value> & Sendable, _ names: String..., placeholder: String, help: String
  ) -> Self {
    Self(Value.self, .value, names, placeholder, help) { $0[keyPath: path] = $1 }
  }

  /// `--name VALUE` for something that has no value unless given.
  package static func value<Value: ArgumentValue>(
    _ path: any WritableKeyPath<Root, Value?> & Sendable, _ names: String..., placeholder: String,
    help: String
  ) -> Self {
    Self(Value.self, .value, names, placeholder, help) { $0[keyPath: path] = $1 }
  }

  /// `--name`.
  package static func flag(
    _ path: any WritableKeyPath<Root, Bool> & Sendable, _ names: String..., help: String
  ) -> Self {
    let row = OptionRow(shape: .flag, names: names, placeholder: "", help: help, choices: [])
    return Self(
      row: row,
      store: { root, _ in
        root[keyPath: path] = true; return true
      }, expectation: "")
  }

  /// `--name` as a short way to say a certain value, such as `--strict` for `--max-rejects 0`.
  package static func flag<Value: Sendable>(
    _ path: any WritableKeyPath<Root, Value> & Sendable, meaning value: Value, _ names: String...,
    help: String
  ) -> Self {
    let row = OptionRow(shape: .flag, names: names, placeholder: "", help: help, choices: [])
    return Self(
      row: row,
      store: { root, _ in
        root[keyPath: path] = value; return true
      }, expectation: "")
  }

  /// `--name VALUE`, as often as wanted; kept in order.
  package static func repeated<Value: ArgumentValue>(
    _ path: any WritableKeyPath<Root, [Value]> & Sendable, _ names: String..., placeholder: String,
    help: String
  ) -> Self {
    Self(Value.self, .repeated, names, placeholder, help) { $0[keyPath: path].append($1) }
  }

  /// The words that are not options, in order.
  package static func rest<Value: ArgumentValue>(
    _ path: any WritableKeyPath<Root, [Value]> & Sendable, placeholder: String, help: String
  ) -> Self {
    Self(Value.self, .rest(limit: nil), [], placeholder, help) { $0[keyPath: path].append($1) }
  }

  /// The one word that is not an option, if there is one.
  package static func rest<Value: ArgumentValue>(
    _ path: any WritableKeyPath<Root, Value?> & Sendable, placeholder: String, help: String
  ) -> Self {
    Self(Value.self, .rest(limit: 1), [], placeholder, help) { $0[keyPath: path] = $1 }
  }

  private init<Value: ArgumentValue>(
    _: Value.Type, _ shape: OptionRow.Shape, _ names: [String], _ placeholder: String, _ help: String,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    row = OptionRow(
      shape: shape, names: names, placeholder: placeholder, help: help, choices: Value.choices)
    expectation = Value.expectation
    store = { root, word in
      guard let value = Value(argument: word) else { return false }
      set(&root, value)
      return true
    }
  }
}

extension Option {
  /// The same, with what shells offer as its value.
  ///
  /// Needed only where choices and placeholder do not say it: `FILE` and `PATH` are files, `DIR` is a folder.
  package func completing(_ completion: ValueCompletion) -> Self {
    var row = row
    row.ownCompletion = completion
    return Self(row: row, store: store, expectation: expectation)
  }

  /// The same, told neither by help nor by completions.
  package var hidden: Self {
    var row = row
    row.isHidden = true
    return Self(row: row, store: store, expectation: expectation)
  }

  /// The same row for options that hold `Root` as a part.
  func nested<Parent>(at path: any WritableKeyPath<Parent, Root> & Sendable, section: String) -> Option<
    Parent
  > {
    var row = row
    row.section = section
    let store = store
    return Option<Parent>(
      row: row, store: { parent, word in store(&parent[keyPath: path], word) }, expectation: expectation)
  }
}

extension Array {
  /// A table that several commands share, as rows of one that holds those options as a part.
  ///
  /// - Parameter section: the heading the rows stand under in help.
  package func nested<Part, Whole>(
    at path: any WritableKeyPath<Whole, Part> & Sendable, section: String = "Common options"
  ) -> [Option<Whole>] where Element == Option<Part> {
    map { $0.nested(at: path, section: section) }
  }
}
