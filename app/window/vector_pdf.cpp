#include "app/window/vector_pdf.h"

#include <QBuffer>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

#include "app/window/file_places.h"
#include "app/window/overlay_painter.h"
#include "app/window/theme.h"
#include "compute/core/error.h"
#include "compute/files/atomic_file.h"

namespace arete {

static void paint(QPainter& painter, const VectorMark& mark) {
  const QColor colour = toQt(mark.colour);
  const auto place = [](const std::array<double, 2>& at) { return QPointF(at[0], at[1]); };
  painter.setBrush(Qt::NoBrush);
  if (mark.shape == VectorMark::Shape::line) {
    QPolygonF line;
    for (const auto& point : mark.points) line << place(point);
    painter.setPen(QPen(colour, mark.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
  } else if (mark.hole > 0) {
    const double radius = mark.width / 2, edge = radius * (1 - mark.hole);
    painter.setPen(QPen(colour, edge));
    painter.drawEllipse(place(mark.points[0]), radius - edge / 2, radius - edge / 2);
  } else {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(place(mark.points[0]), mark.width / 2, mark.width / 2);
  }
}

/// The pages of the PDF are counted in whole points, a third of a millimetre: the picture fills its page to the edge.
static void paint(QPdfWriter& writer, const VectorPicture& picture, const Overlay& overlay, Theme theme) {
  const Image& image = picture.beneath;
  QPainter painter(&writer);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::LosslessImageRendering);
  painter.scale(double(writer.width()) / image.width, double(writer.height()) / image.height);
  painter.drawImage(QPointF(0, 0), QImage(image.pixels.data(), image.width, image.height, qsizetype(image.width) * 4, QImage::Format_RGBA8888));
  for (const VectorMark& mark : picture.marks) paint(painter, mark);
  paintOverlay(painter, overlay, theme, QSizeF(image.width, image.height), image.scale);
}

std::vector<std::string> savePdf(const std::filesystem::path& path, const VectorPicture& picture, const Overlay& overlay, Theme theme) {
  constexpr double kInch_mm = 25.4, kScreenDotsPerInch = 96;
  constexpr int kUnitsPerInch = 1200;
  const Image& image = picture.beneath;
  const double unit = kInch_mm / (kScreenDotsPerInch * image.scale);
  QBuffer bytes;
  bytes.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&bytes);
    writer.setCreator("arete " ARETE_VERSION);
    writer.setResolution(kUnitsPerInch);
    writer.setPageSize(QPageSize(QSizeF(image.width * unit, image.height * unit), QPageSize::Millimeter, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    paint(writer, picture, overlay, theme);
  }
  AtomicFile file(path);
  file.write(std::string_view(bytes.data().constData(), size_t(bytes.data().size())));
  return file.commit() ? std::vector<std::string>{} : std::vector<std::string>{std::string(kNotDurable)};
}

}  // namespace arete
