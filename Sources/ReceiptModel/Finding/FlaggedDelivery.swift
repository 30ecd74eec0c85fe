/// A flag on a delivery: a row of the view `flags`.
package struct FlaggedDelivery: Equatable, Sendable {
  package var flag: String
  package var appKey: String
  package var messageID: String
  /// Empty when the sender logs none.
  package var deviceID: String
  /// Milliseconds UTC; `nil` when no send was seen.
  package var sentAt: Int64?
  package var detail: String?

  package init(
    flag: String, appKey: String, messageID: String, deviceID: String, sentAt: Int64?, detail: String?
  ) {
    self.flag = flag
    self.appKey = appKey
    self.messageID = messageID
    self.deviceID = deviceID
    self.sentAt = sentAt
    self.detail = detail
  }

  /// The columns of the view.
  package var cells: [Cell] {
    [
      .text(flag), .text(appKey), .text(messageID), .text(deviceID), sentAt.map(Cell.integer) ?? .null,
      detail.map(Cell.text) ?? .null,
    ]
  }
}
