import Files
import Glibc
package import Ledger
import LogReading
import Prose
import ReceiptModel

/// The folder that an engine leaves at the end of a run; see docs/rollups.md.
package struct SumsFolder: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// Reads all of it and judges what can be judged without the configuration and the ledger.
  ///
  /// - Throws: `LoadRefusal` for the first thing that is not as a complete run leaves it.
  /// - Complexity: in memory proportional to the rows, which are sums by hour.
  package func read() throws(LoadRefusal) -> LoadedSums {
    try refuseUnfinished(path, relation: nil)
    var files: [LoadedRelation: [String]] = [:]
    for relation in LoadedRelation.allCases { files[relation] = try parts(of: relation) }
    let manifest = try manifest(files[.manifest] ?? [])
    var rows: [LoadedRelation: [[Cell]]] = [:]
    for relation in LoadedRelation.allCases where relation != .manifest {
      var check = RowCheck(relation, scope: manifest.scope)
      rows[relation] = try self.rows(of: relation, in: files[relation] ?? []) { check.refusal(of: $0) }
    }
    return LoadedSums(manifest: manifest, rows: rows)
  }

  private func manifest(_ files: [String]) throws(LoadRefusal) -> LoadedManifest {
    let rows = try rows(of: .manifest, in: files) { _ in nil }
    let place = "\(path)/manifest"
    guard let row = rows.first, rows.count == 1 else {
      throw LoadRefusal(
        .folder, at: place, "\(figure: "\(rows.count)") rows instead of one", remedy: Self.computeAgain)
    }
    guard row.first == .integer(LoadedManifest.format) else {
      throw LoadRefusal(
        .folder, at: place, "its format is not \(figure: "\(LoadedManifest.format)")",
        remedy: "load it with the version of pushledger that wrote the job")
    }
    guard let manifest = LoadedManifest(row: row) else {
      throw LoadRefusal(.folder, at: place, "its scope ends before it begins", remedy: Self.computeAgain)
    }
    if let reason = ManifestCheck.problem(of: manifest) {
      throw LoadRefusal(.folder, at: place, reason, remedy: Self.computeAgain)
    }
    return manifest
  }

  /// The rows of some files, each with its cells in the order of the relation's columns.
  ///
  /// - Parameter problem: why a row cannot be, if so.
  private func rows(
    of relation: LoadedRelation, in files: [String], problem: ([Cell]) -> Phrase?
  ) throws(LoadRefusal) -> [[Cell]] {
    var rows: [[Cell]] = []
    for file in files {
      do {
        try FlatFile.forEachRecord(in: file) { line, members in
          let cells = RowShape.cells(members, of: relation)
          if let reason = cells.problem ?? problem(cells.row) {
            throw LoadRefusal(.folder, at: file, line: line, reason, remedy: Self.computeAgain)
          }
          rows.append(cells.row)
        }
      } catch let refusal as LoadRefusal {
        throw refusal
      } catch let bad as FlatFile.BadLine {
        throw LoadRefusal(
          .folder, at: file, line: bad.line, bad.reason.explanation, remedy: Self.computeAgain)
      } catch let error as InputError where error.isOfDevice {
        throw LoadRefusal(
          .device, at: file, error.explanation, remedy: "run the same command again when the device works")
      } catch {
        let reason = (error as? InputError)?.problemOfPart ?? "cannot be read"
        throw LoadRefusal(.folder, at: file, reason, remedy: "repair the file, or compute it again")
      }
    }
    return rows
  }

  static let computeAgain: Phrase = "compute the run again, into a new folder"
}

// MARK: - Files

extension SumsFolder {
  /// The part files of a relation in the order of their names.
  private func parts(of relation: LoadedRelation) throws(LoadRefusal) -> [String] {
    let folder = "\(path)/\(relation.rawValue)"
    let names = try refuseUnfinished(folder, relation: relation)
    guard names.contains("_SUCCESS") else {
      throw LoadRefusal(
        .folder, at: folder, "has no _SUCCESS: it is incomplete", remedy: Self.computeAgain)
    }
    let shown = names.filter { !$0.hasPrefix(".") && !$0.hasPrefix("_") }
    if let other = shown.first(where: { !$0.hasPrefix("part-") }) {
      throw LoadRefusal(
        .folder, at: "\(folder)/\(other)", "not a part of a run: its name does not begin with part-",
        remedy: "move away what somebody put there by hand")
    }
    return shown.map { "\(folder)/\($0)" }
  }

  /// The names in a folder of a run, none of which says that the writing did not end.
  @discardableResult private func refuseUnfinished(
    _ folder: String, relation: LoadedRelation?
  ) throws(LoadRefusal) -> [String] {
    guard let names = FolderList.names(in: folder) else {
      let error = InputError(openErrno: errno)
      if error.isOfDevice {
        throw LoadRefusal(
          .device, at: folder, error.explanation, remedy: "run the same command again when the device works"
        )
      }
      if error == .unreadable {
        throw LoadRefusal(.missing, at: folder, error.explanation, remedy: "ask its owner to let you read it")
      }
      guard let relation else {
        throw LoadRefusal(.missing, at: folder, "no such folder", remedy: "name the folder that a run wrote")
      }
      throw LoadRefusal(
        .folder, at: folder, "there is no \(relation.rawValue): the run did not finish",
        remedy: Self.computeAgain)
    }
    guard !names.contains("_temporary") else {
      throw LoadRefusal(
        .folder, at: "\(folder)/_temporary", "the run is still being written, or was killed",
        remedy: "wait until it ends, or compute it again into a new folder")
    }
    return names
  }
}
