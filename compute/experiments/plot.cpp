#include "compute/experiments/plot.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "compute/core/error.h"
#include "compute/core/number_text.h"

namespace arete {

namespace {

// Okabe–Ito, without its yellow, which is hard to see on white; and Viridis at five places for heat maps.
constexpr std::string_view kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555", "#8c564b"};
constexpr std::array<std::array<double, 3>, 5> kMap{{{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
constexpr double kWidth = 640, kHeight = 360, kLeft = 70, kRight = 16, kTop = 34, kBottom = 52, kLegendLine = 18;

std::string number(double value) { return fixedText(value, 1); }

std::string shortNumber(double value) {
  char text[32];
  const bool plain = value == 0 || (std::abs(value) >= 1e-3 && std::abs(value) < 1e6);
  if (plain && value == std::round(value)) return {text, std::to_chars(text, text + sizeof text, int64_t(value)).ptr};
  std::string shown(text, std::to_chars(text, text + sizeof text, value, plain ? std::chars_format::fixed : std::chars_format::general,
                                        plain ? std::clamp(3 - int(std::floor(std::log10(std::abs(value)))), 0, 6) : 3)
                              .ptr);
  if (plain && shown.find('.') != shown.npos) {
    shown.erase(shown.find_last_not_of('0') + 1);
    if (shown.back() == '.') shown.pop_back();
  }
  return shown;
}

/// With as many digits as there is room for above a bar, four at most; "" where two are too many.
std::string numberWithin(double width, double value) {
  constexpr double kLetter = 6.2;
  for (const int digits : {4, 3, 2}) {
    const double unit = value == 0 ? 1 : std::pow(10, std::floor(std::log10(std::abs(value))) - (digits - 1));
    if (const std::string shown = shortNumber(std::round(value / unit) * unit); double(shown.size()) * kLetter <= width + kLetter) return shown;
  }
  return {};
}

struct PlotRow {
  std::string series;
  const std::vector<ResultValue>* values;
};

/// A scale from numbers to pixels with its ticks.
class Axis {
 public:
  Axis(std::vector<double> values, bool logarithmic, bool fromZero, double begin, double end) : logarithmic_(logarithmic), begin_(begin), end_(end) {
    if (logarithmic) std::erase_if(values, [](double v) { return !(v > 0); });
    if (values.empty()) values = {1};
    low_ = *std::ranges::min_element(values), high_ = *std::ranges::max_element(values);
    constexpr double kRoomForNumbers = 1.06;
    if (!logarithmic && fromZero) low_ = std::min(low_, 0.0), high_ = std::max(high_, 0.0) * kRoomForNumbers;
    if (low_ == high_) low_ = logarithmic ? low_ / 2 : low_ - 1, high_ = logarithmic ? high_ * 2 : high_ + 1;
    if (logarithmic) low_ = std::pow(10, std::floor(std::log10(low_) * 2) / 2), high_ = std::pow(10, std::ceil(std::log10(high_) * 2) / 2);
  }

  bool holds(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0); }
  double at(double value) const {
    const auto place = [&](double v) { return logarithmic_ ? std::log10(v) : v; };
    return begin_ + (end_ - begin_) * (place(std::max(value, logarithmic_ ? low_ : value)) - place(low_)) / (place(high_) - place(low_));
  }
  double low() const { return low_; }

  std::vector<double> ticks() const {
    std::vector<double> ticks;
    if (logarithmic_) {
      constexpr double kFewDecades = 2;
      for (double power = std::floor(std::log10(low_)); power <= std::log10(high_); ++power)
        for (const double digit : {1.0, 2.0, 5.0}) {
          const double tick = digit * std::pow(10, power);
          if (digit > 1 && high_ > low_ * std::pow(10, kFewDecades)) break;
          if (tick >= low_ * (1 - kRounding) && tick <= high_ * (1 + kRounding)) ticks.push_back(tick);
        }
      return ticks;
    }
    const double rough = (high_ - low_) / 5, base = std::pow(10, std::floor(std::log10(rough)));
    const double step = rough / base < 1.5 ? base : rough / base < 3.5 ? 2 * base : rough / base < 7.5 ? 5 * base : 10 * base;
    for (double tick = std::ceil(low_ / step) * step; tick <= high_ + step * 1e-9; tick += step)
      ticks.push_back(std::abs(tick) < step / 1e6 ? 0 : tick);
    return ticks;
  }

 private:
  static constexpr double kRounding = 1e-9;

  bool logarithmic_;
  double low_ = 0, high_ = 1, begin_, end_;
};

std::string line(double x1, double y1, double x2, double y2, std::string_view colour) {
  return "<line x1='" + number(x1) + "' y1='" + number(y1) + "' x2='" + number(x2) + "' y2='" + number(y2) + "' stroke='" + std::string(colour) +
         "'/>";
}

std::string text(double x, double y, std::string_view content, std::string_view anchor, std::string_view more = {}) {
  return "<text x='" + number(x) + "' y='" + number(y) + "' text-anchor='" + std::string(anchor) + "' " + std::string(more) + ">" + escaped(content) +
         "</text>";
}

class Drawing {
 public:
  Drawing(const ResultTable& table, const Plot& plot) : table_(table), plot_(plot) {
    for (const auto& row : table.rows) {
      if (!plot.where.empty() && shown(row[table.column(plot.where)]) != plot.only) continue;
      std::string series;
      for (const std::string& column : plot.series) {
        const std::string part = shown(row[table.column(column)]);
        series += (series.empty() ? "" : ", ") + (part.empty() || std::isdigit(static_cast<unsigned char>(part[0])) ? column + " " + part : part);
      }
      rows_.push_back({series, &row});
      if (std::ranges::find(series_, series) == series_.end()) series_.push_back(series);
    }
  }

  /// The element, and its height.
  std::pair<std::string, double> svg() {
    std::string body = plot_.kind == PlotKind::lines ? lines() : plot_.kind == PlotKind::bars ? bars() : heatMap();
    if (drawn_ == 0) body = text(kWidth / 2, kHeight / 2, "nothing was measured here", "middle");
    const bool legend = plot_.kind != PlotKind::heatMap && (series_.size() > 1 || (series_.size() == 1 && !series_[0].empty()));
    const double height = kHeight + (legend ? kLegendLine * double((series_.size() + 1) / 2) : 0);
    return {"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + number(kWidth) + " " + number(height) + "' role='img' aria-label='" +
                escaped(plot_.title) + "'><g font-family='sans-serif' font-size='12' fill='#222'>" +
                text(kWidth / 2, 18, plot_.title, "middle", "font-weight='bold' font-size='14'") + body + (legend ? this->legend() : "") +
                "</g></svg>\n",
            height};
  }

 private:
  double value(const PlotRow& row, const std::string& column) const {
    const double* found = std::get_if<double>(&(*row.values)[table_.column(column)]);
    return found != nullptr ? *found : std::numeric_limits<double>::quiet_NaN();
  }
  std::string label(const std::string& column) const {
    const std::string& unit = table_.columns[table_.column(column)].unit;
    std::string name = column;
    std::ranges::replace(name, '_', ' ');
    return unit.empty() || unit == name ? name : name + ", " + unit;
  }
  std::vector<double> numbers(const std::string& column) const {
    std::vector<double> found;
    for (const PlotRow& row : rows_)
      if (const double each = value(row, column); std::isfinite(each)) found.push_back(each);
    return found;
  }
  std::vector<std::string> categories(const std::string& column) const {
    std::vector<std::string> found;
    for (const PlotRow& row : rows_)
      if (const std::string each = shown((*row.values)[table_.column(column)]); std::ranges::find(found, each) == found.end()) found.push_back(each);
    return found;
  }

  std::string frame(const Axis& y) const {
    std::string body;
    for (const double tick : y.ticks())
      body += line(kLeft, y.at(tick), kWidth - kRight, y.at(tick), "#ddd") + text(kLeft - 6, y.at(tick) + 4, shortNumber(tick), "end");
    body += line(kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom, "#222") + line(kLeft, kTop, kLeft, kHeight - kBottom, "#222");
    body += text(0, 0, label(plot_.y), "middle", "transform='translate(16 " + number((kTop + kHeight - kBottom) / 2) + ") rotate(-90)'");
    return body + text((kLeft + kWidth - kRight) / 2, kHeight - 8, label(plot_.x), "middle");
  }

  std::string legend() const {
    std::string body;
    for (size_t i = 0; i < series_.size(); ++i) {
      const double x = kLeft + double(i % 2) * (kWidth - kLeft) / 2, y = kHeight + kLegendLine * double(i / 2);
      body += "<rect x='" + number(x) + "' y='" + number(y) + "' width='11' height='11' fill='" + colour(i) + "'/>" +
              text(x + 17, y + 10, series_[i].empty() ? plot_.y : series_[i], "start");
    }
    return body;
  }
  static std::string colour(size_t series) { return std::string(plotColour(series)); }

  std::string lines() {
    const Axis x(numbers(plot_.x), plot_.logarithmicX, false, kLeft + 10, kWidth - kRight - 10);
    const Axis y(numbers(plot_.y), plot_.logarithmicY, true, kHeight - kBottom, kTop);
    std::string body = frame(y);
    for (const double tick : x.ticks())
      body += line(x.at(tick), kHeight - kBottom, x.at(tick), kHeight - kBottom + 4, "#222") +
              text(x.at(tick), kHeight - kBottom + 18, shortNumber(tick), "middle");
    for (size_t s = 0; s < series_.size(); ++s) {
      std::vector<std::pair<double, double>> points;
      for (const PlotRow& row : rows_)
        if (row.series == series_[s] && x.holds(value(row, plot_.x)) && y.holds(value(row, plot_.y)))
          points.emplace_back(value(row, plot_.x), value(row, plot_.y));
      std::ranges::sort(points);
      std::string path, dots;
      for (const auto& [px, py] : points) {
        path += (path.empty() ? "M" : "L") + number(x.at(px)) + " " + number(y.at(py));
        dots += "<circle cx='" + number(x.at(px)) + "' cy='" + number(y.at(py)) + "' r='3' fill='" + colour(s) + "'><title>" + shortNumber(px) +
                ": " + shortNumber(py) + "</title></circle>";
      }
      body += "<path d='" + path + "' fill='none' stroke='" + colour(s) + "' stroke-width='1.8'/>" + dots;
      drawn_ += points.size();
    }
    return body;
  }

  std::string bars() {
    const std::vector<std::string> names = categories(plot_.x);
    const Axis y(numbers(plot_.y), plot_.logarithmicY, true, kHeight - kBottom, kTop);
    std::string body = frame(y);
    const double room = (kWidth - kLeft - kRight) / double(std::max<size_t>(names.size(), 1));
    for (size_t i = 0; i < names.size(); ++i) {
      std::vector<std::pair<size_t, double>> here;  // series, value
      for (const PlotRow& row : rows_)
        if (shown((*row.values)[table_.column(plot_.x)]) == names[i] && y.holds(value(row, plot_.y)))
          here.emplace_back(size_t(std::ranges::find(series_, row.series) - series_.begin()), value(row, plot_.y));
      const double width = std::min(40.0, room * 0.84 / double(std::max<size_t>(here.size(), 1)));
      const double begin = kLeft + room * (double(i) + 0.5) - width * double(here.size()) / 2;
      for (size_t j = 0; j < here.size(); ++j) {
        const double top = y.at(here[j].second), bottom = y.at(plot_.logarithmicY ? y.low() : 0), x = begin + width * double(j);
        body += "<rect x='" + number(x) + "' y='" + number(std::min(top, bottom)) + "' width='" + number(width - 2) + "' height='" +
                number(std::max(1.0, std::abs(bottom - top))) + "' fill='" + colour(here[j].first) + "'><title>" + escaped(series_[here[j].first]) +
                ": " + shortNumber(here[j].second) + "</title></rect>";
        body += text(x + width / 2 - 1, top - 4, numberWithin(width, here[j].second), "middle", "font-size='10'");
        ++drawn_;
      }
      body += "<g>" + categoryLabel(kLeft + room * (double(i) + 0.5), names[i], size_t(room / 6)) + "<title>" + escaped(names[i]) + "</title></g>";
    }
    return body;
  }

  /// In two lines if there is a comma; with an ellipsis if it has more than `fits` letters.
  static std::string categoryLabel(double x, const std::string& name, size_t fits) {
    const size_t comma = name.find(", ");
    std::string body;
    double y = kHeight - kBottom + 14;
    for (std::string part : {name.substr(0, comma), comma == name.npos ? std::string() : name.substr(comma + 2)}) {
      if (part.size() > fits && fits > 4) part = part.substr(0, fits - 1) + "…";
      body += text(x, y, part, "middle", "font-size='10'");
      y += 12;
    }
    return body;
  }

  std::string heatMap() {
    const std::vector<std::string> across = categories(plot_.x), up = categories(plot_.y);
    const std::vector<double> all = numbers(plot_.value);
    if (all.empty()) return {};
    const double low = *std::ranges::min_element(all), high = *std::ranges::max_element(all);
    const double width = (kWidth - kLeft - kRight) / double(across.size()), height = (kHeight - kTop - kBottom) / double(up.size());
    std::string body;
    for (const PlotRow& row : rows_) {
      const double each = value(row, plot_.value);
      if (!std::isfinite(each)) continue;
      const auto i = double(std::ranges::find(across, shown((*row.values)[table_.column(plot_.x)])) - across.begin());
      const auto j = double(std::ranges::find(up, shown((*row.values)[table_.column(plot_.y)])) - up.begin());
      const double share = high > low ? (each - low) / (high - low) : 0.5, x = kLeft + width * i, y = kHeight - kBottom - height * (j + 1);
      body += "<rect x='" + number(x) + "' y='" + number(y) + "' width='" + number(width - 1) + "' height='" + number(height - 1) + "' fill='" +
              mapped(share) + "'/>" +
              text(x + width / 2, y + height / 2 + 4, shortNumber(each), "middle", share > 0.6 ? "fill='#222'" : "fill='#fff'");
      ++drawn_;
    }
    for (size_t i = 0; i < across.size(); ++i) body += text(kLeft + width * (double(i) + 0.5), kHeight - kBottom + 18, across[i], "middle");
    for (size_t j = 0; j < up.size(); ++j) body += text(kLeft - 6, kHeight - kBottom - height * (double(j) + 0.5) + 4, up[j], "end");
    body += text(0, 0, label(plot_.y), "middle", "transform='translate(16 " + number((kTop + kHeight - kBottom) / 2) + ") rotate(-90)'");
    return body + text((kLeft + kWidth - kRight) / 2, kHeight - 8, label(plot_.x), "middle");
  }

  static std::string mapped(double share) {
    const double place = std::clamp(share, 0.0, 1.0) * double(kMap.size() - 1);
    const size_t below = std::min(size_t(place), kMap.size() - 2);
    std::string colour = "rgb(";
    for (size_t k = 0; k < 3; ++k) {
      const double each = kMap[below][k] + (kMap[below + 1][k] - kMap[below][k]) * (place - double(below));
      colour += std::to_string(int(each)) + (k < 2 ? "," : ")");
    }
    return colour;
  }

  const ResultTable& table_;
  const Plot& plot_;
  std::vector<PlotRow> rows_;
  std::vector<std::string> series_;
  size_t drawn_ = 0;  // marks
};

}  // namespace

std::string svgOf(const ResultTable& table, const Plot& plot) { return Drawing(table, plot).svg().first; }

std::string svgOf(const ResultTable& table, std::span<const Plot> plots) {
  constexpr double kBetween = 24;
  constexpr std::string_view kBegin = "<svg ";
  std::string body;
  double y = 0;
  for (const Plot& plot : plots) {
    const auto [element, height] = Drawing(table, plot).svg();
    body += "<svg y='" + number(y) + "' width='" + number(kWidth) + "' height='" + number(height) + "' " + element.substr(kBegin.size());
    y += height + kBetween;
  }
  return "<svg xmlns='http://www.w3.org/2000/svg' width='" + number(kWidth) + "' height='" + number(y) + "' viewBox='0 0 " + number(kWidth) + " " +
         number(y) + "'><rect width='100%' height='100%' fill='white'/>\n" + body + "</svg>\n";
}

std::string_view plotColour(size_t series) { return kColours[series % std::size(kColours)]; }

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '\'': result += "&#39;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string shown(const ResultValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<double>(&value)) return std::isfinite(*number) ? shortNumber(*number) : "";
  return "";
}

}  // namespace arete
