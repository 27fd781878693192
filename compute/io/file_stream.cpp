#include "compute/io/file_stream.h"

#include <algorithm>
#include <optional>

#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/files/open_file.h"
#include "compute/io/input_identity.h"
#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/source.h"
#include "compute/io/read/stream_rows.h"

namespace arete {

FileStream::FileStream(const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop, ReadProgressFunction progress)
    : path_(path),
      options_(options),
      progress_(std::move(progress)),
      file_((void(openToRead(path, "cannot open this file")), DiskFile::openToRead(path))) {  // the first one explains best why it cannot be opened
  stamp_ = file_.stamp();
  survey(stop);
  checkUnchanged();
  progress_ = {};
  if (const auto print = fingerprint(path)) identity_ = identityOf(*print) + identityOf(options);
}

CloudFile FileStream::readRows(uint64_t first, const TakeRows& take, const std::stop_token& stop) const {
  return streamRows({file_, first, seen_, take}, path_, options_, stop, progress_);
}

void FileStream::survey(const std::stop_token& stop) {
  scalar_ = options_.scalar.value_or(scalar_);  // also for a file without points
  std::optional<RowSurvey> survey;
  about_ = readRows(
      0,
      [&](std::span<const double> rows, size_t d, uint64_t) {
        if (!survey) survey.emplace(int(d));
        survey->add(rows);
      },
      stop);
  seen_ = true;
  if (!survey) return;
  const Bounds& all = survey->bounds();
  const uint64_t count = survey->count();
  if (survey->dimension() == 3 && !options_.dimension && options_.columns.empty() && count > 1 && all.minimum[2] == all.maximum[2]) {
    survey->drop(2);
    if (all.minimum[2] != 0) about_.warnings.push_back(flatWarning(all.minimum[2]));
  }
  dimension_ = survey->dimension();
  if (count == 0) return;
  origin_ = PointCloud::originFor(all, dimension_);
  const auto forEachPoint = [&](const auto& visit) { readPoints([&](std::span<const double> rows, size_t, uint64_t) { visit(rows); }, stop); };
  if (origin_ != PointCloud::Origin{}) {
    survey.emplace(dimension_, origin_);
    forEachPoint([&](std::span<const double> rows) { survey->add(rows); });
  }
  scalar_ = refusedAs(path_.string(), [&] { return chooseScalar(options_.scalar, *survey, forEachPoint); });
  smallest_ = survey->smallest();
  for (size_t k = 0; k < size_t(dimension_); ++k) {  // rounding is monotone: the bounds of the local coordinates are those of the file, moved
    const double ends[] = {survey->bounds().minimum[k] - origin_[k], survey->bounds().maximum[k] - origin_[k]};
    bounds_.minimum[k] = scalar_ == Scalar::float32 ? double(float(ends[0])) : ends[0];
    bounds_.maximum[k] = scalar_ == Scalar::float32 ? double(float(ends[1])) : ends[1];
  }
}

/// All rows, without the coordinate that was dropped.
void FileStream::readPoints(const TakeRows& take, const std::stop_token& stop) const {
  const auto dimension = size_t(dimension_);
  std::vector<double> kept;
  readRows(
      0,
      [&](std::span<const double> rows, size_t d, uint64_t first) {
        if (d == dimension) return take(rows, d, first);
        kept.clear();
        for (size_t i = 0; i < rows.size(); i += d) kept.insert(kept.end(), rows.begin() + ptrdiff_t(i), rows.begin() + ptrdiff_t(i + dimension));
        take(kept, dimension, first);
      },
      stop);
}

void FileStream::checkUnchanged() const {
  const FileStamp now = file_.stamp();
  if (now == stamp_) return;
  throw Error(ErrorKind::io, "cannot go on reading", path_.string(),
              now.bytes == stamp_.bytes ? "it was written since it was first read"
                                        : "it has " + std::to_string(now.bytes) + " bytes now, and had " + std::to_string(stamp_.bytes),
              "start again when nothing writes it any more");
}

void FileStream::read(uint32_t first, const Take& take, const std::stop_token& stop) const {
  checkUnchanged();
  const uint64_t firstRow = about_.nonFinite == 0 ? first : 0;  // where all rows are points
  PointArray block;
  withScalarType(scalar_, [&]<class T>() {
    readRows(
        firstRow,
        [&](std::span<const double> rows, size_t d, uint64_t begin) {
          const uint64_t count = rows.size() / d, from = std::clamp<uint64_t>(first, begin, begin + count) - begin;
          for (uint64_t i = from; i < count; i += kBlockPoints) {
            const auto points = uint32_t(std::min<uint64_t>(kBlockPoints, count - i));
            if (block.size() != points) block = PointArray(scalar_, dimension_, points);
            T* to = block.elements<T>().data();
            for (const double* row = &rows[i * d]; row < rows.data() + (i + points) * d; row += d)
              for (size_t k = 0; k < size_t(dimension_); ++k) *to++ = T(row[k] - origin_[k]);
            take(block, uint32_t(begin + i));
          }
        },
        stop);
  });
  checkUnchanged();
}

}  // namespace arete
