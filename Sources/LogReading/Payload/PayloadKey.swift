/// What a key of a payload for APNs stands for.
enum PayloadKey {
  case aps, alert, mutableContent, misspeltMutableContent, contentAvailable, sound, badge
  /// A text of an alert that is shown.
  case alertText
  /// A key of `aps` that Apple knows and that does not matter here.
  case known
  case other

  /// A key of `aps`.
  init(inAps name: Span<UInt8>, _ range: Range<Int>) {
    if name.holds("alert", in: range) {
      self = .alert
    } else if name.holds("mutable-content", in: range) {
      self = .mutableContent
    } else if name.holds("content-available", in: range) {
      self = .contentAvailable
    } else if name.holds("sound", in: range) {
      self = .sound
    } else if name.holds("badge", in: range) {
      self = .badge
    } else if Self.knownNames.contains(where: { name.holds($0, in: range) }) {
      self = .known
    } else {
      self = Self.resemblesMutableContent(name, range) ? .misspeltMutableContent : .other
    }
  }

  /// Whether a key of `alert` holds a text that is shown, or the name of one.
  static func isAlertText(_ name: Span<UInt8>, _ range: Range<Int>) -> Bool {
    alertTexts.contains { name.holds($0, in: range) }
  }

  /// Whether a name is `mutable-content` but for blanks, `-`, `_` and case.
  static func resemblesMutableContent(_ name: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let letters: StaticString = "mutablecontent"
    var count = 0
    for index in range {
      let byte = name[index]
      if byte == 0x20 || byte == 0x09 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") { continue }
      let letter = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
      // Sound: a static string is never freed, and the offset is below its length.
      guard count < letters.utf8CodeUnitCount, unsafe letters.utf8Start[count] == letter else { return false }
      count += 1
    }
    return count == letters.utf8CodeUnitCount
  }

  /// Keys of `aps` that Apple documents, but for those above.
  ///
  /// https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification,
  /// https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications;
  /// `url-args` is of web pushes for Safari.
  private static let knownNames: [StaticString] = [
    "thread-id", "category", "target-content-id", "interruption-level", "relevance-score", "filter-criteria",
    "stale-date", "content-state", "timestamp", "event", "dismissal-date", "attributes-type", "attributes",
    "input-push-token", "input-push-channel", "url-args",
  ]

  private static let alertTexts: [StaticString] = [
    "title", "subtitle", "body", "title-loc-key", "subtitle-loc-key", "loc-key",
  ]
}
