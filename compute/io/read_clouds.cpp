#include "compute/io/read_clouds.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/core/row_survey.h"
#include "compute/filter/apply.h"
#include "compute/filter/possible_rules.h"
#include "compute/io/file_heads.h"
#include "compute/io/join_files.h"
#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/spool.h"

namespace arete {

namespace fs = std::filesystem;

namespace {

/// Rows of all files until they are all there: only then is it known what is subtracted from them. With a filter, points that it surely does not keep
/// are dropped with their file; what they say of origin and type stays.
class Joined {
 public:
  /// `filter`: null, or must stay.
  Joined(const ReadOptions& options, const Filter* filter) : options_(options), filter_(filter) {}

  void add(const fs::path& path, CloudFile part) {
    const PointCloud& cloud = part.cloud;
    if (allPoints_ == 0) dimension_ = cloud.dimension();
    if (!cloud.empty()) checkJoinedDimension(path, cloud.dimension(), dimension_);
    constexpr uint64_t kMost = UINT32_MAX - 1;
    allPoints_ += cloud.size();
    if (allPoints_ >= kMost) throw cannotJoin(path, "together they have more than 4 294 967 294 points", "thin them out");
    joinAbout(all_, size_t(files_++), path, part);
    if (filter_ != nullptr) part.cloud = possible(cloud);
    appendPoints(part.cloud);
  }

  /// `again`: gives the rows of all files once more. None where more was dropped than the filter turns out to drop: then without one.
  std::optional<CloudFile> take(const RowBlocks& again) && {
    dropFlatAxis();
    if (options_.asInFile) all_.cloud = PointCloud(PointArray::fromRows(std::move(rows_), dimension_), {}, std::move(attributes_));
    else if (filter_ == nullptr) all_.cloud = PointCloud::recentred(rows_, dimension_, options_.scalar, std::move(attributes_));
    else all_.cloud = recentredLikeAll(again);
    if (droppedTooMuch()) return {};
    return std::move(all_);
  }

 private:
  void appendPoints(const PointCloud& cloud) {
    const auto& rows = cloud.points().elements<double>();
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    appendAll(cloud.attributes());
    append(kSourceFile, sourceFileOf(cloud.size(), size_t(files_) - 1));
    points_ += cloud.size();
    for (Attribute& attribute : attributes_) attribute.values.appendMissing(points_);
  }

  /// Those that the filter may keep.
  PointCloud possible(const PointCloud& cloud) {
    if (cloud.empty()) return cloud;
    if (!survey_) survey_.emplace(dimension_);
    RowSurvey own(dimension_);
    own.add(std::span<const double>(cloud.points().elements<double>()));
    survey_->add(own);
    std::array<double, kMaxDimension> slack{};
    for (size_t k = 0; k < size_t(dimension_); ++k) {
      constexpr double kPart = 0x1p-20;  // of the largest coordinate: 16 times what rounding to float moves it by
      slack[k] = kPart * std::max({1.0, std::abs(survey_->bounds().minimum[k]), std::abs(survey_->bounds().maximum[k])});
      slack_[k] = files_ == 1 ? slack[k] : std::min(slack_[k], slack[k]);
    }
    PossibleRules found = possibleRules(cloud, *filter_, slack);
    columns_.insert(columns_.end(), found.columns.begin(), found.columns.end());
    LargeVector<uint8_t> mask(cloud.size());
    constexpr size_t kGrain = 32 * kRuleBlock;
    threads_.forEachRange(mask.size(), kGrain, [&](size_t begin, size_t end, int) {
      const std::span<uint8_t> here = std::span(mask).subspan(begin, end - begin);
      std::ranges::fill(here, 1);
      applyRules(found.rules, begin, here);
    });
    return pointsOf(cloud, pointsIn(mask, threads_), threads_);
  }

  /// As recentred() does it with all points.
  PointCloud recentredLikeAll(const RowBlocks& again) {
    RowSurvey survey = survey_ ? *survey_ : RowSurvey(std::max(dimension_, 1));
    const PointCloud::Origin origin = PointCloud::originFor(survey.bounds(), dimension_);
    const RowSurvey seen = survey.seenFrom(origin);
    if (origin != PointCloud::Origin{} && !options_.scalar && !floatIsFineEnough(seen.largestError(), seen.largestExtent())) {
      survey = RowSurvey(dimension_, origin);
      again([&](std::span<const double> rows) { survey.add(withoutFlat(rows)); });
    } else {
      survey = seen;
    }
    const Scalar scalar =
        chooseScalar(options_.scalar, survey, [&](const auto& visit) { again([&](std::span<const double> rows) { visit(withoutFlat(rows)); }); });
    PointArray points = PointArray::toBeWritten(scalar, dimension_, uint32_t(points_));
    withScalarType(scalar, [&]<class T>() { survey.toLocal(std::span<const double>(rows_), std::span<T>(points.elements<T>())); });
    return PointCloud::inRange(std::move(points), origin, std::move(attributes_));
  }
  /// What was taken for a column in one file may be another one in all, and rounding may move coordinates farther than was thought.
  bool droppedTooMuch() const {
    if (!survey_) return false;  // nothing was dropped
    for (size_t k = 0; k < size_t(dimension_) && !options_.asInFile; ++k) {
      constexpr double kFloat = 0x1p-24, kDouble = 0x1p-51;
      const double low = survey_->bounds().minimum[k], high = survey_->bounds().maximum[k], origin = all_.cloud.origin()[k];
      const double farthest = std::max(std::abs(low - origin), std::abs(high - origin)), largest = std::max(std::abs(low), std::abs(high));
      if (!(farthest * kFloat + largest * kDouble <= slack_[k])) return true;
    }
    return !sameColumns(all_.cloud, columns_);
  }

  /// The values of this file's points behind those of the points before.
  void append(std::string_view name, const AttributeValues& values) {
    auto column = std::ranges::find(attributes_, name, &Attribute::name);
    if (column == attributes_.end()) column = attributes_.insert(column, Attribute{std::string(name), AttributeValues(values.type())});
    column->values.appendMissing(points_);  // files that do not have it
    column->values.append(values);
  }
  void appendAll(std::span<const Attribute> attributes) {
    const std::vector<std::string> names = joinedNames(attributes);
    for (size_t a = 0; a < names.size(); ++a)
      if (!names[a].empty()) append(names[a], attributes[a].values);
  }
  /// As CloudBuilder does for one file.
  void dropFlatAxis() {
    if (dimension_ != kSpace || allPoints_ < 2 || options_.dimension || !options_.columns.empty() || options_.asInFile || !isFlat()) return;
    const double z = survey_ ? survey_->bounds().minimum[2] : rows_[2];
    if (z != 0) all_.warnings.push_back(flatWarning(z));
    rows_ = withoutAxis(rows_);
    if (survey_) survey_->drop(2);
    dimension_ = 2;
    dropped_ = true;
  }
  bool isFlat() const {
    if (survey_) return survey_->bounds().minimum[2] == survey_->bounds().maximum[2];
    for (size_t i = 2; i < rows_.size(); i += kSpace)
      if (rows_[i] != rows_[2]) return false;
    return true;
  }
  static std::vector<double> withoutAxis(std::span<const double> rows) {
    std::vector<double> flat;
    flat.reserve(rows.size() / kSpace * 2);
    for (size_t i = 0; i < rows.size(); i += kSpace) flat.insert(flat.end(), {rows[i], rows[i + 1]});
    return flat;
  }
  /// Rows of a file as they are in the cloud; until the next call.
  std::span<const double> withoutFlat(std::span<const double> rows) {
    if (!dropped_) return rows;
    flat_ = withoutAxis(rows);
    return flat_;
  }

  static constexpr int kSpace = 3;
  const ReadOptions& options_;
  const Filter* filter_;
  ThreadPool threads_;
  std::optional<RowSurvey> survey_;  ///< of all points, where some are dropped
  std::array<double, kMaxDimension> slack_{};
  ColumnsUsed columns_;
  std::vector<double> flat_;
  bool dropped_ = false;  ///< the third axis
  uint64_t allPoints_ = 0;
  CloudFile all_;
  std::vector<double> rows_;
  std::vector<Attribute> attributes_;
  size_t points_ = 0;
  int dimension_ = 0, files_ = 0;
};

}  // namespace

static void tellLeftOut(SoundFiles sound, CloudFile& file) {
  file.warnings.insert(file.warnings.begin(), sound.warning());
  file.leftOut = std::move(sound.leftOut);
}

/// `filter`: null, or points that it surely does not keep are left out; none as Joined::take().
static std::optional<CloudFile> readJoined(std::span<const fs::path> files, const ReadOptions& options, const Filter* filter,
                                           const std::stop_token& stop, const ReadProgressFunction& progress, const ReadSampleFunction& sample) {
  ReadProgress before;
  for (const fs::path& file : files) {
    std::error_code error;
    if (const uintmax_t size = fs::file_size(file, error); !error) before.bytesTotal += size;
  }
  ReadOptions exact = options;
  exact.asInFile = true;
  exact.scalar = Scalar::float64;
  Joined joined(options, filter);
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
  return std::move(joined).take([&](const auto& visit) {
    for (const fs::path& file : files) {
      const CloudFile part = readCloud(file, exact, stop);
      if (!part.cloud.empty()) visit(part.cloud.points().elements<double>());
    }
  });
}

CloudFile readClouds(std::span<const fs::path> files, const ReadOptions& options, std::stop_token stop, const ReadProgressFunction& progress,
                     const ReadSampleFunction& sample) {
  if (files.empty()) throw Error(ErrorKind::wrongUse, "nothing to read", "", "no file is named", "name a point cloud");
  if (files.size() == 1) return readCloud(files.front(), options, std::move(stop), progress, sample);
  SoundFiles sound = soundFiles(files, options, stop);
  if (sound.leftOut.empty()) return *readJoined(files, options, nullptr, stop, progress, sample);
  CloudFile file = readClouds(sound.files, options, stop, progress, sample);
  tellLeftOut(std::move(sound), file);
  return file;
}

std::string nameOf(std::span<const fs::path> files) {
  if (files.empty()) return "";
  const std::string first = files.front().filename().string();
  return files.size() == 1 ? first : first + " and " + std::to_string(files.size() - 1) + " more";
}

/// Files that are read once: what comes through a pipe is gone then.
static bool canBeReadAgain(std::span<const fs::path> files) { return std::ranges::none_of(files, namesPipe); }

/// As readClouds(), perhaps without points that the filter does not keep.
static CloudFile readForFilter(std::span<const fs::path> files, const Filter& filter, const ReadOptions& options, const std::stop_token& stop,
                               const ReadProgressFunction& progress, const ReadSampleFunction& sample) {
  if (files.size() > 1 && canBeReadAgain(files))
    if (std::optional<CloudFile> joined = readJoined(files, options, &filter, stop, progress, sample)) return std::move(*joined);
  return readClouds(files, options, stop, progress, sample);
}

/// As readFiltered() of the files that are sound.
static CloudFile readSound(SoundFiles sound, const Filter& filter, const ReadOptions& options, const std::stop_token& stop,
                           const ReadProgressFunction& progress, const ReadSampleFunction& sample) {
  try {
    CloudFile file = readFiltered(sound.files, filter, options, stop, progress, sample);
    tellLeftOut(std::move(sound), file);
    return file;
  } catch (const NoPointLeft& nothing) {
    CloudFile file = nothing.file();
    tellLeftOut(std::move(sound), file);
    throw NoPointLeft(nothing, std::move(file));
  }
}

CloudFile readFiltered(std::span<const fs::path> files, const Filter& filter, const ReadOptions& options, std::stop_token stop,
                       const ReadProgressFunction& progress, const ReadSampleFunction& sample) {
  if (SoundFiles sound = soundFiles(files, options, stop); !sound.leftOut.empty())
    return readSound(std::move(sound), filter, options, stop, progress, sample);
  Filter order{.order = filter.order, .every = filter.every, .thin = filter.thin}, rules = filter;
  rules.order = PointOrder::file, rules.every = 1, rules.thin = 0;
  if (rules.empty() || files.size() > 1) {
    CloudFile file =
        rules.empty() ? readClouds(files, options, stop, progress, sample) : readForFilter(files, rules, options, stop, progress, sample);
    const uint64_t points = file.points();
    if (points == 0) return file;
    pointRules(file.cloud, filter);  // what is wrong with a rule is said even if no point is left that it looks at
    if (file.cloud.empty()) throw NoPointLeft(errorWithoutPoints(filter, points), std::move(file));
    applyFilter(filter, file, std::move(stop));
    return file;
  }
  ReadOptions sieving = options;
  sieving.keep = std::make_shared<const Filter>(std::move(rules));
  CloudFile file = readClouds(files, sieving, stop, progress, sample);
  const uint64_t points = file.points();
  if (points == 0) return file;
  if (file.cloud.empty()) throw NoPointLeft(errorWithoutPoints(filter, points), std::move(file));
  applyFilter(order, file, std::move(stop));
  return file;
}

void applyFilter(const Filter& filter, CloudFile& file, std::stop_token stop) {
  if (filter.empty()) return;
  ThreadPool threads;
  const uint64_t points = file.points() > 0 ? file.points() : file.cloud.size();
  file.cloud = filtered(file.cloud, filter, threads, std::move(stop));
  if (file.cloud.empty()) throw NoPointLeft(errorWithoutPoints(filter, points), std::move(file));
}

}  // namespace arete
