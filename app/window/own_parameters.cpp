#include "app/window/own_parameters.h"

#include <algorithm>
#include <cmath>

#include <QFormLayout>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>

#include "app/window/file_places.h"
#include "app/window/number_field.h"

namespace arete {

namespace {

constexpr int kPlaces = 200, kFieldWidth = 84;
constexpr double kWide = 100;  // times the least value: then the scale is logarithmic

bool isPower(double value) { return value >= 1 && std::exp2(std::round(std::log2(value))) == value; }

}  // namespace

ParameterScale::ParameterScale(const ParamInfo& info)
    : info_(info),
      byPowers_(info.kind == ParamKind::integer && info.maximum > info.minimum && isPower(info.minimum) && isPower(info.maximum)),
      isLogarithmic_(info.minimum > 0 && info.maximum / info.minimum >= kWide) {
  const double range = info.maximum - info.minimum;
  if (byPowers_) last_ = int(std::round(std::log2(info.maximum / info.minimum)));
  else last_ = info.kind == ParamKind::integer && range < kPlaces ? int(range) : kPlaces;
}

double ParameterScale::valueAt(int place) const {
  const double share = last_ > 0 ? double(place) / last_ : 0;
  const double value =
      byPowers_ || isLogarithmic_ ? info_.minimum * std::pow(info_.maximum / info_.minimum, share) : std::lerp(info_.minimum, info_.maximum, share);
  return std::clamp(info_.kind == ParamKind::integer ? std::round(value) : value, info_.minimum, info_.maximum);
}

int ParameterScale::placeOf(double value) const {
  if (!(info_.maximum > info_.minimum)) return 0;
  const double share = byPowers_ || isLogarithmic_ ? std::log(value / info_.minimum) / std::log(info_.maximum / info_.minimum)
                                                   : (value - info_.minimum) / (info_.maximum - info_.minimum);
  return int(std::round(std::clamp(share, 0.0, 1.0) * last_));
}

OwnParameters::OwnParameters(Controller& controller, QWidget* parent) : QWidget(parent), controller_(controller), form_(new QFormLayout(this)) {
  setObjectName("own_parameters");
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  connect(&controller_, &Controller::ownChanged, this, &OwnParameters::follow);
  connect(&controller_, &Controller::sessionChanged, this, &OwnParameters::showValues);
  follow();
}

/// While the file is compiled again the rows stay.
void OwnParameters::follow() {
  const OwnVersion& own = controller_.own();
  if (own.now().version == shown_ || (!own.now().version && own.busy())) return;
  shown_ = own.now().version;
  make();
}

void OwnParameters::make() {
  while (form_->rowCount() > 0) form_->removeRow(0);
  rows_.clear();
  if (!shown_) return;
  for (const ParamInfo* info : shown_->parameters) addRow(*info);
  showValues();
}

void OwnParameters::addRow(const ParamInfo& info) {
  const QString id = toQt(info.id), name = toQt(info.id.substr(shown_->name.size() + 1)), help = toQt(info.help);
  const ParameterScale scale(info);
  auto* slider = new QSlider(Qt::Horizontal);
  slider->setObjectName(id + "_slider");
  slider->setRange(0, scale.last());
  slider->setPageStep(std::max(1, scale.last() / 10));
  slider->setAccessibleName(name);
  auto* field = new NumberField(info);
  field->setObjectName(id);
  field->setFixedWidth(kFieldWidth);
  for (QWidget* widget : {static_cast<QWidget*>(slider), static_cast<QWidget*>(field)}) widget->setToolTip(help);
  auto* row = new QHBoxLayout;
  row->addWidget(slider, 1);
  row->addWidget(field);
  form_->addRow(name, row);
  rows_.push_back({&info, slider, field});
  connect(slider, &QSlider::valueChanged, this,
          [this, slider, &info](int place) { set(info, ParameterScale(info).valueAt(place), slider->isSliderDown()); });
  connect(slider, &QSlider::sliderReleased, this, [this] { controller_.document().finishEdit(); });
  connect(field, &QDoubleSpinBox::valueChanged, this, [this, &info](double value) { set(info, value, false); });
}

void OwnParameters::showValues() {
  for (const Row& row : rows_) {
    const double value = std::clamp(controller_.session().job.params.get(*row.info), row.info->minimum, row.info->maximum);
    const ParameterScale scale(*row.info);
    const QSignalBlocker still(row.slider), quiet(row.field);
    if (scale.valueAt(row.slider->value()) != value) row.slider->setValue(scale.placeOf(value));
    if (row.field->value() != value) row.field->setValue(value);
  }
}

/// A drag is one change.
void OwnParameters::set(const ParamInfo& info, double value, bool isDragged) {
  Session next = controller_.session();
  next.job.params.set(info, info.kind == ParamKind::integer ? std::round(value) : value);
  if (isDragged) controller_.document().edit(std::move(next));
  else controller_.document().change(std::move(next));
}

}  // namespace arete
