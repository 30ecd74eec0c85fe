package import ReceiptModel

/// What a diagnosis should say.
extension Defect {
  /// The findings that name it: one of them is enough.
  package var expected: [FindingCode] {
    switch self {
    case .silentAppKey, .missingExtension, .minimumIOSTooHigh: [.extensionSilent]
    case .leakingAppKey: [.appKeyMismatch]
    case .extensionTimeout, .blockedNetwork: [.extensionTimeouts]
    case .clockSkew: [.clockSkew]
    // The payload says it where the log of sends is read, too.
    case .missingMutableContent: [.messageSilent, .cannotBeAcked]
    // With too few later tries to tell it from other losses, the build is all that can be named.
    case .earlyHandler: [.handlerCalledEarly, .versionRegression]
    case .lossyVersion: [.versionRegression]
    case .ackOutage: [.ackOutage]
    case .slowAcks: [.ackLatencyRegression]
    case .mixShift: [.ackRateFall]
    case .throttledExtension: [.extensionThrottled]
    case .supersededOffline: [.replacedByLater]
    case .mutedDevices: [.devicesMuted]
    case .deadTokens: [.tokensDead]
    case .expiredCertificate, .wrongEnvironment: [.credentialsRefused]
    case .refusedContent: [.contentRefused]
    case .exceededQuota: [.quotaExceeded]
    case .throttledChannel: [.arrivalRateFall]
    case .logGap: [.quietHours]
    case .quietAppKey: [.appKeyQuiet]
    case .vanishedField: [.fieldVanished]
    case .brokenLines: [.refusedLines]
    case .misspeltMutableContent: [.cannotBeAcked]
    case .oversizedPayload: [.payloadTooLarge]
    case .brokenAttachments: [.attachmentFailures]
    case .missingShard: [.exportGap]
    }
  }

  /// Findings that say something true about a log with it, and not what it is.
  package var consequences: [FindingCode] {
    switch self {
    case .silentAppKey, .missingExtension: [.ackRateFall, .versionRegression]
    case .minimumIOSTooHigh, .missingMutableContent, .ackOutage, .blockedNetwork: [.ackRateFall]
    case .leakingAppKey: [.appKeyUnknown, .ackRateFall, .extensionSilent, .versionRegression]
    case .extensionTimeout:
      [.ackRateFall, .versionRegression, .ackOverBudget, .ackLatencyRegression, .repeatedEvents]
    case .earlyHandler, .lossyVersion: [.ackRateFall]
    case .slowAcks: [.ackOverBudget]
    // Devices of that OS version do ack less than others, and did so before.
    case .mixShift: [.extensionTimeouts]
    case .throttledExtension: [.ackRateFall, .ackOverBudget, .ackLatencyRegression, .extensionTimeouts]
    case .supersededOffline: [.ackRateFall, .ackOverBudget, .ackLatencyRegression]
    case .mutedDevices: [.ackRateFall]
    case .deadTokens, .expiredCertificate, .wrongEnvironment, .exceededQuota: [.sendFailures, .quietHours]
    case .refusedContent: [.sendFailures]
    // The console counts what was sent while the log had gaps.
    case .logGap: [.ackRateFall, .ackOutage, .exportGap]
    case .quietAppKey: [.quietHours, .tooThin, .exportGap]
    case .oversizedPayload: [.sendFailures, .contentRefused]
    // Answers are left whose sends are broken lines.
    case .brokenLines: [.exportGap]
    case .clockSkew, .throttledChannel, .vanishedField, .misspeltMutableContent, .brokenAttachments,
      .missingShard:
      []
    }
  }
}
