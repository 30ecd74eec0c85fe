import Prose
import ReceiptModel

extension DeliveryCase {
  /// Other causes that could look the same, most likely first, with what would settle each.
  func rivals(of verdict: DeliveryVerdict) -> [Rival] {
    switch verdict {
    case .ackedOnFirstTry:
      [
        Rival(
          "a later try, if the clocks that stamped send and ack disagree",
          settledBy: "the clock_skew flags of the day")
      ]
    case .ackedFirstTryPossible:
      [
        Rival(
          "a later try, after the tries before it failed", settledBy: "the extension's own log on the device")
      ]
    case .ackedOnLaterTry, .extensionTimedOut: []
    case .ackRequestsFailed:
      [
        Rival("a try reached the server, and its answer was lost", settledBy: "the request ids at the server")
      ]
    case .extensionDidNotReport:
      [Rival("it tried, but does not write that into its log", settledBy: "the extension's code")]
    case .extensionLogEnds:
      [
        Rival("it crashed, or the system ended it for its memory", settledBy: "the crash logs of the device"),
        Rival(
          "its log was handed in before it was complete", settledBy: "a later copy of the extension's log"),
      ]
    case .retried:
      [
        Rival("a second send that the log does not hold", settledBy: "the sender's own record of the push"),
        Rival("the server wrote one request twice", settledBy: "the request ids at the server"),
      ]
    case .deliveredLate:
      [
        Rival("clocks that disagree", settledBy: "the clock_skew flags of the day"),
        Rival("a later send that the log does not hold", settledBy: "the sender's own record of the push"),
      ]
    case .ackedOverBudget:
      [
        Rival("the push waited before the extension started", settledBy: "the extension's own log"),
        Rival(
          "the extension works before it reports, on an attachment for example",
          settledBy: "the extension's code"),
        Rival("clocks that disagree", settledBy: "the clock_skew flags of the day"),
        Rival("a later send that the log does not hold", settledBy: "the sender's own record of the push"),
      ]
    case .clockSkew:
      [
        Rival(
          "the send that was answered is not in the log, and the one in the log came later",
          settledBy: "the sender's record")
      ]
    case .answeredUnderForeignAppKey:
      [
        Rival("a test build on this device", settledBy: "the app version and the source of the installation"),
        Rival("two apps of one vendor that share device ids", settledBy: "the list of apps by AppKey"),
      ]
    case .ackLost: ackLostRivals
    case .reachedDevice:
      isAckEligible == true ? [Rival("the ack is still on its way", settledBy: "looking again later")] : []
    case .orphan:
      [
        Rival("the log with the send was not imported, or ends before it", settledBy: "pushledger status"),
        Rival("it was sent under another message id", settledBy: "the sender's own record of the push"),
      ]
    case .sendRefused:
      [
        Rival(
          "a later try went through and its log is missing", settledBy: "the sender's own record of the push")
      ]
    case .refusedAndSent, .notArrived:
      [Rival("it reached the device all the same, and the device said nothing", settledBy: "the device")]
    case .notAckEligible:
      isHinderedByPayload
        ? [Rival("it reached the device, and nobody touched it", settledBy: "the device")]
        : [Rival("it reached the device, and nobody touched it", settledBy: "the device maker's receipts")]
    case .notSettledYet: []
    case .messageCannotTrigger:
      [
        Rival(
          "its acks were blocked for a time (server, network)",
          settledBy: "acks of other messages in the same hours"),
        Rival("its receipts are missing from the log", settledBy: "pushledger status"),
        Rival("all of its devices lack the extension", settledBy: "the audience of the message"),
      ]
    case .buildNeverAcks:
      [
        Rival("the extension is not in the build, or its minimum iOS is too high", settledBy: "the build"),
        Rival(
          "AppKey or AppSecret differ between app and extension", settledBy: "the constants in both targets"),
      ] + Array(silenceRivals.prefix(2))
    case .replacedByLater:
      [
        Rival(
          "the push arrived and its ack did not get through",
          settledBy: "the extension's own log on the device"),
        Rival("it expired before the device came back", settledBy: "the expiry time of the push"),
        Rival("notifications were switched off for a time", settledBy: "the device's settings"),
      ]
    case .unknown:
      sends.isEmpty
        ? [Rival("the log with its send or its answers was not imported", settledBy: "pushledger status")]
        : silenceRivals
    }
  }

  private var ackLostRivals: [Rival] {
    if story.runs.contains(where: { $0.outcome == .acked }) {
      return [
        Rival("its ack is missing from the log", settledBy: "pushledger status"),
        Rival("the server answered and did not log it", settledBy: "the request ids at the server"),
      ]
    }
    return [
      Rival(
        "the system ended the extension before its request got through",
        settledBy: "acks by network of the same build"),
      Rival("the request failed on the way", settledBy: "the extension's own log on the device"),
    ] + configurationRivals + [Rival("its ack is missing from the log", settledBy: "pushledger status")]
  }

  private var silenceRivals: [Rival] {
    var rivals = [
      Rival("the device was out of reach until the push expired", settledBy: "the device's later pushes"),
      Rival("notifications are switched off", settledBy: "the device's settings"),
      Rival("the extension ran and its request was lost", settledBy: "the extension's own log on the device"),
    ]
    rivals += configurationRivals
    let isOnly = story.surroundings?.device?.contains { push in sends.contains { push.sentAt > $0 } } == false
    // Where nothing else was sent, nothing can have taken its place; beyond the reach of the search one can.
    rivals.append(
      isOnly
        ? Rival(
          "a push of another AppKey, or days later, took its place",
          settledBy: "what else was sent to the device")
        : Rival("a later push took its place", settledBy: "what else was sent to the device"))
    return rivals
  }

  /// Mistakes that would silence a whole message or build, unless its acks show that they were not made.
  private var configurationRivals: [Rival] {
    var rivals: [Rival] = []
    if story.surroundings?.message?.contains(where: { $0.rate.numerator > 0 }) != true,
      !traits.payload.startsExtension
    {
      rivals.append(
        Rival(
          "the payload does not start the extension (no mutable-content or no alert)",
          settledBy: "the payload"))
    }
    if (build?.own.numerator ?? 0) == 0 {
      rivals.append(
        Rival(
          "the build has no working extension, or a wrong AppKey in it",
          settledBy: "the acks of its app version"))
    }
    return rivals
  }

  /// The first thing to do.
  func nextStep(for verdict: DeliveryVerdict) -> Phrase? {
    switch verdict {
    case .reachedDevice, .notAckEligible: isHinderedByPayload ? PayloadWords.cure(traits.payload) : nil
    case .ackedOnFirstTry, .ackedFirstTryPossible: nil
    case .ackedOnLaterTry:
      """
      nothing for a single push; if many look like this, look at failed_tries by app version in the view \
      extension_runs
      """
    case .extensionTimedOut:
      "look at what this build's extension does before its receipt is answered: pushledger query extension-runs"
    case .ackRequestsFailed:
      "look at why its requests fail: the details of ack_failed in the view extension_steps"
    case .extensionDidNotReport: "find out from the extension's code which pushes it does not report"
    case .extensionLogEnds: "look at how many runs of this build end so: pushledger query extension-runs"
    case .retried:
      """
      see in the view flags how many deliveries have the flag ack_retried; if many are on one network or app version, \
      that is at fault
      """
    case .deliveredLate, .ackedOverBudget:
      "nothing for a single push; if many look like this, compare latencies by hour and channel"
    case .clockSkew: "do not use this ack's latency; see how many deliveries have the flag clock_skew"
    case .answeredUnderForeignAppKey:
      "compare AppKey and AppSecret in the app target and in the extension target of this build"
    case .ackLost:
      "look at the ack coverage of this app version and network: pushledger query opened-but-never-acked"
    case .orphan: "import the sender's log of the hours before the answer"
    case .sendRefused, .notArrived: "look at how many fail for this reason: pushledger query failure-reasons"
    case .refusedAndSent: "see in the sender's own record why it was tried again"
    case .notSettledYet: "ask again when receipts have had time to come in"
    case .messageCannotTrigger:
      """
      check this push: it has to be a notice and have an alert with title and body, mutable-content 1, and the \
      extension option on
      """
    case .buildNeverAcks:
      "check that this build holds the extension, with the app's AppKey and AppSecret in it"
    case .replacedByLater:
      "nothing: the next push replaces what was sent to a device that is out of reach"
    case .unknown:
      sends.isEmpty ? "import the sender's log of that time" : "see the rivals: each names what settles it"
    }
  }
}
