import Dispatch
import LogReading
import ReceiptModel

/// The workers of an import, each on a thread of its own, and what goes between them and the one that commits.
struct Workers {
  /// The batches that were read, in order.
  let filled = BatchOrder()
  let portionCount: Int
  private let stocks: [BatchStock]

  /// Deals the files and sets as many workers to read as there are portions for.
  init(on files: [PlannedFile], options: ImportOptions, meter: ImportMeter) {
    let portions = PortionQueue(
      Portion.deal(files, options: options) { file in
        // A file that cannot be opened says so when it is read.
        (try? LogReader.isDivisible(file.source.open(), options: options.reading(of: file))) ?? false
      })
    portionCount = portions.count
    let memory = options.memory
    stocks = (0..<min(memory.jobs, portions.count)).map { _ in BatchStock() }
    for (number, stock) in stocks.enumerated() {
      for _ in 0..<memory.batchesPerWorker {
        stock.put(EventBatch(capacity: memory.batchCapacity, textCapacity: memory.textCapacity))
      }
      let worker = LogWorker(
        number: number, options: options, portions: portions, empty: stock, filled: filled, meter: meter)
      DispatchQueue(label: "pushledger.reader.\(number)").async { worker.work() }
    }
  }

  /// Gives a batch, empty again, back to the worker it belongs to.
  func takeBack(_ batch: EventBatch, from worker: Int) { stocks[worker].put(batch) }

  /// Lets every worker end after the batch it is filling; one that waits for standard input cannot be woken, and ends
  /// with the process.
  func stop() { for stock in stocks { stock.close() } }
}
