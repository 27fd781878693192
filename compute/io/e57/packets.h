// The points of one scan, decoded packet by packet: every number of a point has a stream of its own, and a packet holds a piece of each.
// Source: ASTM E2807-11, section 9 (compressed vectors and bit packs).
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "compute/io/e57/scans.h"

namespace arete::e57 {

/// Bits of one field that wait to be decoded; the least significant come first.
class BitStream {
 public:
  void append(std::span<const std::byte> bytes);
  uint64_t available() const { return bytes_.size() * 8 - position_; }
  /// The bytes with the next `bits`, which must be there, and where these begin in the first byte. They are taken.
  struct Piece {
    std::vector<std::byte> bytes;
    uint64_t position = 0;

    /// The next `bits`, 1 to 64, which must be there.
    uint64_t take(int bits);
  };
  Piece cut(uint64_t bits);

 private:
  std::vector<std::byte> bytes_;
  uint64_t position_ = 0;  // in bits
};

/// Points whose numbers are still bits, cut from the packets.
struct PackedPoints {
  size_t points = 0;
  std::vector<BitStream::Piece> fields;  ///< empty where a field is not wanted or takes no bits
};
/// The values of the fields that are wanted: `columns[f]` gets those of field f. Takes the bits out of `packed`.
void unpack(const Scan& scan, std::span<const char> wanted, PackedPoints& packed, std::vector<std::vector<double>>& columns);

class Packets {
 public:
  static constexpr size_t kPiece = 1 << 14;  ///< points that are cut off at once

  /// `wanted[f]`: not 0 where field f of the scan is decoded. `place` names the scan in refusals.
  Packets(Pages& pages, const Source& source, const Scan& scan, std::string place, std::span<const char> wanted);

  /// The next kPiece points, or all that are left. Refuses a scan that ends before its last point.
  PackedPoints next();
  /// How far it is in the file, in bytes.
  uint64_t position() const { return pages_.physical(at_); }

 private:
  uint64_t ready() const;
  void loadPacket();
  void takeStreams(std::span<const std::byte> packet);
  [[noreturn]] void refuse(std::string_view reason) const;

  Pages& pages_;
  const Source& source_;
  const Scan& scan_;
  std::string place_;
  std::vector<bool> wanted_;
  std::vector<BitStream> streams_;
  uint64_t left_, at_ = 0, end_ = 0;  // points; logical place of the next packet, and behind the last
  std::vector<std::byte> packet_;
};

}  // namespace arete::e57
