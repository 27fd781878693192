// The session's filter on the cloud that is open, on a thread of its own: what is kept is shown and detected in, the rest is hidden.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QObject>

#include "app/window/document.h"
#include "compute/core/worker.h"
#include "compute/filter/statistics.h"

namespace arete {

class Filtering : public QObject {
  Q_OBJECT
 public:
  Filtering(Document& document, Worker::Failed failed);

  /// Applies the session's filter; then applied(). Where it keeps no point it fails, and what was kept before stays.
  void apply();
  /// Whether the attribute that the view is coloured by is still to be brought along: apply() does that.
  bool lacksColours() const;
  bool busy() const { return worker_.busy(); }
  /// Whether the document shows what the session's filter keeps: not while it is at work, or when it failed.
  bool upToDate() const;
  /// Another cloud is open: counts it for the panel; then counted().
  void countAnew();
  /// Null until they are known.
  const std::shared_ptr<const FilterStatistics>& statistics() const { return statistics_; }

 Q_SIGNALS:
  void applied(bool points);  ///< false: the same points, with other attributes
  void counted();

 private:
  struct Kept;
  void take(std::shared_ptr<Kept> kept);

  Document& document_;
  std::shared_ptr<const Kept> kept_;  ///< what the document shows; null while it shows all
  std::shared_ptr<const FilterStatistics> statistics_;
  ThreadPool threads_;  ///< of the first worker's thread
  Worker counter_, advisor_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
