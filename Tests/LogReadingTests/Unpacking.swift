import Glibc
import ReceiptModel
import TestSupport
import Testing

@testable import LogReading

/// All that an input gave, read for read.
struct Unpacking: Equatable {
  var bytes: [UInt8] = []
  var counts: [Int] = []
  var rawBytes: [Int64] = []
  var hasTrailingGarbage = false
  var error: InputError?

  /// Reads a file as a log is read: a compressed one some blocks ahead.
  static func ahead(_ path: String, blockSize: Int, reads: Int = .max) throws -> Unpacking {
    var source = try ByteSource(InputFile(path: path), options: options(blockSize), startOffset: 0)
    var result = Unpacking()
    var buffer = [UInt8](repeating: 0, count: blockSize)
    do throws(InputError) {
      repeat {
        let count = try source.read(into: &buffer, 0..<blockSize)
        result.add(buffer[..<count], source.account)
      } while result.counts.last != 0 && result.counts.count < reads
    } catch {
      result.error = error
    }
    return result
  }

  /// The slow twin: unpacks as it is asked, on the thread that asks.
  static func inPlace(_ path: String, blockSize: Int) throws -> Unpacking {
    let raw = try RawInput(InputFile(path: path), options: options(blockSize), startOffset: 0)
    var decompressor = try Decompressor(raw, options: options(blockSize))
    var result = Unpacking()
    var buffer = [UInt8](repeating: 0, count: blockSize)
    do throws(InputError) {
      repeat {
        let count = try decompressor.read(into: &buffer, 0..<blockSize)
        result.add(buffer[..<count], decompressor.account)
      } while result.counts.last != 0
    } catch {
      result.error = error
    }
    return result
  }

  static func options(_ blockSize: Int) -> ReadOptions {
    var options = ReadOptions()
    options.blockSize = blockSize
    return options
  }

  private mutating func add(_ new: ArraySlice<UInt8>, _ account: SourceAccount) {
    bytes += new
    counts.append(new.count)
    rawBytes.append(account.rawBytes)
    hasTrailingGarbage = account.hasTrailingGarbage
  }
}

/// The bytes after a command of the shell has packed them.
func pack(_ bytes: [UInt8], _ command: String) throws -> [UInt8] {
  let plain = try ScratchFile(bytes)
  let packed = try ScratchFile([])
  let status = unsafe system("\(command) < \(plain.path) > \(packed.path)")
  try #require(status == 0, "\(command) failed")
  let file = try InputFile(path: packed.path)
  return try file.bytes(at: 0, count: Int(file.size ?? 0))
}
