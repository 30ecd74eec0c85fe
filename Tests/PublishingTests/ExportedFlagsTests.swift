import Foundation
import ReceiptModel
import Reporting
import TestSupport
import Testing

@testable import Publishing

@Suite struct ExportedFlagsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test(arguments: [CSVFlavour.standard, .excel])
  func `a list that an export wrote is removed`(flavour: CSVFlavour) throws {
    try folder.write(
      Data(DataSet.flags(Pieces([]), .utc).csv(flavour) + Array("more\n".utf8)), to: "flags.csv")
    try ExportedFlags(folder: folder.path("")).remove()
    #expect(try folder.names() == [])
  }

  @Test func `a list of somebody else's stays, and none is no mistake`() throws {
    let flags = ExportedFlags(folder: folder.path(""))
    try flags.remove()
    try folder.write("country,flag\n", to: "flags.csv")
    try flags.remove()
    #expect(try folder.names() == ["flags.csv"])
  }

  @Test func `a link to such a list stays, and so does the list`() throws {
    try folder.write(Data(DataSet.flags(Pieces([]), .utc).csv()), to: "elsewhere.csv")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("flags.csv"), withDestinationPath: folder.path("elsewhere.csv"))
    try ExportedFlags(folder: folder.path("")).remove()
    #expect(try folder.names() == ["elsewhere.csv", "flags.csv"])
  }
}
