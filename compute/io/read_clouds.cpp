#include "compute/io/read_clouds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "compute/core/error.h"
#include "compute/crs/about_crs.h"
#include "compute/filter/apply.h"
#include "compute/io/read/cloud_builder.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kCannotJoin = "cannot join these files";

/// Rows of all files until they are all there: only then is it known what is subtracted from them.
class Joined {
 public:
  explicit Joined(const ReadOptions& options) : options_(options) {}

  void add(const fs::path& path, CloudFile part) {
    const PointCloud& cloud = part.cloud;
    if (files_ == 0) all_.format = part.format;
    else if (all_.format != part.format) all_.format = "several formats";
    if (points_ == 0) dimension_ = cloud.dimension();
    if (!cloud.empty() && cloud.dimension() != dimension_)
      throw Error(ErrorKind::badInput, kCannotJoin, path.string(),
                  "its points have " + std::to_string(cloud.dimension()) + " coordinates, those of the files before " + std::to_string(dimension_),
                  "say which to take with --dim or --columns");
    constexpr uint64_t kMost = UINT32_MAX - 1;
    if (uint64_t(points_) + cloud.size() >= kMost)
      throw Error(ErrorKind::badInput, kCannotJoin, path.string(), "together they have more than 4 294 967 294 points", "thin them out");
    takeCrs(path, part);
    ++files_;
    for (const std::string& warning : part.warnings) all_.warnings.push_back(path.filename().string() + ": " + warning);
    all_.pointsInFile += part.pointsInFile;
    all_.nonFinite += part.nonFinite;
    const auto& rows = cloud.points().elements<double>();
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    appendAll(cloud.attributes());
    append(kSourceFile, std::vector<double>(cloud.size(), double(files_)));
    points_ += cloud.size();
    for (Attribute& attribute : attributes_) attribute.values.resize(points_, std::numeric_limits<double>::quiet_NaN());
  }

  CloudFile take() && {
    dropFlatAxis();
    if (options_.asInFile) all_.cloud = PointCloud(PointArray::fromRows(std::move(rows_), dimension_), {}, std::move(attributes_));
    else all_.cloud = PointCloud::recentred(rows_, dimension_, options_.scalar, std::move(attributes_));
    return std::move(all_);
  }

 private:
  /// That of the first file that names one.
  void takeCrs(const fs::path& path, const CloudFile& part) {
    if (!all_.crs.known()) all_.crs = part.crs, all_.crsText = part.crsText;
    else if (part.crs.known() && !sameCrs(all_.crs, part.crs))
      throw Error(ErrorKind::badInput, kCannotJoin, path.string(),
                  "its coordinate system is " + aboutCrs(part.crs).text() + ", that of the files before " + aboutCrs(all_.crs).text(),
                  "bring them into one system first, or say with --crs which one all are in");
  }
  /// The values of this file's points behind those of the points before.
  void append(std::string_view name, std::span<const double> values) {
    auto column = std::ranges::find(attributes_, name, &Attribute::name);
    if (column == attributes_.end()) column = attributes_.insert(column, Attribute{std::string(name), {}});
    column->values.resize(points_, std::numeric_limits<double>::quiet_NaN());  // files that do not have it
    column->values.insert(column->values.end(), values.begin(), values.end());
  }
  /// A column named like our number of the file goes; of two columns with one name the second gets a number.
  void appendAll(std::span<const Attribute> attributes) {
    std::vector<std::string> names;
    for (const Attribute& attribute : attributes) {
      std::string name = attribute.name;
      for (int number = 2; std::ranges::find(names, name) != names.end(); ++number) name = attribute.name + ' ' + std::to_string(number);
      names.push_back(name);
      if (name != kSourceFile) append(name, attribute.values);
    }
  }
  /// As CloudBuilder does for one file.
  void dropFlatAxis() {
    constexpr int kSpace = 3;
    if (dimension_ != kSpace || points_ < 2 || options_.dimension || !options_.columns.empty() || options_.asInFile) return;
    for (size_t i = 2; i < rows_.size(); i += kSpace)
      if (rows_[i] != rows_[2]) return;
    if (rows_[2] != 0) all_.warnings.push_back(flatWarning(rows_[2]));
    size_t out = 0;
    for (size_t i = 0; i < rows_.size(); ++i)
      if (i % kSpace != 2) rows_[out++] = rows_[i];
    rows_.resize(out);
    dimension_ = 2;
  }

  const ReadOptions& options_;
  CloudFile all_;
  std::vector<double> rows_;
  std::vector<Attribute> attributes_;
  size_t points_ = 0;
  int dimension_ = 0, files_ = 0;
};

}  // namespace

CloudFile readClouds(std::span<const fs::path> files, const ReadOptions& options, std::stop_token stop, const ReadProgressFunction& progress,
                     const ReadSampleFunction& sample) {
  if (files.empty()) throw Error(ErrorKind::wrongUse, "nothing to read", "", "no file is named", "name a point cloud");
  if (files.size() == 1) return readCloud(files.front(), options, stop, progress, sample);
  ReadProgress before;
  for (const fs::path& file : files) {
    std::error_code error;
    if (const uintmax_t size = fs::file_size(file, error); !error) before.bytesTotal += size;
  }
  ReadOptions exact = options;
  exact.asInFile = true;
  exact.scalar = Scalar::float64;
  Joined joined(options);
  for (const fs::path& file : files) {
    ReadProgress last;
    const auto report = [&](const ReadProgress& here) {
      last = here;
      if (progress) progress({before.bytesDone + here.bytesDone, before.bytesTotal, before.points + here.points});
    };
    joined.add(file, readCloud(file, exact, stop, report, sample));
    before.bytesDone += last.bytesTotal;
    before.points += last.points;
    if (stop.stop_requested()) throw Cancelled{};
  }
  return std::move(joined).take();
}

std::string nameOf(std::span<const fs::path> files) {
  if (files.empty()) return "";
  const std::string first = files.front().filename().string();
  return files.size() == 1 ? first : first + " and " + std::to_string(files.size() - 1) + " more";
}

CloudFile readFiltered(std::span<const fs::path> files, const Filter& filter, const ReadOptions& options, std::stop_token stop,
                       const ReadProgressFunction& progress, const ReadSampleFunction& sample) {
  Filter order{.order = filter.order, .every = filter.every, .thin = filter.thin}, rules = filter;
  rules.order = PointOrder::file, rules.every = 1, rules.thin = 0;
  const bool whileReading = files.size() == 1 && !rules.empty();
  ReadOptions sieving = options;
  if (whileReading) sieving.keep = std::make_shared<const Filter>(std::move(rules));
  CloudFile file = readClouds(files, sieving, stop, progress, sample);
  const uint64_t points = file.pointsInFile - file.nonFinite;
  if (points == 0) return file;
  if (file.cloud.empty()) failWithoutPoints(filter, points);
  applyFilter(whileReading ? order : filter, file, std::move(stop));
  return file;
}

void applyFilter(const Filter& filter, CloudFile& file, std::stop_token stop) {
  if (filter.empty()) return;
  ThreadPool threads;
  const uint64_t points = file.cloud.size();
  file.cloud = filtered(file.cloud, filter, threads, std::move(stop));
  if (file.cloud.empty()) failWithoutPoints(filter, points);
}

}  // namespace arete
