internal import ReceiptModel

extension LogReader {
  /// Bytes at the start of a file that tell how it is read.
  package static var headLength: Int { FormatSniffer.headLength }

  /// The mapping that a plain file asks for which begins with these bytes, empty for receipts of Alibaba.
  ///
  /// - Returns: `nil` when nobody recognises it, or several do.
  package static func mapping(of head: [UInt8], options: ReadOptions) -> String? {
    let sniffer = MappingSniffer(options: options)
    do throws(InputError) {
      if let found = try sniffer.decide(head) { return found.mapping.name }
      return sniffer.isReceiptLog(head) ? "" : nil
    } catch {
      return nil
    }
  }

  /// Whether several readers may read parts of a file at the same time.
  ///
  /// That is so for plain JSON Lines whose first 64 KiB hold an event: then the file is a receipt log for certain, which
  /// could not be told from a part.
  package static func isDivisible(_ file: consuming InputFile, options: ReadOptions) throws(InputError)
    -> Bool
  {
    var options = options
    options.readLimit = min(Int64(FormatSniffer.headLength), file.size ?? 0)
    options.blockSize = FormatSniffer.headLength
    options.isFinal = false
    var reader = try LogReader(file, options: options)
    var run = EventRun(capacity: 1)
    _ = try reader.read(into: &run)
    return reader.progress.accepted > 0 && reader.progress.format == LogFormat.jsonLines.rawValue
  }
}
