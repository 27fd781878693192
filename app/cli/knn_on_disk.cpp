#include "app/cli/knn_on_disk.h"

#include <chrono>
#include <cmath>
#include <iostream>
#include <optional>

#include "app/cli/job_flags.h"
#include "app/cli/knn_rows.h"
#include "app/cli/progress.h"
#include "app/cli/read_flags.h"
#include "app/cli/text.h"
#include "compute/core/cuda_support.h"
#include "compute/core/distance_range.h"
#include "compute/core/error.h"
#include "compute/io/file_stream.h"
#include "compute/io/row_numbers.h"
#include "compute/io/scattered_rows.h"
#include "compute/io/write_table.h"
#include "compute/neighbours/outofcore/build_index.h"
#include "compute/neighbours/outofcore/disk_search.h"
#include "compute/text/printable.h"

namespace arete::cli {

namespace {

using namespace outofcore;
namespace fs = std::filesystem;

constexpr size_t kSearchProgramBytes = 20 << 20;  // what the program takes before it holds any points
constexpr size_t kAnswerShare = 8;                // one part in so many of the remaining memory is for putting answers in order

FileStream openStream(const std::string& path, const ReadOptions& options, const std::stop_token& stop) {
  Progress progress;
  FileStream stream(path, options, stop, [&](const ReadProgress& done) {
    if (progress.due()) progress.show(double(done.bytesDone) / double(std::max<uint64_t>(done.bytesTotal, 1)), "looking through " + path);
  });
  progress.clear();
  const CloudFile& about = stream.about();
  warn(about.warnings);
  if (about.nonFinite > 0)
    warn(countText(about.nonFinite) + " of " + plural(about.pointsInFile, "point") + " left out: a coordinate is missing or not finite");
  return stream;
}

class SearchOnDisk {
 public:
  SearchOnDisk(const KnnOnDisk& wanted, std::stop_token stop)
      : wanted_(wanted), stop_(std::move(stop)), device_(makeDevice(wanted)), referenceFile_(openStream(wanted.reference, wanted.read, stop_)) {
    const size_t all = size_t(wanted.params.get(kMaxMemoryParam)) << 20;
    memory_bytes_ = all > kSearchProgramBytes ? all - kSearchProgramBytes : 0;
    if (!wanted.query.empty()) queryFile_.emplace(openStream(wanted.query, wanted.read, stop_));
    // As with clouds in memory: both in double where one needs it or their origins differ.
    const bool widened = queryFile_ && (queryFile_->scalar() == Scalar::float64 || queryFile_->origin() != referenceFile_.origin());
    Scalar scalar = widened ? Scalar::float64 : referenceFile_.scalar();
    if (!bothIn(scalar) && scalar == Scalar::float32) bothIn(scalar = Scalar::float64);
    const PointsShape shape{nameablePoints(*reference_), reference_->dimension(), scalar};
    checkKnnQuery(shape, queries_ ? PointsShape{nameablePoints(*queries_), queries_->dimension(), scalar} : shape, wanted.k, wanted.excludeSelf);
  }

  void run() {
    withScalarType(reference_->scalar(), [&]<class T>() { runAs<T>(); });
  }

 private:
  static std::unique_ptr<Device> makeDevice(const KnnOnDisk& wanted) {
    const int threads = int(wanted.params.get(kThreadsParam));
    return wanted.version.backend == Backend::cuda ? makeCudaDevice(0, threads) : makeCpuDevice(threads);
  }
  /// Makes both clouds relative to the reference's origin, in this type. False where distances between them need double.
  bool bothIn(Scalar scalar) {
    reference_.emplace(referenceFile_, referenceFile_.origin(), scalar);
    if (!queryFile_) return true;
    queries_.emplace(*queryFile_, referenceFile_.origin(), scalar);
    // Coordinates in the range of floats stay in the range of doubles when moved by integers.
    if (distancesSurelyInRange(Scalar::float32, std::min(referenceFile_.smallest(), queryFile_->smallest()), 0)) return true;
    if (reference_->dimension() != queries_->dimension()) return true;  // refused later for that
    const auto why = distancesOutOfRange(scalar, reference_->dimension(), [&](const auto& visit) {
      for (const auto* stream : {&*reference_, &*queries_})
        stream->read(
            0, [&](const PointArray& block, uint64_t) { visitRows(block, visit); }, stop_);
    });
    if (why && scalar == Scalar::float64)
      throw Error(ErrorKind::badInput, "cannot search neighbours", wanted_.reference + " and " + wanted_.query, why->reason, why->hint);
    return !why;
  }

  StageContext context(Progress& progress, std::string_view what) const {
    return {*device_, stop_, [&progress, what](double fraction) { progress.show(fraction, what); }};
  }
  fs::path folder() const { return fs::path(wanted_.output).parent_path(); }

  template <class T>
  void runAs() {
    auto start = std::chrono::steady_clock::now();
    const LeafIndex<T> index(openIndex());
    const double build_s = secondsSince(start);
    start = std::chrono::steady_clock::now();
    const size_t answer_bytes = memory_bytes_ / kAnswerShare, k = wanted_.k;
    const bool distances = !wanted_.distances.empty();
    const uint32_t rows = nameablePoints(queries_ ? *queries_ : *reference_);
    ScatteredRows answers(rows, k * (sizeof(uint32_t) + (distances ? sizeof(T) : 0)), answer_bytes, folder());
    const DiskCounts counts = search(index, memory_bytes_ - answer_bytes, answers, distances);
    const double query_s = secondsSince(start);
    start = std::chrono::steady_clock::now();
    write<T>(answers, distances);
    summarise(index, rows, counts, build_s, query_s, secondsSince(start));
  }

  /// The existing index when it fits, else a new one.
  DiskFile openIndex() {
    Progress progress;
    const StageContext here = context(progress, "building the index");
    const BuildOptions options{.leafCapacity = uint32_t(wanted_.params.get(kLeafCapacityParam)), .memory_bytes = memory_bytes_};
    if (wanted_.index.empty()) return buildTemporaryIndex(*reference_, folder(), options, here);
    if (wanted_.rebuildIndex || !fs::exists(wanted_.index)) {
      built_ = true;
      return buildIndex(*reference_, wanted_.index, options, here);
    }
    DiskFile file = DiskFile::openToRead(wanted_.index);
    const IndexInfo found = readIndexInfo(file), expected = indexInfoOf(*reference_, found.leafCapacity);
    const auto refuse = [&](const std::string& reason) {
      throw Error(ErrorKind::badInput, "cannot use this index", wanted_.index, reason, "build it again (--rebuild-index), or give another name");
    };
    if (found.identity != expected.identity || found.points != expected.points || found.dimension != expected.dimension)
      refuse("it is of another cloud, or the file has changed since, or it was read with other options");
    if (found != expected) refuse("it has coordinates of another type or origin than these queries need");
    if (wanted_.leafCapacityGiven && found.leafCapacity != options.leafCapacity)
      refuse("its leaves have up to " + std::to_string(found.leafCapacity) + " points, not " + std::to_string(options.leafCapacity));
    removeAbandonedBuild(wanted_.index);
    return file;
  }

  template <class T>
  DiskCounts search(const LeafIndex<T>& index, size_t memory_bytes, ScatteredRows& answers, bool distances) {
    const auto inLeaf = wanted_.version.leafSearch->make<T>(index.info().dimension, wanted_.params);
    DiskSearch<T> search(index, *inLeaf, memory_bytes);
    std::vector<std::byte> row;
    const auto take = [&](const QueryBatch<T>& batch) {
      for (size_t i = 0; i < batch.count(); ++i) {
        const auto add = [&](const auto& values) {
          const auto bytes = std::as_bytes(std::span(values).subspan(i * batch.k, batch.k));
          row.insert(row.end(), bytes.begin(), bytes.end());
        };
        row.clear();
        add(batch.indices);
        if (distances) add(batch.distances);
        answers.put(batch.names[i], row);
      }
    };
    Progress progress;
    const StageContext here = context(progress, "searching neighbours");
    if (queries_) search.of(*queries_, wanted_.k, false, folder(), take, here);
    else search.ofItself(wanted_.k, wanted_.excludeSelf, take, here);
    return search.counts();
  }

  template <class T>
  void write(ScatteredRows& answers, bool withDistances) {
    const size_t k = wanted_.k;
    const RowNumbers ofReference(referenceFile_.about()), ofQueries(queryFile_ ? queryFile_->about() : referenceFile_.about());
    TableWriter indices(wanted_.output, ofQueries.rows(), {std::span<const uint32_t>(), k, "neighbour", stop_});
    std::optional<TableWriter> distances;
    if (withDistances) distances.emplace(wanted_.distances, ofQueries.rows(), TableInput{std::span<const T>(), k, "distance", stop_});
    AnswersByRow<uint32_t> indicesByRow(k);
    AnswersByRow<T> distancesByRow(k);
    uint64_t point = 0;
    constexpr size_t kRowsAtATime = 4096;
    std::vector<uint32_t> indexRows;
    std::vector<T> distanceRows;
    const size_t rowBytes = k * (sizeof(uint32_t) + (withDistances ? sizeof(T) : 0));
    answers.giveInOrder(
        [&](uint32_t, std::span<const std::byte> all) {
          for (size_t begin = 0; begin < all.size(); begin += kRowsAtATime * rowBytes) {
            const std::span part = all.subspan(begin, std::min(kRowsAtATime * rowBytes, all.size() - begin));
            indexRows.resize(part.size() / rowBytes * k);
            distanceRows.resize(withDistances ? indexRows.size() : 0);
            for (size_t i = 0; i < part.size() / rowBytes; ++i) {
              const std::byte* const row = part.data() + i * rowBytes;
              std::memcpy(&indexRows[i * k], row, k * sizeof(uint32_t));
              if (withDistances) std::memcpy(&distanceRows[i * k], row + k * sizeof(uint32_t), k * sizeof(T));
            }
            for (uint32_t& index : indexRows) index = uint32_t(ofReference.rowOf(index));
            for (T& squared : distanceRows) squared = std::sqrt(squared);
            for (size_t i = 0; i < indexRows.size(); i += k, ++point) {
              const uint64_t row = ofQueries.rowOf(point);
              indicesByRow.add(row, std::span(indexRows).subspan(i, k));
              if (withDistances) distancesByRow.add(row, std::span(distanceRows).subspan(i, k));
            }
            indices.put(indicesByRow.take());
            if (distances) distances->put(distancesByRow.take());
          }
        },
        stop_);
    indicesByRow.fillTo(ofQueries.rows());
    indices.put(indicesByRow.take());
    if (distances) distancesByRow.fillTo(ofQueries.rows()), distances->put(distancesByRow.take());
    warn(indices.commit());
    if (distances) warn(distances->commit());
  }

  template <class T>
  void summarise(const LeafIndex<T>& index, uint32_t rows, const DiskCounts& counts, double build_s, double query_s, double write_s) const {
    constexpr double kMegabyte = 1 << 20;
    const std::string place = wanted_.index.empty() ? "temporary" : built_ ? wanted_.index + ", built" : wanted_.index + ", was there";
    std::cout << wanted_.version.id << " on " << device_->description() << '\n'
              << countText(rows) << " queries, " << wanted_.k << (wanted_.k == 1 ? " neighbour each" : " neighbours each") << '\n'
              << "index       " << printable(place) << ": " << countText(index.info().points) << " points in " << countText(index.leaves().size())
              << (index.leaves().size() == 1 ? " leaf, " : " leaves, ") << shortNumber(double(index.fileBytes()) / kMegabyte) << " MB\n"
              << "time        index " << shortNumber(build_s) << " s, search " << shortNumber(query_s) << " s, writing " << shortNumber(write_s)
              << " s\n"
              << "leaves      looked into " << countText(counts.lookedInto) << " times, read " << countText(counts.cache.loaded) << " times ("
              << shortNumber(double(counts.cache.bytes) / kMegabyte) << " MB)\n"
              << "written     " << printable(wanted_.output + (wanted_.distances.empty() ? "" : ", " + wanted_.distances)) << '\n';
  }

  const KnnOnDisk& wanted_;
  std::stop_token stop_;
  std::unique_ptr<Device> device_;
  FileStream referenceFile_;
  std::optional<FileStream> queryFile_;
  std::optional<MovedStream> reference_, queries_;
  size_t memory_bytes_ = 0;
  bool built_ = false;
};

}  // namespace

void findNeighboursOnDisk(const KnnOnDisk& wanted, std::stop_token stop) { SearchOnDisk(wanted, std::move(stop)).run(); }

}  // namespace arete::cli
