package import ReceiptModel

extension Diagnosis {
  /// What became of one message on one device.
  ///
  /// - Parameter appKeys: only deliveries in which one of these plays a part; all when empty.
  /// - Returns: `nil` when none is left.
  package static func explain(
    _ story: PushStory, _ settings: ExplainSettings, appKeys: [String] = []
  ) -> PushExplanation? {
    let cases = DeliveryCase.all(of: story, settings).filter { delivery in
      appKeys.isEmpty || ([delivery.story] + delivery.foreign).contains { appKeys.contains($0.appKey) }
    }
    guard !cases.isEmpty else { return nil }
    let events = cases.flatMap { $0.story.events + $0.foreign.flatMap(\.events) }
    return PushExplanation(
      messageID: story.messageID, deviceID: story.deviceID, timeline: events.sorted(by: comesBefore),
      deliveries: cases.map(\.explanation))
  }

  /// By time; of two at one time by kind, AppKey and the log's own word.
  private static func comesBefore(_ one: PushEvent, _ other: PushEvent) -> Bool {
    if one.at != other.at { return one.at < other.at }
    if one.kind != other.kind { return one.kind.rawValue < other.kind.rawValue }
    if one.appKey != other.appKey { return one.appKey.precedesInBytes(other.appKey) }
    return one.rawType.precedesInBytes(other.rawType)
  }
}

extension DeliveryCase {
  package var explanation: DeliveryExplanation {
    let verdict = verdict
    return DeliveryExplanation(
      appKey: story.appKey, foreignKeys: foreign.map(\.appKey), traits: traits, stage: stage,
      verdict: verdict,
      grounds: grounds(for: verdict), rivals: rivals(of: verdict), nextStep: nextStep(for: verdict),
      tries: tries, runs: story.runs, findings: findings)
  }
}
