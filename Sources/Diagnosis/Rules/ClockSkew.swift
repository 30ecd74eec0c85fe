import Prose
import ReceiptModel

extension Rule {
  /// Pushes are answered before they were sent: two clocks disagree, and no latency can be trusted.
  ///
  /// Only a disagreement larger than a push's way shows; a smaller one hides in the latencies.
  package static let clockSkew = Rule(.clockSkew) { evidence in
    evidence.appKeys.compactMap { appKey in
      let flagged = evidence.flags.reduce(0) {
        $1.flag == "clock_skew" && $1.appKey == appKey ? $0 + $1.count : $0
      }
      let counts = evidence.counts(of: appKey)
      // Pushes acked or opened; where no ack can be expected, opens alone.
      let answered = max(
        flagged, counts[.eligibleAcked] + counts[.opened] - counts[.eligibleOpened] + counts[.openedUnacked])
      let rate = Rate(flagged, of: answered)
      // One in a thousand is worth a note; below that it is mostly a lost line.
      guard let share = rate.value, share >= evidence.limits.skewShare / 10 else { return nil }
      // Devices are known by their acks.
      let devices = evidence.devices.app(appKey)?.early ?? 0
      let isFewDevices = (1..<fewest).contains(devices)
      let isWarning = share >= evidence.limits.skewShare && flagged >= fewest && !isFewDevices
      let ofDevices: Phrase =
        devices == 1
        ? "the clock of one device is behind, so its latencies are too short"
        : "the clocks of \(devices) devices are behind, so their latencies are too short"
      return Finding(
        .clockSkew, isWarning ? .warning : .info, appKey: appKey,
        deliveries: flagged, devices: devices > 0 ? devices : nil, observed: share, expected: 0,
        interval: rate.interval,
        cause: isFewDevices
          ? ofDevices
          : """
          the clock that stamps acks and opens is behind the one that stamps sends, so latencies are too \
          short
          """,
        rivals: [
          Rival(
            "first sends are missing from the log, and a later send of the same push counts instead",
            settledBy: "importing the log of those hours"),
          Rival(
            "times without a zone were read in the wrong one",
            settledBy: "whether the answers are whole hours early"
          ),
        ],
        nextStep:
          """
          see how early the answers are and which builds they have in common, as \
          `pushledger query answered-before-sent` tells
          """,
        rows: "deliveries-of")
    }
  }

  /// Answers, and devices, that are a clock: with fewer it may be that of one device.
  private static let fewest = 10
}
