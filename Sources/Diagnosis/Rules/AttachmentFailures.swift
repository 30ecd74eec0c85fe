import Prose
import ReceiptModel

extension Rule {
  /// Extensions could not load or show attachments, by their own log.
  ///
  /// A fact about the devices that hand one in; the push itself is shown all the same, without its picture.
  package static let attachmentFailures = Rule(.attachmentFailures) { evidence in
    let known = evidence.beside
    let apps = Dictionary(grouping: known.extensions) { CohortKey(day: 0, appKey: $0.appKey, parts: []) }
    return apps.keys.sorted().compactMap { app -> Finding? in
      let builds = apps[app] ?? []
      let failed = Rate(
        builds.reduce(0) { $0 + $1.attachmentsFailed }, of: builds.reduce(0) { $0 + $1.runs })
      guard failed.denominator >= evidence.limits.minimumRuns, let share = failed.value,
        share > 0, share >= evidence.limits.failedAttachments
      else { return nil }
      let failures = known.attachmentFailures.filter { $0.appKey.hasSameBytes(as: app.appKey) }
      let errors = Self.errors(failures)
      guard let first = errors.first else { return nil }
      var finding = Finding(
        .attachmentFailures, .warning, appKey: app.appKey,
        scope: first.name.isEmpty ? FindingScope() : .of(.reason, first.name),
        since: failures.map(\.first).min(), deliveries: failed.numerator, observed: share,
        expected: evidence.limits.failedAttachments, interval: failed.interval,
        cause: """
          attachments could not be loaded or shown in \(failed.numerator) of \(failed.denominator) logged runs: \
          \(list(errors))
          """,
        rivals: AttachmentFailure.isOfUnknownType(first.name)
          ? [Rival("the file is of a kind that the system does not show", settledBy: "the file itself")]
          : [
            Rival("the file cannot be fetched on some networks", settledBy: "its address, on such a network"),
            Rival(
              "the extension's time ran out while it was fetched",
              settledBy: "the expiring steps of these runs"),
          ],
        nextStep: AttachmentFailure.isOfUnknownType(first.name)
          ? "give the downloaded file an ending such as .jpg before it is attached, or name its type in the options"
          : "fetch the file as the extension does, and attach it on a device of such a build",
        rows: "attachment-failures")
      finding.sinceIsFirstJudged = true
      return finding
    }
  }

  /// The errors over all builds, most failures first.
  private static func errors(_ failures: [AttachmentFailure]) -> [(name: String, count: Int)] {
    var sums: [[UInt8]: (name: String, count: Int)] = [:]
    for failure in failures {
      sums[Array(failure.error.utf8), default: (failure.error, 0)].count += failure.failures
    }
    return sums.values.sorted { one, other in
      one.count != other.count
        ? one.count > other.count : one.name.precedesInBytes(other.name)
    }
  }

  private static func list(_ errors: [(name: String, count: Int)]) -> Phrase {
    errors.prefix(3).map { error -> Phrase in
      error.name.isEmpty
        ? "no error named (\(error.count))" : "\(Phrase.text(error.name, limit: 120)) (\(error.count))"
    }.joined()
  }
}
