// A tile of a survey from the air, as LAS: flat ground, trees and a power line, in the order and with the values that a scanner gives. Its conductors
// hang as catenaries, so what they are is known to the millimetre. With keys of the coordinate system (RD New with NAP heights, as of AHN).
#pragma once

#include <array>
#include <cmath>

#include "tests/support/laz/file.h"
#include "tests/support/zoo.h"

namespace arete::test {

struct TileWish {
  uint32_t points = 40'000;
  int format = 6;  ///< point format: 1, 3, 6 or 7
  uint64_t seed = 1;
};

class Tile {
 public:
  static constexpr double kWidth = 80, kLength = 240;               ///< metres; the power line runs along the length
  static constexpr double kWest = 230'000, kSouth = 525'000;        ///< of its corner
  static constexpr std::array<double, 3> kPylons = {10, 120, 230};  ///< from the southern edge
  static constexpr std::array<double, 4> kBeside = {-6, -2, 2, 6};  ///< of the conductors, from the middle
  static constexpr double kHung = 22, kConstant = 300;              ///< height at pylons; the constant of the catenaries

  explicit Tile(const TileWish& wish) : wish_(wish), random_(wish.seed) {}

  /// The conductors' height above NAP, `along` metres from the southern edge.
  static double heightOfWire(double along) {
    const double middle = (along < kPylons[1] ? kPylons[0] + kPylons[1] : kPylons[1] + kPylons[2]) / 2, half = (kPylons[1] - kPylons[0]) / 2;
    return kHung + kConstant * (std::cosh((along - middle) / kConstant) - std::cosh(half / kConstant));
  }

  /// The bytes of a LAS file.
  std::string las() {
    scan();
    const bool isNew = wish_.format >= 6;
    const size_t length = laz::Layout::kBase[size_t(wish_.format)];
    const uint16_t header = isNew ? 375 : 227;
    const std::string keys = crsRecord();
    Bytes file("LASF");
    file.zeros(header - 4).at<uint8_t>(24, 1).at<uint8_t>(25, isNew ? 4 : 2).at<uint16_t>(6, 1).at(94, header).at(96, uint32_t(header + keys.size()));
    file.at<uint32_t>(100, 1).at(104, uint8_t(wish_.format)).at(105, uint16_t(length)).at<uint32_t>(107, isNew ? 0 : uint32_t(echoes_.size()));
    for (size_t k = 0; k < 3; ++k) file.at(131 + 8 * k, 0.001);
    if (isNew) file.at<uint64_t>(247, echoes_.size());
    file.text(keys);
    std::string bytes = file.string();
    bytes.reserve(bytes.size() + echoes_.size() * length);
    for (const Echo& echo : echoes_) bytes += record(echo);
    return bytes;
  }

 private:
  enum Class : uint8_t { kGround = 2, kTree = 5, kWire = 14, kTower = 15 };
  struct Echo {
    double x, y, z;
    Class what;
    uint8_t number = 1, of = 1;
    bool forth = false, edge = false;
    double angle = 0, time = 0;
  };
  /// Where a laser's pulse goes.
  struct Pulse {
    double x, y, time;
    bool forth, edge;
  };

  static double ground(double x, double y) { return 1.5 + 0.4 * std::sin(x / 17) + 0.3 * std::cos(y / 23); }
  /// Height of the crown above the ground; 0 beside the trees.
  static double crown(double x, double y) {
    constexpr double kApart = 12, kRadius = 4, kLine = 14;
    if (std::abs(x - kWidth / 2) < kLine) return 0;  // nothing grows below the wires
    const double dx = std::remainder(x, kApart), dy = std::remainder(y + 3 * std::floor(x / kApart), kApart),
                 d = (dx * dx + dy * dy) / (kRadius * kRadius);
    return d < 1 ? 9 * std::sqrt(1 - d) + 3 : 0;
  }

  /// Line after line across the tile, there and back.
  void scan() {
    constexpr double kArea = kWidth * kLength, kLeastLines = 600, kRate = 3e5, kStart = 3.1e8, kEchoes = 1.29;  // of a pulse
    const double pulses = wish_.points / kEchoes, lines = std::max(kLeastLines, std::sqrt(pulses / kArea) * kLength), perLine = pulses / lines;
    for (double line = 0; echoes_.size() < wish_.points; line = line < lines ? line + 1 : 0)
      for (double i = 0; i < perLine && echoes_.size() < wish_.points; ++i) {
        const bool forth = int64_t(line) % 2 == 0;
        const double across = (i + random_.uniform()) / perLine, x = kWidth * (forth ? across : 1 - across);
        pulse({x, std::min(kLength * (line + 0.1 * across + 0.02 * random_.normal()) / lines, kLength), kStart + (line * perLine + i) / kRate, forth,
               i + 1 >= perLine});
      }
    echoes_.resize(wish_.points);
  }

  void pulse(const Pulse& pulse) {
    const size_t first = echoes_.size();
    const auto echo = [&](double x, double z, Class what) {
      echoes_.push_back({x, pulse.y, z + 0.02 * random_.normal(), what, 1, 1, pulse.forth, pulse.edge, 0, pulse.time});
    };
    const double low = ground(pulse.x, pulse.y), high = crown(pulse.x, pulse.y);
    if (const double wire = wireBelow(pulse); wire >= 0)
      echo(kWidth / 2 + kBeside[size_t(wire)] + 0.01 * random_.normal(), heightOfWire(pulse.y), kWire);
    else if (isTower(pulse)) echo(pulse.x, random_.uniform(low, kHung + 3), kTower);
    if (high > 0) {
      echo(pulse.x, low + high - random_.uniform(0, 0.5), kTree);
      if (random_.uniform() < 0.5) echo(pulse.x, low + high * random_.uniform(0.2, 0.8), kTree);
    }
    if (high == 0 || random_.uniform() < 0.4) echo(pulse.x, low, kGround);
    for (size_t i = first; i < echoes_.size(); ++i) {
      echoes_[i].number = uint8_t(i - first + 1), echoes_[i].of = uint8_t(echoes_.size() - first);
      echoes_[i].angle = (pulse.x / kWidth - 0.5) * 30 + 0.02 * pulse.y;
    }
  }

  /// The conductor that the pulse's spot touches; −1: none.
  double wireBelow(const Pulse& pulse) {
    constexpr double kSpot = 0.15;
    const double reach = std::max(kSpot, 0.6 * kWidth / (double(wish_.points) / 600));
    for (size_t i = 0; i < kBeside.size(); ++i)
      if (pulse.y >= kPylons.front() && pulse.y <= kPylons.back() && std::abs(pulse.x - kWidth / 2 - kBeside[i]) < reach) return double(i);
    return -1;
  }
  static bool isTower(const Pulse& pulse) {
    constexpr double kHalf = 1;
    for (const double along : kPylons)
      if (std::abs(pulse.y - along) < kHalf && std::abs(pulse.x - kWidth / 2) < kHalf) return true;
    return false;
  }

  std::string record(const Echo& echo) {
    const bool isNew = wish_.format >= 6;
    Bytes row;
    for (const double place : {kWest + echo.x, kSouth + echo.y, echo.z}) row.put(int32_t(std::lround(place * 1000)));
    const double shine = echo.what == kGround ? 900 : echo.what == kTree ? 400 : 150;
    row.put(uint16_t(std::max(1.0, shine / echo.of + shine / 8 * random_.normal())));
    if (isNew) {
      row.put(uint8_t(echo.number | echo.of << 4))
          .put(uint8_t((echo.forth ? 64 : 0) | (echo.edge ? 128 : 0)))
          .put(uint8_t(echo.what))
          .put<uint8_t>(0);
      row.put(int16_t(std::lround(echo.angle / 0.006))).put<uint16_t>(17).put(echo.time);
    } else {
      row.put(uint8_t(echo.number | echo.of << 3 | (echo.forth ? 64 : 0) | (echo.edge ? 128 : 0))).put(uint8_t(echo.what));
      row.put(int8_t(std::lround(echo.angle))).put<uint8_t>(0).put<uint16_t>(17).put(echo.time);
    }
    if (wish_.format == 3 || wish_.format == 7)
      for (const double colour : {90., echo.what == kTree ? 140. : 100., 80.})
        row.put(uint16_t(256 * std::lround(std::clamp(colour + 12 * random_.normal(), 0., 255.))));
    return row.string();
  }

  /// Numbers of RD New and NAP heights, as GeoTIFF keys.
  static std::string crsRecord() {
    constexpr std::array<std::array<uint16_t, 2>, 3> kKeys = {{{1024, 1}, {3072, 28992}, {4096, 5709}}};
    Bytes keys;
    keys.put<uint16_t>(1).put<uint16_t>(1).put<uint16_t>(0).put(uint16_t(kKeys.size()));
    for (const auto& [key, value] : kKeys) keys.put(key).put<uint16_t>(0).put<uint16_t>(1).put(value);
    const std::string text = keys.string();
    return Bytes().zeros(2).text("LASF_Projection").zeros(1).put<uint16_t>(34735).put(uint16_t(text.size())).zeros(32).text(text).string();
  }

  TileWish wish_;
  Random random_;
  std::vector<Echo> echoes_;
};

/// The same as LAZ, in chunks of 50 000 points as most writers make them.
inline std::string lazTile(const TileWish& wish) { return laz::compress(Tile(wish).las(), {.version = wish.format >= 6 ? 3 : 2, .plain = true}); }

}  // namespace arete::test
