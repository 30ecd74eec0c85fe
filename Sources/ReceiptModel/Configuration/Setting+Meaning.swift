extension Setting {
  /// What it says, as the manual page and completions tell it and docs/configuration.md lists it: no capital, no full
  /// stop, names that can be typed between backticks.
  package var meaning: String {
    switch self {
    case .databasePath: "the ledger; `--db`, `$PUSHLEDGER_DB`"
    case .timeZone:
      """
      time zone of days and printed times: an IANA name, `UTC`, or an offset like `+08:00`; `--tz`, \
      `$PUSHLEDGER_TZ`
      """
    case .language:
      "language of reports, findings and explanations: `en` or `zh-Hans`; `--lang`, see languages"
    case .languageFile: "a gettext file whose words stand before those of the language, see languages"
    case .assumeTimeZone: "offset of times in a log that name none; `import --assume-tz`"
    case .appKeys:
      """
      the AppKeys that exist, each with `key` and, if you like, `name` and `platform`; without any, \
      every AppKey that was seen sending counts as known
      """
    case .eventTypes: "further event types and their kinds, see below"
    case .channels: "what receipts of a channel are worth"
    case .settle: "how long after its send a delivery is judged"
    case .ackTimeout: "the system's limit for the notification service extension"
    case .ackBudget: "the extension's own limit: three tries of 5 s and two pauses of 1 s"
    case .openWindow: "how long after a push an open of the app that names no push may be due to it"
    case .maxRejects: "share of a file's lines that may be refused; `import --max-rejects`"
    case .minimumSends: "with fewer sends a rate is shown but not judged"
    case .limits: "where findings begin, see below"
    case .clientNetworks:
      """
      whether the networks of the devices' addresses are kept, see privacy; `import --client-networks`
      """
    case .jobs:
      """
      how many files, or parts of large files, an import reads at the same time, from 1 to 64; `null` \
      is one for each core, at most 8; `import --jobs`
      """
    case .memory: "what an import may take of memory, from `\"64M\"` on; `import --memory`"
    case .queriesFolder: "a folder whose stored questions stand before the built-in ones"
    case .reportsFolder: "a folder whose reports stand before the built-in ones"
    case .mappingsFolder: "a folder whose mappings of sources stand before the built-in ones, see sources"
    case .failureReasonsFile: "a table of failure reasons that stands before the built-in one, see below"
    case .pseudonymKeyFile:
      """
      a file with the key by which imports turn device ids and tokens into pseudonyms, see privacy; \
      `import --pseudonymise`
      """
    case .retentionDays: "days that `prune` keeps; `null` is all"
    case .run: "what `pushledger run` reads and writes, see below"
    case .spark: "how `pushledger rollup` starts Spark, see below"
    }
  }
}
