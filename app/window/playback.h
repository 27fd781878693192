// Plays one step after the other, as fast as the user wants and the detection can make them.
#pragma once

#include <cstdint>

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/window/detection.h"

namespace arete {

class Playback : public QObject {
  Q_OBJECT
 public:
  explicit Playback(const Detection& detection);

  bool playing() const { return timer_.isActive(); }
  void play(bool on);
  /// Ends with the detection.
  void stopAtEnd();
  double stepsPerSecond() const { return stepsPerSecond_; }
  void setStepsPerSecond(double value);

 Q_SIGNALS:
  void due(uint32_t steps);
  void changed();

 private:
  void playOn();

  const Detection& detection_;
  QTimer timer_;
  QElapsedTimer since_;  ///< the last steps
  double stepsPerSecond_ = 10;
};

}  // namespace arete
