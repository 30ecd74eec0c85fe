/// The deliveries of one sender that were answered under one foreign AppKey, by the sender's build.
package struct MismatchFacts: Equatable, Sendable {
  /// The AppKey that never sent.
  package var foreignKey: String
  /// The AppKey that did.
  package var sender: String
  /// Of the sender's delivery; empty when unknown.
  package var appVersion: String
  package var deliveries: Int
  package var devices: Int
  package var messages: Int
  /// The first answer under the foreign AppKey.
  package var firstAt: Instant

  package init(
    foreignKey: String, sender: String, appVersion: String, deliveries: Int, devices: Int, messages: Int,
    firstAt: Instant
  ) {
    self.foreignKey = foreignKey
    self.sender = sender
    self.appVersion = appVersion
    self.deliveries = deliveries
    self.devices = devices
    self.messages = messages
    self.firstAt = firstAt
  }
}
