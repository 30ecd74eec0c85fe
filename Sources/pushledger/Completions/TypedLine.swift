import CommandLineKit
import ConfigurationReading
import Files
import Glibc
import ReceiptModel

/// A command line that is still being typed: it may be incomplete and wrong, and says what it says.
struct TypedLine {
  /// After the program's name, up to the word that is being typed.
  let words: [String]
  var environment: (String) -> String? = Environment.variable

  /// - Parameter asTyped: whether quotes and backslashes are still those of the shell.
  init(
    _ words: [String], asTyped: Bool, environment: @escaping (String) -> String? = Environment.variable
  ) {
    self.words = asTyped ? words.map(Self.unquoted) : words
    self.environment = environment
  }

  /// The settings of a run with these words; what cannot be read is as if it were not there.
  var configuration: Configuration {
    var loader = ConfigurationLoader()
    loader.environment = environment
    loader.options.configurationPath = value(of: "--config")
    // A pipe would wait for its writer, and the shell for us.
    if let path = loader.filePath, !Self.isFile(path) { return Configuration() }
    return (try? loader.load())?.values ?? Configuration()
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    // The call fills the struct it is given.
    return FileCall.status(path, &status) && status.st_mode & S_IFMT == S_IFREG
  }

  var queriesFolder: String? { value(of: "--queries") ?? configuration.queriesFolder }
  var reportsFolder: String? { value(of: "--reports") ?? configuration.reportsFolder }

  /// The last value of an option; a home folder in it is written as a shell would.
  func value(of option: String) -> String? {
    var value: String?
    for (index, word) in words.enumerated() {
      if word == "--" { break }
      if word.hasPrefix(option + "=") {
        value = String(word.dropFirst(option.count + 1))
      } else if word == option, index + 1 < words.count {
        value = words[index + 1]
        if let path = value, path.hasPrefix("~/"), let home = environment("HOME") {
          value = home + path.dropFirst()
        }
      }
    }
    return value
  }

  /// A word without the shell's quotes and backslashes.
  ///
  /// Nothing is expanded.
  static func unquoted(_ word: String) -> String {
    var result = ""
    var quote: Character?
    var characters = word.makeIterator()
    while let character = characters.next() {
      switch (quote, character) {
      case (nil, "'"), (nil, "\""): quote = character
      case ("'", "'"), ("\"", "\""): quote = nil
      case (nil, "\\"): if let next = characters.next() { result.append(next) }
      case ("\"", "\\"):
        guard let next = characters.next() else { break }
        // Between double quotes it escapes only what is special there.
        result += "\"\\$`".contains(next) ? String(next) : "\\\(next)"
      default: result.append(character)
      }
    }
    return result
  }
}
