// Rows that come in any order and go out in order, within bounded memory: meanwhile they wait in a temporary file, divided by ranges of rows.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "compute/files/disk_file.h"

namespace arete {

class ScatteredRows {
 public:
  /// `rows` rows of `rowBytes` each. The file is made in `folder`, but only when `memory_bytes` is too small. Errors are those of DiskFile.
  ScatteredRows(uint32_t rows, size_t rowBytes, size_t memory_bytes, std::filesystem::path folder);

  /// Every row once: Error(badInput) is thrown here or by giveInOrder when one is missing, comes twice or does not exist. `bytes`: rowBytes of them.
  void put(uint32_t row, std::span<const std::byte> bytes);

  using Take = std::function<void(uint32_t first, std::span<const std::byte> rows)>;
  /// Gives all rows in order, some at a time, once. Throws Cancelled.
  void giveInOrder(const Take& take, const std::stop_token& stop);

 private:
  struct Range {
    std::vector<std::byte> waiting;  // records: row, bytes
    std::vector<uint64_t> pieces;    // places in the file of those written out
  };

  void writeOut(Range& range);
  void place(std::span<const std::byte> records, uint32_t first, std::vector<std::byte>& image, std::vector<bool>& seen) const;

  uint32_t rows_;
  size_t rowBytes_, recordBytes_;
  uint32_t rowsInRange_;
  size_t pieceBytes_;
  std::filesystem::path folder_;
  std::optional<DiskFile> file_;
  uint64_t fileEnd_ = 0;
  std::vector<Range> ranges_;
};

}  // namespace arete
