// The session's filter on the cloud that is open, on threads of its own: what is kept is shown and detected in, the rest is dimmed or hidden.
// The picture comes first. It needs the list of points that are kept, and draws them from the whole cloud; that they are gathered into a cloud of
// their own, which is what a detection needs, takes longer and follows.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QObject>
#include <QTimer>

#include "app/window/document.h"
#include "compute/core/worker.h"
#include "compute/filter/rule_memory.h"
#include "compute/filter/statistics.h"

namespace arete {

class Filtering : public QObject {
  Q_OBJECT
 public:
  Filtering(Document& document, Worker::Failed failed);

  /// Applies the session's filter; then applied(), and gathered() where others are kept. Where it keeps no point it fails, and what was kept before
  /// stays; if that is nothing, as when a file is opened with its filter, all points are shown, none is detected in, and leftNothing() says so.
  void apply();
  /// Whether the session's filter has failed and all points are shown.
  bool nothingLeft() const { return nothingLeft_; }
  /// Whether what is left out is to be shown and not known: apply() finds it.
  bool lacksLeftOut() const;
  bool busy() const { return searching() || gathering_; }
  /// Whether other points to show are still to come.
  bool searching() const { return worker_.busy(); }
  /// Whether the document has what the session's filter keeps, gathered: not while that is under way, or when it failed.
  bool upToDate() const;
  /// Another cloud is open: counts it for the panel; then counted().
  void countAnew();
  /// How many points of each class the filter keeps; of the filter before until upToDate(). Empty without a filter or classes.
  const std::vector<uint64_t>& keptClasses() const { return keptClasses_; }
  /// Null until they are known.
  const std::shared_ptr<const FilterStatistics>& statistics() const { return statistics_; }

 Q_SIGNALS:
  void applied(bool points);  ///< the document has other points to show; false: the same ones, with what is left out
  void gathered();            ///< and they can be computed with
  void counted();
  void leftNothing();

 private:
  struct Kept;
  void find(Kept& kept, const PointCloud& whole, const std::stop_token& stop);
  void makeShown(Kept& kept, const PointCloud& whole, std::shared_ptr<const CloudPoints> opened, const View& view);
  void take(std::shared_ptr<Kept> kept);
  void gather();
  void forget();

  Document& document_;
  std::shared_ptr<const Kept> kept_;  ///< what the document shows; null while it shows all
  std::shared_ptr<const FilterStatistics> statistics_;
  std::vector<uint64_t> keptClasses_;
  bool gathering_ = false, nothingLeft_ = false;
  QTimer pictureFirst_;
  ThreadPool threads_;  ///< these three of the last worker's thread
  RuleMemory memory_;
  std::shared_ptr<const DrawnCloud> all_;  ///< the whole, ready to draw
  std::weak_ptr<const PointArray> allOf_;
  Worker counter_, gatherer_, advisor_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
