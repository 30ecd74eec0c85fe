import Prose

/// Numbers in the texts of findings.
enum Words {
  /// `12.3 %`; `below 0.1 %` for what is not 0 and would read so.
  static func percent(_ share: Double) -> Phrase {
    let tenths = Int((min(1, max(0, share)) * 1000).rounded())
    return tenths == 0 && share > 0 ? "below \(figure: "0.1 %")" : .figure("\(tenths / 10).\(tenths % 10) %")
  }

  /// `0.4 s`, `17.0 s`, `3 min`, `5.2 h`.
  static func duration(milliseconds: Double) -> Phrase {
    switch milliseconds {
    case ..<60_000: .figure(tenths(milliseconds / 1000) + " s")
    case ..<3_600_000: .figure("\(Int((milliseconds / 60_000).rounded())) min")
    default: .figure(tenths(milliseconds / 3_600_000) + " h")
    }
  }

  /// `12`, or `fewer than one`.
  static func count(_ value: Double) -> Phrase {
    value < 1 ? "fewer than one" : .figure("\(Int(value.rounded()))")
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
