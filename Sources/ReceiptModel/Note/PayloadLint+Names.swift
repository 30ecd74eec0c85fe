extension PayloadLint {
  /// Each remark and its public name, in the order in which they are told.
  package static let named: [(remark: PayloadLint, name: String)] = [
    (.mutableContentMissing, "mutable_content_missing"),
    (.mutableContentNotOne, "mutable_content_not_1"),
    (.mutableContentIsText, "mutable_content_text"),
    (.mutableContentMisplaced, "mutable_content_misplaced"),
    (.mutableContentMisspelt, "mutable_content_misspelt"),
    (.alertMissing, "alert_missing"),
    (.alertIsText, "alert_text"),
    (.alertEmpty, "alert_empty"),
    (.silent, "silent"),
    (.tooLarge, "too_large"),
    (.customInsideAps, "custom_inside_aps"),
    (.unreadable, "unreadable"),
  ]

  /// The public names of the remarks.
  package var names: [String] { Self.named.filter { contains($0.remark) }.map(\.name) }

  /// Whether the system does not start the notification service extension for such a payload.
  package var cannotBeAcked: Bool { !isDisjoint(with: Self.keepsExtensionFromRunning) }
}
