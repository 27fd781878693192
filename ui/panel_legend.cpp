// Words and numbers that belong to the picture: axes, scale bar, colour bar.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compute/text/translate.h"
#include "ui/palette.h"
#include "ui/panel_parts.h"

namespace arete {

/// Text with a halo, so that it can be read on points of any colour.
/// The words of legends and axes, which saved pictures have in English.
[[maybe_unused]] static constexpr const char* kWords[] = {mark("longitude, °"),
                                                          mark("latitude, °"),
                                                          mark("longitude"),
                                                          mark("latitude"),
                                                          mark("Confidence, %"),
                                                          mark("length"),
                                                          mark("points per length"),
                                                          mark("width"),
                                                          mark("radius"),
                                                          mark("spread"),
                                                          mark("local radius"),
                                                          mark("junction"),
                                                          mark("end"),
                                                          mark("uncertain junction"),
                                                          mark("uncertain line")};

static void haloText(ImDrawList& list, FontRole role, ImVec2 at, ImU32 colour, const std::string& english) {
  const std::string text(tr(std::string_view(english)));
  ImFont* face = font(role);
  const float size = face->FontSize * ImGui::GetIO().FontGlobalScale;
  at = {std::round(at.x), std::round(at.y)};
  for (const ImVec2 offset : {ImVec2(-1, 0), ImVec2(1, 0), ImVec2(0, -1), ImVec2(0, 1)})
    list.AddText(face, size, {at.x + offset.x, at.y + offset.y}, palette().halo, text.c_str());
  list.AddText(face, size, at, colour, text.c_str());
}

static ImVec2 sizeOf(FontRole role, const std::string& english) {
  const std::string text(tr(std::string_view(english)));
  ImFont* face = font(role);
  return face->CalcTextSizeA(face->FontSize * ImGui::GetIO().FontGlobalScale, FLT_MAX, 0, text.c_str());
}

/// Left out where a panel or the edge of the picture would cut it, and where a bar stands.
static void drawLabel(ImDrawList& list, const Label& label, float scale, Area free, std::vector<Area>& taken) {
  constexpr float kGapToTick = 3, kAround = 6;
  const FontRole role = label.isAxisName ? FontRole::strong : FontRole::small;
  const ImVec2 size = sizeOf(role, label.text);
  ImVec2 at(label.x * scale, label.y * scale);
  const bool beside = label.anchor == LabelAnchor::left || label.anchor == LabelAnchor::right;
  at.x -= label.anchor == LabelAnchor::left ? -kGapToTick : label.anchor == LabelAnchor::right ? size.x + kGapToTick : size.x / 2;
  at.y -= beside || label.anchor == LabelAnchor::centre ? size.y / 2 : label.anchor == LabelAnchor::above ? size.y + kGapToTick : -kGapToTick;
  if (label.anchor == LabelAnchor::right) at.x = std::max(at.x, free.x + 1);  // a long number goes on over the picture
  if (at.x < free.x || at.x + size.x > free.right() || at.y < free.y || at.y + size.y > free.bottom()) return;
  if (label.isAxisName) taken.push_back({at.x - kAround, at.y, size.x + 2 * kAround, size.y});  // no number on it
  else
    for (const Area& bar : taken)
      if (at.x < bar.right() && at.x + size.x > bar.x && at.y < bar.bottom() && at.y + size.y > bar.y) return;
  const Colour& c = label.colour;
  haloText(list, role, at, IM_COL32(c.r, c.g, c.b, c.a), label.text);
}

constexpr float kScaleTick = 4, kScaleInset = 16;

static Area scaleBarArea(const ScaleBar& bar, float scale, Area free) {
  constexpr float kAround = 8, kBelow = 7;
  const ImVec2 size = sizeOf(FontRole::small, bar.text);
  const float height = size.y + kScaleTick + 6 + kBelow, x = free.x + kScaleInset - kAround;
  return {x, free.bottom() - kScaleInset + kBelow - height, std::max(float(bar.pixels) * scale, size.x) + 2 * kAround, height};
}

static void drawScaleBar(ImDrawList& list, const ScaleBar& bar, float scale, Area free) {
  constexpr float kTick = kScaleTick;
  const float width = float(bar.pixels) * scale, x = free.x + kScaleInset, y = free.bottom() - kScaleInset;
  const ImVec2 size = sizeOf(FontRole::small, bar.text);
  const Area box = scaleBarArea(bar, scale, free);
  list.AddRectFilled({box.x, box.y}, {box.right(), box.bottom()}, palette().halo, kRounding);
  const ImVec2 points[] = {{x, y - kTick}, {x, y}, {x + width, y}, {x + width, y - kTick}};
  list.AddPolyline(points, 4, palette().text, 0, 1.5f);
  haloText(list, FontRole::small, {x + (width - size.x) / 2, y - size.y - kTick - 1}, palette().text, bar.text);
}

constexpr float kBarInset = 18;

/// At the bottom, or at the top under its title.
static float topOfBar(Area free, float height, bool above) {
  constexpr float kAbove = 12, kTitle = 24;
  return above ? free.y + kAbove + kTitle : free.bottom() - kBarInset - height;
}

/// The colours; their numbers stand at the left. `place`: from the edge of the picture.
static Area colourBarArea(Area free, size_t place, BarPlace where) {
  constexpr float kWidth = 12, kHeight = 120, kShare = 0.25f, kApart = 96;
  const float height = std::min(kHeight, free.height * kShare), along = kApart * float(place);
  const float x = where.left ? free.x + kApart - kWidth + along : free.right() - kBarInset - kWidth - along;
  return {x, topOfBar(free, height, where.above), kWidth, height};
}

/// Beneath a bar and its words, where points are there too.
static void drawGround(ImDrawList& list, Area box) {
  constexpr float kAround = 6;
  list.AddRectFilled({box.x - kAround, box.y - kAround}, {box.right() + kAround, box.bottom() + kAround}, palette().halo, kRounding);
}

static void drawColourBar(ImDrawList& list, const ColourBar& bar, Area box, bool onPoints) {
  constexpr int kBands = 32, kTicks = 2;  // ticks: parts between labels
  constexpr float kToNumber = 6, kToTitle = 10;
  const auto number = [&](int i) { return formatNumber(bar.minimum + (bar.maximum - bar.minimum) * i / kTicks, 4); };
  const float height = box.height;
  const ImVec2 title = sizeOf(FontRole::strong, bar.title);
  float widest = title.x - box.width;  // of what stands at the left of the colours
  for (int i = 0; i <= kTicks; ++i) widest = std::max(widest, sizeOf(FontRole::small, number(i)).x + kToNumber);
  const float top = box.y - title.y - kToTitle;
  if (onPoints) drawGround(list, {box.x - widest, top, box.width + widest, box.bottom() - top});
  for (int band = 0; band < kBands; ++band) {
    const auto at = [&](int i) { return bar.at(double(i) / kBands).packed(); };
    const float low = box.bottom() - height * float(band) / kBands, high = box.bottom() - height * float(band + 1) / kBands;
    list.AddRectFilledMultiColor({box.x, high}, {box.right(), low}, at(band + 1), at(band + 1), at(band), at(band));
  }
  list.AddRect({box.x - 1, box.y - 1}, {box.right() + 1, box.bottom() + 1}, palette().halo);
  for (int i = 0; i <= kTicks; ++i) {
    const ImVec2 size = sizeOf(FontRole::small, number(i));
    haloText(list, FontRole::small, {box.x - size.x - kToNumber, box.bottom() - height * float(i) / kTicks - size.y / 2}, palette().text, number(i));
  }
  haloText(list, FontRole::strong, {box.right() - title.x, top}, palette().text, bar.title);
}

/// A square and a word for each, as many as there is room for.
struct CategoryList {
  static constexpr float kSquare = 10, kGap = 6, kShare = 0.6f;
  const ColourBar& bar;
  Area free;
  BarPlace where;
  float rowHeight = sizeOf(FontRole::small, "0").y + 3;

  size_t rows() const {
    const auto room = size_t(std::max(1.0f, free.height * kShare / rowHeight));
    return std::min(bar.categories.size(), room);
  }
  std::string text(size_t row) const {
    const bool more = row + 1 == rows() && rows() < bar.categories.size();
    return more ? filled(tr("and %1 more"), std::to_string(bar.categories.size() - row)) : bar.categories[row].text;
  }
  Area area() const {
    float width = sizeOf(FontRole::strong, bar.title).x;
    for (size_t row = 0; row < rows(); ++row) width = std::max(width, sizeOf(FontRole::small, text(row)).x + kSquare + kGap);
    const float height = rowHeight * float(rows());
    const float x = where.left ? free.x + kBarInset : free.right() - kBarInset - width;
    return {x, topOfBar(free, height, where.above), width, height};
  }
  void draw(ImDrawList& list) const {
    const Area box = area();
    const ImVec2 size = sizeOf(FontRole::strong, bar.title);
    const float top = box.y - size.y - kGap;
    if (where.onPoints) drawGround(list, {box.x, top, box.width, box.bottom() - top});
    for (size_t row = 0; row < rows(); ++row) {
      const float y = box.y + rowHeight * float(row), middle = y + rowHeight / 2;
      if (text(row) == bar.categories[row].text) {
        const ImVec2 low(box.x, middle - kSquare / 2), high(box.x + kSquare, middle + kSquare / 2);
        list.AddRectFilled(low, high, bar.categories[row].colour.packed());
        list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, palette().halo);
      }
      haloText(list, FontRole::small, {box.x + kSquare + kGap, y}, palette().text, text(row));
    }
    haloText(list, FontRole::strong, {box.x, top}, palette().text, bar.title);
  }
};

static void drawMark(ImDrawList& list, const KeyEntry& entry, ImVec2 at, float size) {
  const Colour& c = entry.colour;
  const ImU32 colour = IM_COL32(c.r, c.g, c.b, c.a);
  const ImVec2 middle(at.x + size / 2, at.y + size / 2);
  constexpr float kRing = 2, kLine = 2.5f;
  switch (entry.mark) {
    case KeyMark::disc: return list.AddCircleFilled(middle, size / 2, colour);
    case KeyMark::ring: return list.AddCircle(middle, size / 2 - kRing / 2, colour, 0, kRing);
    case KeyMark::line: return list.AddLine({at.x - size / 2, middle.y}, {at.x + 1.5f * size, middle.y}, colour, kLine);
    case KeyMark::band: return list.AddRectFilled({at.x - size / 2, at.y}, {at.x + 1.5f * size, at.y + size}, colour, size / 2);
  }
}

constexpr float kKeyMark = 9, kKeyToText = 12, kKeyApart = 22;

static float widthOf(const KeyEntry& entry) { return kKeyMark + kKeyToText + sizeOf(FontRole::small, entry.text).x + kKeyApart; }

struct KeyRow {
  std::span<const KeyEntry> entries;
  float width = 0;
};
/// As many entries in a row as fit, at least one.
static std::vector<KeyRow> keyRows(std::span<const KeyEntry> key, float room) {
  std::vector<KeyRow> rows;
  for (size_t i = 0; i < key.size(); ++i) {
    const float width = widthOf(key[i]);
    if (rows.empty() || rows.back().width + width > room) rows.push_back({key.subspan(i, 0)});
    KeyRow& row = rows.back();
    row = {{row.entries.data(), row.entries.size() + 1}, row.width + width};
  }
  return rows;
}

/// Rows at the bottom, to the right of what stands there already; left out where one of its entries does not fit. Gives its area.
static Area drawKey(ImDrawList& list, std::span<const KeyEntry> key, Area free, float left, float right) {
  constexpr float kAround = 8, kBetween = 4;
  const std::vector<KeyRow> rows = keyRows(key, right - left);
  float width = 0;
  for (const KeyRow& row : rows) width = std::max(width, row.width);
  if (rows.empty() || width > right - left) return {};
  const float height = sizeOf(FontRole::small, "A").y, step = height + kBetween, all = step * float(rows.size()) - kBetween;
  const Area box{left, free.bottom() - kScaleInset - all - kAround / 2, width, all + kAround};
  list.AddRectFilled({box.x, box.y}, {box.right(), box.bottom()}, palette().halo, kRounding);
  for (size_t i = 0; i < rows.size(); ++i) {
    const float y = box.y + kAround / 2 + step * float(i);
    float x = box.x + kKeyApart / 2;
    for (const KeyEntry& entry : rows[i].entries) {
      drawMark(list, entry, {x, y + (height - kKeyMark) / 2}, kKeyMark);
      haloText(list, FontRole::small, {x + kKeyMark + kKeyToText - 4, y}, palette().text, entry.text);
      x += widthOf(entry);
    }
  }
  return box;
}

/// Room for the numbers of a flat view, at the left of what is left of the picture and below.
static Area drawMargins(ImDrawList& list, const Overlay& overlay, float scale, Area free) {
  const auto left = float(overlay.marginLeft) * scale, bottom = float(overlay.marginBottom) * scale;
  if (left <= 0 && bottom <= 0) return free;
  const Area plot{free.x + left, free.y, free.width - left, free.height - bottom};
  list.AddRectFilled({free.x, free.y}, {plot.x, free.bottom()}, palette().panel);
  list.AddRectFilled({plot.x, plot.bottom()}, {free.right(), free.bottom()}, palette().panel);
  list.AddLine({plot.x, plot.y}, {plot.x, plot.bottom()}, palette().line);
  list.AddLine({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, palette().line);
  return plot;
}

LegendAreas drawLegend(const PanelInput& input, Area whole) {
  if (input.overlay == nullptr || input.size.devicePixelRatio <= 0) return {whole, {}};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float scale = float(1 / input.size.devicePixelRatio);
  Area free = drawMargins(list, *input.overlay, scale, whole);
  constexpr float kSaid = 44;  // what a tool says at the top stands above the bars
  if (!input.area.hint.empty()) free.y += kSaid, free.height -= kSaid;
  std::vector<Area> taken;
  if (input.overlay->scaleBar) taken.push_back(scaleBarArea(*input.overlay->scaleBar, scale, free));
  std::vector<std::pair<const ColourBar*, Area>> bars;
  std::optional<CategoryList> categories;
  Area room = free;  // beside the list of categories
  const BarPlace where = input.overlay->bars;
  for (const std::optional<ColourBar>* const given : {&input.overlay->colourBar, &input.overlay->curveBar}) {
    if (*given && !(*given)->categories.empty()) {
      constexpr float kTitle = 24;
      categories.emplace(CategoryList{**given, free, where});
      const Area box = categories->area();
      taken.push_back({box.x, box.y - kTitle, box.width, box.height + kTitle});
      if (where.left) room.width = free.right() - box.right(), room.x = box.right();
      else room.width = box.x - free.x;
      continue;
    }
    constexpr float kNumbers = 50;  // the room of the bar's own
    if (!*given) continue;
    const Area area = colourBarArea(room, bars.size(), where);
    bars.emplace_back(&**given, area);
    taken.push_back({area.x - kNumbers, area.y, area.width + kNumbers, area.height});
  }
  constexpr float kBetween = 24;
  const float left = input.overlay->scaleBar ? taken.front().right() + kBetween : free.x + kScaleInset;
  const float right = bars.empty() || where.above
                          ? free.right() - kScaleInset
                          : bars.back().second.right() - std::max(kBetween * 3, sizeOf(FontRole::strong, bars.back().first->title).x + kBetween / 2);
  if (const Area key = drawKey(list, input.overlay->key, free, left, right); key.width > 0) taken.push_back(key);
  for (const Label& label : input.overlay->labels) drawLabel(list, label, scale, whole, taken);
  if (input.overlay->scaleBar) drawScaleBar(list, *input.overlay->scaleBar, scale, free);
  if (categories) categories->draw(list);
  for (const auto& [bar, area] : bars) drawColourBar(list, *bar, area, where.onPoints);
  return {free, std::move(taken)};
}

}  // namespace arete
