import Diagnosis
import ReceiptModel
import Testing

struct LimitTests {
  private func values(_ limits: Evidence.Limits) -> [String: String] {
    Mirror(reflecting: limits).children.reduce(into: [:]) { values, child in
      values[child.label ?? ""] = "\(child.value)"
    }
  }

  @Test func `every limit can be set, by its own name`() {
    #expect(Set(Evidence.Limits.settings.map(\.name)) == Set(values(Evidence.Limits()).keys))
    #expect(Set(Evidence.Limits.settings.map(\.name)).count == Evidence.Limits.settings.count)
  }

  @Test(arguments: Evidence.Limits.settings.map(\.name))
  func `setting a limit changes that one and no other`(name: String) throws {
    let setting = try #require(Evidence.Limits.settings.first { $0.name == name })
    var limits = Evidence.Limits()
    let value: LimitValue =
      switch setting.place {
      case .share: .share(0.123)
      case .count: .count(12_345)
      case .duration: .duration(12_345)
      }
    setting.set(value, in: &limits)
    #expect(setting.value(in: limits) == value)
    let (before, after) = (values(Evidence.Limits()), values(limits))
    #expect(before.keys.filter { before[$0] != after[$0] } == [name])
  }
}
