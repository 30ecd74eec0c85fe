import Prose
import ReceiptModel

/// What somebody else's counter counts, so that nobody takes it for more.
///
/// As the table in `docs/sources.md` says.
enum CountedWords {
  /// - Parameter source: whose counter it is, as `ControlTotal.source`.
  static func definition(of kind: EventKind, by source: String) -> Phrase {
    switch (kind, source) {
    case (.arrived, "alibaba"):
      "that is what reached devices, but on iOS what APNs took, which proves nothing of a device"
    case (.arrived, "jpush"):
      "that is what devices reported on its own channel and vendors' receipts on theirs"
    case (.arrived, "tencent"): "that is what devices and vendors reported"
    case (.arrived, "onesignal"): "that is what its SDK reported from devices"
    case (.extAck, "jpush"): "that is what the extension of its SDK reported from iOS devices"
    case (.accepted, _): "that is what the platform took and proves nothing of a device"
    case (.sent, _): "that is what was handed on and proves nothing of a device"
    default: "by its own definition"
    }
  }
}
