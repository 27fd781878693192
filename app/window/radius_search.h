// The R1 that a cloud suggests for a network: it takes as long as some dozens of detections, so it is searched when it is asked for.
#pragma once

#include <QObject>

#include "app/window/document.h"
#include "compute/core/worker.h"

namespace arete {

class RadiusSearch : public QObject {
  Q_OBJECT
 public:
  RadiusSearch(const Document& document, Worker::Failed failed);

  /// Whether R1 of what the session looks for has to be searched.
  bool isNeeded() const { return document_.session().job.curveKind() == CurveKind::network; }
  /// Of the job that is set now, whatever its R1; r1 = 0 while it is not known.
  RadiusSuggestion found() const;
  bool busy() const { return worker_.busy(); }
  /// Then finished(), unless something else was asked for meanwhile.
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
