import Foundation

/// Who may do what with a file, as `chmod` takes it; 0 when there is none.
func permissions(of path: String) -> Int {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return (attributes?[.posixPermissions] as? Int) ?? 0
}
