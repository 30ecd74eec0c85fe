import Files
import Foundation
import TestSupport
import Testing

@Suite struct FolderListTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test func `names stand in the order of their bytes, hidden ones too`() throws {
    for name in ["b", "a/x", ".c", "B", "é", "_d"] { try scratch.write("", to: "folder/\(name)") }
    #expect(FolderList.names(in: scratch.path("folder")) == [".c", "B", "_d", "a", "b", "é"])
  }

  @Test func `what is no folder, or is not there, has no names`() throws {
    let file = try scratch.write("", to: "file")
    #expect(FolderList.names(in: file) == nil)
    #expect(FolderList.names(in: scratch.path("none")) == nil)
  }

  @Test func `a link to a folder is one, unless links are not wanted`() throws {
    try scratch.write("", to: "folder/a")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: scratch.path("folder"))
    #expect(FolderList.names(in: scratch.path("link")) == ["a"])
    #expect(FolderList.names(in: scratch.path("link"), followsLink: false) == nil)
  }
}
