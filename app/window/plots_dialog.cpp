#include "app/window/plots_dialog.h"

#include <QDialog>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QSvgRenderer>
#include <QVBoxLayout>

namespace arete {

/// As wide as all others, on white, as the plots are drawn for.
static QPixmap drawn(const std::string& svg, int width, double ratio) {
  QSvgRenderer renderer(QByteArray::fromStdString(svg));
  const QSizeF size = renderer.viewBoxF().size();
  const double height = size.width() > 0 ? width * size.height() / size.width() : width;
  QPixmap picture(QSize(int(width * ratio), int(height * ratio)));
  picture.fill(Qt::white);
  QPainter painter(&picture);
  renderer.render(&painter);
  painter.end();
  picture.setDevicePixelRatio(ratio);
  return picture;
}

void showPlots(QWidget& parent, const QString& title, std::span<const std::string> plots) {
  constexpr int kWidth = 760, kHeight = 600;
  auto* dialog = new QDialog(&parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName("plots");
  dialog->setWindowTitle(title);
  auto* all = new QWidget;
  auto* column = new QVBoxLayout(all);
  for (const std::string& svg : plots) {
    auto* plot = new QLabel;
    plot->setPixmap(drawn(svg, kWidth, parent.devicePixelRatioF()));
    column->addWidget(plot);
  }
  auto* area = new QScrollArea;
  area->setWidget(all);
  auto* layout = new QVBoxLayout(dialog);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(area);
  dialog->resize(kWidth + 60, kHeight);
  dialog->show();
}

}  // namespace arete
