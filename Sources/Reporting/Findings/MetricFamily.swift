/// A gauge of the OpenMetrics text format, with all of its samples.
///
/// OpenMetrics 1.0: https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md. Readers of the older
/// Prometheus format take the lines they do not know for comments.
struct MetricFamily {
  private let head: String
  private let name: String
  private var lines: [String] = []
  private var seen: Set<String> = []

  /// - Parameter unit: which the name must end with.
  init(_ name: String, unit: String? = nil, help: String) {
    precondition(unit.map { name.hasSuffix("_" + $0) } ?? true, "the name of \(name) ends with its unit")
    self.name = name
    head =
      "# TYPE \(name) gauge\n" + (unit.map { "# UNIT \(name) \($0)\n" } ?? "")
      + "# HELP \(name) \(Self.escaped(help))\n"
  }

  /// Adds a sample.
  ///
  /// Of several with the same labels only the first counts, since a reader would refuse them all.
  mutating func add(_ labels: [(name: String, value: String)], _ value: String) {
    let inner = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
    guard seen.insert(inner).inserted else { return }
    lines.append(inner.isEmpty ? "\(name) \(value)\n" : "\(name){\(inner)} \(value)\n")
  }

  var text: String { head + lines.joined() }

  /// Text from a log as a label: bounded, and without anything that a terminal would act on.
  static func label(_ text: String) -> String {
    let scalars = text.unicodeScalars
    let cut = scalars.count > 120 ? String(String.UnicodeScalarView(scalars.prefix(120))) + "…" : text
    return TerminalFormat.escaped(cut)
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "\\": escaped += #"\\"#
      case "\"": escaped += #"\""#
      case "\n": escaped += #"\n"#
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
