// A number of any size in a spin box: 1e-6 as well as 1e6, without a fixed number of decimals.
#pragma once

#include <QDoubleSpinBox>

#include "compute/core/param_info.h"

namespace arete {

/// Shows a point, and takes a comma for one.
class DecimalField : public QDoubleSpinBox {
 public:
  using QDoubleSpinBox::QDoubleSpinBox;
  QValidator::State validate(QString& text, int& position) const override {
    text.replace(',', '.');
    return QDoubleSpinBox::validate(text, position);
  }
};

class NumberField : public QDoubleSpinBox {
 public:
  explicit NumberField(const ParamInfo& info, QWidget* parent = nullptr);
  /// The value one step above 0, for parameters whose 0 has a special meaning.
  void setFirst(double value) { first_ = value; }

  void stepBy(int steps) override;
  QString textFromValue(double value) const override;
  double valueFromText(const QString& text) const override;
  QValidator::State validate(QString& text, int& position) const override;

 private:
  const ParamInfo& info_;
  double first_ = 0;
};

}  // namespace arete
