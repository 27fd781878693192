// What is written can be read, in both themes.
#include <gtest/gtest.h>

#include <cmath>

#include "ui/palette.h"

using namespace arete;

namespace {

/// Relative luminance, as WCAG 2 defines it.
double luminance(ImU32 colour) {
  const auto linear = [&](int shift) {
    const double value = double(colour >> shift & 255) / 255;
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(IM_COL32_R_SHIFT) + 0.7152 * linear(IM_COL32_G_SHIFT) + 0.0722 * linear(IM_COL32_B_SHIFT);
}

double contrast(ImU32 a, ImU32 b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

double apart(const Colour& a, const Colour& b) { return std::hypot(a.r - b.r, a.g - b.g, a.b - b.b); }

}  // namespace

TEST(Style, TextHasAContrastOfFourAndAHalfOnEverythingThatItStandsOn) {
  for (const Theme theme : {Theme::dark, Theme::white}) {
    const Palette& colours = palette(theme);
    for (const ImU32 text : {colours.text, colours.dim, colours.faint, colours.accent, colours.good, colours.warning, colours.bad})
      for (const ImU32 ground : {colours.panel, colours.card, colours.field})
        EXPECT_GE(contrast(text, ground), 4.5) << name(theme) << std::hex << " " << text << " on " << ground;
    EXPECT_GE(contrast(colours.onAccent, colours.accent), 4.5) << name(theme);
  }
}

TEST(Style, EachMeaningHasAColourOfItsOwn) {
  constexpr double kClearly = 70;
  for (const Theme theme : {Theme::dark, Theme::white}) {
    View view;
    view.theme = theme;
    const ImU32 accent = palette(theme).accent;
    const Colour colours[] = {Colour{uint8_t(accent), uint8_t(accent >> 8), uint8_t(accent >> 16)},
                              colourOf(Sign::uncertain, theme),
                              colourOf(Sign::selected, theme),
                              colourOf(Sign::measured, theme),
                              view.colour(LayerId::chosen),
                              view.colour(LayerId::removed),
                              view.colour(LayerId::junctions),
                              view.colour(LayerId::differing),
                              view.colour(LayerId::curve)};
    for (const Colour& a : colours)
      for (const Colour& b : colours)
        if (&a < &b) EXPECT_GT(apart(a, b), kClearly) << name(theme) << " " << &a - colours << " and " << &b - colours;
  }
}
