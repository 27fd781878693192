#include "app/window/profile_dialog.h"

#include <algorithm>
#include <numeric>

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "app/window/file_places.h"
#include "compute/text/translate.h"
#include "render/overlay.h"
#include "ui/numbers.h"

namespace arete {

ProfileDialog::ProfileDialog(QWidget* parent, Controller& controller)
    : QDialog(parent), controller_(controller), paths_(new QComboBox), plot_(new StripPlot("profile_plot")), text_(new QLabel) {
  setWindowTitle(tr("Profile along the Curve"));
  setObjectName("profile");
  constexpr QSize kSize(420, 360);
  resize(kSize);
  auto* layout = new QVBoxLayout(this);
  auto* row = new QHBoxLayout;
  auto* label = new QLabel(tr("&Path"));
  label->setBuddy(paths_);
  paths_->setObjectName("profile_path");
  paths_->setToolTip(tr("Chains between ends and junctions, and closed ones; the longest first"));
  row->addWidget(label);
  row->addWidget(paths_, 1);
  layout->addLayout(row);
  text_->setObjectName("profile_text");
  text_->setWordWrap(true);
  layout->addWidget(text_);
  plot_->setAxis(tr("arc length"), false);
  layout->addWidget(plot_, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  layout->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(paths_, &QComboBox::currentIndexChanged, this, &ProfileDialog::showPath);
  connect(&controller_, &Controller::explanationChanged, this, &ProfileDialog::follow);
  connect(&controller_, &Controller::frameChanged, this, &ProfileDialog::follow);
  fill();
}

void ProfileDialog::follow() {
  const auto now = controller_.explaining().ofFrame() != nullptr ? controller_.explaining().found() : nullptr;
  if (now != shown_) fill();
}

void ProfileDialog::fill() {
  shown_ = controller_.explaining().ofFrame() != nullptr ? controller_.explaining().found() : nullptr;
  const QSignalBlocker quiet(paths_);
  paths_->clear();
  if (shown_) {
    std::vector<uint32_t> order(shown_->edges.paths.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, {}, [&](uint32_t path) { return -shown_->edges.paths[path].length; });
    for (const uint32_t path : order) {
      const CurvePath& each = shown_->edges.paths[path];
      paths_->addItem((each.closed ? tr("Path %1 · component %2 · length %3, closed") : tr("Path %1 · component %2 · length %3"))
                          .arg(path + 1)
                          .arg(each.component + 1)
                          .arg(toQt(formatNumber(each.length, 4))),
                      path);
    }
  }
  showPath();
}

void ProfileDialog::showPath() {
  if (!shown_ || paths_->currentIndex() < 0) {
    plot_->setData({}, {});
    return text_->setText(tr("The profile is known once a detection has come to its end: End."));
  }
  const PathProfile& profile = shown_->paths[size_t(paths_->currentData().toUInt())];
  std::vector<double> x;
  Strip density{tr("Points per length"), {}}, width{tr("Width: root mean square distance from the curve"), {}}, radius{tr("Radius of the body"), {}};
  uint64_t points = 0;
  for (const ProfileBin& bin : profile.bins) {
    x.push_back((bin.from + bin.to) / 2);
    density.values.push_back(bin.density);
    width.values.push_back(bin.width);
    radius.values.push_back(shown_->bodies.radiusAt(profile.path, x.back()));
    points += bin.points;
  }
  plot_->setData(std::move(x), {std::move(density), std::move(width), std::move(radius)});
  text_->setText(tr("%1 points within 2 R1, in %2 pieces of %3")
                     .arg(toQt(formatCount(points)), toQt(formatCount(profile.bins.size())),
                          toQt(formatNumber(profile.bins.front().to - profile.bins.front().from, 3))));
}

}  // namespace arete
