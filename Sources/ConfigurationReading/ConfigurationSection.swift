import JSON5
import Prose
import ReceiptModel

/// An object of the configuration file, with where it stands, read key by key.
struct ConfigurationSection {
  /// The file, escaped for messages.
  let file: String
  /// The keys that lead here: empty, or `channels.apns`.
  let path: String
  let fields: [String: JSONValue]

  init(_ value: JSONValue, file: String, path: String = "") throws(ConfigurationError) {
    self.file = file
    self.path = path
    guard case .object(let fields) = value else {
      throw ConfigurationError(
        path.isEmpty
          ? "\(file): the file must hold one object, not \(value.kind)"
          : "\(file): '\(path)' must be an object, not \(value.kind)")
    }
    self.fields = fields
  }

  /// Refuses keys that nobody reads, with the one that was probably meant.
  func allow(_ known: [String]) throws(ConfigurationError) {
    for key in fields.keys.sorted() where !known.contains(key) {
      throw ConfigurationError(
        "\(file): unknown key '\(name(key))'",
        advice: Suggestion.nearest(to: key, in: known)
          ?? "known keys are \(known.joined(separator: ", "))")
    }
  }

  func text(_ key: String) throws(ConfigurationError) -> String? {
    try read(key, "text that is not empty") { value in
      guard case .string(let text) = value, !text.isEmpty, !text.utf8.contains(0) else { return nil }
      return text
    }
  }

  /// An address of the web without anything that would end it in a text.
  func address(_ key: String) throws(ConfigurationError) -> String? {
    try read(key, "an address such as \"https://push.example/out\"") { value in
      guard case .string(let text) = value,
        let start = ["https://", "http://"].first(where: text.hasPrefix), text.count > start.count,
        text.utf8.allSatisfy(Self.inAddresses.contains)
      else { return nil }
      return text
    }
  }

  private static let inAddresses = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#@!$&+,;=%".utf8)

  /// Text that is one of some words.
  func word(_ key: String, of words: [String]) throws(ConfigurationError) -> String? {
    try read(key, "one of \(words.joined(separator: ", "))") { value in
      if case .string(let text) = value, words.contains(text) { text } else { nil }
    }
  }

  /// A list of texts, none of them empty.
  ///
  /// - Parameter words: what they must be of; `nil` for anything.
  func texts(_ key: String, of words: [String]? = nil) throws(ConfigurationError) -> [String]? {
    let wanted: Phrase =
      words.map { "a list of \($0.joined(separator: ", "))" } ?? "a list of texts that are not empty"
    return try read(key, wanted) { value in
      guard case .array(let list) = value else { return nil }
      let texts = list.compactMap { element -> String? in
        guard case .string(let text) = element, !text.isEmpty, !text.utf8.contains(0) else { return nil }
        return words?.contains(text) ?? true ? text : nil
      }
      return texts.count == list.count ? texts : nil
    }
  }

  func bool(_ key: String) throws(ConfigurationError) -> Bool? {
    try read(key, "true or false") { value in if case .bool(let bool) = value { bool } else { nil } }
  }

  func share(_ key: String) throws(ConfigurationError) -> Double? {
    try read(key, "a number from 0 to 1") { value in
      guard case .number(let number) = value, (0...1).contains(number) else { return nil }
      return number
    }
  }

  /// A whole number from 1 on.
  func count(_ key: String) throws(ConfigurationError) -> Int? {
    try read(key, "a whole number from 1 on") { value in
      guard case .number(let number) = value, number >= 1, number <= 1e9 else { return nil }
      return Int(exactly: number)
    }
  }

  /// Workers of an import.
  func jobs(_ key: String) throws(ConfigurationError) -> Int? {
    try read(key, ImportJobs.expectation) { value in
      if case .number(let number) = value {
        Int(exactly: number).flatMap(ImportJobs.init)?.count
      } else {
        nil
      }
    }
  }

  /// Bytes, from text such as `256M`.
  func memory(_ key: String) throws(ConfigurationError) -> Int? {
    try read(key, ImportMemory.expectation) { value in
      if case .string(let text) = value { ImportMemory(argument: text)?.bytes } else { nil }
    }
  }

  /// Milliseconds, from text such as `15m` or a number of seconds.
  func duration(_ key: String) throws(ConfigurationError) -> Int64? {
    try read(key, "a length of time such as \"15m\" or a number of seconds") { value in
      switch value {
      case .string(let text): DurationText.milliseconds(text)
      case .number(let seconds) where (0...1e9).contains(seconds): Int64(exactly: seconds * 1000)
      default: nil
      }
    }
  }

  func kind(_ key: String) throws(ConfigurationError) -> EventKind? {
    try read(key, "one of \(EventKind.allCases.map(\.name).joined(separator: ", "))") { value in
      if case .string(let text) = value { EventKind(name: text) } else { nil }
    }
  }

  func language(_ key: String) throws(ConfigurationError) -> LanguageTag? {
    try read(key, "one of \(LanguageTag.allCases.map(\.rawValue).joined(separator: ", "))") { value in
      if case .string(let text) = value { LanguageTag(rawValue: text) } else { nil }
    }
  }

  func section(_ key: String) throws(ConfigurationError) -> ConfigurationSection? {
    guard let value = fields[key], value != .null else { return nil }
    return try ConfigurationSection(value, file: file, path: name(key))
  }

  func sections(_ key: String) throws(ConfigurationError) -> [ConfigurationSection]? {
    let list: [JSONValue]? = try read(key, "a list of objects") { value in
      if case .array(let list) = value { list } else { nil }
    }
    guard let list else { return nil }
    var sections: [ConfigurationSection] = []
    for (index, value) in list.enumerated() {
      sections.append(try ConfigurationSection(value, file: file, path: "\(name(key))[\(index)]"))
    }
    return sections
  }

  /// - Returns: `nil` when the key is absent or null: then what held before still does.
  private func read<Value>(
    _ key: String, _ wanted: Phrase, _ convert: (JSONValue) -> Value?
  ) throws(ConfigurationError) -> Value? {
    guard let value = fields[key], value != .null else { return nil }
    guard let result = convert(value) else {
      throw ConfigurationError("\(file): '\(name(key))' must be \(wanted)")
    }
    return result
  }

  /// A key of this section with those that lead to it, escaped for messages.
  func name(_ key: String) -> String {
    let key = key.escapedForTerminal(limit: 60)
    return path.isEmpty ? key : "\(path).\(key)"
  }
}
