import Engines
import ReceiptModel

extension ConfigurationFile {
  /// The section `spark`; what it leaves out is as built in.
  func spark(_ section: ConfigurationSection) throws(ConfigurationError) -> SparkSettings {
    try section.allow(SparkSetting.allCases.map(\.rawValue))
    var spark = SparkSettings()
    func mustBe(_ setting: SparkSetting, _ words: String) -> ConfigurationError {
      ConfigurationError("\(section.file): '\(section.name(setting.rawValue))' must be \(words)")
    }
    if let master = try section.text(SparkSetting.master.rawValue) {
      guard (try? SparkMaster(master)) != nil else {
        throw mustBe(.master, "a master of Spark: local[2], spark://HOST:PORT, yarn or k8s://URL")
      }
      spark.master = master
    }
    spark.arguments = try section.texts(SparkSetting.arguments.rawValue) ?? spark.arguments
    if let timeout = try section.duration(SparkSetting.timeout.rawValue) {
      guard timeout > 0 else { throw mustBe(.timeout, "longer than no time") }
      spark.timeoutMilliseconds = timeout
    }
    return spark
  }
}
