import CommandLineKit
import ConfigurationReading
import Diagnosis
import Files
import Ledger
import Operations
import Prose
import Publishing
import ReceiptModel
import Reporting
import UserFiles

extension Command {
  private typealias Options = ExplainOptions

  static let explain = Command(
    "explain", summary: "one push, message or device: timeline, verdict, what it rests on, rivals",
    group: .see,
    discussion: """
      With a message and a device: every event of the push under every AppKey, which try of the extension each ack can \
      be of, the stage that stopped it, and a verdict with the events and numbers it rests on. With a message alone: the \
      message beside the other messages of its AppKey in the days around. With a device alone: its signs of life, its \
      last pushes and what became of each, its builds and channels, whether it is muted or its token dead, and what is \
      usual for devices like it.

      A bare ID is a message, a device, or neither; standard error says what it was taken for.

      Each names the findings that concern it, as far as check or run judged its day.

      A verdict is proven, likely or open. Where the ledger does not say what happened, neither does this. A message \
      or device that the ledger does not know ends with exit code 66. An id by which a vendor or an app's analytics \
      call one message stands for that message; with --app-key it is taken as it is.
      """,
    examples: [
      Example(
        "pushledger explain --message 10913718868641234 --device a692961a92534047ad362575f31f5700",
        "one push on one device"),
      Example("pushledger explain --message 10913718868641234", "the message beside its neighbours"),
      Example("pushledger explain --device a692961a92534047ad362575f31f5700", "a phone that gets no pushes"),
      Example("pushledger explain 10913718868641234", "whatever has this id"),
      Example(
        "pushledger explain --message 10913718868641234 --tz Asia/Shanghai --format markdown", "for a ticket"),
    ], table: Options.table, defaults: Options()
  ) { options in
    try options.check()
    let session = try Session(options.common)
    let store = try session.openLedger()
    let settings = try session.view(WindowOptions(asOf: options.asOf), of: store).explainSettings()
    let subject = try options.subject(in: store, session)
    let (bytes, remarks) = try options.common.showing("explaining") {
      try explained(subject, options, settings, in: store, session)
    }
    for remark in remarks {
      try DescriptorWriter.standardError.write("pushledger explain: \(remark.told(in: session.language))\n")
    }
    guard let output = options.output else {
      try DescriptorWriter.standardOutput.write(bytes.span)
      return .done
    }
    try OutputFile.replace(output, with: bytes)
    return .done
  }

  /// What is printed, and what is said of it beside.
  private static func explained(
    _ subject: ExplainSubject, _ options: Options, _ settings: ExplainSettings, in store: LedgerReader,
    _ session: Session
  ) throws -> (bytes: [UInt8], remarks: [Phrase]) {
    guard let message = subject.message else {
      return try device(subject.device ?? "", options, settings, in: store, session)
    }
    // Who names an AppKey asks what stands under it, and not what is meant.
    let meant = options.appKeys.isEmpty ? try store.meant(by: message, on: subject.device) : nil
    let bytes =
      if let device = meant?.device ?? subject.device {
        try push(meant?.message ?? message, device, options, settings, in: store, session)
      } else {
        try wholeMessage(meant?.message ?? message, options, settings, in: store, session)
      }
    let sums = try store.untoldSums(of: meant?.message ?? message, on: meant?.device ?? subject.device)
    return (
      bytes,
      [
        meant == nil ? nil : "this is what another log calls the push; the push itself is explained",
        sums.limitOfExplanation,
      ].compactMap { $0 }
    )
  }

  private static func push(
    _ message: String, _ device: String, _ options: Options, _ settings: ExplainSettings,
    in store: LedgerReader, _ session: Session
  ) throws -> [UInt8] {
    guard let story = try store.pushStory(of: message, on: device, settledUntil: settings.settledUntil) else {
      guard try store.holds(message: message) else { throw try Failure.notHeld(message: message, in: store) }
      let needsKey = try session.needsPseudonymKey(options.pseudonymKey, in: store)
      throw Failure.notHeld(
        "an event of this message on this device",
        needsKey ? Failure.namePseudonymKey : "leave --device out to see the message as a whole")
    }
    guard let explanation = Diagnosis.explain(story, settings, appKeys: options.appKeys) else {
      throw Failure.notHeld(
        "an event of this push under this AppKey", "leave --app-key out to see which AppKeys it stands under")
    }
    return PushPage(explanation, in: session.zone, asOf: settings.asOf, language: session.language).bytes(
      as: options.format)
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

  private static func device(
    _ id: String, _ options: Options, _ settings: ExplainSettings, in store: LedgerReader, _ session: Session
  ) throws -> (bytes: [UInt8], remarks: [Phrase]) {
    func story(_ device: String) throws -> DeviceStory? {
      try store.deviceStory(of: device, asOf: settings.asOf, settledUntil: settings.settledUntil)
    }
    let own = try story(id)
    guard let story = try own ?? store.device(calledBy: id).flatMap(story) else {
      throw try Failure.notHeld(
        device: id, asOf: options.asOf, needsKey: session.needsPseudonymKey(options.pseudonymKey, in: store),
        in: store)
    }
    guard
      let explanation = Diagnosis.explain(story, settings, appKeys: options.appKeys, in: session.zone)
    else {
      throw Failure.notHeld(
        "an event of this device under this AppKey",
        "leave --app-key out to see which AppKeys it stands under")
    }
    let page = DevicePage(explanation, in: session.zone, asOf: settings.asOf, language: session.language)
    return (
      page.bytes(as: options.format),
      [
        own == nil ? "this is what another log calls the device; the device itself is explained" : nil,
        try store.summedDays(in: 0..<settings.asOf.milliseconds).limitOfExplanation,
      ].compactMap { $0 }
    )
  }
}
