// Collects points row by row or column by column, leaves out those that are not finite, and makes the cloud; or hands rows on as they come.
// The rows are read twice: once to find bounds and type, once to put them in their final place. Columns are read from the file again; rows that
// came one by one are kept compactly in between. So there is never much more in memory than the cloud and its attributes.
// All threads decode blocks, both times; the calling thread reports, gives samples and looks whether to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "compute/core/row_survey.h"
#include "compute/io/read/read_threads.h"
#include "compute/io/read/row_collector.h"
#include "compute/io/read/row_sample.h"
#include "compute/io/read/source.h"
#include "compute/io/read/stored_rows.h"

namespace arete {

/// The warning when a third coordinate that never changes was dropped.
std::string flatWarning(double coordinate);

class CloudBuilder {
 public:
  /// Attributes beyond kMaxAttributes are dropped, with a warning.
  CloudBuilder(const Source& source, size_t dimension, std::vector<std::string> attributeNames);

  /// What rows that are added have besides coordinates: the types of their values, which are doubles else.
  void declare(std::span<const ScalarType> types);

  /// Refuses more rows than a cloud can have.
  void expect(uint64_t rows) const;

  /// One point: `dimension` coordinates, then a value for each attribute in use; more are ignored.
  void add(const double* values) {
    if (pointsInFile() + 1 >= kMaxPoints) tooMany();
    alone_.add(values);
  }

  /// A row of the file that cannot be read: the rows behind it keep their numbers.
  void skip() { alone_.skip(); }

  /// Where a thread collects what add() would take, for addPiece() in the order of the file.
  RowCollector collector() const { return RowCollector(readDimension_, values_); }
  void addPiece(RowPiece piece);
  ReadThreads& threads() { return threads_; }

  /// `count` points from columns in the file, which need not be in memory; the first `dimension` columns are coordinates, the rest
  /// attributes. Refuses columns that reach past the end; cancels and reports between blocks. Call it once, instead of add().
  void addColumns(std::span<const Column> columns, uint64_t count);
  /// The same from columns in `unpacked`.
  void addColumns(LargeVector<std::byte> unpacked, std::span<const Column> columns, uint64_t count);
  /// The same from rows that are unpacked on demand; call expect(count) first.
  void addColumns(std::unique_ptr<RowSource> unpacks, std::span<const Column> columns, uint64_t count);

  /// Rows of columns are left out where this one, of those that addColumns() gets, is not 0. Call it before that and columnsUsed().
  void leaveOutMarked(size_t column) { stored_.maskBy(column); }

  /// What the first two coordinates are called: names may say that they are degrees.
  void nameCoordinates(std::string x, std::string y) { names_ = {std::move(x), std::move(y)}; }

  /// These coordinates are the picture while the file is read, instead of samples of what was read so far. Where they cannot be read there is none.
  void showOnly(ColumnBlocks columns);

  /// Throws Cancelled when asked to stop; else reports, and gives a sample when one is due. Readers call it every few thousand rows.
  void tick(uint64_t bytesDone);

  void warn(std::string sentence) { warnings_.push_back(std::move(sentence)); }
  uint64_t pointsInFile() const { return pointsInFile_ + alone_.pointsInFile(); }
  /// How many of the named columns are used: coordinates, and attributes unless points are only handed on.
  size_t columnsUsed() const { return std::max(values_, stored_.columnsThatTell()); }

  /// A third coordinate that never changes is dropped unless the user chose the dimension or the columns.
  CloudFile finish(std::string format) &&;

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr uint64_t kMaxPoints = UINT32_MAX - 1;
  [[noreturn]] void tooMany() const;
  uint64_t columnProgress(uint64_t row) const;
  void surveyColumns(ColumnBlocks columns);
  void takeAttributesAtOnce();
  void closeGaps();
  void noteGaps(uint64_t first, std::span<const uint32_t> gaps);
  void handOnColumns();
  void takeRows(std::span<const double> rows);
  void handOn(std::span<const double> rows);
  void takeWholeRows(std::span<const double> coordinates, std::span<const double> rows);
  void addAlone();
  void put(RowPiece piece);
  bool samples() const { return source_.sample() && !shown_; }
  void giveSample();
  void checkRange() const;
  void dropAxes(std::vector<double>& rows) const;
  template <class F>
  void again(bool attributesToo, F&& f);
  void againInOrder(const std::function<void(std::span<const double>)>& visit);
  void tickAgain(uint64_t points) const;
  RowSurvey localSurvey();
  PointArray fill(const RowSurvey& survey, Scalar scalar);
  PointCloud keepSome(const RowSurvey& survey, Scalar scalar);
  PointCloud makeCloud();

  const Source& source_;
  size_t dimension_, readDimension_;  // of the cloud; of what is read
  size_t values_;                     // of a row that is added
  std::vector<Attribute> attributes_;
  ReadThreads threads_;
  StoredRows stored_;
  RowCollector alone_;  // what add() takes
  RowSurvey survey_;
  bool shown_ = false, attributesAreThere_ = false;
  std::mutex sampling_;
  RowSample sample_;
  StoredRows::Block sampled_;
  std::vector<std::string> warnings_;
  std::array<std::string, 2> names_;
  uint64_t pointsInFile_ = 0, nonFinite_ = 0, marked_ = 0;  // without those of alone_
  uint64_t rows_ = 0;                                       // with those that cannot be read
  std::vector<uint64_t> leftOut_;                           // of these
  uint64_t handedOn_ = 0;                                   // where points are not kept
  Clock::time_point lastSample_ = Clock::now();
};

}  // namespace arete
