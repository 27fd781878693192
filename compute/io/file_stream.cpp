#include "compute/io/file_stream.h"

#include <algorithm>

#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/files/open_file.h"
#include "compute/filter/apply.h"
#include "compute/filter/columns.h"
#include "compute/io/file_heads.h"
#include "compute/io/input_identity.h"
#include "compute/io/join_files.h"
#include "compute/io/read/cloud_builder.h"
#include "compute/io/read/source.h"
#include "compute/io/read/stream_rows.h"
#include "compute/io/read_clouds.h"

namespace arete {

namespace fs = std::filesystem;

static DiskFile opened(const fs::path& path) {
  openToRead(path, "cannot open this file");  // explains best why it cannot be
  return DiskFile::openToRead(path);
}

FileStream::FileStream(const fs::path& path, const ReadOptions& options, const std::stop_token& stop, ReadProgressFunction progress)
    : FileStream(std::span(&path, 1), options, {}, stop, std::move(progress)) {}

FileStream::FileStream(std::span<const fs::path> files, const ReadOptions& options, const Filter& filter, const std::stop_token& stop,
                       ReadProgressFunction progress, bool columnsToo)
    : options_(options), filter_(filter), sieve_(filter), columnsToo_(columnsToo || sieve_.asksForColumns()), progress_(std::move(progress)) {
  SoundFiles sound = soundFiles(files, options, stop);
  for (const fs::path& path : sound.files) {
    Part part;
    part.path = path;
    part.stamp = opened(path).stamp();
    done_.bytesTotal += part.stamp.bytes;
    parts_.push_back(std::move(part));
  }
  survey(stop);
  if (!sound.leftOut.empty()) about_.warnings.insert(about_.warnings.begin(), sound.warning());
  about_.leftOut = std::move(sound.leftOut);
  if (size_ > 0 && (!sieve_.keepsAll() || filter_.every > 1)) findKept(stop);
  progress_ = {};
  identity_ = identified();
}

std::string FileStream::identified() const {
  std::string all;
  for (const Part& part : parts_) {
    const auto print = fingerprint(part.path);
    if (!print) return "";
    all += (all.empty() ? "" : ", ") + identityOf(*print);
  }
  all += identityOf(options_);
  if (!sieve_.keepsAll() || filter_.every > 1) all += ' ' + identityOf(filter_);
  return all;
}

void FileStream::checkUnchanged(const Part& part, const DiskFile& file) {
  const FileStamp now = file.stamp();
  if (now == part.stamp) return;
  throw Error(ErrorKind::io, "cannot go on reading", part.path.string(),
              now.bytes == part.stamp.bytes ? "it was written since it was first read"
                                            : "it has " + std::to_string(now.bytes) + " bytes now, and had " + std::to_string(part.stamp.bytes),
              "start again when nothing writes it any more");
}

CloudFile FileStream::readPart(const Part& part, uint64_t first, bool columnsToo, const TakeRows& take, const std::stop_token& stop) const {
  const DiskFile file = opened(part.path);
  checkUnchanged(part, file);
  RowStreaming streaming{file, first, part.seen, {}};
  if (columnsToo) streaming.takeAll = take;
  else streaming.take = [&](std::span<const double> rows, size_t d, uint64_t at) { take(rows, d, at, {}); };
  const ReadProgressFunction progress = [this](const ReadProgress& here) {
    progress_({done_.bytesDone + here.bytesDone, done_.bytesTotal, done_.points + here.points});
  };
  CloudFile about = streamRows(streaming, part.path, options_, stop, progress_ ? progress : ReadProgressFunction());
  checkUnchanged(part, file);
  return about;
}

/// Of all rows; nothing where no file has any and none says how many coordinates they would have.
std::optional<RowSurvey> FileStream::surveyRows(const std::stop_token& stop) {
  std::optional<RowSurvey> survey;
  const bool several = parts_.size() > 1;
  for (size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    bool columnsKnown = false;
    const uint64_t before = survey ? survey->count() : 0;
    const auto take = [&](std::span<const double> rows, size_t d, uint64_t, std::span<const Attribute> columns) {
      if (!std::exchange(columnsKnown, true)) sieve_.addFile(columns, several);
      if (!survey || survey->count() == 0) survey.emplace(int(d));
      if (!rows.empty()) checkJoinedDimension(part.path, int(d), survey->dimension());
      survey->add(rows);
    };
    CloudFile about = readPart(part, 0, columnsToo_, take, stop);
    if (!columnsKnown) sieve_.addFile({}, several);
    part.seen = true;
    part.gaps = about.nonFinite + about.withheld > 0;
    part.points = (survey ? survey->count() : 0) - before;
    part.before = part.ruledBefore = before;
    done_.bytesDone += part.stamp.bytes, done_.points += about.pointsInFile;
    if (several) joinAbout(about_, i, part.path, about);
    else about_ = std::move(about);
  }
  done_.bytesDone = 0, done_.points = 0;
  return survey;
}

void FileStream::survey(const std::stop_token& stop) {
  scalar_ = options_.scalar.value_or(scalar_);  // also for files without points
  std::optional<RowSurvey> survey = surveyRows(stop);
  if (!survey) return;
  const Bounds& all = survey->bounds();
  size_ = survey->count();
  if (size_ > UINT32_MAX - 1) throw cannotJoin(parts_.back().path, "together they have more than 4 294 967 294 points", "thin them out");
  if (survey->dimension() == 3 && !options_.dimension && options_.columns.empty() && size_ > 1 && all.minimum[2] == all.maximum[2]) {
    survey->drop(2);
    if (all.minimum[2] != 0) about_.warnings.push_back(flatWarning(all.minimum[2]));
  }
  dimension_ = survey->dimension();
  if (size_ == 0) return;
  origin_ = PointCloud::originFor(all, dimension_);
  const auto forEachPoint = [&](const auto& visit) { visitRows(visit, stop); };
  if (origin_ != PointCloud::Origin{}) {
    survey.emplace(dimension_, origin_);
    forEachPoint([&](std::span<const double> rows) { survey->add(rows); });
  }
  const auto choose = [&] { return chooseScalar(options_.scalar, *survey, forEachPoint); };
  scalar_ = parts_.size() == 1 ? refusedAs(parts_.front().path.string(), choose) : choose();
  smallest_ = survey->smallest();
  bounds_ = survey->localBounds(scalar_);
}

/// All rows, without the coordinate that was dropped.
void FileStream::visitRows(const std::function<void(std::span<const double> rows)>& visit, const std::stop_token& stop) {
  const auto dimension = size_t(dimension_);
  std::vector<double> kept;
  const auto take = [&](std::span<const double> rows, size_t d, uint64_t, std::span<const Attribute>) {
    if (d == dimension) return visit(rows);
    kept.clear();
    for (size_t i = 0; i < rows.size(); i += d) kept.insert(kept.end(), rows.begin() + ptrdiff_t(i), rows.begin() + ptrdiff_t(i + dimension));
    visit(kept);
  };
  for (const Part& part : parts_) {
    readPart(part, 0, false, take, stop);
    done_.bytesDone += part.stamp.bytes;
  }
  done_.bytesDone = 0;
}

template <class T>
PointArray FileStream::localPoints(std::span<const double> rows, size_t d) const {
  PointArray points(scalar_, dimension_, uint32_t(rows.size() / d));
  T* to = points.elements<T>().data();
  for (const double* row = rows.data(); row < rows.data() + rows.size(); row += d)
    for (size_t k = 0; k < size_t(dimension_); ++k) *to++ = withOneZero(T(row[k] - origin_[k]));
  return points;
}

template <class T, class Visit>
uint64_t FileStream::visitKept(size_t index, const Visit& visit, const std::stop_token& stop) const {
  const Part& part = parts_[index];
  uint64_t ruled = part.ruledBefore;
  const auto take = [&](std::span<const double> rows, size_t d, uint64_t, std::span<const Attribute> columns) {
    if (rows.empty()) return;
    const PointCloud block = sieve_.block(index, localPoints<T>(rows, d), origin_, columns);
    std::vector<uint8_t> kept = sieve_.kept(block);
    const uint64_t number = (ruled + filter_.every - 1) / filter_.every;
    for (uint8_t& each : kept)
      if (each != 0 && ruled++ % filter_.every != 0) each = 0;
    visit(block, kept, number);
  };
  readPart(part, 0, columnsToo_, take, stop);
  return ruled - part.ruledBefore;
}

void FileStream::findKept(const std::stop_token& stop) {
  const uint64_t all = size_;
  const auto d = size_t(dimension_);
  uint64_t ruled = 0;
  size_ = 0;
  bounds_.minimum.fill(0), bounds_.maximum.fill(0);
  withScalarType(scalar_, [&]<class T>() {
    for (size_t i = 0; i < parts_.size(); ++i) {
      parts_[i].before = size_;
      parts_[i].ruledBefore = ruled;
      ruled += visitKept<T>(
          i,
          [&](const PointCloud& block, const std::vector<uint8_t>& kept, uint64_t) {
            const PointsView<T> points = block.view<T>();
            for (uint32_t i = 0; i < points.count; ++i) {
              if (kept[i] == 0) continue;
              const T* const point = points.point(i);
              for (size_t k = 0; k < d; ++k) {
                const double x = double(point[k]);
                bounds_.minimum[k] = size_ == 0 ? x : std::min(bounds_.minimum[k], x);
                bounds_.maximum[k] = size_ == 0 ? x : std::max(bounds_.maximum[k], x);
              }
              ++size_;
            }
          },
          stop);
      done_.bytesDone += parts_[i].stamp.bytes;
    }
  });
  if (size_ == 0) throw NoPointLeft(errorWithoutPoints(filter_, all), about_);
}

/// The points of a file from number `first` of the stream on.
template <class T>
void FileStream::readSome(size_t index, uint64_t first, const Take& take, const std::stop_token& stop) const {
  const Part& part = parts_[index];
  const uint64_t wanted = first - std::min(first, part.before);
  const auto takeRows = [&](std::span<const double> rows, size_t d, uint64_t begin, std::span<const Attribute>) {
    const uint64_t count = rows.size() / d, from = std::clamp<uint64_t>(wanted, begin, begin + count) - begin;
    for (uint64_t i = from; i < count; i += kBlockPoints) {
      const uint64_t points = std::min<uint64_t>(kBlockPoints, count - i);
      take(localPoints<T>(rows.subspan(i * d, points * d), d), part.before + begin + i);
    }
  };
  readPart(part, part.gaps ? 0 : wanted, false, takeRows, stop);
}

template <class T>
void FileStream::readKept(size_t index, uint64_t first, const Take& take, const std::stop_token& stop) const {
  const auto d = size_t(dimension_);
  std::vector<T> waiting;
  uint64_t begin = 0;
  const auto handOn = [&] {
    if (!waiting.empty()) take(PointArray::fromRows(std::span<const T>(waiting), dimension_), begin);
    waiting.clear();
  };
  const auto visit = [&](const PointCloud& block, const std::vector<uint8_t>& kept, uint64_t number) {
    const PointsView<T> points = block.view<T>();
    for (uint32_t i = 0; i < points.count; ++i) {
      if (kept[i] == 0 || number++ < first) continue;
      if (waiting.empty()) begin = number - 1;
      waiting.insert(waiting.end(), points.point(i), points.point(i) + d);
      if (waiting.size() == kBlockPoints * d) handOn();
    }
  };
  visitKept<T>(index, visit, stop);
  handOn();
}

PointCloud FileStream::some(std::span<const uint64_t> places, const std::stop_token& stop) const {
  std::vector<Attribute> columns;
  size_t next = 0;
  ThreadPool alone(1);
  const PointArray points = withScalarType(scalar_, [&]<class T>() {
    std::vector<T> rows;
    const auto take = [&](const PointCloud& block, const std::vector<uint8_t>& kept, uint64_t number) {
      PointList wanted;
      for (uint32_t i = 0; i < block.size() && next < places.size(); ++i) {
        if (kept[i] == 0) continue;
        if (number++ == places[next]) wanted.push_back(i), ++next;
      }
      const PointCloud here = pointsOf(block, wanted, alone);
      rows.insert(rows.end(), here.points().elements<T>().begin(), here.points().elements<T>().end());
      if (columns.empty()) columns.assign(here.attributes().begin(), here.attributes().end());
      else
        for (size_t c = 0; c < columns.size(); ++c) columns[c].values.append(here.attributes()[c].values);
    };
    for (size_t i = 0; i < parts_.size(); ++i) visitKept<T>(i, take, stop);
    return rows.empty() ? PointArray(scalar_, dimension_, 0) : PointArray::fromRows(std::span<const T>(rows), dimension_);
  });
  return PointCloud::inRange(points, origin_, bounds_, std::move(columns));
}

std::vector<uint64_t> FileStream::classes(const std::stop_token& stop) const {
  std::vector<uint64_t> counts;
  ThreadPool alone(1);
  const auto add = [&](const PointCloud& block, const std::vector<uint8_t>& kept, uint64_t) {
    const std::vector<uint64_t> here = classCounts(pointsOf(block, pointsIn(kept, alone), alone));
    if (counts.size() < here.size()) counts.resize(here.size());
    for (size_t i = 0; i < here.size(); ++i) counts[i] += here[i];
  };
  withScalarType(scalar_, [&]<class T>() {
    for (size_t i = 0; i < parts_.size(); ++i) visitKept<T>(i, add, stop);
  });
  return counts;
}

void FileStream::read(uint64_t first, const Take& take, const std::stop_token& stop) const {
  const bool all = sieve_.keepsAll() && filter_.every == 1;
  withScalarType(scalar_, [&]<class T>() {
    for (size_t i = 0; i < parts_.size(); ++i) {
      const uint64_t end = i + 1 < parts_.size() ? parts_[i + 1].before : size_;
      if (parts_[i].points == 0 || end <= first) continue;
      if (all) readSome<T>(i, first, take, stop);
      else readKept<T>(i, first, take, stop);
    }
  });
}

}  // namespace arete
