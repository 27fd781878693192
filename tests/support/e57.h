// E57 files for tests, written after the standard and not after our reader: pages with checksums, packets of bit streams, XML.
#pragma once

#include <bit>
#include <string>
#include <vector>

#include "tests/support/bytes.h"

namespace arete::test {

/// One number of every point, as the bits that are stored, and how its XML element is written: `element` without name, e.g. type="Float".
struct E57Field {
  std::string name, element;
  int bits = 64;
  std::vector<uint64_t> stored;
};

struct E57Scan {
  std::vector<E57Field> fields;
  std::string pose;      ///< XML between <pose> and </pose>
  size_t perPacket = 7;  ///< points whose bits go into one packet; the bits that fill no byte wait for the next one
  std::string count;     ///< what recordCount says; empty: the truth
};

constexpr size_t kE57Page = 1024, kE57Kept = kE57Page - 4;

inline uint32_t e57Sum(std::string_view bytes) {
  uint32_t sum = ~0U;
  for (const char c : bytes) {
    sum ^= uint8_t(c);
    for (int bit = 0; bit < 8; ++bit) sum = (sum & 1) != 0 ? sum >> 1 ^ 0x82F63B78U : sum >> 1;
  }
  return ~sum;
}

/// Makes the checksums of all whole pages right.
inline void sealE57(std::string& file) {
  for (size_t page = 0; (page + 1) * kE57Page <= file.size(); ++page) {
    const uint32_t sum = e57Sum(std::string_view(file).substr(page * kE57Page, kE57Kept));
    for (size_t i = 0; i < 4; ++i) file[page * kE57Page + kE57Kept + i] = char(sum >> (24 - 8 * i));
  }
}

/// The bits of a field as they are cut into packets.
class E57Bits {
 public:
  explicit E57Bits(const E57Field& field) {
    for (const uint64_t value : field.stored)
      for (int bit = 0; bit < field.bits; ++bit) bits_.push_back((value >> bit & 1) != 0);
  }
  /// The whole bytes before bit `end`, or all that is left where `last`.
  std::string until(size_t end, bool last) {
    std::string bytes;
    for (; at_ + (last ? 1 : 8) <= end; at_ += 8) {
      uint8_t byte = 0;
      for (size_t bit = 0; bit < 8 && at_ + bit < end; ++bit) byte = uint8_t(byte | (bits_[at_ + bit] ? 1 : 0) << bit);
      bytes += char(byte);
    }
    return bytes;
  }

 private:
  std::vector<bool> bits_;
  size_t at_ = 0;
};

/// The compressed vector of a scan; `begin`: its logical place.
inline std::string e57Section(const E57Scan& scan, size_t begin) {
  const size_t points = scan.fields.empty() ? 0 : scan.fields[0].stored.size();
  std::vector<E57Bits> bits;
  for (const E57Field& field : scan.fields) bits.emplace_back(field);
  Bytes packets;
  packets.put<uint8_t>(2).put<uint8_t>(0).put<uint16_t>(7).zeros(4);  // a packet that is to be ignored
  for (size_t point = 0; point < points;) {
    point = std::min(points, point + scan.perPacket);
    Bytes lengths, streams;
    for (size_t f = 0; f < bits.size(); ++f) {
      const std::string piece = bits[f].until(point * size_t(scan.fields[f].bits), point == points);
      lengths.put(uint16_t(piece.size()));
      streams.text(piece);
    }
    const size_t used = 6 + lengths.string().size() + streams.string().size(), padded = (used + 3) / 4 * 4;
    packets.put<uint8_t>(1).put<uint8_t>(0).put(uint16_t(padded - 1)).put(uint16_t(bits.size()));
    packets.text(lengths.string()).text(streams.string()).zeros(padded - used);
  }
  const size_t first = begin + 32;
  Bytes section;
  section.put<uint8_t>(1).zeros(7).put<uint64_t>(32 + packets.string().size());
  section.put<uint64_t>(first / kE57Kept * kE57Page + first % kE57Kept).put<uint64_t>(0).text(packets.string());
  return section.string();
}

/// The whole file. `root`: XML beside the scans, e.g. a coordinate system.
inline std::string e57(const std::vector<E57Scan>& scans, const std::string& root = {}) {
  const auto physical = [](size_t logical) { return logical / kE57Kept * kE57Page + logical % kE57Kept; };
  std::string logical(48, '\0'), xml = "<?xml version=\"1.0\"?><e57Root type=\"Structure\">" + root + "<data3D type=\"Vector\">";
  for (const E57Scan& scan : scans) {
    const size_t begin = logical.size();
    logical += e57Section(scan, begin);
    const size_t points = scan.fields.empty() ? 0 : scan.fields[0].stored.size();
    xml += "<vectorChild type=\"Structure\">" + (scan.pose.empty() ? "" : "<pose type=\"Structure\">" + scan.pose + "</pose>");
    xml += "<points type=\"CompressedVector\" fileOffset=\"" + std::to_string(physical(begin)) + "\" recordCount=\"" +
           (scan.count.empty() ? std::to_string(points) : scan.count) + "\"><prototype type=\"Structure\">";
    for (const E57Field& field : scan.fields) xml += '<' + field.name + ' ' + field.element + "/>";
    xml += "</prototype><codecs type=\"Vector\"/></points></vectorChild>";
  }
  xml += "</data3D></e57Root>";
  const size_t xmlBegin = logical.size();
  logical += xml;
  std::string file;
  for (size_t at = 0; at < logical.size(); at += kE57Kept) {
    std::string page = logical.substr(at, kE57Kept);
    page.resize(kE57Page);
    file += page;
  }
  Bytes header("ASTM-E57");
  header.put<uint32_t>(1).put<uint32_t>(0).put<uint64_t>(file.size()).put<uint64_t>(physical(xmlBegin)).put<uint64_t>(xml.size());
  header.put<uint64_t>(kE57Page);
  file.replace(0, header.string().size(), header.string());
  sealE57(file);
  return file;
}

/// A number of float or double.
inline E57Field e57Double(const std::string& name, const std::vector<double>& values) {
  E57Field field{name, "type=\"Float\"", 64, {}};
  for (const double value : values) field.stored.push_back(std::bit_cast<uint64_t>(value));
  return field;
}
inline E57Field e57Single(const std::string& name, const std::vector<float>& values) {
  E57Field field{name, "type=\"Float\" precision=\"single\"", 32, {}};
  for (const float value : values) field.stored.push_back(std::bit_cast<uint32_t>(value));
  return field;
}
/// Integers between two bounds; `more` goes into the element, e.g. a scale of a ScaledInteger.
inline E57Field e57Integer(const std::string& name, const std::vector<int64_t>& values, int64_t minimum, int64_t maximum,
                           const std::string& more = {}) {
  E57Field field{name,
                 "type=\"" + std::string(more.empty() ? "Integer" : "ScaledInteger") + "\" minimum=\"" + std::to_string(minimum) + "\" maximum=\"" +
                     std::to_string(maximum) + "\" " + more,
                 int(std::bit_width(uint64_t(maximum - minimum))),
                 {}};
  for (const int64_t value : values) field.stored.push_back(uint64_t(value - minimum));
  return field;
}

/// Two scans of all kinds of numbers.
inline std::string e57Sample() {
  std::vector<float> x, y;
  std::vector<int64_t> z, red, mark;
  for (int i = 0; i < 40; ++i)
    x.push_back(float(i) / 4), y.push_back(float(i * i)), z.push_back(i - 20), red.push_back(i * 3), mark.push_back(i % 8 == 7);
  const E57Scan first{{e57Single("cartesianX", x), e57Single("cartesianY", y), e57Integer("cartesianZ", z, -20, 100, "scale=\"0.5\" offset=\"10\""),
                       e57Integer("colorRed", red, 0, 255), e57Integer("cartesianInvalidState", mark, 0, 2)},
                      "<rotation><w>1</w></rotation><translation><x>100</x><y>0</y><z>-5</z></translation>",
                      7,
                      {}};
  const E57Scan second{
      {e57Double("sphericalRange", {1, 2}), e57Double("sphericalAzimuth", {0, 1.5}), e57Double("sphericalElevation", {0, 0.5})}, {}, 7, {}};
  return e57({first, second});
}

}  // namespace arete::test
