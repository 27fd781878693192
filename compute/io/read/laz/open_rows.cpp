#include "compute/io/read/laz/open_rows.h"

#include <algorithm>

#include "compute/io/read/laz/unpacked_rows.h"

namespace arete::laz {

/// Marks each byte of a record that one of the columns needs.
static std::vector<bool> bytesOf(std::span<const Column> columns, size_t recordLength) {
  std::vector<bool> needed(recordLength);
  for (const Column& column : columns) std::fill_n(needed.begin() + ptrdiff_t(column.offset), sizeOf(column.type), true);
  return needed;
}

std::unique_ptr<RowSource> openRows(LazPoints points, std::vector<Chunk> chunks, std::span<Column> columns, size_t unpacked, size_t kept) {
  WantedBytes wanted{bytesOf(columns.first(std::min(columns.size(), unpacked)), points.recordLength), {}, 0};
  const std::vector<bool> keeps = bytesOf(columns.first(std::min(columns.size(), kept)), points.recordLength);
  std::vector<size_t> placeInRow(keeps.size());
  for (size_t at = 0; at < keeps.size(); ++at) {
    placeInRow[at] = wanted.rowBytes;
    if (!keeps[at]) continue;
    if (wanted.kept.empty() || wanted.kept.back().begin + wanted.kept.back().bytes < at) wanted.kept.push_back({at, 0});
    ++wanted.kept.back().bytes;
    ++wanted.rowBytes;
  }
  for (Column& column : columns) {
    column.offset = placeInRow[column.offset];
    column.stride = wanted.rowBytes;
  }
  return std::make_unique<UnpackedRows>(std::move(points), std::move(chunks), std::move(wanted));
}

}  // namespace arete::laz
