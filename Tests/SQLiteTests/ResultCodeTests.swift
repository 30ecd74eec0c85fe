import SQLite
import Testing

@Suite struct ResultCodeTests {
  private static let numbers: [(ResultCode, Int32)] = [
    (.readOnlyRecovery, 264), (.readOnlyCannotLock, 520), (.readOnlyRollback, 776), (.cannotOpenLink, 1550),
    (.cannotDelete, 2570),
  ]

  @Test(arguments: numbers)
  func `a code that extends another has the number of SQLite's list`(code: ResultCode, number: Int32) {
    #expect(code.rawValue == number)
  }

  @Test func `a primary code matches what extends it, and not the other way round`() {
    #expect(ResultCode.ioError ~= ResultCode.cannotDelete)
    #expect(ResultCode.ioError ~= ResultCode.ioError)
    #expect(!(ResultCode.cannotDelete ~= ResultCode.ioError))
    #expect(!(ResultCode.cannotOpen ~= ResultCode.cannotDelete))
  }

  @Test func `only what a killed writer left needs recovery`() {
    #expect(ResultCode.readOnlyRollback.needsRecovery)
    #expect(!ResultCode.readOnly.needsRecovery)
    #expect(!ResultCode.busy.needsRecovery)
  }
}
