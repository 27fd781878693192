// What the curve on the picture explains of the cloud, worked out on a thread of its own whenever a detection has come to its end, or when the
// picture shows it.
#pragma once

#include <memory>
#include <string>

#include <QObject>

#include "app/window/detection.h"
#include "app/window/document.h"
#include "compute/core/worker.h"
#include "compute/engine/curve_explanation.h"
#include "ui/panel_reports.h"

namespace arete {

class Explaining : public QObject {
  Q_OBJECT
 public:
  Explaining(const Document& document, const Detection& detection, Worker::Failed failed);

  /// The last one that was found; null while none is. It may be of a step before.
  const std::shared_ptr<const CurveExplanation>& found() const { return found_; }
  /// The same for the present frame alone.
  const CurveExplanation* ofFrame() const;
  bool busy() const { return worker_.busy(); }
  /// For the panels.
  ExplanationReport report() const;
  /// The frame or the view has changed: finds it out anew where that is of use.
  void follow();
  /// Other points: nothing of the last one holds.
  void forget();

 Q_SIGNALS:
  void changed();

 private:
  bool isOfUse() const;

  const Document& document_;
  const Detection& detection_;
  std::shared_ptr<const CurveExplanation> found_;
  std::string askedHash_;     ///< of the frame that the worker is at, or was at last: what failed is not tried again
  uint32_t askedPoints_ = 0;  ///< of its cloud
  Worker worker_;             ///< last: its thread ends before the rest goes
};

}  // namespace arete
