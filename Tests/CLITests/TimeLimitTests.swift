import Testing

@testable import pushledger

@Suite struct TimeLimitTests {
  @Test func `a time limit is written with a unit or in seconds`() {
    #expect(TimeLimit(argument: "30")?.duration == .seconds(30))
    #expect(TimeLimit(argument: "250ms")?.duration == .milliseconds(250))
    #expect(TimeLimit(argument: "2m")?.duration == .seconds(120))
    for word in ["", "0", "-1", "soon", "1.5s"] { #expect(TimeLimit(argument: word) == nil) }
  }
}
