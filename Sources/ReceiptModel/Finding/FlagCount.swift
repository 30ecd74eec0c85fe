/// How many deliveries have a flag, under one AppKey and with one detail.
package struct FlagCount: Equatable, Sendable {
  /// The flag's name in the view `flags`, such as `orphan_ack`.
  package var flag: String
  /// AppKey of the flagged delivery; for `app_key_mismatch` the foreign one.
  package var appKey: String
  /// For `app_key_mismatch` the sender's AppKey, for `ack_timeout` late, lost or silent, else empty.
  package var detail: String
  package var count: Int

  package init(flag: String, appKey: String, detail: String = "", count: Int) {
    self.flag = flag
    self.appKey = appKey
    self.detail = detail
    self.count = count
  }
}
