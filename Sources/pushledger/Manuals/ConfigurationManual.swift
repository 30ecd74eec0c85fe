import CommandLineKit
import ConfigurationReading
import Diagnosis
import ReceiptModel

extension ManualTopic {
  /// pushledger.conf(5): every setting and limit with what holds unless it is set.
  static let configuration = ManualTopic(
    "pushledger.conf", section: 5, purpose: "settings of pushledger, in the file \(ConfigurationFile.name)"
  ) {
    introduction
      + [.heading("SETTINGS")]
      + Setting.allCases.map { .item($0.rawValue, sentence($0.meaning, unless: builtIn($0))) }
      + [
        .text(
          """
          Lengths of time are a whole number and `ms`, `s`, `m`, `h` or `d`; amounts of memory a whole number and `K`, \
          `M` or `G`. An unknown setting is an error that names the nearest one. No setting is a secret, though \
          `pseudonymKeyFile` names a file that holds one; a key that looks like one is refused.
          """), .heading("LIMITS"),
        .text(
          """
          Where the rules of the diagnosis draw their lines, by name under `limits`. A share is a number from 0 to 1. \
          Limits change what is told, not what is counted.
          """),
      ]
      + Evidence.Limits.settings.map { limit in
        .item(limit.name, sentence(limit.meaning, unless: limit.value(in: Evidence.Limits()).text))
      }
      + [.heading("RUN"), .text("What `pushledger run` reads and writes, by name under `run`.")]
      + RunSetting.allCases.map {
        .item($0.rawValue, sentence($0.meaning, unless: $0.text(in: RunSettings())))
      }
      + [.heading("SPARK"), .text("How `pushledger rollup` starts Spark, by name under `spark`.")]
      + SparkSetting.allCases.map {
        .item($0.rawValue, sentence($0.meaning, unless: $0.text(in: SparkSettings())))
      }
      + eventTypes + channels + failureReasons
      + [
        .heading("EXAMPLE"),
        .text(configurationExample.split(separator: "\n").map { " " + $0 }.joined(separator: "\n")),
      ]
  }

  /// A configuration that can be used as it stands.
  static let configurationExample = """
    {
      databasePath: "receipts.db",  // relative to this file
      timeZone: "Asia/Shanghai",
      appKeys: [{ key: "333526247", name: "Shop", platform: "iOS" }],
      eventTypes: { push_click: "opened" },
      channels: { honor: { arrivalIsDeviceEvidence: false } },
      settle: "20m",
      limits: { staleAfter: "3h" },
    }
    """

  private static let introduction: [Block] = [
    .heading("DESCRIPTION"),
    .text(
      """
      Nothing has to be configured. What can be is one JSON5 file: JSON with comments, unquoted keys and trailing commas. \
      An option beats the environment, the environment the file, the file what is built in. `pushledger config show` \
      prints every setting with its value and where it came from. Paths in the file are relative to it.
      """),
    .heading("FILES"),
    .text("The file is the first of these that is there:"),
    .item("--config FILE", "or the one that $PUSHLEDGER_CONFIG names"),
    .item(ConfigurationFile.name, "in the current folder"),
    .item(
      "pushledger/\(ConfigurationFile.name)",
      "in the folder $XDG_CONFIG_HOME, or in .config of the home folder"),
  ]

  private static let eventTypes: [Block] = [
    .heading("EVENT TYPES"),
    .text(
      """
      `eventTypes` adds to the built-in table, whatever the case of its letters, and wins over it. The kinds are \
      \(EventKind.allCases.map { "`\($0.name)`" }.joined(separator: ", ")).
      """),
  ]

  private static var channels: [Block] {
    let known = ChannelTable().entries.sorted { $0.key < $1.key }.map { name, traits in
      Block.item(
        name,
        """
        arrivalIsDeviceEvidence: \(traits.arrivalIsDeviceEvidence), measurable: \(traits.measurable), \
        extensionReceipts: \(traits.extensionReceipts)
        """)
    }
    return [
      .heading("CHANNELS"),
      .text(
        """
        `arrivalIsDeviceEvidence` says whether `arrived` comes from the device, and not from a gateway that took the \
        push; on iOS it never does. `measurable` says whether the channel can give a receipt for a push that nobody \
        touches. `extensionReceipts` says whether an extension's receipt can be expected on iOS of a message of which \
        none has come. All three are true of a channel that is not listed.
        """),
    ] + known
  }

  private static let failureReasons: [Block] = [
    .heading("FAILURE REASONS"),
    .text(
      """
      `failureReasonsFile` names a CSV file with the columns channel, code, text, category, meaning and advice, whose rows \
      win over the built-in ones. An empty channel, code or text fits any; a text that ends in * fits every text that \
      begins so. The categories are \(FailureReasons.Category.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")).
      """),
  ]

  /// Channels have a section of their own.
  private static func builtIn(_ setting: Setting) -> String? {
    setting == .channels ? nil : setting.text(in: Configuration())
  }

  private static func sentence(_ meaning: String, unless value: String?) -> String {
    let start = meaning.prefix(1) == "`" ? meaning : meaning.prefix(1).uppercased() + meaning.dropFirst()
    return start + "." + (value.map { " Unless set: \($0)" } ?? "")
  }
}
