// Small sound files of the binary formats, made here.
#pragma once

#include "tests/support/bytes.h"

namespace arete {

inline std::string binaryPly(std::endian order) {
  Bytes bytes("ply\nformat binary_" + std::string(order == std::endian::big ? "big" : "little") +
              "_endian 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex 2\nproperty uchar red\nproperty double x\n"
              "property float y\nproperty list uchar ushort neighbours\nproperty short z\nend_header\n");
  bytes.put<uint8_t>(3, order).put(0, order).put(1, order).put(1, order);
  bytes.put<uint8_t>(200).put(1.5, order).put(2.5f, order).put<uint8_t>(2).put<uint16_t>(7, order).put<uint16_t>(9, order).put<int16_t>(-3, order);
  bytes.put<uint8_t>(100).put(4.5, order).put(5.5f, order).put<uint8_t>(0).put<int16_t>(6, order);
  return bytes.string();
}

inline std::string pcd(const std::string& data, const std::string& fields = "FIELDS x y z rgb\nSIZE 4 4 4 4\nTYPE F F F U\nCOUNT 1 1 1 1\n",
                       const std::string& size = "WIDTH 2\nHEIGHT 1\nPOINTS 2\n") {
  return "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\n" + fields + size + "VIEWPOINT 0 0 0 1 0 0 0\nDATA " + data;
}

/// Two points of x, y, z, all coordinates 1, field by field, as literals and one overlapping copy.
inline Bytes compressed(uint8_t distanceLow) {
  Bytes bytes(pcd("binary_compressed\n", "FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\n"));
  bytes.put<uint32_t>(8).put<uint32_t>(24);
  bytes.put<uint8_t>(3).put(1.f);                                             // 4 literal bytes
  bytes.put<uint8_t>(7 << 5).put<uint8_t>(20 - 9).put<uint8_t>(distanceLow);  // 20 bytes more from 4 bytes before
  return bytes;
}

/// One LAS file of `points` records of format 1 with X = 100 + i, Y = 200, Z = -i; scale 0.01, offset 1000 in x.
inline Bytes las(uint32_t points, uint8_t format = 1, uint16_t recordLength = 28, uint8_t minor = 2) {
  const uint16_t headerSize = minor >= 4 ? 375 : 227;
  Bytes bytes("LASF");
  bytes.zeros(headerSize - 4);
  bytes.at<uint8_t>(24, 1).at<uint8_t>(25, minor).at<uint16_t>(94, headerSize).at<uint32_t>(96, headerSize);
  bytes.at<uint8_t>(104, format).at<uint16_t>(105, recordLength).at<uint32_t>(107, points);
  for (size_t k = 0; k < 3; ++k) bytes.at<double>(131 + 8 * k, 0.01);
  bytes.at<double>(155, 1000.0);
  if (minor >= 4) bytes.at<uint64_t>(247, points);
  for (uint32_t i = 0; i < points; ++i) {
    const size_t begin = bytes.string().size();
    bytes.zeros(recordLength).at<int32_t>(begin, 100 + int32_t(i)).at<int32_t>(begin + 4, 200).at<int32_t>(begin + 8, -int32_t(i));
    bytes.at<uint16_t>(begin + 12, uint16_t(500 + i)).at<uint8_t>(begin + (format >= 6 ? 16 : 15), 2);
  }
  return bytes;
}

template <class T>
std::string npy(const std::string& dictionary, std::vector<T> values, std::endian order = std::endian::little, uint8_t version = 1) {
  Bytes bytes("\x93NUMPY");
  bytes.put<uint8_t>(version).put<uint8_t>(0);
  if (version == 1) bytes.put(uint16_t(dictionary.size()));
  else bytes.put(uint32_t(dictionary.size()));
  bytes.text(dictionary);
  for (T value : values) bytes.put(value, order);
  return bytes.string();
}

inline std::string plain(const std::string& type, const std::string& shape, bool fortran = false) {
  return "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }\n";
}

}  // namespace arete
