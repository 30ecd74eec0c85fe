import Prose
import ReceiptModel

extension DeviceCase {
  /// What else could look the same, the likeliest first, with what would settle each.
  func rivals(of verdict: DeviceVerdict) -> [Rival] {
    switch verdict {
    case .tokenDead:
      [
        Rival(
          "the app has a new token, which the sender does not know, or knows under another device id",
          settledBy: "the token that the app registered last"),
        Rival(
          "development and production of the gateway were mixed up", settledBy: "the environment of its build"
        ),
      ]
    case .notificationsOff:
      [Rival("they are on again, and nobody said so", settledBy: "the device's settings")]
    case .pushesRefused:
      [
        Rival(
          "pushes to all devices are refused, and not to this one only",
          settledBy: "pushledger query failure-reasons"),
        Rival("a later push went through and its log is missing", settledBy: "the sender's own record"),
      ]
    case .answeredUnderForeignAppKey:
      [
        Rival("a test build on this device", settledBy: "the app version and the source of the installation"),
        Rival("two apps of one vendor that share device ids", settledBy: "the list of apps by AppKey"),
      ]
    case .wentSilent: [Rival("notifications were switched off", settledBy: "the device's settings")] + absence
    case .neverAnswered:
      absence + [
        Rival(
          "the extension on it never gets its request through",
          settledBy: "the extension's own log on the device")
      ]
    case .notSentSince:
      [
        Rival("it left the audience of what is sent", settledBy: "the tags and groups of the device"),
        Rival("the sender took it for inactive", settledBy: "the sender's own record of the device"),
        Rival("the log with its sends was not imported", settledBy: "pushledger status"),
        Rival("it is known under a new device id", settledBy: "the device id that the app shows now"),
      ]
    case .neverAcks: (silentVersion == appVersion ? [] : deviceRivals) + buildRivals
    case .buildNeverAcks: buildRivals + absence
    case .takenAgain: [Rival("notifications are off", settledBy: "the device's settings")] + absence
    case .orphan:
      [
        Rival("the log with its sends was not imported", settledBy: "pushledger status"),
        Rival(
          "it is sent to under another device id", settledBy: "the device ids in the sender's own record"),
      ]
    case .noReceiptExpected:
      [
        Rival("its pushes arrive, and nobody touches them", settledBy: "the device"),
        Rival("its pushes do not arrive", settledBy: "the device maker's receipts"),
      ]
    case .neverSent:
      [
        Rival("the log with its sends was not imported", settledBy: "pushledger status"),
        Rival(
          "it is sent to under another device id", settledBy: "the device ids in the sender's own record"),
      ]
    case .unknown:
      [Rival("too few pushes to tell silence from chance", settledBy: "its next pushes")] + absence
    case .answers, .notSettledYet: []
    }
  }

  private var absence: [Rival] {
    [
      Rival("the phone was off or out of reach all the time", settledBy: "pushes to it on other days"),
      Rival(
        "the app was deleted, and its token still counts as good",
        settledBy: "whether the gateway refuses it in the next weeks"),
      Rival("its receipts are missing from the log", settledBy: "pushledger status"),
    ]
  }

  private var deviceRivals: [Rival] {
    [
      Rival(
        "its network keeps the extension's requests from the server", settledBy: "its acks on another network"
      ),
      Rival(
        "the extension on it runs out of time before it reports",
        settledBy: "the extension's own log on the device"),
    ]
  }

  private var buildRivals: [Rival] {
    [
      Rival("the extension is not in the build, or its minimum iOS is too high", settledBy: "the build"),
      Rival(
        "AppKey or AppSecret differ between app and extension", settledBy: "the constants in both targets"),
    ]
  }

  /// The first thing to do.
  func nextStep(for verdict: DeviceVerdict) -> Phrase? {
    switch verdict {
    case .tokenDead, .notificationsOff, .pushesRefused:
      lastRefusal?.reason.entry.map { Phrase(.term($0.advice)) }
        ?? "look at how many fail for this reason: pushledger query failure-reasons"
    case .answeredUnderForeignAppKey:
      "compare AppKey and AppSecret in the app target and in the extension target of this build"
    case .wentSilent, .neverAnswered:
      "ask whoever holds the phone: are notifications on for the app, and is it still installed?"
    case .notSentSince: "look in the sender's own record whether the device is still in the audience"
    case .neverAcks, .buildNeverAcks:
      silentVersion.map {
        "check that the build \($0) holds the extension, with the app's AppKey and AppSecret in it"
      } ?? "read the extension's own log on the device while a push comes in"
    case .takenAgain, .noReceiptExpected: "send a push to this device alone, and look at the phone"
    case .orphan, .neverSent: "import the sender's log, or look under the device id that the sender uses"
    case .notSettledYet: "ask again when receipts have had time to come in"
    case .answers: nil
    case .unknown: "see the rivals: each names what settles it"
    }
  }
}
