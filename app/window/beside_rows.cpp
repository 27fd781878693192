#include "app/window/beside_rows.h"

#include <QApplication>
#include <QColorDialog>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include "app/offscreen/beside_files.h"
#include "app/window/file_places.h"
#include "app/window/layer_fields.h"
#include "app/window/theme.h"
#include "compute/text/translate.h"
#include "ui/numbers.h"

namespace arete {

BesideRows::BesideRows(Controller& controller, QWidget* parent) : QWidget(parent), controller_(controller) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  setObjectName("beside_rows");
  connect(&controller_, &Controller::besideChanged, this, &BesideRows::fill);
  fill();
}

void BesideRows::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) fill();  // icons are drawn in its colours
  QWidget::changeEvent(event);
}

/// The rows are few: they are made anew, and the one that has the keyboard keeps it.
void BesideRows::fill() {
  const QWidget* const focus = QApplication::focusWidget();
  const QString focused = focus != nullptr && isAncestorOf(focus) ? focus->objectName() : QString();
  if (rows_ != nullptr) rows_->hide(), rows_->deleteLater();  // one of its buttons may be what was clicked
  rows_ = new QWidget;
  auto* grid = new QGridLayout(rows_);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(4);
  grid->setVerticalSpacing(2);
  grid->setColumnStretch(1, 1);
  const std::vector<BesidePoints> points = controller_.beside().points();
  for (size_t i = 0; i < points.size(); ++i) addRow(*grid, i, points[i]);
  layout()->addWidget(rows_);
  setVisible(!points.empty());
  if (auto* const again = focused.isEmpty() ? nullptr : rows_->findChild<QWidget*>(focused)) again->setFocus();
}

void BesideRows::addRow(QGridLayout& grid, size_t number, const BesidePoints& points) {
  const View& view = controller_.session().view;
  const BesideCloud& cloud = view.beside[number];
  const QString name = toQt(std::filesystem::path(cloud.file).filename().string());
  const std::string obstacle = controller_.beside().obstacle(cloud);
  const auto named = [&](QWidget* widget, const char* what) { widget->setObjectName(QString("beside_%1_%2").arg(what).arg(number)); };

  auto* eye = layerButton(tr("Show %1").arg(name), tr("Show this cloud"));
  named(eye, "eye");
  eye->setCheckable(true);
  eye->setIcon(eyeIcon(palette().color(QPalette::WindowText)));
  eye->setChecked(cloud.style.visible);
  connect(eye, &QToolButton::toggled, this, [this, number](bool on) { change(number, [on](LayerStyle& style) { style.visible = on; }); });

  auto* title = layerButton(name, toQt(cloud.file) + "\n" + (obstacle.empty() ? tr("A cloud beside the one that is open") : toQt(obstacle)));
  named(title, "name");
  constexpr int kNameWidth = 104;
  title->setText(fontMetrics().elidedText(name, Qt::ElideMiddle, kNameWidth));
  title->setPopupMode(QToolButton::InstantPopup);
  title->setStyleSheet(  // as the names of layers stand, its menu told by an arrow after it
      "QToolButton { text-align: left; padding: 2px 12px 2px 0px; border: none; }"
      "QToolButton::menu-indicator { subcontrol-origin: border; subcontrol-position: center right; }");
  auto* menu = new QMenu(title);
  menu->addAction(tr("&Detect in This One"), this, [this, number] { controller_.detectOnBeside(number); })->setEnabled(!points.cloud.empty());
  menu->addAction(tr("&Remove"), this, [this, number] { remove(number); });
  title->setMenu(menu);

  auto* count = new QLabel(!points.cloud.empty() ? toQt(formatShortCount(points.cloud.size())) : obstacle.empty() ? "…" : tr("missing"));
  count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  count->setForegroundRole(QPalette::PlaceholderText);
  auto* colour = layerButton(tr("Colour of %1").arg(name), tr("Colour; right click for its own"));
  named(colour, "colour");
  colour->setIcon(swatchIcon(toQt(view.colourOfBeside(number)), palette().color(QPalette::Mid)));
  connect(colour, &QToolButton::clicked, this, [this, number, name] {
    const QColor chosen = QColorDialog::getColor(toQt(controller_.session().view.colourOfBeside(number)), this, tr("Colour of %1").arg(name),
                                                 QColorDialog::DontUseNativeDialog);
    if (chosen.isValid()) change(number, [&](LayerStyle& style) { style.colour = fromQt(chosen); });
  });
  colour->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(colour, &QToolButton::customContextMenuRequested, this,
          [this, number] { change(number, [](LayerStyle& style) { style.colour.reset(); }); });
  auto* size = layerSizeField(layerInfo(LayerId::cloud), name);
  named(size, "size");
  size->setValue(double(cloud.style.size));
  connect(size, &QDoubleSpinBox::valueChanged, this,
          [this, number](double value) { change(number, [value](LayerStyle& style) { style.size = float(value); }); });

  const int line = grid.rowCount();
  int column = 0;
  for (QWidget* widget : {static_cast<QWidget*>(eye), static_cast<QWidget*>(title), static_cast<QWidget*>(count), static_cast<QWidget*>(colour),
                          static_cast<QWidget*>(size)})
    grid.addWidget(widget, line, column++);
}

void BesideRows::change(size_t number, const std::function<void(LayerStyle&)>& change) {
  View view = controller_.session().view;
  if (number >= view.beside.size()) return;
  change(view.beside[number].style);
  controller_.changeView(std::move(view), Document::Merge::size);
}

void BesideRows::remove(size_t number) {
  View view = controller_.session().view;
  if (number >= view.beside.size()) return;
  view.beside.erase(view.beside.begin() + ptrdiff_t(number));
  controller_.changeView(std::move(view));
}

}  // namespace arete
