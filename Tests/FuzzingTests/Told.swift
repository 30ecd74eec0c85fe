import ReceiptModel

@testable import LogReading

/// All that reading one log told, so that two ways of reading it can be compared.
struct Told: Equatable, CustomStringConvertible {
  /// Events and refused lines.
  private(set) var words: [String] = []
  private(set) var notes: [Note] = []
  private(set) var error: InputError?
  private var account = ""

  var description: String {
    (words + notes.map { "note \($0)" } + [account, error.map { "\($0)" } ?? "no error"]).joined(
      separator: "\n")
  }

  /// Reads lines that lie in memory.
  ///
  /// - Parameters:
  ///   - learns: whether by templates; without, every line is read byte by byte.
  ///   - mapping: how records are read that are no receipts of Alibaba.
  init(lines bytes: [UInt8], learns: Bool, mapping: SourceMapping? = nil) {
    var options = Self.options
    options.mapping = mapping
    var lines = Lines(JSONLines(options: options, learns: learns), countsTail: true)
    var account = RecordAccount(options: options, file: 0, startOffset: 0, startLine: 0)
    account.sources = RecordSources(options: options, learns: learns)
    var batch = EventBatch(capacity: Self.batchCapacity)
    // Words are read across the end of what is in a reader's buffer.
    let padded = bytes + [UInt8](repeating: 0, count: 16)
    do throws(InputError) {
      var position = 0
      while position < bytes.count {
        account.pausesForBatch = false
        position = try lines.read(
          padded.span, position..<bytes.count, isLast: true, account: &account, into: &batch)
        take(&batch, account.takeRejections())
      }
    } catch {
      self.error = error
    }
    take(&batch, account.takeRejections())
    self.account =
      "\(account.counts.lines) lines, \(account.counts.rejected) refused, \(account.counts.ignored) ignored, \(account.counts.events) events, "
      + "up to \(account.offset), unknown \(account.unknownColumns.all)"
  }

  /// Reads a file of any format, so many bytes at a time.
  ///
  /// - Throws: `BrokenPromise` when its account does not add up.
  init(_ file: MemoryFile, blockSize: Int, _ change: (inout ReadOptions) -> Void = { _ in }) throws {
    var options = Self.options
    options.blockSize = blockSize
    change(&options)
    var batch = EventBatch(capacity: Self.batchCapacity)
    do throws(InputError) {
      var reader = try LogReader(InputFile(path: file.path), options: options)
      var ending: InputError?
      do throws(InputError) {
        while try reader.read(into: &batch) == .batchIsFull { take(&batch, reader.takeRejections()) }
      } catch {
        ending = error
      }
      take(&batch, reader.takeRejections())
      note(reader.progress)
      if let ending { throw ending }
    } catch {
      self.error = error
    }
    try promise(isAddedUp, "lines are not accepted, refused and ignored ones together: \(account)")
  }

  private var isAddedUp = true

  private mutating func note(_ progress: ReadProgress) {
    let refused = words.count { $0.hasPrefix(Self.refusal) }
    isAddedUp =
      progress.counts.accepted >= 0 && progress.counts.rejected == refused
      && progress.counts.events == words.count { $0.hasPrefix(Self.event) }
    account = """
      \(progress.format) \(progress.mapping): \(progress.counts.lines) lines to \(progress.lastLine), \
      \(progress.counts.rejected) refused, \(progress.counts.ignored) ignored, \(progress.counts.events) events, up to \
      \(progress.offset), pending \(progress.pendingBytes), unknown \(progress.met.unknownColumns) \
      \(progress.met.unknownTypes.limited.sorted { $0.key < $1.key }), \
      times \(progress.met.timeRules.sorted { $0.key.rawValue < $1.key.rawValue }) \
      \(String(describing: progress.firstTime)) \(String(describing: progress.lastTime))
      """
  }

  private mutating func take(_ batch: inout EventBatch, _ rejections: [RejectedLine]) {
    words += batch.events.map { Self.event + Self.text($0, in: batch) }
    notes += batch.notes.map(\.note)
    words += rejections.map { line in
      let rejection = line.rejection
      return Self.refusal
        + "\(line.line) \(line.byteOffset) \(rejection.reason.rawValue) \(rejection.field?.rawValue ?? "") "
        + "\(line.length) \(line.digest) \(line.raw.count)"
    }
    batch.removeAll()
  }

  private static let event = "event "
  private static let refusal = "refused "
  /// Few, so that batches become full.
  private static let batchCapacity = 16

  private static var options: ReadOptions {
    var options = ReadOptions()
    options.isFinal = true
    // Which code a thread comes by depends on the time, too; two ways of reading it are compared by other tests.
    options.readsAhead = false
    options.keepsRawRejects = true
    options.keepsVendorIDs = true
    return options
  }

  private static func text(_ event: BatchEvent, in batch: EventBatch) -> String {
    func group(_ group: AttributeGroup, _ entry: UInt32) -> String {
      batch.groups[group.rawValue].text(entry)
    }
    let device =
      event.device.isText
      ? "text " + batch.deviceTexts.text(UInt32(event.device.low))
      : "\(event.device.high) \(event.device.low)"
    let detail =
      event.kind == .other ? batch.rawTypes.text(event.detail) : group(.reason, event.detail)
    return [
      batch.appKeys.text(event.app), batch.messageIDs.text(event.message), device, event.kind.name,
      String(event.time), group(.context, event.context), group(.build, event.build),
      group(.network, event.network), detail,
    ].joined(separator: ";")
  }
}
