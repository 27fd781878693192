// A file as a stream of points: the same points as readCloud gives, to the bit, without having the file in memory.
#pragma once

#include <limits>

#include "compute/core/point_stream.h"
#include "compute/files/disk_file.h"
#include "compute/io/read_cloud.h"

namespace arete {

class FileStream final : public PointStream {
 public:
  /// Reads the file to find its bounds and the type of its coordinates: once or twice, up to five times where
  /// coordinates are so small that squares of distances could underflow. LAS, LAZ, NPY, binary PLY without lists, binary PCD
  /// and raw rows; other formats only if the file is small. Throws what readCloud throws.
  FileStream(const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop, ReadProgressFunction progress = {});

  uint32_t size() const override { return uint32_t(about_.pointsInFile - about_.nonFinite); }
  int dimension() const override { return dimension_; }
  Scalar scalar() const override { return scalar_; }
  PointCloud::Origin origin() const override { return origin_; }
  std::string identity() const override { return identity_; }
  Bounds bounds(const std::stop_token&) const override { return bounds_; }
  /// Throws Error(io) too where the file was written since it was first read: half of the old points and half of the new ones are no cloud.
  void read(uint32_t first, const Take& take, const std::stop_token& stop) const override;

  /// The size of the smallest local coordinate that is not 0; infinity where there is none.
  double smallest() const { return smallest_; }
  /// Everything but the cloud.
  const CloudFile& about() const { return about_; }

 private:
  using TakeRows = std::function<void(std::span<const double> rows, size_t dimension, uint64_t first)>;
  CloudFile readRows(uint64_t first, const TakeRows& take, const std::stop_token& stop) const;
  void survey(const std::stop_token& stop);
  void readPoints(const TakeRows& take, const std::stop_token& stop) const;
  void checkUnchanged() const;

  std::filesystem::path path_;
  ReadOptions options_;
  ReadProgressFunction progress_;
  DiskFile file_;
  FileStamp stamp_;  // before it was first read
  CloudFile about_;
  bool seen_ = false;  // has been read once to its end
  std::string identity_;
  int dimension_ = 0;
  Scalar scalar_ = Scalar::float32;
  PointCloud::Origin origin_{};
  Bounds bounds_{};  // local
  double smallest_ = std::numeric_limits<double>::infinity();
};

}  // namespace arete
