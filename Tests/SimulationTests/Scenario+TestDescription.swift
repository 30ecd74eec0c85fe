import Simulation
import Testing

/// What tells it from others, since all of it names thousands of versions of apps.
extension Scenario: CustomTestStringConvertible {
  package var testDescription: String {
    let (worlds, defects) = (worlds.map(\.rawValue).sorted(), defects.map(\.rawValue).sorted())
    return "seed \(seed), \(events) events, \(worlds), \(defects), \(defectSize)"
  }
}
