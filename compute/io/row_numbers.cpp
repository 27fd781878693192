#include "compute/io/row_numbers.h"

#include <algorithm>

#include "compute/filter/apply.h"
#include "compute/io/odd_points.h"
#include "compute/io/read_clouds.h"

namespace arete {

RowNumbers::RowNumbers(const CloudFile& file)
    : RowNumbers(file.rowsLeftOut, std::max<uint64_t>(file.rowsInFile, file.points() + file.rowsLeftOut.size())) {}

RowNumbers::RowNumbers(std::span<const uint64_t> leftOut, uint64_t rows) : rows_(rows) {
  before_.reserve(leftOut.size());
  for (size_t i = 0; i < leftOut.size(); ++i) before_.push_back(leftOut[i] - i);
}

uint64_t RowNumbers::rowOf(uint64_t point) const { return point + uint64_t(std::ranges::upper_bound(before_, point) - before_.begin()); }

NumberedCloud readNumbered(std::span<const std::filesystem::path> files, const Filter& filter, const ReadOptions& options, std::stop_token stop,
                           const ReadProgressFunction& progress) {
  NumberedCloud numbered;
  numbered.file = readFiltered(files, {}, options, stop, progress);
  CloudFile& file = numbered.file;
  tellOddPoints(true, file);
  const RowNumbers rows(file);
  numbered.rows = rows.rows();
  if (rows.rows() >= UINT32_MAX)
    throw Error(ErrorKind::badInput, "cannot number rows", nameOf(files), "there are more than 4 294 967 294 of them", "give fewer");
  PointList taken(file.cloud.size());
  for (uint32_t i = 0; i < taken.size(); ++i) taken[i] = i;
  if (!filter.empty() && !file.cloud.empty()) {
    ThreadPool threads(options.threads);
    taken = takenPoints(file.cloud, filter, threads, stop);
    CloudFile empty = file;
    if (taken.empty()) {
      empty.cloud = PointCloud();
      throw NoPointLeft(errorWithoutPoints(filter, file.points()), std::move(empty));
    }
    file.cloud = pointsOf(file.cloud, taken, threads, stop);
  }
  numbered.rowOf = std::move(taken);
  for (uint32_t& point : numbered.rowOf) point = uint32_t(rows.rowOf(point));
  return numbered;
}

}  // namespace arete
