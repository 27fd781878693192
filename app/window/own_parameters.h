// The parameters that the user's own version declares: a slider and a field for each. Their values are those of the session, so that races and
// detections have them too.
#pragma once

#include <memory>
#include <vector>

#include <QWidget>

#include "app/window/controller.h"

class QFormLayout;
class QSlider;

namespace arete {

class NumberField;

/// The places of a slider: powers of two where both ends are, whole numbers, or parts of the range.
class ParameterScale {
 public:
  explicit ParameterScale(const ParamInfo& info);
  int last() const { return last_; }  ///< the first is 0
  double valueAt(int place) const;
  int placeOf(double value) const;

 private:
  const ParamInfo& info_;
  bool byPowers_, isLogarithmic_;
  int last_;
};

class OwnParameters : public QWidget {
  Q_OBJECT
 public:
  explicit OwnParameters(Controller& controller, QWidget* parent = nullptr);

  /// 0 where the file declares none.
  int count() const { return int(rows_.size()); }

 private:
  struct Row {
    const ParamInfo* info;
    QSlider* slider;
    NumberField* field;
  };
  void follow();
  void make();
  void addRow(const ParamInfo& info);
  void showValues();
  void set(const ParamInfo& info, double value, bool isDragged);

  Controller& controller_;
  QFormLayout* form_;
  std::shared_ptr<const mine::UserVersion> shown_;  ///< whose parameters these are
  std::vector<Row> rows_;
};

}  // namespace arete
