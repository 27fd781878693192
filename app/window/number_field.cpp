#include "app/window/number_field.h"

#include <algorithm>
#include <cmath>

#include "app/window/file_places.h"

namespace arete {

namespace {

constexpr int kDigits = 9, kDecimals = 40;           // of the text; of the value, which the spin box would otherwise round
constexpr double kFactor = 1.0905077326652577;       // 2^(1/8), as the keys Up and Down change R1
constexpr double kShare = 0.01, kFirstShare = 1e-4;  // of the range: a step of a linear scale, the first one of a logarithmic scale

/// A comma is taken for the point that everything else is written with.
double numberIn(QString text, bool& number) { return text.trimmed().replace(',', '.').toDouble(&number); }

}  // namespace

NumberField::NumberField(const ParamInfo& info, QWidget* parent) : QDoubleSpinBox(parent), info_(info) {
  setDecimals(kDecimals);
  setRange(info.minimum, info.maximum);
  if (!info.zeroText.empty() && info.minimum == 0) setSpecialValueText(translated(info.zeroText));
  setKeyboardTracking(false);  // what is typed counts when it is complete
  setAccelerated(true);
  setAccessibleName(translated(info.label));
  setAccessibleDescription(translated(info.help));
}

void NumberField::stepBy(int steps) {
  double next = value();
  if (info_.kind == ParamKind::integer) next += steps;
  else if (!info_.logarithmic) next += steps * kShare * (info_.maximum - info_.minimum);
  else if (next > 0) next *= std::pow(kFactor, steps);
  else if (steps > 0) next = first_ > 0 ? first_ : kFirstShare * info_.maximum;
  setValue(std::clamp(next, minimum(), maximum()));
  selectAll();
}

QString NumberField::textFromValue(double value) const { return QString::number(value, 'g', kDigits); }

double NumberField::valueFromText(const QString& text) const {
  if (!specialValueText().isEmpty() && text == specialValueText()) return minimum();
  bool number = false;
  const double value = numberIn(text, number);
  return number ? (info_.kind == ParamKind::integer ? std::round(value) : value) : this->value();
}

QValidator::State NumberField::validate(QString& text, int&) const {
  if (text == specialValueText()) return QValidator::Acceptable;
  bool number = false;
  const double value = numberIn(text, number);
  return number && value >= minimum() && value <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
}

}  // namespace arete
