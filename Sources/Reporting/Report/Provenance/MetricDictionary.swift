import Prose
import ReceiptModel

/// The meaning of this version's rates and counts.
package enum MetricDictionary {
  /// Digest of their definitions in words, which are public and change with their meaning.
  package static let digest: String = {
    var record = CanonicalText()
    for metric in Metric.allCases {
      record.add([
        metric.rawValue, metric.numerator.plain(), metric.denominator.plain(), metric.meaning.plain(),
      ])
    }
    for count in Count.allCases { record.add([count.name, count.definition]) }
    return record.digest
  }()
}
