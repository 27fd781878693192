// A curve to measure the result against, and how far the two are apart.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include <QObject>

#include "compute/core/polylines.h"
#include "compute/core/worker.h"
#include "compute/engine/frame.h"
#include "ui/panels.h"

namespace arete {

class ReferenceCurve : public QObject {
  Q_OBJECT
 public:
  explicit ReferenceCurve(Worker::Failed failed);

  bool open() const { return curve_ != nullptr; }
  const std::filesystem::path& file() const { return file_; }
  /// Throws Error: also when the curve is not of the cloud's dimension. An empty cloud takes any.
  void load(const std::filesystem::path& path, const PointCloud& cloud);
  void close();
  /// Takes a moment, then changed(). Nothing for a frame without a curve, or of a cloud of another dimension; `frame` may be nullptr.
  void measure(const std::shared_ptr<const Frame>& frame);
  /// What was measured is of no use any more.
  void forget();
  std::span<const QualityLine> quality() const { return quality_; }

 Q_SIGNALS:
  void changed();

 private:
  std::shared_ptr<const Polylines> curve_;
  std::filesystem::path file_;
  std::vector<QualityLine> quality_;
  Worker worker_;  ///< last: its thread ends before the rest goes
};

}  // namespace arete
