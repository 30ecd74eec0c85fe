import CommandLineKit
import ConfigurationReading
import Diagnosis
import Files
import Ledger
import Operations
import Prose
import ReceiptModel
import Reporting
import UserFiles

extension Command {
  private struct Options: Sendable {
    var common = CommonOptions()
    var message: String?
    var device: String?
    var pseudonymKey: String?
    var appKeys: [String] = []
    var asOf: String?
    var format = ExplainFormat.text
    var output: String?

    static let table: [Option<Self>] =
      [
        .value(\.message, "--message", "-m", placeholder: "ID", help: "the message id; needed"),
        .value(
          \.device, "--device", placeholder: "ID", help: "the device; without it the message as a whole"),
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
  }

  static let explain = Command(
    "explain", summary: "one push end to end: timeline, verdict, what it rests on, rivals", group: .see,
    discussion: """
      With a device: every event of the push under every AppKey, which try of the extension each ack can be of, the \
      stage that stopped it, and a verdict with the events and numbers it rests on. Without one: the message beside \
      the other messages of its AppKey in the days around.

      A verdict is proven, likely or open. Where the ledger does not say what happened, neither does this. A message \
      or device that the ledger does not know ends with exit code 66. An id by which a vendor or an app's analytics \
      call one message stands for that message; with --app-key it is taken as it is.
      """,
    examples: [
      Example(
        "pushledger explain --message 10913718868641234 --device a692961a92534047ad362575f31f5700",
        "one push on one device"),
      Example("pushledger explain --message 10913718868641234", "the message beside its neighbours"),
      Example(
        "pushledger explain --message 10913718868641234 --tz Asia/Shanghai --format markdown", "for a ticket"),
    ], table: Options.table, defaults: Options()
  ) { options in
    guard let message = options.message, !message.isEmpty else {
      throw Failure.usage("nothing to explain", advice: "give --message ID, and --device ID for one device")
    }
    guard options.device != "" else {
      throw Failure.usage(
        "option '--device' needs an id", advice: "leave it out for the message as a whole")
    }
    let session = try Session(options.common)
    let store = try session.openLedger()
    try store.beginSnapshot()
    let clock = Session.clock
    let asOf =
      try TimeWords(zone: session.zone, present: clock).instant(options.asOf, option: "--as-of")
      ?? store.moment() ?? clock
    let settings = try session.configuration.explainSettings(
      asOf: asOf, reasons: session.configuration.failureReasons())
    let named = try options.device.map {
      try session.device($0, of: message, key: options.pseudonymKey, in: store)
    }
    // Who names an AppKey asks what stands under it, and not what is meant.
    let meant = options.appKeys.isEmpty ? try store.meant(by: message, on: named) : nil
    let bytes =
      if let device = meant?.device ?? named {
        try push(meant?.message ?? message, device, options, settings, in: store, session)
      } else {
        try wholeMessage(meant?.message ?? message, options, settings, in: store, session)
      }
    if meant != nil {
      try DescriptorWriter.standardError.write(
        "pushledger explain: this is what another log calls the push; the push itself is explained\n")
    }
    let sums = try store.untoldSums(of: meant?.message ?? message, on: meant?.device ?? named)
    if let limit = sums.limitOfExplanation {
      try DescriptorWriter.standardError.write("pushledger explain: \(limit)\n")
    }
    guard let output = options.output else {
      try DescriptorWriter.standardOutput.write(bytes.span)
      return .done
    }
    try OutputFile.replace(output, with: bytes)
    return .done
  }

  private static func push(
    _ message: String, _ device: String, _ options: Options, _ settings: ExplainSettings,
    in store: LedgerReader, _ session: Session
  ) throws -> [UInt8] {
    guard let story = try store.pushStory(of: message, on: device, settledUntil: settings.settledUntil) else {
      guard try store.holds(message: message) else { throw try Failure.notHeld(message: message, in: store) }
      let needsKey = try store.pseudonymMark() != nil && session.pseudonymKey(options.pseudonymKey) == nil
      throw Failure.notHeld(
        "an event of this message on this device",
        needsKey
          ? "the ledger holds pseudonyms: name their key with --pseudonymise to find a device by its own id"
          : "leave --device out to see the message as a whole")
    }
    guard let explanation = Diagnosis.explain(story, settings, appKeys: options.appKeys) else {
      throw Failure.notHeld(
        "an event of this push under this AppKey", "leave --app-key out to see which AppKeys it stands under")
    }
    return explanation.bytes(
      as: options.format, in: session.zone, asOf: settings.asOf, language: session.language)
  }

  private static func wholeMessage(
    _ message: String, _ options: Options, _ settings: ExplainSettings, in store: LedgerReader,
    _ session: Session
  ) throws -> [UInt8] {
    let stories = try store.messageStories(of: message, settledUntil: settings.settledUntil)
    guard !stories.isEmpty else { throw try Failure.notHeld(message: message, in: store) }
    let wanted = Diagnosis.explain(stories, settings)
      .filter { options.appKeys.isEmpty || options.appKeys.contains($0.story.appKey) }
    guard !wanted.isEmpty else {
      throw Failure.notHeld(
        "an event of this message under this AppKey",
        "leave --app-key out to see which AppKeys it stands under")
    }
    return MessagePage(wanted, in: session.zone, asOf: settings.asOf, language: session.language).bytes(
      as: options.format)
  }
}

extension ExplainFormat: ArgumentValue {}
