import Foundation
import Ledger
import ReceiptModel
import TestSupport

/// The built program in a folder of its own, with a small ledger.
struct QueryProgram {
  let folder: ScratchFolder

  /// What a batch left behind.
  struct Outcome: Equatable {
    var code: Int32
    var output: String
    var errors: String
  }

  /// - Parameter sends: deliveries of AppKey 24700001, all sent on 2024-09-21, every second one opened.
  init(sends: Int = 4) throws {
    folder = try ScratchFolder()
    let store = try LedgerWriter.openForWriting(folder.path("pushledger.db"))
    let writer = try BatchCommitter(store, settings: LedgerSettings())
    var batch = EventBatch(capacity: 65_536)
    let app = batch.appKeys.intern("24700001")
    let message = batch.messageIDs.intern("12345678901234567")
    let entries = AttributeGroup.allCases.map { group in
      batch.groups[group.rawValue].intern(
        group.attributes.map { $0 == .channel ? "huawei\0" : "\0" }.joined())
    }
    for device in 0..<sends {
      for kind in device % 2 == 0 ? [EventKind.sent, .opened] : [.sent] {
        batch.events.append(
          BatchEvent(
            device: DeviceKey(high: 0, low: UInt64(device + 1)),
            time: 1_726_876_800_000 + Int64(device) * 1000 + (kind == .opened ? 60_000 : 0), message: message,
            app: app, context: entries[0], build: entries[1], network: entries[2], detail: entries[3],
            file: 0,
            kind: kind))
      }
    }
    _ = try writer.commit(batch.sorted(), files: [], clock: Instant(milliseconds: 0))
  }

  /// Batches the program with these words and no configuration but its own defaults.
  func run(_ words: String...) throws -> Outcome { try run(all: words) }

  /// - Parameter extra: variables of the environment beside HOME.
  func run(all words: [String], environment extra: [String: String] = [:]) throws -> Outcome {
    let batch = try ProgramRun(
      ProgramRun.builtPrograms.appending(path: "pushledger").path, words, in: folder.url.path,
      environment: extra.merging(["HOME": folder.url.path]) { _, own in own })
    return Outcome(code: batch.code, output: batch.outputText, errors: batch.errorText)
  }
}
