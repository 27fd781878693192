#include "app/window/status_line.h"

#include <QLabel>
#include <QStatusBar>
#include <QToolButton>

#include "app/window/controller.h"
#include "app/window/elided_label.h"
#include "app/window/file_places.h"
#include "app/window/picture_widget.h"
#include "compute/text/translate.h"
#include "ui/engine_text.h"
#include "ui/numbers.h"

namespace arete {

namespace {

constexpr int kFpsInterval_ms = 500, kMostCrsWidth = 220;
const char* const kDeviceTip = mark("What computes");

QLabel* addLabel(QStatusBar& bar, const QString& tip) {
  auto* label = new QLabel;
  label->setToolTip(tip);
  bar.addPermanentWidget(label);
  return label;
}

}  // namespace

StatusLine::StatusLine(QStatusBar& bar, const Controller& controller, const PictureWidget& picture)
    : QObject(&bar), controller_(controller), picture_(picture), file_(new ElidedLabel), crs_(new QToolButton), warnings_(new QToolButton) {
  warnings_->setAutoRaise(true);
  warnings_->setToolTip(tr("What the reader noticed; click to read it"));
  warnings_->setObjectName("warnings");
  connect(warnings_, &QToolButton::clicked, this, &StatusLine::warningsClicked);
  file_->setObjectName("file");
  bar.addWidget(file_, 1);
  crs_->setObjectName("crs");
  crs_->setAutoRaise(true);
  connect(crs_, &QToolButton::clicked, this, &StatusLine::crsClicked);
  bar.addPermanentWidget(crs_);
  bar.addPermanentWidget(warnings_);
  device_ = addLabel(bar, arete::tr(kDeviceTip));
  time_ = addLabel(bar, tr("Computing time of the present run, all stages"));
  fps_ = addLabel(bar, tr("Points drawn, and frames per second while the picture moves"));
  bar.setFixedHeight(bar.sizeHint().height());  // a picture that changes its size is drawn twice
  warnings_->hide();
}

void StatusLine::show() {
  const PointCloud& cloud = controller_.cloud();
  file_->setWhole(cloud.empty() ? QString(tr("No file open"))
                                : QString::fromStdString(controller_.session().file.filename().string() + " · " + pointsText() + " · " +
                                                         std::to_string(cloud.dimension()) + "D"),
                  tr("File, points, dimension"));
  const std::string& system = controller_.document().crsText();
  const QString crs = system.empty() ? tr("No coordinate system") : systemText(system);
  crs_->setVisible(!cloud.empty());
  crs_->setText(crs_->fontMetrics().elidedText(crs, Qt::ElideRight, kMostCrsWidth));
  crs_->setToolTip(tr("Coordinate system; click to give another one") + "\n" + crs);
  const Frame* frame = controller_.frame().get();
  const QString notice = toQt(controller_.gpu().notice()), mark = notice.isEmpty() ? "" : "⚠ ";
  device_->setText(frame != nullptr ? mark + toQt(engineText(frame->device)) : QString());
  device_->setToolTip(notice.isEmpty() ? arete::tr(kDeviceTip) : notice);
  time_->setText(workText(frame));
  // Every new text makes Qt lay out the whole window again: so not for each frame.
  if (sinceFpsShown_.isValid() && sinceFpsShown_.elapsed() < kFpsInterval_ms && !picture_.settled()) return;
  sinceFpsShown_.start();
  const DrawStatistics& drawing = picture_.statistics();
  QString text;
  if (drawing.pointsTotal > 0 && drawing.pointsDrawn < drawing.pointsTotal)
    text = tr("%1 drawn").arg(toQt(formatShortCount(drawing.pointsDrawn))) + " · ";
  if (drawing.framesPerSecond > 0) text += QString(tr("%1 fps")).arg(qRound(drawing.framesPerSecond));
  fps_->setText(text);
}

/// How many points there are, and of those that stay on the disk how many are shown.
std::string StatusLine::pointsText() const {
  const auto& elsewhere = controller_.document().elsewhere();
  const uint32_t here = controller_.cloud().size();
  return elsewhere ? filled(arete::tr("%1 points on the disk, %2 shown"), formatCount(elsewhere->size()), formatCount(here))
                   : formatCount(here, "%1 point", "%1 points");
}

/// The time that was needed; while points on the disk are gone through, how many, and how long that will take.
QString StatusLine::workText(const Frame* frame) const {
  constexpr double kEnough_s = 0.5;  // before that the remaining time would be a guess
  const std::optional<EngineWork>& work = controller_.detection().work();
  if (!work) return frame != nullptr ? toQt(formatMilliseconds(frame->times.total())) : QString();
  std::string text =
      filled(arete::tr("%1 of %2 points"), formatShortCount(uint64_t(work->fraction * double(work->points))), formatShortCount(work->points));
  if (work->seconds > kEnough_s && work->fraction > 0) text += " · " + formatRemaining(work->seconds * (1 - work->fraction) / work->fraction);
  return toQt(text);
}

void StatusLine::countWarnings() {
  const size_t count = controller_.document().file().warnings.size();
  warnings_->setVisible(count > 0);
  warnings_->setText("⚠ " + toQt(formatCount(count, "%1 warning", "%1 warnings")));
}

}  // namespace arete
