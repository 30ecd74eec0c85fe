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
      "this is what reached devices, but on iOS what APNs took, which proves nothing about a device"
    case (.arrived, "jpush"):
      "this is what devices reported on its own channel, and vendors' receipts on theirs"
    case (.arrived, "tencent"): "this is what devices and vendors reported"
    case (.arrived, "onesignal"): "this is what its SDK reported from devices"
    case (.extAck, "jpush"): "this is what the extension of its SDK reported from iOS devices"
    case (.accepted, _): "this is what the platform took, which proves nothing about a device"
    case (.sent, _): "this is what was passed on to gateways, which proves nothing about a device"
    default: "by its own definition"
    }
  }
}
