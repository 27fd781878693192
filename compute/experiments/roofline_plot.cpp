#include "compute/experiments/roofline_plot.h"

#include <algorithm>
#include <cmath>

#include "compute/core/number_text.h"
#include "compute/experiments/plot.h"

namespace arete {

namespace {

constexpr double kRoofWidth = 640, kRoofHeight = 320, kRoofLeft = 76, kRoofRight = 20, kRoofTop = 16, kRoofBottom = 46;

std::string pixelText(double value) { return fixedText(value, 1); }
std::string roofText(double x, double y, const char* anchor, std::string_view words) {
  return "<text x=\"" + pixelText(x) + "\" y=\"" + pixelText(y) + "\" text-anchor=\"" + anchor + "\">" + escaped(words) + "</text>";
}
std::string roofLine(double x1, double y1, double x2, double y2, const char* style) {
  return "<line x1=\"" + pixelText(x1) + "\" y1=\"" + pixelText(y1) + "\" x2=\"" + pixelText(x2) + "\" y2=\"" + pixelText(y2) + "\" " + style + "/>";
}

/// From places between 0 and 1 to pixels.
double pixelX(double across) { return kRoofLeft + (kRoofWidth - kRoofLeft - kRoofRight) * across; }
double pixelY(double up) { return kRoofHeight - kRoofBottom - (kRoofHeight - kRoofTop - kRoofBottom) * up; }

std::string roofAxes(const RooflineScale& scale) {
  constexpr double kGap = 6, kLine = 16;
  constexpr const char* kGrid = "stroke=\"#ddd\"";
  std::string svg;
  for (const double tick : scale.ticksAcross()) {
    const double x = pixelX(scale.across(tick));
    svg += roofLine(x, pixelY(0), x, pixelY(1), kGrid) + roofText(x, pixelY(0) + kLine, "middle", numberText(tick));
  }
  for (const double tick : scale.ticksUp()) {
    const double y = pixelY(scale.up(tick));
    svg += roofLine(pixelX(0), y, pixelX(1), y, kGrid) + roofText(pixelX(0) - kGap, y + kGap - 2, "end", numberText(tick / 1e9));
  }
  return svg + roofText(pixelX(0.5), kRoofHeight - kGap, "middle", "operations a byte, of the model") +
         roofText(kGap, kRoofTop - 3, "start", "10⁹ operations a second");
}

}  // namespace

RooflineScale::RooflineScale(const Roofline& roofline) {
  constexpr double kRoom = 4;  // times as much to either side
  const double at = roofline.cost.operationsPerByte(), ridge = roofline.roof.ridge();
  left_ = std::min(at, ridge) / kRoom, right_ = std::max(at, ridge) * kRoom;
  low_ = roofline.roof.at(left_), high_ = roofline.roof.operationsPerSecond;
  for (const RooflineDot& dot : roofline.dots) low_ = std::min(low_, roofline.rateOf(dot)), high_ = std::max(high_, roofline.rateOf(dot));
  low_ /= 2, high_ *= 2;
}

double RooflineScale::across(double operationsPerByte) const { return std::log(operationsPerByte / left_) / std::log(right_ / left_); }
double RooflineScale::up(double operationsPerSecond) const { return std::log(operationsPerSecond / low_) / std::log(high_ / low_); }

std::vector<double> RooflineScale::ticks(double from, double to) {
  std::vector<double> ticks;
  for (double power = std::ceil(std::log10(from)); power <= std::log10(to); ++power) ticks.push_back(std::pow(10, power));
  return ticks;
}

std::string svgOf(const Roofline& roofline) {
  constexpr double kOurs = 4.5, kUsers = 8, kGap = 12;
  const RooflineScale scale(roofline);
  const auto roofAt = [&](double intensity) { return pixelY(scale.up(roofline.roof.at(intensity))); };
  const double ridge = roofline.roof.ridge(), x = pixelX(scale.across(roofline.cost.operationsPerByte()));
  constexpr const char* kRoofStyle = "stroke=\"#333\" stroke-width=\"2\"";
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + pixelText(kRoofWidth) + "\" height=\"" + pixelText(kRoofHeight) +
                    "\" font-family=\"sans-serif\" font-size=\"12\">" + roofAxes(scale);
  svg += roofLine(pixelX(0), roofAt(scale.left()), pixelX(scale.across(ridge)), roofAt(ridge), kRoofStyle);
  svg += roofLine(pixelX(scale.across(ridge)), roofAt(ridge), pixelX(1), roofAt(scale.right()), kRoofStyle);
  for (size_t i = 0; i < roofline.dots.size(); ++i) {
    const RooflineDot& dot = roofline.dots[i];
    const double y = pixelY(scale.up(roofline.rateOf(dot)));
    svg += "<circle cx=\"" + pixelText(x) + "\" cy=\"" + pixelText(y) + "\" r=\"" + pixelText(dot.ofUser ? kUsers : kOurs) + "\" fill=\"" +
           std::string(plotColour(i)) + "\"/>" + roofText(x + kGap, y + 4, "start", dot.label);
  }
  return svg + "</svg>";
}

void addRoofline(Page& page, const Roofline& roofline) {
  if (!roofline.isKnown()) return;
  page.addHeading("How near each comes to the most that the device can do");
  page.addSvgs(std::vector<std::string>{svgOf(roofline)});
  std::vector<std::string> notes = {
      "The model: every pair of points compared, with a subtraction, a product and a sum a coordinate; the input read once and the answer written. A "
      "version that leaves pairs out may lie above the roof."};
  for (const RooflineDot& dot : roofline.dots) notes.push_back(dot.label + ": " + roofline.boundOf(dot));
  page.addNotes(notes);
}

}  // namespace arete
