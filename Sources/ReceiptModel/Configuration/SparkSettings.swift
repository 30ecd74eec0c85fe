/// How `pushledger rollup` starts Spark.
package struct SparkSettings: Equatable, Sendable {
  /// As Spark takes it: `local[4]`, `spark://host:7077`, `yarn`, `k8s://…`.
  package var master = "local[*]"
  /// Words for its command line.
  package var arguments: [String] = []
  /// After how many milliseconds it is ended; `nil` for never.
  package var timeoutMilliseconds: Int64?

  package init() {}
}

/// Each of them by its name in the configuration.
package enum SparkSetting: String, CaseIterable, Sendable {
  case master, arguments, timeout

  /// The value as it would be written in the file.
  package func text(in spark: SparkSettings) -> String {
    switch self {
    case .master: JSON5Text.quoted(spark.master)
    case .arguments: JSON5Text.list(spark.arguments)
    case .timeout: spark.timeoutMilliseconds.map { JSON5Text.quoted(DurationText.text($0)) } ?? "null"
    }
  }

  /// What the setting is for, as documents and the manual say it.
  package var meaning: String {
    switch self {
    case .master:
      "where Spark runs: `local[4]`, `spark://HOST:PORT`, `yarn` or `k8s://URL`; `--master`"
    case .arguments: "words for `spark-sql`; those of `--spark-arg` stand after them and win"
    case .timeout: "time after which Spark is ended, such as `\"2h\"`; `null` is never; `--timeout`"
    }
  }
}
