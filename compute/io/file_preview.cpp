#include "compute/io/file_preview.h"

#include <algorithm>

#include "compute/core/coordinate_names.h"
#include "compute/files/disk_file.h"
#include "compute/io/read/stream_rows.h"

namespace arete {

namespace {

constexpr uint64_t kMostBytes = 64 << 20;  // of a file that is read whole for its first rows: about a second

void nameColumns(size_t dimension, std::span<const Attribute> attributes, FilePreview& preview) {
  preview.dimension = dimension;
  preview.names.clear();
  for (size_t k = 0; k < dimension; ++k) preview.names.emplace_back(kCoordinateNames[k]);
  for (const Attribute& attribute : attributes) preview.names.push_back(attribute.name);
}

/// `coordinate` gives the k-th one of a point.
template <class Coordinate>
void addRows(size_t points, std::span<const Attribute> attributes, const Coordinate& coordinate, FilePreview& preview) {
  for (size_t i = 0; i < points && preview.rows.size() < kPreviewRows; ++i) {
    std::vector<double>& row = preview.rows.emplace_back();
    for (size_t k = 0; k < preview.dimension; ++k) row.push_back(coordinate(i, k));
    for (const Attribute& attribute : attributes) row.push_back(attribute.values[i]);
  }
}

void readBeginning(const std::filesystem::path& path, const ReadOptions& options, FilePreview& preview) {
  const DiskFile file = DiskFile::openToRead(path);
  RowStreaming first{file, 0, true, {}, kPreviewRows, true};
  first.takeAll = [&](std::span<const double> rows, size_t dimension, uint64_t, std::span<const Attribute> attributes) {
    nameColumns(dimension, attributes, preview);
    addRows(
        dimension == 0 ? 0 : rows.size() / dimension, attributes, [&](size_t i, size_t k) { return rows[i * dimension + k]; }, preview);
  };
  streamRows(first, path, options, {}, {});
}

void readWhole(const std::filesystem::path& path, const ReadOptions& options, FilePreview& preview) {
  preview.tooLarge = std::filesystem::file_size(path) > kMostBytes;
  if (preview.tooLarge) return;
  const PointCloud cloud = readCloud(path, options).cloud;
  nameColumns(size_t(cloud.dimension()), cloud.attributes(), preview);
  addRows(
      cloud.size(), cloud.attributes(), [&](size_t i, size_t k) { return cloud.points().coordinate(uint32_t(i), int(k)) + cloud.origin()[k]; },
      preview);
}

}  // namespace

FilePreview previewFile(const std::filesystem::path& path, const ReadOptions& options) {
  FilePreview preview{.format = &readableFormat(path)};
  if (preview.format->id == "text") {
    preview.text = previewText(path, options);
    return preview;
  }
  try {
    readBeginning(path, options, preview);
  } catch (const NeedsWhole&) {
    readWhole(path, options, preview);
  }
  return preview;
}

}  // namespace arete
