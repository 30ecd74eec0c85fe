import Testing

@testable import CommandLineKit

@Suite struct TerminalTests {
  private func terminal(isTerminal: Bool = true, allows: Bool = true, _ variables: [String: String] = [:])
    -> Terminal
  {
    Terminal(
      outputIsTerminal: isTerminal, errorIsTerminal: isTerminal, columns: nil, allowsColor: allows,
      environment: { variables[$0] })
  }

  @Test func `colour is for terminals whose user did not refuse it`() {
    #expect(terminal().usesColor)
    #expect(terminal(["NO_COLOR": "", "TERM": "xterm"]).usesColor)
    #expect(!terminal(isTerminal: false).usesColor)
    #expect(!terminal(allows: false).usesColor)
    #expect(!terminal(["NO_COLOR": "1"]).usesColor)
    #expect(!terminal(["TERM": "dumb"]).usesColor)
  }

  @Test func `an unknown width is 80`() { #expect(terminal().width == 80) }
}
