#include "app/window/layers_panel.h"

#include <algorithm>

#include <QColorDialog>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

#include "app/window/beside_rows.h"
#include "app/window/colour_range_row.h"
#include "app/window/file_places.h"
#include "app/window/layer_fields.h"
#include "app/window/theme.h"
#include "compute/text/translate.h"
#include "render/colourings.h"
#include "render/curve_colours.h"
#include "ui/numbers.h"

namespace arete {

namespace {

const char* const kAxisLetters[] = {"x", "y", "z"};

/// Whether this kind of detection can have anything to show there: an eye that opens on nothing only puzzles.
bool isOfUse(LayerId id, const Controller& controller) {
  const Session& session = controller.session();
  const bool network = session.job.curveKind() == CurveKind::network;
  switch (id) {
    case LayerId::tiles: return session.job.tileDetection() != TileDetection::whole;
    case LayerId::exact: return session.view.style(id).visible || !session.job.exact();
    case LayerId::bands:
    case LayerId::junctions: return network;
    case LayerId::tubes: return controller.cloud().dimension() > 2;
    case LayerId::differing: return controller.own().differing() != nullptr;
    case LayerId::coasts: return controller.coasts() != nullptr;
    default: return true;
  }
}

bool hasNetwork(const Frame& frame) { return frame.curveKnown && frame.job.curveKind() == CurveKind::network; }

/// `isDrawn`: the curve, which until it is one stays hidden.
QString countOf(LayerId id, const PointCloud& cloud, const Frame* frame, const Links* links, bool isDrawn) {
  if (id == LayerId::cloud) return cloud.empty() ? QString() : toQt(formatShortCount(cloud.size()));
  if (id == LayerId::links) return links != nullptr && !links->distances.empty() ? toQt(formatShortCount(links->distances.size())) : QString();
  if (frame == nullptr) return {};
  switch (id) {
    case LayerId::chosen: return toQt(formatShortCount(frame->chosen.size()));
    case LayerId::trails: return toQt(formatShortCount(frame->record().moved));
    case LayerId::removed: return toQt(formatShortCount(frame->removed.size()));
    case LayerId::tiles: return frame->tiles ? toQt(formatShortCount(frame->tiles->leaves.size())) : QString();
    case LayerId::exact: return frame->exact ? toQt(formatShortCount(frame->exact->chosen.size())) : QString();
    case LayerId::curve: return isDrawn ? toQt(formatShortCount(frame->curve.polylines.size())) : QString();
    case LayerId::bands: return frame->support ? toQt(formatCount(frame->support->resamples)) : QString();
    case LayerId::junctions: return hasNetwork(*frame) ? toQt(formatShortCount(frame->curve.junctions + frame->curve.ends)) : QString();
    default: return {};
  }
}

}  // namespace

LayersPanel::LayersPanel(Controller& controller, QWidget* parent) : QWidget(parent), controller_(controller) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 6, 8, 8);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(4);
  grid->setVerticalSpacing(2);
  grid->setColumnStretch(1, 1);
  for (const LayerInfo& info : layers()) addRow(*grid, info);
  int widest = 0;  // of all names: the dock takes its width before it is known which rows there will be
  for (const LayerInfo& info : layers()) widest = std::max(widest, fontMetrics().horizontalAdvance(translated(info.label)));
  grid->setColumnMinimumWidth(1, widest);
  layout->addLayout(grid);
  layout->addWidget(new BesideRows(controller_));
  addColours(*layout);
  addAxes(*layout);
  layout->addStretch();
  connect(&controller_, &Controller::sessionChanged, this, &LayersPanel::showSession);
  connect(&controller_, &Controller::frameChanged, this, &LayersPanel::showCounts);
  connect(&controller_, &Controller::linksChanged, this, &LayersPanel::showCounts);
  connect(&controller_, &Controller::ownChanged, this, &LayersPanel::showSession);
  connect(&controller_, &Controller::pointsChanged, this, &LayersPanel::showCounts);
  connect(&controller_, &Controller::cloudChanged, this, [this] {
    showColouring();
    showAxes();
    showCounts();
  });
  showColouring();
  showAxes();
  showSession();
}

void LayersPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) {  // icons are drawn in its colours
    filled_ = false;
    showSession();
  }
  QWidget::changeEvent(event);
}

void LayersPanel::addRow(QGridLayout& grid, const LayerInfo& info) {
  const LayerId id = info.id;
  const QString label = translated(info.label), help = translated(info.help);
  Row& row = rows_[size_t(id)];
  row.eye = layerButton(tr("Show %1").arg(label), help);
  row.eye->setObjectName("eye_" + toQt(info.key));
  row.eye->setCheckable(true);
  row.colour = layerButton(tr("Colour of %1").arg(label), tr("Colour; right click for the theme's own"));
  row.size = layerSizeField(info, label);
  row.count = new QLabel;
  row.count->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  row.count->setForegroundRole(QPalette::PlaceholderText);
  row.count->setMinimumWidth(fontMetrics().horizontalAdvance("000 000"));  // the dock takes its width before there is anything to count
  row.name = new QLabel(label);
  row.name->setToolTip(help);

  const int line = grid.rowCount();
  grid.addWidget(row.eye, line, 0);
  grid.addWidget(row.name, line, 1);
  grid.addWidget(row.count, line, 2);
  grid.addWidget(row.colour, line, 3);
  grid.addWidget(row.size, line, 4);

  connect(row.eye, &QToolButton::toggled, this, [this, id](bool on) { changeStyle(id, [on](LayerStyle& style) { style.visible = on; }); });
  connect(row.size, &QDoubleSpinBox::valueChanged, this,
          [this, id](double value) { changeStyle(id, [value](LayerStyle& style) { style.size = float(value); }); });
  connect(row.colour, &QToolButton::clicked, this, [this, id] { chooseColour(id); });
  row.colour->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(row.colour, &QToolButton::customContextMenuRequested, this,
          [this, id] { changeStyle(id, [](LayerStyle& style) { style.colour.reset(); }); });
}

/// A list with its name before it, in a row of the grid.
static QComboBox* listInRow(QGridLayout& grid, const QString& label, const QString& name, const QString& tip) {
  auto* list = new QComboBox;
  list->setObjectName(name);
  list->setToolTip(tip);
  list->setFocusPolicy(Qt::TabFocus);
  list->setMinimumContentsLength(8);
  list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  auto* title = new QLabel(label);
  title->setBuddy(list);
  const int line = grid.rowCount();
  grid.addWidget(title, line, 0);
  grid.addWidget(list, line, 1);
  return list;
}

void LayersPanel::addColours(QVBoxLayout& layout) {
  auto* grid = new QGridLayout;
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  colourBy_ = listInRow(*grid, tr("Colour cloud by"), "colour_by", tr("What gives a cloud point its colour"));
  grid->addWidget(new ColourRangeRow(controller_), grid->rowCount(), 0, 1, 2);
  curveColour_ = listInRow(*grid, tr("Colour curve by"), "curve_colour", tr("What gives the curve its colour"));
  colourMap_ = listInRow(*grid, tr("Colour map"), "colour_map", tr("Colours for numbers, from small to large"));
  for (const ColourMapInfo& map : colourMaps()) {
    colourMap_->addItem(translated(map.name));
    colourMap_->setItemData(colourMap_->count() - 1, translated(map.help), Qt::ToolTipRole);
  }
  for (size_t i = 0; i < kCurveColourCount; ++i) {
    curveColour_->addItem(translated(arete::label(CurveColour(i))));
    curveColour_->setItemData(int(i), translated(help(CurveColour(i))), Qt::ToolTipRole);
  }
  layout.addSpacing(6);
  layout.addLayout(grid);
  const auto follow = [this](QComboBox* list, auto change) {
    connect(list, &QComboBox::activated, this, [this, change](int index) {
      View view = controller_.session().view;
      change(view, index);
      controller_.changeView(std::move(view));
    });
  };
  follow(colourBy_, [this](View& view, int index) {
    const auto by = ColourBy(colourBy_->itemData(index, Qt::UserRole).toInt());
    view.colourCloudBy(by, by == ColourBy::attribute ? colourBy_->itemText(index).toStdString() : std::string());
  });
  follow(curveColour_, [](View& view, int index) { view.curveColour = CurveColour(index); });
  follow(colourMap_, [](View& view, int index) { view.colourMap = ColourMap(index); });
}

void LayersPanel::addAxes(QVBoxLayout& layout) {
  axesRow_ = new QWidget;
  axesRow_->setToolTip(tr("Which coordinates of the cloud are drawn"));
  auto* row = new QHBoxLayout(axesRow_);
  row->setContentsMargins(0, 0, 0, 0);
  for (size_t i = 0; i < axes_.size(); ++i) {
    auto* label = new QLabel(kAxisLetters[i]);
    axes_[i] = new QComboBox;
    axes_[i]->setFocusPolicy(Qt::TabFocus);
    label->setBuddy(axes_[i]);
    row->addWidget(label);
    row->addWidget(axes_[i], 1);
    connect(axes_[i], &QComboBox::activated, this, [this, i](int index) {
      Session next = controller_.session();
      next.view.axes[i] = axes_[i]->itemData(index).toInt();
      controller_.document().change(std::move(next));
      controller_.perform(Action::fitView);
    });
  }
  layout.addWidget(axesRow_);
}

void LayersPanel::showColouring() {
  colourBy_->clear();
  const bool isFlat = controller_.cloud().dimension() == 2;  // which has no height
  for (const Colouring& each : colouringsOf(controller_.document().whole()))
    colourBy_->addItem(isFlat && each.by == ColourBy::height ? translated(controller_.axisWords().name(1))
                       : each.by == ColourBy::attribute      ? toQt(each.text())
                                                             : translated(each.text()),
                       int(each.by));
  filled_ = false;
  showSession();
}

void LayersPanel::showAxes() {
  const int dimension = controller_.cloud().dimension();
  axesRow_->setVisible(!controller_.cloud().empty() && dimension > 3);
  for (QComboBox* box : axes_) {
    box->clear();
    box->addItem("–", kNoAxis);
    for (int k = 0; k < dimension; ++k) box->addItem(QString(tr("axis %1")).arg(k + 1), k);
  }
  filled_ = false;
  showSession();
}

void LayersPanel::showSession() {
  for (const LayerInfo& info : layers()) {
    const Row& row = rows_[size_t(info.id)];
    for (QWidget* part : {static_cast<QWidget*>(row.eye), static_cast<QWidget*>(row.name), static_cast<QWidget*>(row.count),
                          static_cast<QWidget*>(row.colour), static_cast<QWidget*>(row.size)})
      part->setVisible(isOfUse(info.id, controller_));
  }
  View now = controller_.session().view;
  now.camera = shown_.camera;  // cameras change with every mouse move, and nothing here shows them
  if (axes_[0] == nullptr || (filled_ && now == shown_)) return;
  shown_ = now;
  filled_ = true;
  const QIcon eye = eyeIcon(palette().color(QPalette::WindowText));
  const QColor frame = palette().color(QPalette::Mid);
  for (const LayerInfo& info : layers()) {
    Row& row = rows_[size_t(info.id)];
    const LayerStyle& style = now.style(info.id);
    const QSignalBlocker blockEye(row.eye), blockSize(row.size);
    row.eye->setIcon(eye);
    row.eye->setChecked(style.visible);
    row.size->setValue(double(style.size));
    row.colour->setIcon(swatchIcon(toQt(now.colour(info.id)), frame));
  }
  rows_[size_t(LayerId::cloud)].colour->setEnabled(now.colourBy == ColourBy::uniform);
  for (int i = 0; i < colourBy_->count(); ++i) {
    const auto by = ColourBy(colourBy_->itemData(i).toInt());
    if (by == now.colourBy && (by != ColourBy::attribute || colourBy_->itemText(i).toStdString() == now.attribute)) colourBy_->setCurrentIndex(i);
  }
  curveColour_->setCurrentIndex(int(now.curveColour));
  colourMap_->setCurrentIndex(int(now.colourMap));
  const bool cloudHasNumbers = now.colourBy != ColourBy::uniform && now.colourBy != ColourBy::chosen;
  colourMap_->setEnabled(cloudHasNumbers || isOfNumbers(now.curveColour));
  for (size_t i = 0; i < axes_.size(); ++i) axes_[i]->setCurrentIndex(axes_[i]->findData(now.axes[i]));
}

void LayersPanel::showCounts() {
  const Frame* const frame = controller_.frame().get();
  const bool isDrawn = frame != nullptr && showsCurve(*frame, controller_.session().view, controller_.document().viewport());
  for (const LayerInfo& info : layers()) {
    QLabel& count = *rows_[size_t(info.id)].count;
    count.setText(countOf(info.id, controller_.cloud(), frame, controller_.linkSearch().found().get(), isDrawn));
    const bool nothing = count.text() == "0";
    if (info.id == LayerId::chosen) {
      const bool ofNetwork = controller_.session().job.curveKind() == CurveKind::network;
      rows_[size_t(info.id)].name->setText(ofNetwork ? tr("Nodes") : translated(info.label));
    }
    rows_[size_t(info.id)].name->setForegroundRole(nothing ? QPalette::PlaceholderText : QPalette::WindowText);
  }
}

void LayersPanel::changeStyle(LayerId id, const std::function<void(LayerStyle&)>& change) {
  View view = controller_.session().view;
  change(view.style(id));
  controller_.changeView(std::move(view), Document::Merge::size);
}

void LayersPanel::chooseColour(LayerId id) {
  const QString title = tr("Colour of %1").arg(translated(layerInfo(id).label));
  const QColor colour = QColorDialog::getColor(toQt(controller_.session().view.colour(id)), this, title, QColorDialog::DontUseNativeDialog);
  if (colour.isValid()) changeStyle(id, [&](LayerStyle& style) { style.colour = fromQt(colour); });
}

}  // namespace arete
