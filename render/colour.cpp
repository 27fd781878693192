#include "render/colour.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace arete {

static constexpr Colour kNoValue{128, 128, 128, 255};

std::string Colour::text() const {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "#";
  for (const uint8_t channel : {r, g, b, a}) text += {kDigits[channel >> 4], kDigits[channel & 15]};
  if (a == 255) text.resize(7);
  return text;
}

std::optional<Colour> Colour::parse(std::string_view text) {
  if ((text.size() != 7 && text.size() != 9) || text[0] != '#') return {};
  std::array<uint8_t, 4> channels{0, 0, 0, 255};
  for (size_t i = 1; i < text.size(); i += 2) {
    const auto [end, error] = std::from_chars(&text[i], &text[i] + 2, channels[i / 2], 16);
    if (error != std::errc() || end != &text[i] + 2) return {};
  }
  return Colour{channels[0], channels[1], channels[2], channels[3]};
}

/// Polynomial in t with coefficients from degree 0 up, one row per channel.
using Polynomial = std::array<std::array<double, 7>, 3>;

// Fits to the published tables: viridis and magma by M. Zucker (shadertoy WlfXRN), cividis by J. Davies (d3-scale-chromatic, in 1/255), turbo by its
// author, A. Mikhailov.
static constexpr Polynomial kViridis{{{0.2777273, 0.1050930, -0.3308618, -4.6342305, 6.2282699, 4.7763850, -5.4354559},
                                      {0.0054073, 1.4046135, 0.2148476, -5.7991010, 14.1799334, -13.7451454, 4.6458526},
                                      {0.3340998, 1.3845902, 0.0950952, -19.3324410, 56.6905526, -65.3530326, 26.3124352}}};
static constexpr Polynomial kCividis{{{-4.54 / 255, -35.34 / 255, 2381.73 / 255, -6402.7 / 255, 7024.72 / 255, -2710.57 / 255, 0},
                                      {32.49 / 255, 170.73 / 255, 52.82 / 255, -131.46 / 255, 176.58 / 255, -67.37 / 255, 0},
                                      {81.24 / 255, 442.36 / 255, -2482.43 / 255, 6167.24 / 255, -6614.94 / 255, 2475.67 / 255, 0}}};

static constexpr Polynomial kMagma{{{-0.0021365, 0.2516605, 8.3537173, -27.6687331, 52.1761398, -50.7685254, 18.6557051},
                                    {-0.0007497, 0.6775232, -3.5777195, 14.2647308, -27.9436061, 29.0465828, -11.4897735},
                                    {-0.0053861, 2.4940266, 0.3144679, -13.6492132, 12.9441694, 4.2341530, -5.6019615}}};
static constexpr Polynomial kTurbo{{{0.13572138, 4.61539260, -42.66032258, 132.13108234, -152.94239396, 59.28637943, 0},
                                    {0.09140261, 2.19418839, 4.84296658, -14.18503333, 4.27729857, 2.82956604, 0},
                                    {0.10667330, 12.64194608, -60.58204836, 110.36276771, -89.90310912, 27.34824973, 0}}};

// ColorBrewer's RdBu and PuOr with eleven colours each, from their other end; between them colours are mixed.
static constexpr Colour kBlueRed[] = {{5, 48, 97},     {33, 102, 172},  {67, 147, 195}, {146, 197, 222}, {209, 229, 240}, {247, 247, 247},
                                      {253, 219, 199}, {244, 165, 130}, {214, 96, 77},  {178, 24, 43},   {103, 0, 31}};
static constexpr Colour kPurpleOrange[] = {{45, 0, 75},     {84, 39, 136},  {128, 115, 172}, {178, 171, 210}, {216, 218, 235}, {247, 247, 247},
                                           {254, 224, 182}, {253, 184, 99}, {224, 130, 20},  {179, 88, 6},    {127, 59, 8}};

namespace {

struct ColourMapRow : ColourMapInfo {
  const Polynomial* polynomial = nullptr;
  std::span<const Colour> stops = {};  ///< where there is no polynomial
};

constexpr ColourMapRow kColourMaps[] = {
    {{ColourMap::viridis, "viridis", "From dark blue to yellow, evenly; safe for colour-blind eyes."}, &kViridis},
    {{ColourMap::cividis, "cividis", "From dark blue to yellow; looks the same to nearly all eyes."}, &kCividis},
    {{ColourMap::magma, "magma", "From black over red to pale yellow, evenly."}, &kMagma},
    {{ColourMap::turbo, "turbo", "A rainbow: shows small differences, but not evenly."}, &kTurbo},
    {{ColourMap::blueRed, "blue-red", "From blue over white to red, for values to two sides of a middle.", true}, nullptr, kBlueRed},
    {{ColourMap::purpleOrange, "purple-orange", "From purple over white to orange, for values to two sides of a middle.", true},
     nullptr,
     kPurpleOrange},
};

constexpr std::array kColourMapInfos = [] {
  std::array<ColourMapInfo, std::size(kColourMaps)> infos{};
  for (size_t i = 0; i < infos.size(); ++i) infos[i] = kColourMaps[i];
  return infos;
}();

}  // namespace

std::span<const ColourMapInfo> colourMaps() { return kColourMapInfos; }
std::string_view name(ColourMap map) { return kColourMaps[size_t(map)].name; }

static uint8_t channelOf(double value) { return uint8_t(std::lround(std::clamp(value, 0.0, 1.0) * 255)); }

/// Evenly spread stops, mixed between neighbours; `t` from 0 to 1.
static Colour between(std::span<const Colour> stops, double t) {
  const double place = t * double(stops.size() - 1);
  const size_t below = std::min(size_t(place), stops.size() - 2);
  const Colour &low = stops[below], &high = stops[below + 1];
  const double part = place - double(below);
  const auto mixed = [part](uint8_t a, uint8_t b) { return uint8_t(std::lround((1 - part) * a + part * b)); };
  return {mixed(low.r, high.r), mixed(low.g, high.g), mixed(low.b, high.b), mixed(low.a, high.a)};
}

Colour ColourRange::at(double t) const {
  const Colour stops[] = {from, middle, to};
  return between(stops, std::clamp(t, 0.0, 1.0));
}

Colour sample(ColourMap map, double t) {
  if (std::isnan(t)) return kNoValue;
  t = std::clamp(t, 0.0, 1.0);
  const ColourMapRow& row = kColourMaps[size_t(map)];
  if (row.polynomial == nullptr) return between(row.stops, t);
  const Polynomial& polynomial = *row.polynomial;
  std::array<uint8_t, 3> channels{};
  for (size_t c = 0; c < 3; ++c) {
    double value = 0;
    for (size_t k = polynomial[c].size(); k-- > 0;) value = value * t + polynomial[c][k];
    channels[c] = channelOf(value);
  }
  return {channels[0], channels[1], channels[2]};
}

ColourTable::ColourTable(ColourMap map) {
  for (int i = 0; i < kSize; ++i) entries_[size_t(i)] = sample(map, double(i) / (kSize - 1)).packed();
}

uint32_t ColourTable::at(double t) const {
  if (std::isnan(t)) return kNoValue.packed();
  return entries_[size_t(std::clamp(t, 0.0, 1.0) * (kSize - 1) + 0.5)];
}

Colour categoryColour(uint32_t category) {
  static constexpr std::array<Colour, 8> kOkabeIto{
      {{230, 159, 0}, {86, 180, 233}, {0, 158, 115}, {240, 228, 66}, {0, 114, 178}, {213, 94, 0}, {204, 121, 167}, {160, 160, 160}}};
  if (category < kOkabeIto.size()) return kOkabeIto[category];
  uint32_t hash = category * 0x9E3779B9u;  // Fibonacci hashing spreads neighbours over the circle
  hash ^= hash >> 15;
  hash *= 0x85EBCA6Bu;
  hash ^= hash >> 13;
  const double hue = (hash & 0xFFFF) / 65536.0 * 6, saturation = 0.45 + (hash >> 16 & 0xFF) / 255.0 * 0.3, value = 0.7 + (hash >> 24) / 255.0 * 0.25;
  const auto channel = [&](double shift) {
    const double k = std::fmod(shift + hue, 6.0);
    return channelOf(value - value * saturation * std::clamp(std::min(k, 4 - k), 0.0, 1.0));
  };
  return {channel(5), channel(3), channel(1)};
}

}  // namespace arete
