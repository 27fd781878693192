// Colours of the picture: themes, colour maps and categories.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <glm/vec4.hpp>

namespace arete {

/// sRGB, not premultiplied.
struct Colour {
  uint8_t r = 0, g = 0, b = 0, a = 255;

  glm::vec4 vector() const { return glm::vec4(r, g, b, a) / 255.0f; }
  /// For a texture or vertex buffer: bytes r, g, b, a in memory.
  uint32_t packed() const { return uint32_t(r) | uint32_t(g) << 8 | uint32_t(b) << 16 | uint32_t(a) << 24; }
  /// "#rrggbb", with alpha "#rrggbbaa" when it is not opaque.
  std::string text() const;
  /// Reads the output of `text`; empty when it is not a colour.
  static std::optional<Colour> parse(std::string_view text);
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// Maps from numbers to colours: perceptually uniform ones, a rainbow, and two that diverge from a middle.
enum class ColourMap : uint8_t { viridis, cividis, magma, turbo, blueRed, purpleOrange };

/// One row of the table of colour maps: lists, session files and flags are made from it.
struct ColourMapInfo {
  ColourMap map;
  std::string_view name;   ///< in lists, session files and flags
  std::string_view help;   ///< a sentence
  bool diverging = false;  ///< from a light middle to two sides
};
/// Rows in the order of ColourMap.
std::span<const ColourMapInfo> colourMaps();
std::string_view name(ColourMap map);

/// Colours from one over a second, half-way, to a third.
struct ColourRange {
  Colour from, middle, to;
  Colour at(double t) const;  ///< clamped to 0…1
  friend bool operator==(const ColourRange&, const ColourRange&) = default;
};

/// `t` is clamped to 0…1; NaN gives a neutral grey.
Colour sample(ColourMap map, double t);

/// A map as packed colours, for millions of points.
class ColourTable {
 public:
  static constexpr int kSize = 256;
  explicit ColourTable(ColourMap map);
  uint32_t at(double t) const;  ///< clamped; NaN gives a neutral grey
  const std::array<uint32_t, kSize>& entries() const { return entries_; }

 private:
  std::array<uint32_t, kSize> entries_;
};

/// A colour per category: Okabe–Ito for the first eight, then hues hashed from the number.
Colour categoryColour(uint32_t category);

}  // namespace arete
