import ReceiptModel
import TestSupport

/// SELECTs over the public relations, as people might type them, and more.
struct RandomQuestion {
  private var random: SeededGenerator
  /// By relation and column, values that occur in it and some that do not; as SQL.
  private let values: [String: [String: [String]]]

  static let relations = ["deliveries", "messages", "campaigns", "devices"]

  init(seed: UInt64, values: [String: [String: [String]]]) {
    random = SeededGenerator(seed: seed)
    self.values = values
  }

  /// A text whose rows are the same, in any order, whoever answers.
  mutating func next() -> String {
    let relation = pick(Self.relations)
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: return "SELECT \(columns(relation)) FROM \(relation)\(condition(relation))"
    case 3..<7: return grouped(relation)
    case 7: return "SELECT DISTINCT \(columns(relation)) FROM \(relation)\(condition(relation))"
    case 8: return ordered(relation)
    default: return joined()
    }
  }

  private mutating func pick<Element>(_ all: [Element]) -> Element {
    all[Int.random(in: all.indices, using: &random)]
  }

  private func names(_ relation: String) -> [String] { values[relation, default: [:]].keys.sorted() }

  private mutating func some(_ relation: String, _ count: ClosedRange<Int>) -> [String] {
    Array(names(relation).shuffled(using: &random).prefix(Int.random(in: count, using: &random)))
  }

  private mutating func columns(_ relation: String) -> String {
    Int.random(in: 0..<8, using: &random) == 0 ? "*" : some(relation, 1...6).joined(separator: ", ")
  }

  private mutating func condition(_ relation: String, _ prefix: String = "") -> String {
    let count = Int.random(in: 0...3, using: &random)
    guard count > 0 else { return "" }
    let parts = (0..<count).map { _ in comparison(relation, prefix) }
    return " WHERE " + parts.joined(separator: pick([" AND ", " AND ", " OR "]))
  }

  private mutating func comparison(_ relation: String, _ prefix: String) -> String {
    let favourites = [
      "app_key", "message_id", "device_id", "sent_at", "acked_at", "opened_at", "first_sent_at",
      "first_seen_at",
    ]
    let name = pick(
      Bool.random(using: &random) ? favourites.filter(names(relation).contains) : names(relation))
    func value() -> String { pick(values[relation]?[name] ?? ["NULL"]) }
    let column = prefix + name
    switch Int.random(in: 0..<9, using: &random) {
    case 0, 1: return "\(column) = \(value())"
    case 2: return "\(column) IN (\(value()), \(value()), \(value()))"
    case 3: return "\(column) \(pick(["<", "<=", ">", ">="])) \(value())"
    case 4: return "\(column) BETWEEN \(value()) AND \(value())"
    case 5: return "\(column) <> \(pick([value(), "''", "7"]))"
    case 6: return "\(column) = upper(\(value())) COLLATE NOCASE"
    case 7: return "\(column) IS \(pick(["", "NOT "]))NULL"
    default: return "\(column) >= \(value()) AND \(column) < \(value())"
    }
  }

  private mutating func grouped(_ relation: String) -> String {
    let pair = ["message_id", "app_key"].filter(names(relation).contains)
    let keys = Int.random(in: 0..<4, using: &random) == 0 ? pair : some(relation, 1...3)
    // A sum of fractions depends on the order in which they are added.
    let fractions = Metric.allCases.map(\.rawValue) + ["app_version", "os_version"]
    let sums = some(relation, 0...2).filter { !fractions.contains($0) }.map { name in
      // So does that of ids, whose digits make numbers of any size.
      let adding = name == "device_id" ? [] : ["sum(", "total("]
      return "\(pick(["count(", "count(DISTINCT ", "min(", "max("] + adding))\(name))"
    }
    let list = (keys + ["count(*)"] + sums).joined(separator: ", ")
    let having = pick(["", "", " HAVING count(*) > 1"])
    return
      "SELECT \(list) FROM \(relation)\(condition(relation)) GROUP BY \(keys.joined(separator: ", "))\(having)"
  }

  private mutating func ordered(_ relation: String) -> String {
    let keys = some(relation, 1...3).joined(separator: ", ")
    return "SELECT \(keys) FROM \(relation)\(condition(relation)) ORDER BY \(keys) LIMIT \(pick([1, 3, 20]))"
  }

  private mutating func joined() -> String {
    let sides = pick([("deliveries", "messages"), ("messages", "deliveries"), ("deliveries", "deliveries")])
    let (left, right) = (some(sides.0, 1...3).map { "a.\($0)" }, some(sides.1, 1...3).map { "b.\($0)" })
    let on = sides.0 == sides.1 ? ["message_id", "device_id", "app_key"] : ["message_id", "app_key"]
    var parts = on.map { "a.\($0) = b.\($0)" }
    // What holds for the right side alone must not be looked for where a LEFT JOIN has no row of it.
    if Bool.random(using: &random) { parts.append(comparison(sides.1, "b.")) }
    let join = parts.joined(separator: " AND ")
    let side = pick([(sides.0, "a."), (sides.1, "b.")])
    return """
      SELECT \((left + right).joined(separator: ", ")) FROM \(sides.0) AS a \(pick(["JOIN", "LEFT JOIN"])) \
      \(sides.1) AS b ON \(join)\(condition(side.0, side.1))
      """
  }
}
