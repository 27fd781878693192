#include "render/vector_picture.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "render/overlay_shapes.h"

namespace arete {

namespace {

/// To a thousandth of a pixel. What lies so far outside of a picture is not seen.
std::string number(double value) {
  constexpr int kDecimals = 3;
  constexpr double kFarthest = 1e9;
  value = std::clamp(value, -kFarthest, kFarthest);
  char text[32];
  std::string shown(text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, kDecimals).ptr);
  shown.erase(shown.find_last_not_of('0') + 1);
  if (shown.back() == '.') shown.pop_back();
  return shown == "-0" ? "0" : shown;
}

std::string colourWords(const char* what, Colour colour) {
  std::string words = " " + std::string(what) + "=\"" + Colour{colour.r, colour.g, colour.b}.text() + "\"";
  if (colour.a < 255) words += " " + std::string(what) + "-opacity=\"" + number(colour.a / 255.0) + "\"";
  return words;
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&') safe += "&amp;";
    else if (c == '<') safe += "&lt;";
    else if (c == '>') safe += "&gt;";
    else safe += c;
  }
  return safe;
}

/// Source: RFC 4648, section 4.
std::string base64(const std::vector<std::byte>& bytes) {
  static constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = std::min<size_t>(bytes.size() - i, 3);
    uint32_t word = 0;
    for (size_t k = 0; k < left; ++k) word |= uint32_t(bytes[i + k]) << (16 - 8 * k);
    for (size_t k = 0; k < 4; ++k) text += k <= left ? kLetters[word >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::string pathOf(const std::vector<std::array<double, 2>>& points) {
  std::string path;
  for (const auto& [x, y] : points) path += (path.empty() ? "M" : " L") + number(x) + " " + number(y);
  const bool closed = points.size() > 3 && points.front() == points.back();
  return closed ? path + " Z" : path;
}

std::string svgOf(const VectorMark& mark) {
  if (mark.shape == VectorMark::Shape::line)
    return "<path d=\"" + pathOf(mark.points) + "\" fill=\"none\" stroke-width=\"" + number(mark.width) + "\"" + colourWords("stroke", mark.colour) +
           "/>\n";
  const double radius = mark.width / 2, edge = radius * (1 - mark.hole);
  const std::string circle = "<circle cx=\"" + number(mark.points[0][0]) + "\" cy=\"" + number(mark.points[0][1]) + "\" r=\"";
  if (mark.hole <= 0) return circle + number(radius) + "\"" + colourWords("fill", mark.colour) + "/>\n";
  return circle + number(radius - edge / 2) + "\" fill=\"none\" stroke-width=\"" + number(edge) + "\"" + colourWords("stroke", mark.colour) + "/>\n";
}

std::string textOf(const OverlayShape& shape) {
  // Not every program knows dominant-baseline: the middle of small letters and figures is this far above the line that they stand on.
  constexpr double kMiddle = 0.36, kBelow = 0.95, kAbove = -0.25;  // in heights of the font
  const bool vertical = shape.anchor == LabelAnchor::above || shape.anchor == LabelAnchor::below;
  const double down = !vertical ? kMiddle : shape.anchor == LabelAnchor::above ? kAbove : kBelow;
  const char* const anchor = shape.anchor == LabelAnchor::left ? "start" : shape.anchor == LabelAnchor::right ? "end" : "middle";
  return "<text x=\"" + number(shape.points[0][0]) + "\" y=\"" + number(shape.points[0][1] + down * kOverlayFontSize) + "\" text-anchor=\"" + anchor +
         "\"" + (shape.bold ? " font-weight=\"bold\"" : "") + colourWords("fill", shape.colour) + ">" + escaped(shape.text) + "</text>\n";
}

std::string svgOf(const OverlayShape& shape) {
  const auto& [x, y] = shape.points.front();
  const std::string centre = "<circle cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"";
  switch (shape.kind) {
    case OverlayShape::Kind::line:
      return "<path d=\"" + pathOf(shape.points) + "\" fill=\"none\" stroke-width=\"" + number(shape.size) + "\"" +
             colourWords("stroke", shape.colour) + "/>\n";
    case OverlayShape::Kind::box:
      return "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(shape.points[1][0] - x) + "\" height=\"" +
             number(shape.points[1][1] - y) + "\" rx=\"" + number(shape.size) + "\"" + colourWords("fill", shape.colour) + "/>\n";
    case OverlayShape::Kind::disc: return centre + number(shape.size / 2) + "\"" + colourWords("fill", shape.colour) + "/>\n";
    case OverlayShape::Kind::ring:
      return centre + number(shape.diameter / 2) + "\" fill=\"none\" stroke-width=\"" + number(shape.size) + "\"" +
             colourWords("stroke", shape.colour) + "/>\n";
    case OverlayShape::Kind::text: return textOf(shape);
  }
  return {};
}

bool isEmpty(const Image& image) {
  for (size_t i = 3; i < image.pixels.size(); i += 4)
    if (image.pixels[i] != 0) return false;
  return true;
}

/// About right for most fonts: only the places of a legend hang on it.
double guessedWidth(const std::string& text, bool bold) {
  constexpr double kLetter = 0.62, kBolder = 1.1;
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (uint8_t(c) & 0xC0) != 0x80; });
  return double(letters) * kLetter * kOverlayFontSize * (bold ? kBolder : 1);
}

}  // namespace

VectorPicture renderVectorPicture(Scene& scene, const View& view, const ImageOptions& options) {
  ImageOptions beneath = options;
  beneath.withoutMarks = true;
  VectorPicture picture{renderImage(scene, view, beneath), {}};
  picture.marks = scene.marks(view, options.viewport);
  return picture;
}

std::string svgOf(const VectorPicture& picture, const Overlay& overlay, Theme theme) {
  constexpr double kInch_mm = 25.4, kDotsPerInch = 96;
  const Image& image = picture.beneath;
  const double ratio = image.scale, width = image.width / ratio, height = image.height / ratio;
  const auto millimetres = [](double logical) { return number(logical / kDotsPerInch * kInch_mm) + "mm"; };
  const std::string size = " width=\"" + number(image.width) + "\" height=\"" + number(image.height) + "\"";
  std::string svg =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\""
      " version=\"1.1\" width=\"" +
      millimetres(width) + "\" height=\"" + millimetres(height) + "\" viewBox=\"0 0 " + number(image.width) + " " + number(image.height) +
      "\">\n<desc>arete " ARETE_VERSION "</desc>\n";
  if (!isEmpty(image)) svg += "<image" + size + " xlink:href=\"data:image/png;base64," + base64(encodePng(image)) + "\"/>\n";
  svg += "<g stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";
  for (size_t i = 0; i < picture.marks.size(); ++i) {
    const LayerId layer = picture.marks[i].layer;
    if (i == 0 || layer != picture.marks[i - 1].layer)
      svg += (i == 0 ? "" : "</g>\n") + ("<g class=\"" + std::string(layerInfo(layer).key) + "\">\n");
    svg += svgOf(picture.marks[i]);
  }
  svg += picture.marks.empty() ? "</g>\n" : "</g>\n</g>\n";
  svg += "<g transform=\"scale(" + number(ratio) + ")\" font-family=\"" + kOverlayFont + ", sans-serif\" font-size=\"" + number(kOverlayFontSize) +
         "\">\n";
  for (const OverlayShape& shape : overlayShapes(overlay, theme, width, height, ratio, guessedWidth)) svg += svgOf(shape);
  return svg + "</g>\n</svg>\n";
}

}  // namespace arete
