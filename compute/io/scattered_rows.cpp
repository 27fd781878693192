#include "compute/io/scattered_rows.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "compute/core/error.h"

namespace arete {

static constexpr size_t kMostPiece = 1 << 20;

[[noreturn]] static void refuse(uint32_t row, std::string_view reason) {
  throw Error(ErrorKind::badInput, "cannot put rows in order", "row " + std::to_string(row), reason,
              "if an index was used that was there before, build it again (--rebuild-index)");
}

/// Half of the memory is for the waiting pieces of all ranges, half for the range that is being put in order.
ScatteredRows::ScatteredRows(uint32_t rows, size_t rowBytes, size_t memory_bytes, std::filesystem::path folder)
    : rows_(rows), rowBytes_(rowBytes), recordBytes_(sizeof(uint32_t) + rowBytes), folder_(std::move(folder)) {
  rowsInRange_ = uint32_t(std::clamp<uint64_t>(memory_bytes / 2 / recordBytes_, 1, std::max(rows, 1U)));
  ranges_.resize((uint64_t(rows) + rowsInRange_ - 1) / rowsInRange_);
  const size_t share = memory_bytes / 2 / std::max<size_t>(ranges_.size(), 1), most = ranges_.size() == 1 ? SIZE_MAX : kMostPiece;
  pieceBytes_ = std::max<size_t>(std::min(share, most) / recordBytes_, 1) * recordBytes_;
}

void ScatteredRows::put(uint32_t row, std::span<const std::byte> bytes) {
  if (row >= rows_) refuse(row, "there are only " + std::to_string(rows_) + " rows");
  Range& range = ranges_[row / rowsInRange_];
  if (range.waiting.size() + recordBytes_ > pieceBytes_ && ranges_.size() > 1) writeOut(range);
  const auto* const number = reinterpret_cast<const std::byte*>(&row);
  range.waiting.insert(range.waiting.end(), number, number + sizeof row);
  range.waiting.insert(range.waiting.end(), bytes.begin(), bytes.end());
}

void ScatteredRows::writeOut(Range& range) {
  if (!file_) file_ = DiskFile::temporary(folder_);
  range.waiting.resize(pieceBytes_);  // pieces are of one size; only full ones come here
  file_->write(fileEnd_, range.waiting);
  range.pieces.push_back(fileEnd_);
  fileEnd_ += pieceBytes_;
  range.waiting.clear();
}

void ScatteredRows::place(std::span<const std::byte> records, uint32_t first, std::vector<std::byte>& image, std::vector<bool>& seen) const {
  for (; !records.empty(); records = records.subspan(recordBytes_)) {
    uint32_t row;
    std::memcpy(&row, records.data(), sizeof row);
    if (seen[row - first]) refuse(row, "it came twice");
    seen[row - first] = true;
    std::copy_n(records.begin() + sizeof row, rowBytes_, image.begin() + ptrdiff_t((row - first) * rowBytes_));
  }
}

void ScatteredRows::giveInOrder(const Take& take, const std::stop_token& stop) {
  std::vector<std::byte> image, piece(file_ ? pieceBytes_ : 0);
  for (size_t r = 0; r < ranges_.size(); ++r) {
    const auto first = uint32_t(r * rowsInRange_);
    std::vector<bool> seen(std::min(rowsInRange_, rows_ - first));
    image.resize(seen.size() * rowBytes_);
    for (const uint64_t at : ranges_[r].pieces) {
      if (stop.stop_requested()) throw Cancelled{};
      file_->read(at, piece);
      place(piece, first, image, seen);
    }
    place(ranges_[r].waiting, first, image, seen);
    if (const auto missing = std::ranges::find(seen, false); missing != seen.end()) refuse(first + uint32_t(missing - seen.begin()), "it is missing");
    ranges_[r] = {};
    take(first, image);
  }
}

}  // namespace arete
