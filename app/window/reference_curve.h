// A curve to measure the result against, and the distance between the two.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include <QObject>

#include "compute/core/polylines.h"
#include "compute/core/worker.h"
#include "compute/crs/crs.h"
#include "compute/engine/frame.h"
#include "ui/panels.h"

namespace arete {

class ReferenceCurve : public QObject {
  Q_OBJECT
 public:
  explicit ReferenceCurve(Worker::Failed failed);

  bool open() const { return curve_ != nullptr; }
  const std::filesystem::path& file() const { return file_; }
  const std::shared_ptr<const Polylines>& curve() const { return curve_; }  ///< null where none is open
  /// Throws Error: also when the curve is not of the cloud's dimension. An empty cloud takes any. `crs`: of the cloud.
  void load(const std::filesystem::path& path, const PointCloud& cloud, const Crs& crs);
  void close();
  /// Takes a moment, then emits changed(). Does nothing for a frame without a curve, or for another dimension; `frame` may be nullptr.
  void measure(const std::shared_ptr<const Frame>& frame);
  bool busy() const { return worker_.busy(); }
  /// The last measurement is no longer valid.
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
