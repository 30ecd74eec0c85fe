import Digest
import ReceiptModel

extension LedgerSettings {
  /// A digest of what counting takes from the configuration besides its limits: the channels and the AppKeys.
  ///
  /// SHA-256 of a line each, sorted by bytes: `channel`, name, whether its arrivals are evidence, whether it is
  /// measurable, whether receipts of an extension are expected; `app`, AppKey; with tabs between. Channels of which all
  /// of that is true count as those that nobody names: they have no line.
  package var modelDigest: String {
    let channels = gatewayArrivals.union(unmeasurable).union(withoutReceipts).map { name in
      let traits = [gatewayArrivals, unmeasurable, withoutReceipts].map { $0.contains(name) ? "\t0" : "\t1" }
      return "channel\t\(name)\(traits.joined())\n"
    }
    let apps = Set(appKeys.map { Array($0.utf8) }).map { "app\t\(String(decoding: $0, as: UTF8.self))\n" }
    let lines = (channels + apps).sorted { $0.precedesInBytes($1) }
    var hash = SHA256()
    hash.update(lines.joined())
    return hash.hex()
  }
}
