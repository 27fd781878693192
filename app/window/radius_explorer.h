// Tools › Explore R1: detections over a ladder of R1, plotted as they come. Pointing at a radius shows its curve in the picture, a click takes it.
#pragma once

#include <memory>
#include <vector>

#include <QDialog>

#include "app/window/controller.h"
#include "app/window/strip_plot.h"
#include "compute/core/mailbox.h"
#include "compute/core/worker.h"
#include "compute/engine/radius_sweep.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace arete {

class PictureWidget;

/// Stays open beside the picture. Closing it ends the sweep, and the picture shows what it showed before.
class RadiusExplorer : public QDialog {
  Q_OBJECT
 public:
  RadiusExplorer(QWidget* parent, Controller& controller, PictureWidget& picture);

  /// Begins anew, over the radii that radiiToSweep() says of the session's job. Does nothing without a cloud and an R1.
  void start();
  bool busy() const { return worker_.busy(); }
  const std::vector<SweepPoint>& points() const { return points_; }

 protected:
  void hideEvent(QHideEvent* event) override;

 private:
  void forget();
  void follow();
  void cancel();
  struct SoFar;
  void hear(const SoFar& told);
  void plot(const std::vector<SweepPoint>& points);
  void say(const QString& text);
  void lookAt(int index);
  void take(int index);

  Controller& controller_;
  PictureWidget& picture_;
  StripPlot* plot_;
  QLabel* text_;
  QProgressBar* progress_;
  QPushButton *run_, *cancel_;
  /// What a sweep has so far.
  struct SoFar {
    uint64_t sweep = 0;
    std::vector<double> radii = {};
    std::vector<SweepPoint> points = {};
    size_t leftOut = 0;  ///< radii at which nothing could be detected
  };
  uint64_t sweep_ = 0;              ///< number of the newest one: what others still say does not count
  Job job_;                         ///< that the points are of, whatever their R1
  std::vector<SweepPoint> points_;  ///< ascending
  Mailbox<SoFar> told_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
