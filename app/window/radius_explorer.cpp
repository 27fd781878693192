#include "app/window/radius_explorer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <QDialogButtonBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "app/window/picture_widget.h"
#include "app/window/post.h"
#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/engine_text.h"
#include "ui/window_words.h"

namespace arete {

namespace {

Job withoutOwnRadius(Job job) {
  job.params.reset(kR1Param);
  return job;
}

std::vector<Strip> stripsOf(const std::vector<SweepPoint>& points) {
  std::vector<Strip> strips;
  const auto add = [&](const char* title, bool isShare, auto&& valueOf) {
    Strip& strip = strips.emplace_back(Strip{title, {}, isShare});
    for (const SweepPoint& point : points) strip.values.push_back(double(valueOf(point)));
  };
  add(tr("Components"), false, [](const SweepPoint& point) { return point.frame->curve.components; });
  add(tr("Loops"), false, [](const SweepPoint& point) { return point.frame->curve.loops; });
  add(tr("Ends"), false, [](const SweepPoint& point) { return point.frame->curve.ends; });
  add(tr("Length"), false, [](const SweepPoint& point) { return point.frame->curve.length; });
  add(tr("Farther than 2 R1 from the curve"), true, [](const SweepPoint& point) { return point.explained.share(); });
  const bool measured = std::ranges::any_of(points, [](const SweepPoint& point) { return point.quality.has_value(); });
  if (measured)
    add(tr("F-score against the reference"), false,
        [](const SweepPoint& point) { return point.quality ? point.quality->score.fScore : std::numeric_limits<double>::quiet_NaN(); });
  return strips;
}

}  // namespace

RadiusExplorer::RadiusExplorer(QWidget* parent, Controller& controller, PictureWidget& picture)
    : QDialog(parent),
      controller_(controller),
      picture_(picture),
      plot_(new StripPlot("radius_plot")),
      text_(new QLabel),
      progress_(new QProgressBar),
      run_(new QPushButton(tr("&Run Again"))),
      cancel_(new QPushButton(tr("&Stop"))),
      told_(postToThisThread(),
            [this](const SoFar& told) {
              if (told.sweep == sweep_) hear(told);
            }),
      worker_(
          "cannot explore R1", "take fewer points, with a filter", [this](const Error& error) { say(toQt(textInWindow(error))); },
          postToThisThread()) {
  setWindowTitle(tr("Explore R1"));
  setObjectName("radius_explorer");
  constexpr QSize kSize(400, 520);
  resize(kSize);
  auto* layout = new QVBoxLayout(this);
  text_->setObjectName("radius_text");
  text_->setWordWrap(true);
  layout->addWidget(text_);
  plot_->setAxis("R1", true);
  layout->addWidget(plot_, 1);
  QSizePolicy keepsItsPlace = progress_->sizePolicy();
  keepsItsPlace.setRetainSizeWhenHidden(true);
  progress_->setSizePolicy(keepsItsPlace);
  layout->addWidget(progress_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  run_->setObjectName("radius_run");
  cancel_->setObjectName("radius_stop");
  for (QPushButton* button : {run_, cancel_}) button->setAutoDefault(false), buttons->addButton(button, QDialogButtonBox::ActionRole);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);  // Enter is for the plot
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(run_, &QPushButton::clicked, this, &RadiusExplorer::start);
  connect(cancel_, &QPushButton::clicked, this, [this] {
    cancel();
    say(tr("Stopped; what was found stays."));
  });
  connect(plot_, &StripPlot::looked, this, &RadiusExplorer::lookAt);
  connect(plot_, &StripPlot::taken, this, &RadiusExplorer::take);
  connect(&controller_, &Controller::cloudChanged, this, &RadiusExplorer::forget);
  connect(&controller_, &Controller::pointsChanged, this, &RadiusExplorer::forget);
  connect(&controller_, &Controller::sessionChanged, this, &RadiusExplorer::follow);
  say("");
}

void RadiusExplorer::say(const QString& text) {
  const bool running = worker_.busy();
  progress_->setVisible(running);
  run_->setEnabled(!running && !controller_.cloud().empty());
  cancel_->setEnabled(running);
  text_->setText(text);
}

void RadiusExplorer::cancel() {
  ++sweep_;
  worker_.cancel();
}

/// Other points: what was found is of no use.
void RadiusExplorer::forget() {
  cancel();
  points_.clear();
  plot_->setData({}, {});
  say("");
}

void RadiusExplorer::follow() {
  const Job& job = controller_.session().job;
  plot_->setMarker(job.r1() > 0 ? std::optional(job.r1()) : std::nullopt);
  if (points_.empty() || worker_.busy()) return;
  const bool same = withoutOwnRadius(job).detectsLike(job_);
  if (!same) say(tr("Other parameters were changed since: Run Again."));
}

void RadiusExplorer::start() {
  const Job job = controller_.session().job;
  if (controller_.cloud().empty() || !(job.r1() > 0)) return say(tr("Open a cloud first, and set R1: it is one of the radii."));
  job_ = withoutOwnRadius(job);
  ++sweep_;
  points_.clear();
  plot_->setData({}, {});
  std::shared_ptr<const Polylines> truth = controller_.reference().curve();
  if (truth && truth->dimension != controller_.cloud().dimension()) truth.reset();
  worker_.start([this, cloud = controller_.cloud(), job, truth, sweep = sweep_](const std::stop_token& stop) -> Worker::Then {
    const auto device = makeDevice(job.onCpu());  // the GPU is the picture's and the detection's
    SoFar soFar{sweep, radiiToSweep(cloud, job, {}, stop)};
    told_.put(soFar);
    const auto leftOut = [&](double, const Error&) { ++soFar.leftOut; };
    radiusSweep({cloud, job.onCpu(), soFar.radii, truth.get(), leftOut}, *device, stop, [&](const std::vector<SweepPoint>& points) {
      soFar.points = points;
      told_.put(soFar);
    });
    return [this, soFar, r1 = job.r1()] {
      plot(soFar.points);
      say(toQt(engineText(steadyText(soFar.points, r1))) + "\n" +
          (soFar.leftOut > 0 ? tr("At %1 of the radii nothing could be detected.").arg(soFar.leftOut) + " " : QString()) +
          tr("Point at a radius to see its curve in the picture; click to take it."));
    };
  });
  progress_->setRange(0, 0);
  say(tr("Looking for the radii that the cloud may show …"));
  plot_->setFocus();
}

void RadiusExplorer::hear(const SoFar& told) {
  progress_->setRange(0, int(told.radii.size()));
  progress_->setValue(int(told.points.size() + told.leftOut));
  if (told.points.empty())
    say(tr("Detecting with R1 from %1 to %2 …").arg(toQt(formatNumber(told.radii.front(), 3)), toQt(formatNumber(told.radii.back(), 3))));
  else plot(told.points);
}

void RadiusExplorer::plot(const std::vector<SweepPoint>& points) {
  points_ = points;
  std::vector<double> radii;
  for (const SweepPoint& point : points_) radii.push_back(point.r1);
  plot_->setData(std::move(radii), stripsOf(points_));
  follow();
}

void RadiusExplorer::lookAt(int index) { picture_.showInstead(index >= 0 && index < int(points_.size()) ? points_[size_t(index)].frame : nullptr); }

void RadiusExplorer::take(int index) {
  Session next = controller_.session();
  next.job.params.set(kR1Param, points_[size_t(index)].r1);
  controller_.document().change(std::move(next));
  controller_.perform(Action::toEnd);
}

void RadiusExplorer::hideEvent(QHideEvent* event) {
  cancel();
  picture_.showInstead(nullptr);
  QDialog::hideEvent(event);
}

}  // namespace arete
