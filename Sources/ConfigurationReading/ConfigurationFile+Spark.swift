import Engines
import Prose
import ReceiptModel

extension ConfigurationFile {
  /// The section `spark`; what it leaves out is as built in.
  func spark(_ section: ConfigurationSection) throws(ConfigurationError) -> SparkSettings {
    try section.allow(SparkSetting.allCases.map(\.rawValue))
    var spark = SparkSettings()
    for setting in SparkSetting.allCases {
      let key = setting.rawValue
      func mustBe(_ words: Phrase) -> ConfigurationError {
        ConfigurationError("\(section.file): '\(section.name(key))' must be \(words)")
      }
      switch setting {
      case .master:
        guard let master = try section.text(key) else { continue }
        guard (try? SparkMaster(master)) != nil else {
          throw mustBe("a master of Spark: local[2], spark://HOST:PORT, yarn or k8s://URL")
        }
        spark.master = master
      case .arguments: spark.arguments = try section.texts(key) ?? spark.arguments
      case .timeout:
        guard let timeout = try section.duration(key) else { continue }
        guard timeout > 0 else { throw mustBe("longer than no time") }
        spark.timeoutMilliseconds = timeout
      }
    }
    return spark
  }
}
