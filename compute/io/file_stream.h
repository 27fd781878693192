// Files as a stream of points: the same points as readFiltered() gives, to the bit, without having them in memory.
#pragma once

#include <limits>
#include <optional>

#include "compute/core/point_stream.h"
#include "compute/core/row_survey.h"
#include "compute/files/disk_file.h"
#include "compute/io/read_cloud.h"
#include "compute/io/row_sieve.h"

namespace arete {

class FileStream final : public PointStream {
 public:
  /// Reads the file to find its bounds and the type of its coordinates: once or twice, up to five times where
  /// coordinates are so small that squares of distances could underflow. LAS, LAZ, NPY, binary PLY without lists, binary PCD
  /// and raw rows; other formats only if the file is small. Throws what readCloud throws.
  FileStream(const std::filesystem::path& path, const ReadOptions& options, const std::stop_token& stop, ReadProgressFunction progress = {});
  /// Several files as one cloud (readClouds), and only the points that the filter keeps: its rules on single points and `every`, which counts in the
  /// order of the files. Reads them once more to count these. Throws what readFiltered throws.
  /// `columnsToo`: columns() and classes() are wanted, whatever the filter asks for.
  FileStream(std::span<const std::filesystem::path> files, const ReadOptions& options, const Filter& filter, const std::stop_token& stop,
             ReadProgressFunction progress = {}, bool columnsToo = false);

  uint64_t size() const override { return size_; }
  int dimension() const override { return dimension_; }
  Scalar scalar() const override { return scalar_; }
  PointCloud::Origin origin() const override { return origin_; }
  std::string identity() const override { return identity_; }
  Bounds bounds(const std::stop_token&) const override { return bounds_; }
  /// Throws Error(io) too where a file was written since it was first read: half of the old points and half of the new ones are no cloud.
  void read(uint64_t first, const Take& take, const std::stop_token& stop) const override;

  /// The size of the smallest local coordinate that is not 0; infinity where there is none.
  double smallest() const { return smallest_; }
  /// How many columns besides coordinates the cloud would have in memory.
  size_t columns() const { return sieve_.columns(); }
  /// Their names, where the stream was told to look at columns.
  std::span<const std::string> columnNames() const { return sieve_.columnNames(); }
  /// What these take of each point in memory.
  size_t columnBytes() const { return sieve_.columnBytes(); }
  /// Points by their places, which ascend, with the columns and the bounds of all. Goes through all points.
  PointCloud some(std::span<const uint64_t> places, const std::stop_token& stop) const;
  /// As classCounts() of that cloud. Goes through all points.
  std::vector<uint64_t> classes(const std::stop_token& stop) const;
  /// Everything but the cloud.
  const CloudFile& about() const { return about_; }

 private:
  struct Part {
    std::filesystem::path path;
    FileStamp stamp;           // before it was first read
    bool seen = false;         // has been read once to its end
    bool gaps = false;         // some of its rows are no points
    uint64_t points = 0;       // of its rows
    uint64_t before = 0;       // points of the stream in the files before
    uint64_t ruledBefore = 0;  // the same by the rules on single points alone
  };
  using TakeRows = std::function<void(std::span<const double> rows, size_t dimension, uint64_t first, std::span<const Attribute> columns)>;
  CloudFile readPart(const Part& part, uint64_t first, bool columnsToo, const TakeRows& take, const std::stop_token& stop) const;
  static void checkUnchanged(const Part& part, const DiskFile& file);
  void survey(const std::stop_token& stop);
  std::optional<RowSurvey> surveyRows(const std::stop_token& stop);
  void visitRows(const std::function<void(std::span<const double> rows)>& visit, const std::stop_token& stop);
  void findKept(const std::stop_token& stop);
  std::string identified() const;
  template <class T>
  PointArray localPoints(std::span<const double> rows, size_t dimension) const;
  template <class T>
  void readSome(size_t part, uint64_t first, const Take& take, const std::stop_token& stop) const;
  template <class T>
  void readKept(size_t part, uint64_t first, const Take& take, const std::stop_token& stop) const;
  /// Calls visit(block, kept, number) for the points of a file: 1 for each that the filter keeps, and the number of the first of these; returns how
  /// many its rules on single points do.
  template <class T, class Visit>
  uint64_t visitKept(size_t part, const Visit& visit, const std::stop_token& stop) const;

  ReadOptions options_;
  Filter filter_;
  RowSieve sieve_;
  bool columnsToo_ = false;  // are asked for with rows
  ReadProgressFunction progress_;
  ReadProgress done_;  // with the files before this one
  std::vector<Part> parts_;
  CloudFile about_;
  uint64_t size_ = 0;
  std::string identity_;
  int dimension_ = 0;
  Scalar scalar_ = Scalar::float32;
  PointCloud::Origin origin_{};
  Bounds bounds_{};  // local
  double smallest_ = std::numeric_limits<double>::infinity();
};

}  // namespace arete
