import LogReading
import Prose
import ReceiptModel

/// Reads logs as the importer does and hands out each event as the model reads it.
struct EventReader {
  private(set) var account = LineAccount()
  private let options: ReadOptions
  private let shouldStop: @Sendable () -> Bool
  private var batch = EventBatch(capacity: 65_536)

  init(settings: JobSettings, shouldStop: @escaping @Sendable () -> Bool) {
    self.shouldStop = shouldStop
    var options = ReadOptions()
    // The format that an engine of many machines reads, too: one object a line, and all of the last line.
    options.format = .jsonLines
    options.isFinal = true
    options.aliases = settings.eventTypes
    options.assumedOffsetMinutes = settings.assumedOffsetMinutes
    self.options = options
  }

  /// - Throws: `EngineError` when a file cannot be read to its end: sums of a part would pass for sums of all.
  mutating func read(_ path: [UInt8], _ take: (ModelEvent) throws -> Void) throws {
    do {
      var reader = try LogReader(InputFile(path: path), options: options)
      var status = ReadStatus.batchIsFull
      while status == .batchIsFull {
        status = try reader.read(into: &batch)
        try batch.events.forEach { try take(event($0)) }
        batch.removeAll()
        account.add(reader.takeRejections())
        if shouldStop() { throw EngineError(.interrupted, "interrupted; nothing was kept") }
      }
      account.add(reader.takeCounts())
    } catch let error as InputError where error.isOfDevice {
      throw EngineError(
        .deviceFailed, "\(String(decoding: path, as: UTF8.self)): \(error.explanation)",
        advice: "run it again when the device works")
    } catch let error as InputError {
      throw EngineError(
        error == .missing || error == .unreadable ? .inputMissing : .inputUnusable,
        "\(String(decoding: path, as: UTF8.self)): \(error.reasonName)",
        advice: "an engine reads all of its input or nothing: repair the file, or leave it out")
    }
  }

  private func event(_ event: BatchEvent) -> ModelEvent {
    let device =
      event.device.isText
      ? String(decoding: batch.deviceText(event.device), as: UTF8.self) : event.device.hexadecimal
    return ModelEvent(
      texts: [
        batch.appKeys.text(event.app), batch.messageIDs.text(event.message), device, event.kind.name,
        event.kind == .other ? batch.rawTypes.text(event.detail) : "",
      ], time: event.time, attributes: attributes(of: event))
  }

  /// The values of an event in the order of `ModelEvent.attributes`; the client's network, which is not among them, is
  /// not kept.
  private func attributes(of event: BatchEvent) -> [String] {
    func values(_ group: AttributeGroup, _ entry: UInt32) -> [String] {
      // Each value is ended by a NUL byte.
      batch.groups[group.rawValue].bytes(entry).split(separator: 0, omittingEmptySubsequences: false)
        .prefix(group.attributes.count).map { String(decoding: $0, as: UTF8.self) }
    }
    let reason = event.kind.isFailure ? values(.reason, event.detail) : [""]
    return values(.context, event.context) + values(.build, event.build)
      + values(.network, event.network).prefix(2) + reason
  }
}
