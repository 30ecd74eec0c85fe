/// The numbers in the headers of this program's files, by which it tells them from each other and from all else.
package enum ApplicationID {
  /// "PuLe": a ledger.
  package static let ledger: Int64 = 0x5075_4C65
  /// "PuLs": a snapshot for dashboards.
  package static let snapshot: Int64 = 0x5075_4C73
}
