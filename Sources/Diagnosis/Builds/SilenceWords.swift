import Prose
import ReceiptModel

/// The likely cause of a group's silence, the other possible ones, and what to do.
struct SilenceWords {
  var cause: Phrase
  var rivals: [Rival]
  var nextStep: Phrase

  /// For a build that was acked before: it had then what it lacks now.
  static let fellSilent = SilenceWords(
    cause:
      """
      acks of this build have been refused or lost since then: its AppKey or AppSecret was changed or \
      withdrawn at the console
      """,
    rivals: [
      Rival("a build of the same version number with another extension", settledBy: "the release history"),
      Rival("sends to it have left out mutable-content", settledBy: "the payloads of its messages"),
    ],
    nextStep:
      "find out what changed at that hour: the app's AppKey or AppSecret, or how pushes are sent to it")
}

extension SilenceWords {
  /// - Parameter isLowest: whether the group holds the lowest OS versions.
  init(_ group: BuildGroup, isLowest: Bool) {
    let payloads = Rival(
      "sends to it leave out mutable-content", settledBy: "the payloads of its messages")
    switch group.kind {
    case .version:
      cause = "this build has no notification service extension, or one with a wrong AppKey or AppSecret"
      rivals = [
        Rival("it needs a newer iOS than the devices have", settledBy: "the extension's deployment target"),
        payloads,
      ]
      nextStep =
        "check this build's extension target: whether it is there, its minimum iOS, its AppKey and AppSecret"
    case .lowerSystems, .lowerSystemsOfVersion, .system, .systemOfVersion:
      let isOfBuild = group.scope[.appVersion] != nil
      let minimum: Phrase =
        isOfBuild
        ? "the extension of this build needs a newer iOS than these devices have"
        : "the extension needs a newer iOS than these devices have"
      let fails: Phrase =
        isOfBuild
        ? "the extension of this build does not start on this OS version"
        : "the extension does not start on this OS version"
      cause = isLowest ? minimum : fails
      rivals = [
        isLowest
          ? Rival(fails, settledBy: "a device with this OS version, and its console log")
          : Rival(minimum, settledBy: "the extension's deployment target"),
        payloads,
      ]
      nextStep =
        isLowest
        ? "compare the extension target's minimum iOS with that of the app target"
        : "send a push to a device with this OS version and read its console log"
    }
  }
}
