#include "render/overlay_shapes.h"

#include <algorithm>
#include <utility>

namespace arete {

namespace {

constexpr double kInset = 18, kBarWidth = 12, kBarHeight = 120, kTick = 5;  // logical pixels
constexpr int kColourSteps = 64;

using Kind = OverlayShape::Kind;
using Place = std::array<double, 2>;

class OverlayLayout {
 public:
  OverlayLayout(Theme theme, double width, double height, double ratio, BarPlace bars, const TextWidth& widthOf)
      : width_(width),
        height_(height),
        ratio_(ratio),
        bars_(bars),
        widthOf_(widthOf),
        measured_(colourOf(Sign::measured, theme)),
        ink_(theme == Theme::dark ? Colour{0xd8, 0xde, 0xe6} : Colour{0x1d, 0x22, 0x28}),
        ground_(theme == Theme::dark ? Colour{0x16, 0x19, 0x1d, 0xbe} : Colour{0xff, 0xff, 0xff, 0xc8}) {}

  std::vector<OverlayShape> take() { return std::move(shapes_); }

  /// Left out where the edge of the picture would cut it, and where scale bar or bars stand, as in the window.
  void label(const Label& label) {
    constexpr double kHeight = 1.2 * kOverlayFontSize;
    const double wide = widthOf_(label.text, label.isAxisName), x = double(label.x) / ratio_, y = double(label.y) / ratio_;
    const double left = label.anchor == LabelAnchor::left ? x : label.anchor == LabelAnchor::right ? x - wide : x - wide / 2;
    const double top = label.anchor == LabelAnchor::below ? y : label.anchor == LabelAnchor::above ? y - kHeight : y - kHeight / 2;
    if (left < 0 || left + wide > width_ || top < 0 || top + kHeight > height_) return;
    if (label.isAxisName) takeRoom({left, top}, {left + wide, top + kHeight});
    else
      for (const auto& [from, to] : taken_)
        if (left < to[0] && left + wide > from[0] && top < to[1] && top + kHeight > from[1]) return;
    text({x, y}, label.text, label.anchor, label.isAxisName, label.colour);
  }

  void scaleBar(const ScaleBar& bar) {
    constexpr double kLine = 1.5;
    const double length = bar.pixels / ratio_, y = height_ - kInset, beside = std::max(0.0, (widthOf_(bar.text, false) - length) / 2);
    takeRoom({kInset - beside, y - kTick - 1.2 * kOverlayFontSize}, {kInset + length + beside, y});
    line({{kInset, y - kTick}, {kInset, y}, {kInset + length, y}, {kInset + length, y - kTick}}, kLine, ink_);
    text({kInset + length / 2, y - kTick}, bar.text, LabelAnchor::above, false, ink_);
  }

  /// A square and a word for each category, as many as there is room for.
  void categories(const ColourBar& bar) {
    constexpr double kRow = kOverlayFontSize + 4, kSquare = 10, kGap = 6, kShare = 0.7;
    const size_t rows = std::min(bar.categories.size(), size_t(std::max(1.0, height_ * kShare / kRow)));
    const auto textOf = [&](size_t row) {
      const bool more = row + 1 == rows && rows < bar.categories.size();
      return more ? "and " + std::to_string(bar.categories.size() - row) + " more" : bar.categories[row].text;
    };
    double widest = widthOf_(bar.title, true) - kSquare - kGap;
    for (size_t row = 0; row < rows; ++row) widest = std::max(widest, widthOf_(textOf(row), false));
    const double wide = widest + kSquare + kGap, x = bars_.left ? kInset : width_ - kInset - wide, y = topOfBar(kRow * double(rows));
    ground({x, y - 2 * kOverlayFontSize}, {x + wide, y + kRow * double(rows)});
    for (size_t row = 0; row < rows; ++row) {
      const double middle = y + kRow * (double(row) + 0.5);
      box({x, middle - kSquare / 2}, {x + kSquare, middle + kSquare / 2}, 0, bar.categories[row].colour);
      text({x + kSquare + kGap, middle}, textOf(row), LabelAnchor::left, false, ink_);
    }
    text({x, y - kOverlayFontSize}, bar.title, LabelAnchor::left, true, ink_);
  }

  /// `place`: from the edge of the picture.
  void colourBar(const ColourBar& bar, int place) {
    if (!bar.categories.empty()) return categories(bar);
    constexpr double kApart = 96;
    constexpr int kDigits = 4;
    const double x = bars_.left ? kApart * (place + 1) - kBarWidth : width_ - kInset - kBarWidth - kApart * place, y = topOfBar(kBarHeight),
                 step = kBarHeight / kColourSteps;
    const double widest = std::max(widthOf_(formatNumber(bar.minimum, kDigits), false), widthOf_(formatNumber(bar.maximum, kDigits), false));
    ground({x + kBarWidth - std::max(widest + kTick + kBarWidth, widthOf_(bar.title, true)), y - 2 * kOverlayFontSize},
           {x + kBarWidth, y + kBarHeight + kOverlayFontSize / 2});
    for (int i = kColourSteps - 1; i >= 0; --i)  // each reaches down to the end, so that nothing shines through between two
      box({x, y + kBarHeight - (i + 1) * step}, {x + kBarWidth, y + kBarHeight}, 0, bar.at((i + 0.5) / kColourSteps));
    text({x - kTick, y}, formatNumber(bar.maximum, kDigits), LabelAnchor::right, false, ink_);
    text({x - kTick, y + kBarHeight}, formatNumber(bar.minimum, kDigits), LabelAnchor::right, false, ink_);
    text({x + kBarWidth, y - kOverlayFontSize - kTick}, bar.title, LabelAnchor::right, true, ink_);
  }

  void measure(const MeasureMark& mark) {
    constexpr double kDot = 8, kLine = 2;
    const auto place = [this](const Place& at) { return Place{at[0] / ratio_, at[1] / ratio_}; };
    for (const MeasureMark::Piece& piece : mark.pieces) {
      const Place from = place(piece.from), to = place(piece.to);
      line({from, to}, kLine, measured_);
      text({(from[0] + to[0]) / 2, (from[1] + to[1]) / 2}, piece.text, LabelAnchor::above, false, ink_);
    }
    for (const Place& point : mark.points) shapes_.push_back({.kind = Kind::disc, .points = {place(point)}, .size = kDot, .colour = measured_});
  }

  /// Rows at the bottom between two places; above what else stands there where an entry would not fit between them.
  void key(const std::vector<KeyEntry>& entries, double left, double right) {
    constexpr double kRow = kOverlayFontSize + 4, kAround = 6;
    double widest = 0;
    for (const KeyEntry& entry : entries) widest = std::max(widest, widthOf(entry));
    double bottom = height_ - kInset;
    if (widest > right - left) left = kInset, right = width_ - kInset, bottom -= kTick + 2 * kOverlayFontSize;
    std::vector<std::pair<size_t, double>> rows;  // where each begins, and how wide it is
    for (size_t i = 0; i < entries.size(); ++i) {
      if (rows.empty() || rows.back().second + widthOf(entries[i]) > right - left) rows.emplace_back(i, 0);
      rows.back().second += widthOf(entries[i]);
    }
    if (rows.empty()) return;
    widest = std::ranges::max(rows, {}, &std::pair<size_t, double>::second).second;
    double y = bottom - kRow * double(rows.size() - 1) - kKeyMark;
    takeRoom({left - kAround, y - kAround}, {left + widest - kBetween + kAround, bottom + kAround});
    for (size_t row = 0; row < rows.size(); ++row, y += kRow) {
      double x = left;
      const size_t end = row + 1 < rows.size() ? rows[row + 1].first : entries.size();
      for (size_t i = rows[row].first; i < end; ++i) entry(entries[i], x, y), x += widthOf(entries[i]);
    }
  }

 private:
  static constexpr double kKeyMark = 9, kToText = 9, kBetween = 22;

  static double markWidth(const KeyEntry& entry) { return (entry.mark == KeyMark::line || entry.mark == KeyMark::band ? 2 : 1) * kKeyMark; }
  double widthOf(const KeyEntry& entry) const { return markWidth(entry) + kToText + widthOf_(entry.text, false) + kBetween; }
  void entry(const KeyEntry& entry, double x, double y) {
    constexpr double kRing = 2;
    const double width = markWidth(entry), height = entry.mark == KeyMark::line ? kKeyMark / 4 : kKeyMark;
    const Place centre{x + kKeyMark / 2, y + kKeyMark / 2};
    if (entry.mark == KeyMark::ring)
      shapes_.push_back({.kind = Kind::ring, .points = {centre}, .size = kRing, .diameter = kKeyMark, .colour = entry.colour});
    else if (entry.mark == KeyMark::disc) shapes_.push_back({.kind = Kind::disc, .points = {centre}, .size = kKeyMark, .colour = entry.colour});
    else box({x, y + (kKeyMark - height) / 2}, {x + width, y + (kKeyMark + height) / 2}, height / 2, entry.colour);
    text({x + width + kToText, y + kKeyMark / 2}, entry.text, LabelAnchor::left, false, ink_);
  }

  /// Under its title, or so that the lowest number is not cut.
  double topOfBar(double height) const { return bars_.above ? 2 * kInset + kOverlayFontSize : height_ - 2 * kInset - height; }
  /// Room of something and its words.
  void takeRoom(Place from, Place to) {
    constexpr double kAround = 4;
    taken_.emplace_back(Place{from[0] - kAround, from[1] - kAround}, Place{to[0] + kAround, to[1] + kAround});
  }
  /// Beneath a bar and its words, where points are there too.
  void ground(Place from, Place to) {
    constexpr double kAround = 6;
    takeRoom(from, to);
    if (bars_.onPoints) box({from[0] - kAround, from[1] - kAround}, {to[0] + kAround, to[1] + kAround}, 4, ground_);
  }
  void line(std::vector<Place> points, double width, Colour colour) {
    shapes_.push_back({.kind = Kind::line, .points = std::move(points), .size = width, .colour = colour});
  }
  void box(Place from, Place to, double corners, Colour colour) {
    shapes_.push_back({.kind = Kind::box, .points = {from, to}, .size = corners, .colour = colour});
  }
  void text(Place at, const std::string& text, LabelAnchor anchor, bool bold, Colour colour) {
    if (!text.empty()) shapes_.push_back({.kind = Kind::text, .points = {at}, .colour = colour, .text = text, .anchor = anchor, .bold = bold});
  }

  std::vector<OverlayShape> shapes_;
  std::vector<std::pair<Place, Place>> taken_;
  const double width_, height_, ratio_;
  const BarPlace bars_;
  const TextWidth& widthOf_;
  const Colour measured_, ink_, ground_;
};

}  // namespace

std::vector<OverlayShape> overlayShapes(const Overlay& overlay, Theme theme, double width, double height, double ratio, const TextWidth& widthOf) {
  OverlayLayout layout(theme, width, height, ratio, overlay.bars, widthOf);
  if (overlay.scaleBar) layout.scaleBar(*overlay.scaleBar);
  if (overlay.colourBar) layout.colourBar(*overlay.colourBar, 0);
  if (overlay.curveBar) layout.colourBar(*overlay.curveBar, overlay.colourBar ? 1 : 0);
  constexpr double kBeside = 48, kOneBar = 96;
  const int bars = overlay.bars.above ? 0 : int(overlay.colourBar.has_value()) + int(overlay.curveBar.has_value());
  layout.key(overlay.key, (overlay.scaleBar ? overlay.scaleBar->pixels / ratio : 0) + kBeside, width - kInset - kOneBar * bars);
  for (const Label& label : overlay.labels) layout.label(label);
  for (const MeasureMark& mark : overlay.measured) layout.measure(mark);
  return layout.take();
}

}  // namespace arete
