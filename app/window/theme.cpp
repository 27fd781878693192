#include "app/window/theme.h"

#include <QApplication>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QProxyStyle>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QSvgRenderer>

#include "icons.h"

namespace arete {

namespace {

struct ThemeColours {
  QColor window, base, alternate, button, text, dimmed, frame, highlight, onHighlight, link;
};

const ThemeColours kDark{QColor(0x20242a), QColor(0x16191d), QColor(0x1b1f24), QColor(0x2a2f37), QColor(0xd8dee6),
                         QColor(0xa0aab7), QColor(0x3a414b), QColor(0xffa132), QColor(0x1c1408), QColor(0x74b3f5)};
const ThemeColours kWhite{QColor(0xf4f5f7), QColor(0xffffff), QColor(0xeceef1), QColor(0xe7e9ed), QColor(0x1d2228),
                          QColor(0x565f6b), QColor(0xc6cbd2), QColor(0xa84200), QColor(0xffffff), QColor(0x1b5fa8)};

QPalette paletteOf(const ThemeColours& c) {
  QPalette palette;
  palette.setColor(QPalette::Window, c.window);
  palette.setColor(QPalette::Base, c.base);
  palette.setColor(QPalette::AlternateBase, c.alternate);
  palette.setColor(QPalette::Button, c.button);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) palette.setColor(role, c.text);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) palette.setColor(QPalette::Disabled, role, c.dimmed);
  palette.setColor(QPalette::PlaceholderText, c.dimmed);
  palette.setColor(QPalette::ToolTipBase, c.button);
  palette.setColor(QPalette::Highlight, c.highlight);
  palette.setColor(QPalette::Disabled, QPalette::Highlight, c.frame);
  palette.setColor(QPalette::HighlightedText, c.onHighlight);
  palette.setColor(QPalette::Link, c.link);
  palette.setColor(QPalette::Light, c.frame);
  palette.setColor(QPalette::Disabled, QPalette::Light, c.window);  // menus draw it behind what is disabled, as if engraved
  palette.setColor(QPalette::Midlight, c.button.lighter(110));
  palette.setColor(QPalette::Mid, c.frame);
  palette.setColor(QPalette::Dark, c.frame.darker(115));
  palette.setColor(QPalette::Shadow, c.base.darker(120));
  return palette;
}

/// Fusion draws the frames of boxes and rings to tick darker than the window: in the dark theme empty ones are not seen.
class SeenBoxes : public QProxyStyle {
 public:
  using QProxyStyle::QProxyStyle;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorRadioButton) return;
    const bool enabled = option->state.testFlag(State_Enabled);
    painter->save();
    painter->setBrush(Qt::NoBrush);
    painter->setPen(option->palette.color(enabled ? QPalette::PlaceholderText : QPalette::Mid));
    constexpr double kHalf = 0.5;
    const QRectF frame = QRectF(option->rect).adjusted(kHalf, kHalf, -kHalf, -kHalf);
    if (element == PE_IndicatorRadioButton) painter->setRenderHint(QPainter::Antialiasing), painter->drawEllipse(frame);
    else painter->drawRect(frame);
    painter->restore();
  }
};

/// Corrections to Fusion: lines between parts, and tooltips, which would keep the old palette.
QString styleSheetOf(const ThemeColours& c) {
  return QString(
             "QToolTip { color: %1; background: %2; border: 1px solid %3; padding: 3px; }"
             "QMainWindow::separator { background: %3; width: 3px; height: 3px; }"
             "QStatusBar { border-top: 1px solid %3; } QStatusBar::item { border: none; } QStatusBar QLabel { padding: 0 8px; }"
             "QDockWidget::title { background: %4; padding: 5px 8px; text-align: left; }"
             "QToolButton[flat=\"true\"] { border: none; background: transparent; padding: 3px; }"
             "QToolButton[flat=\"true\"]:hover, QToolButton[flat=\"true\"]:focus { background: %2; border-radius: 3px; }"
             "QToolButton[flat=\"true\"]:focus { border: 2px solid %5; border-radius: 4px; padding: 1px; }"
             "QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }"
             "QMenuBar { border-bottom: 1px solid %3; }")
      .arg(c.text.name(), c.button.name(), c.frame.name(), c.alternate.name(), c.highlight.name());
}

void drawEye(QPainter& painter, const QColor& colour, bool open) {
  constexpr QRectF kBox(0, 0, 16, 16);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(colour, 1.4));
  QPainterPath lids(QPointF(1.5, 8));
  lids.quadTo(8, 1.5, 14.5, 8);
  lids.quadTo(8, 14.5, 1.5, 8);
  painter.drawPath(lids);
  painter.setBrush(colour);
  painter.drawEllipse(kBox.center(), 2.0, 2.0);
  if (!open) painter.drawLine(QPointF(2.5, 13.5), QPointF(13.5, 2.5));
}

}  // namespace

void applyTheme(Theme theme) {
  const ThemeColours& colours = theme == Theme::dark ? kDark : kWhite;
  static const char* const kStyled = "arete_style";
  if (!qApp->property(kStyled).toBool()) QApplication::setStyle(new SeenBoxes(QStyleFactory::create("Fusion")));
  qApp->setProperty(kStyled, true);
  QApplication::setPalette(paletteOf(colours));
  qApp->setStyleSheet(styleSheetOf(colours));
}

QIcon eyeIcon(const QColor& colour) {
  QIcon icon;
  for (const double ratio : {1.0, 2.0}) {
    for (const bool open : {true, false}) {
      QPixmap pixmap(int(16 * ratio), int(16 * ratio));
      pixmap.setDevicePixelRatio(ratio);
      pixmap.fill(Qt::transparent);
      QPainter painter(&pixmap);
      QColor shown = colour;
      if (!open) shown.setAlphaF(0.45F);
      drawEye(painter, shown, open);
      painter.end();
      icon.addPixmap(pixmap, QIcon::Normal, open ? QIcon::On : QIcon::Off);
    }
  }
  return icon;
}

QIcon swatchIcon(const QColor& colour, const QColor& frame) {
  constexpr int kSize = 32;  // drawn at twice its size for scaled screens
  QPixmap pixmap(kSize, kSize);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(frame, 2));
  painter.setBrush(colour);
  painter.drawRoundedRect(QRectF(3, 3, kSize - 6, kSize - 6), 5, 5);
  return QIcon(pixmap);
}

QIcon programIcon() {
  QIcon icon;
  const std::string_view drawing = icons::text("arete.svg");
  QSvgRenderer renderer(QByteArray(drawing.data(), qsizetype(drawing.size())));
  for (const int size : {16, 32, 64, 128}) {
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    painter.end();
    icon.addPixmap(pixmap);
  }
  return icon;
}

}  // namespace arete
