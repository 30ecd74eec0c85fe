import CommandLineKit
import Prose
import Reporting

struct ExplainOptions: Sendable {
  var common = CommonOptions()
  var id: String?
  var message: String?
  var device: String?
  var pseudonymKey: String?
  var appKeys: [String] = []
  var asOf: String?
  var format = ExplainFormat.text
  var output: String?

  static let table: [Option<Self>] =
    [
      .rest(\.id, placeholder: "ID", help: "a message or a device, whichever the ledger knows by this id"),
      .value(\.message, "--message", "-m", placeholder: "ID", help: "the message id"),
      .value(
        \.device, "--device", placeholder: "ID",
        help: "the device; without --message all that is known of it"),
      .value(
        \.pseudonymKey, "--pseudonymise", placeholder: "KEYFILE",
        help: "the key of the ledger's pseudonyms, by which the device is found by its own id"),
      .repeated(\.appKeys, "--app-key", placeholder: "KEY", help: "only this AppKey; may be repeated")
        .completing(.appKeys),
      .value(
        \.asOf, "--as-of", placeholder: "T",
        help: "\"now\" for every judgement; otherwise the newest event that is not after the clock"),
      .value(\.format, "--format", "-f", placeholder: "FORMAT", help: "how to print"),
      .flag(\.format, meaning: .json, "--json", help: "the same as --format json"),
      .value(
        \.output, "--output", "-o", placeholder: "PATH", help: "write there instead of standard output"),
    ] + CommonOptions.table.nested(at: \.common)

  /// - Throws: `Failure` of kind `usage` where they do not name one thing.
  func check() throws(Failure) {
    guard id != nil || message != nil || device != nil else {
      throw Failure.usage(
        "nothing to explain", advice: "give an ID, or --message ID, or --device ID, or both of these")
    }
    guard id == nil || message == nil && device == nil else {
      throw Failure.usage("an ID beside --message or --device", advice: "name each id with its option")
    }
    for (option, value) in [(nil, id), ("--message", message), ("--device", device)] where value == "" {
      throw option.map { Failure.usage("option '\($0)' needs an id", advice: "it is empty") }
        ?? .usage("ID needs an id", advice: "it is empty")
    }
  }
}

extension ExplainFormat: ArgumentValue {}
