// The R1 that a cloud suggests for a network. Of wires and on the sphere it takes as long as about ten detections, so it is searched when it is asked
// for, and in small clouds when chains become a network.
#pragma once

#include <QObject>

#include "app/window/document.h"
#include "compute/core/worker.h"

namespace arete {

class RadiusSearch : public QObject {
  Q_OBJECT
 public:
  RadiusSearch(const Document& document, Worker::Failed failed);

  /// Whether R1 of the session's kind of curve must be searched.
  bool isNeeded() const { return document_.session().job.curveKind() == CurveKind::network; }
  /// The suggestion for the present job, whatever its R1; r1 = 0 while unknown.
  RadiusSuggestion found() const;
  bool busy() const { return worker_.busy(); }
  /// Emits finished() afterwards, unless something else was requested meanwhile.
  void search();
  void stop() { worker_.cancel(); }
  /// Another cloud is open.
  void forget();

 Q_SIGNALS:
  void finished();

 private:
  const Document& document_;
  Job job_;  ///< that `found_` is for
  RadiusSuggestion found_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
