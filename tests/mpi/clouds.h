// Clouds that tests make: a survey along a power line in coordinates of a map, and points without any curve.
#pragma once

#include <cmath>
#include <cstdint>
#include <fstream>
#include <iomanip>
#include <string>
#include <vector>

namespace arete::test {

/// splitmix64, as numbers in [0, 1).
class Dice {
 public:
  explicit Dice(uint64_t seed) : seed_(seed) {}
  double operator()() {
    uint64_t z = seed_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return double((z ^ z >> 31) >> 11) * 0x1p-53;
  }

 private:
  uint64_t seed_;
};

/// Rows of x, y and z in metres: three wires that sag between pylons, and the ground below, in the order of flight lines.
inline std::vector<double> surveyRows(size_t points) {
  constexpr double kEast = 493'000, kNorth = 5'712'000, kLength = 600, kSpan = 150, kWidth = 40;
  Dice dice(17);
  std::vector<double> rows;
  for (size_t i = 0; i < points; ++i) {
    const double along = kLength * double(i) / double(points), noise = dice() - 0.5, across = dice() * kWidth;
    const bool isWire = dice() < 0.4;
    const double within = std::fmod(along, kSpan) / kSpan, sag = 8 * within * (1 - within);
    const double wire = std::floor(dice() * 3) * 5 + 15;
    rows.push_back(kEast + along);
    rows.push_back(kNorth + 0.3 * along + (isWire ? wire + 0.1 * noise : across));
    rows.push_back(isWire ? 130 + 10 - 4 * sag + 0.1 * (dice() - 0.5) : 120 + 0.2 * noise);
  }
  return rows;
}

/// Evenly in a cube: evolve and decimate have much to do.
inline std::vector<double> cubeRows(size_t points, double edge) {
  Dice dice(5);
  std::vector<double> rows(3 * points);
  for (double& each : rows) each = edge * dice();
  return rows;
}

inline void writeRows(const std::string& path, const std::vector<double>& rows, size_t first, size_t end) {
  std::ofstream file(path);
  file << std::fixed << std::setprecision(3);
  for (size_t i = 3 * first; i < 3 * end; i += 3) file << rows[i] << ' ' << rows[i + 1] << ' ' << rows[i + 2] << '\n';
}

/// As an array of doubles of NumPy.
inline void writeNpy(const std::string& path, const std::vector<double>& rows) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + std::to_string(rows.size() / 3) + ", 3), }";
  constexpr size_t kPreamble = 10, kAlignment = 64;
  header.append(kAlignment - (kPreamble + header.size() + 1) % kAlignment, ' ');
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file << "\x93NUMPY" << '\x01' << '\0' << char(header.size() % 256) << char(header.size() / 256) << header;
  file.write(reinterpret_cast<const char*>(rows.data()), std::streamsize(rows.size() * sizeof(double)));
}

}  // namespace arete::test
