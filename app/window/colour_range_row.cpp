#include "app/window/colour_range_row.h"

#include <algorithm>
#include <cmath>

#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "app/window/theme.h"
#include "compute/text/translate.h"
#include "render/cloud_points.h"

namespace arete {

namespace {

constexpr uint32_t kSample = 100'000;  // points: a millisecond or two
constexpr size_t kCutOneIn = 500;      // of the sample at either end: a stray must not press all others into one bar

/// Over the bulk of the values and everything that has a colour of its own.
ColumnHistogram histogramOf(const std::string& title, std::vector<double> values, const ColourLimits& own) {
  std::ranges::sort(values);
  const size_t cut = values.size() / kCutOneIn;
  ColumnHistogram histogram{title, std::min(own.low, values[cut]), std::max(own.high, values[values.size() - 1 - cut]), {}};
  histogram.bins.assign(ColumnHistogram::kBins, 0);
  const double scale = double(ColumnHistogram::kBins) / (histogram.high - histogram.low);
  for (const double value : values)
    if (value >= histogram.low && value <= histogram.high)
      ++histogram.bins[std::min(ColumnHistogram::kBins - 1, size_t((value - histogram.low) * scale))];
  return histogram;
}

}  // namespace

ColourRangeRow::ColourRangeRow(Controller& controller, QWidget* parent)
    : QWidget(parent), controller_(controller), place_(new QVBoxLayout), automatic_(new QToolButton) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  layout->addLayout(place_, 1);
  automatic_->setObjectName("colour_range_auto");
  automatic_->setText(tr("Auto"));
  automatic_->setAutoRaise(true);
  automatic_->setToolTip(tr("Colours over the range of the values again"));
  automatic_->setFocusPolicy(Qt::TabFocus);
  layout->addWidget(automatic_);
  connect(automatic_, &QToolButton::clicked, this, [this] {
    View view = controller_.session().view;
    view.colourLimits.reset();
    controller_.changeView(std::move(view));
  });
  for (const auto signal : {&Controller::sessionChanged, &Controller::cloudChanged, &Controller::pointsChanged, &Controller::explanationChanged})
    connect(&controller_, signal, this, &ColourRangeRow::follow);
  hide();
}

void ColourRangeRow::follow() {
  const View& view = controller_.session().view;
  const Source now{controller_.cloud().sharedPoints().get(), isOfCurve(view.colourBy) ? controller_.explaining().found().get() : nullptr,
                   view.colourBy, view.attribute, view.axes};
  if (source_ != now) make(now);
  showLimits();
}

void ColourRangeRow::make(const Source& source) {
  source_ = source;
  delete range_;
  range_ = nullptr;
  View view = controller_.session().view;
  view.colourLimits.reset();
  const CurveExplanation* const explanation = controller_.explaining().found().get();
  const std::shared_ptr<CloudPoints>& drawn = controller_.document().points();
  const CloudPoints points = drawn ? drawn->onAxes(view.axes) : CloudPoints(controller_.cloud(), view.axes);
  const std::optional<ColourBar> bar = points.colourBar(view, explanation);
  std::vector<double> values;
  if (bar && bar->categories.empty() && bar->maximum > bar->minimum) values = points.sampledValues(view, kSample, explanation);
  setVisible(!values.empty());
  if (values.empty()) return;
  own_ = {bar->minimum, bar->maximum};
  ColumnHistogram histogram = histogramOf(bar->title, std::move(values), own_);
  ends_ = {histogram.low, histogram.high};
  range_ = new HistogramRange(std::move(histogram));
  range_->setObjectName("colour_range");
  range_->setAccessibleName(tr("Range of the colours"));
  connect(range_, &HistogramRange::edited, this, &ColourRangeRow::change);
  place_->addWidget(range_);
}

void ColourRangeRow::showLimits() {
  if (range_ == nullptr) return;
  const View& view = controller_.session().view;
  const ColourLimits limits = view.colourLimits.value_or(own_);
  automatic_->setEnabled(view.colourLimits.has_value());
  range_->setRange({.column = range_->column(), .low = limits.low, .high = limits.high});
  range_->setColours([map = view.colourMap](double share) { return toQt(sample(map, share)); });
}

/// A handle at its end is the end; both in one place would leave no colours between them.
void ColourRangeRow::change(bool finished) {
  const FilterRange range = range_->range();
  ColourLimits limits{std::isfinite(range.low) ? range.low : ends_.low, std::isfinite(range.high) ? range.high : ends_.high};
  constexpr double kNarrowest = 1e-3;  // of the histogram
  const double least = kNarrowest * (ends_.high - ends_.low);
  if (limits.high - limits.low < least) limits = {std::min(limits.low, ends_.high - least), std::min(limits.low, ends_.high - least) + least};
  View view = controller_.session().view;
  view.colourLimits = limits;
  controller_.editView(std::move(view));
  if (finished) controller_.document().finishEdit();
}

}  // namespace arete
