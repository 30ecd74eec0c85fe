import LogReading
import ReceiptModel
import SQLite

/// Reads logs as the importer does and puts each event into the model's table.
struct EventReader {
  private(set) var account = LineAccount()
  private let options: ReadOptions
  private let shouldStop: @Sendable () -> Bool
  private var run = EventRun(capacity: 65_536)

  init(settings: JobSettings, shouldStop: @escaping @Sendable () -> Bool) {
    self.shouldStop = shouldStop
    var options = ReadOptions()
    // What an engine of many machines reads too: one object a line, and all of the last line.
    options.format = .jsonLines
    options.isFinal = true
    options.aliases = settings.eventTypes
    options.assumedOffsetMinutes = settings.assumedOffsetMinutes
    self.options = options
  }

  /// - Throws: `EngineError` when a file cannot be read to its end: sums of a part would pass for sums of all.
  mutating func read(_ path: [UInt8], into database: Database) throws {
    do {
      var reader = try LogReader(InputFile(path: path), options: options)
      var status = ReadStatus.runIsFull
      while status == .runIsFull {
        status = try reader.read(into: &run)
        try store(in: database)
        account.add(reader.takeRejections())
        if shouldStop() { throw EngineError(.interrupted, "interrupted; nothing was kept") }
      }
      account.add(reader.progress)
    } catch let error as InputError {
      throw EngineError(
        error == .missing || error == .unreadable ? .inputMissing : .inputUnusable,
        "\(String(decoding: path, as: UTF8.self)): \(error.reasonName)",
        advice: "an engine reads all of its input or nothing: repair the file, or leave it out")
    }
  }

  private mutating func store(in database: Database) throws {
    let places = (1...6 + SQLiteJob.attributes.count).map { "?\($0)" }.joined(separator: ", ")
    let insert = try database.prepare("INSERT INTO event VALUES (\(places))")
    for event in run.events {
      let device =
        event.device.isText
        ? String(decoding: run.deviceText(event.device), as: UTF8.self) : event.device.hexadecimal
      let texts = [run.appKeys.text(event.app), run.messageIDs.text(event.message), device, event.kind.name]
      for (index, text) in texts.enumerated() { insert.bind(text, at: index + 1) }
      insert.bind(event.kind == .other ? run.rawTypes.text(event.detail) : "", at: 5)
      insert.bind(event.time, at: 6)
      for (index, text) in attributes(of: event).enumerated() { insert.bind(text, at: index + 7) }
      try insert.run()
    }
    run.removeAll()
  }

  /// The values of an event in the order of `SQLiteJob.attributes`; the client's network, which is not among them, is
  /// not kept.
  private func attributes(of event: RunEvent) -> [String] {
    func values(_ group: AttributeGroup, _ entry: UInt32) -> [String] {
      // Each value is ended by a NUL byte.
      run.groups[group.rawValue].bytes(entry).split(separator: 0, omittingEmptySubsequences: false)
        .prefix(group.attributes.count).map { String(decoding: $0, as: UTF8.self) }
    }
    let reason = event.kind.isFailure ? values(.reason, event.detail) : [""]
    return values(.context, event.context) + values(.build, event.build)
      + values(.network, event.network).prefix(2) + reason
  }
}

/// What the lines of a log were, by the words of a manifest.
struct LineAccount {
  private var lines = 0
  private var ignored = 0
  private var events = 0
  private var refused: [RejectionReason: Int] = [:]

  /// What is no JSON object in UTF-8 at all: an engine tells these from good lines, but not from each other.
  static let corrupt: Set<RejectionReason> = [.badUTF8, .nul, .notJSON, .notObject, .trailingData]

  mutating func add(_ rejections: [RejectedLine]) {
    for line in rejections { refused[line.rejection.reason, default: 0] += 1 }
  }

  mutating func add(_ progress: ReadProgress) {
    lines += progress.lines
    ignored += progress.ignored
    events += progress.events
  }

  func write(to database: Database) throws {
    let rejected = refused.filter { !Self.corrupt.contains($0.key) }
    for (reason, count) in rejected.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try database.execute("INSERT INTO rejected_reason VALUES ('\(reason.rawValue)', \(count))")
    }
    let rejectedLines = rejected.values.reduce(0, +)
    let corruptLines = refused.values.reduce(0, +) - rejectedLines
    try database.execute(
      "INSERT INTO line_count VALUES (\(lines), \(corruptLines), \(rejectedLines), \(ignored), \(events))")
  }
}
