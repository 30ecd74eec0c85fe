import ConfigurationReading
import Diagnosis
import ReceiptModel
package import Reporting

extension Configuration {
  /// Digest of every setting that can change a report.
  package var reportDigest: String {
    get throws {
      var text = CanonicalText()
      for setting in [Setting.appKeys, .channels, .settle, .ackTimeout, .ackBudget] {
        text.add([setting.rawValue, setting.text(in: self)])
      }
      // Left out while it has its built-in value, so that reports from before there was this setting stay verifiable.
      if openWindowMilliseconds != Configuration().openWindowMilliseconds {
        text.add([Setting.openWindow.rawValue, Setting.openWindow.text(in: self)])
      }
      text.add([Setting.languageFile.rawValue, languageFile ?? ""])
      for limit in Evidence.Limits.settings {
        text.add([limit.name, limit.value(in: diagnosisLimits).text])
      }
      for entry in try failureReasons().entries {
        text.add([
          entry.channel, entry.code, entry.text, "\(entry.isPrefix)", entry.category.rawValue, entry.meaning,
          entry.advice,
        ])
      }
      return text.digest
    }
  }

  /// The settings that decide what a delivery counts as.
  package var judgement: JudgementSettings {
    let settings = [Setting.ackBudget, .ackTimeout, .channels, .settle]
    return JudgementSettings(
      settings.reduce(into: [:]) { $0[$1.rawValue] = $1.text(in: self) })
  }
}
