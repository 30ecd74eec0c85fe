import ReceiptModel

/// What a mapping makes of a log, as values for people and tests: nothing is loaded.
package struct MappedSample: Sendable {
  /// What the records told, events before facts, each by field names and values; what is empty is left out.
  ///
  /// Names of an event are those of the views and `kind`, `raw`, `time` (ISO 8601, UTC); `note` names the kind of a fact.
  package private(set) var told: [[String: String]] = []
  package private(set) var refused: [RejectedLine] = []
  package private(set) var progress = ReadProgress()
  /// What ended the reading before the end of the log.
  package private(set) var error: InputError?

  private init() {}

  /// The sample of a file; that it cannot be opened is an error of the sample like any other.
  package static func file(
    _ path: [UInt8], options: ReadOptions, limit: Int = .max
  ) -> MappedSample {
    do throws(InputError) {
      return MappedSample(try InputFile(path: path), options: options, limit: limit)
    } catch {
      var sample = MappedSample()
      sample.error = error
      return sample
    }
  }

  /// - Parameter limit: events and facts that are kept.
  package init(_ file: consuming InputFile, options: ReadOptions, limit: Int = .max) {
    var batch = EventBatch(capacity: 4096)
    do throws(InputError) {
      var reader = try LogReader(file, options: options)
      do throws(InputError) {
        var status = ReadStatus.batchIsFull
        while status == .batchIsFull {
          status = try reader.read(into: &batch)
          take(&batch, limit)
          refused += reader.takeRejections()
        }
      } catch {
        self.error = error
        take(&batch, limit)
        refused += reader.takeRejections()
      }
      progress = reader.progress
    } catch {
      self.error = error
    }
  }

  private mutating func take(_ batch: inout EventBatch, _ limit: Int) {
    for event in batch.events where told.count < limit { told.append(batch.words(of: event)) }
    for note in batch.notes where told.count < limit { told.append(note.note.words) }
    batch.removeAll()
  }
}

extension EventBatch {
  /// An event by names and values.
  fileprivate func words(of event: BatchEvent) -> [String: String] {
    var words = [
      "app": appKeys.text(event.app), "message": messageIDs.text(event.message), "kind": event.kind.name,
      "time": Instant(milliseconds: event.time).word, "device": deviceWord(event.device),
    ]
    let entries = [(AttributeGroup.context, event.context), (.build, event.build), (.network, event.network)]
    for (group, entry) in entries { add(group, entry, to: &words) }
    if event.kind == .other {
      words["raw"] = rawTypes.text(event.detail)
    } else {
      add(.reason, event.detail, to: &words)
    }
    return words.filter { !$0.value.isEmpty }
  }

  private func add(_ group: AttributeGroup, _ entry: UInt32, to words: inout [String: String]) {
    let values = groups[group.rawValue].bytes(entry).split(separator: 0, omittingEmptySubsequences: false)
    for (attribute, value) in zip(group.attributes, values) {
      words[attribute.name] = String(decoding: value, as: UTF8.self)
    }
  }

  private func deviceWord(_ device: DeviceKey) -> String {
    device.isText ? String(decoding: deviceText(device), as: UTF8.self) : device.hexadecimal
  }
}

extension Note {
  /// A fact by names and values.
  fileprivate var words: [String: String] {
    let words: [String: String]
    switch self {
    case .payload(let note):
      words = [
        "note": "payload", "app": note.app, "message": note.message, "bytes": String(note.bytes),
        "lint": String(note.lint.rawValue),
      ]
    case .push(let note):
      words = [
        "note": "push", "app": note.app, "message": note.message, "push_type": note.pushType,
        "platform": note.platform, "target_type": note.targetType, "status": note.status,
        "time": note.sentAt.map { Instant(milliseconds: $0).word } ?? "",
      ]
    case .total(let note):
      let counts = note.counts.map { ($0.key.name, String($0.value)) }
      words = [
        "note": "total", "source": note.source, "app": note.app, "message": note.message,
        "time": note.countedAt.map { Instant(milliseconds: $0).word } ?? "",
      ].merging(counts, uniquingKeysWith: { first, _ in first })
    case .alias(let note):
      words = [
        "note": "alias", "space": note.space, "name": note.name, "app": note.app, "message": note.message,
        "device": note.device,
      ]
    case .token(let note):
      words = [
        "note": "token", "token": note.token, "device": note.device,
        "time": note.from == 0 ? "" : Instant(milliseconds: note.from).word,
      ]
    case .appOpen(let note):
      words = [
        "note": "app-open", "source": note.source, "app": note.app, "device": note.device,
        "time": Instant(milliseconds: note.time).word,
      ]
    case .tally(let note):
      words = [
        "note": "tally", "source": note.source, "app": note.app, "message": note.message,
        "kind": note.kind.name,
        "time": Instant(milliseconds: note.time).word,
      ]
    case .step(let note):
      words = [
        "note": "step", "app": note.app, "message": note.message, "device": note.device,
        "step": note.step.rawValue, "time": Instant(milliseconds: note.time).word, "detail": note.detail,
      ]
    }
    return words.filter { !$0.value.isEmpty }
  }
}

extension Instant {
  /// `2026-09-21T14:13:20.120Z`.
  fileprivate var word: String { ReportZone.utc.iso(self).dropLast(6) + "Z" }
}
