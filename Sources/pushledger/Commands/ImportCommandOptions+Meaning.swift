import CommandLineKit
import LogReading
import Prose

extension ImportCommandOptions {
  /// The options that decide what lines mean, as words of a command line: equal meanings have equal words.
  var meaning: [String] {
    let values = [
      ("--source", source), ("--app", appKey), ("--columns", columns), ("--assume-tz", assumeTimeZone),
      ("--unwrap", unwrap), ("--format", format == .auto ? nil : format.rawValue),
    ]
    let flags = [
      ("--vendor-ids", keepsVendorIDs), ("--client-networks", keepsClientNetworks), ("--final", final),
    ]
    return values.compactMap { name, value in value.map { "\(name)=\($0)" } }
      + flags.compactMap { name, isGiven in isGiven ? name : nil }
  }

  /// The options that such words say.
  init(meaning words: [String]) throws(Failure) {
    self = try Self.table.parse(words, into: Self())
  }
}
