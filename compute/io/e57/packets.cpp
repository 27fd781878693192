#include "compute/io/e57/packets.h"

#include <algorithm>
#include <bit>

namespace arete::e57 {

namespace {

constexpr uint64_t kSectionHeader = 32, kPacketHeader = 4;

template <class T>
T numberAt(std::span<const std::byte> bytes, size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

double valueOf(const Field& field, uint64_t stored) {
  if (field.kind == Field::Kind::float32) return double(std::bit_cast<float>(uint32_t(stored)));
  if (field.kind == Field::Kind::float64) return std::bit_cast<double>(stored);
  return double(int64_t(stored + uint64_t(field.minimum))) * field.scale + field.offset;
}

}  // namespace

void BitStream::append(std::span<const std::byte> bytes) {
  const auto used = std::ptrdiff_t(position_ / 8);
  bytes_.erase(bytes_.begin(), bytes_.begin() + used);
  position_ %= 8;
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

BitStream::Piece BitStream::cut(uint64_t bits) {
  const auto begin = bytes_.begin() + std::ptrdiff_t(position_ / 8), end = bytes_.begin() + std::ptrdiff_t((position_ + bits + 7) / 8);
  Piece piece{{begin, end}, position_ % 8};
  position_ += bits;
  return piece;
}

uint64_t BitStream::Piece::take(int bits) {
  const size_t byte = position / 8;
  const int shift = int(position % 8);
  uint64_t low = 0;
  const size_t there = std::min(sizeof low, bytes.size() - byte);
  std::memcpy(&low, bytes.data() + byte, there);
  low >>= shift;
  if (shift > 0 && bits > 64 - shift) low |= uint64_t(bytes[byte + sizeof low]) << (64 - shift);
  position += uint64_t(bits);
  return bits == 64 ? low : low & ((uint64_t(1) << bits) - 1);
}

void unpack(const Scan& scan, std::span<const char> wanted, PackedPoints& packed, std::vector<std::vector<double>>& columns) {
  for (size_t f = 0; f < scan.fields.size(); ++f) {
    if (!wanted[f]) continue;
    const Field& field = scan.fields[f];
    columns[f].resize(packed.points);
    for (double& value : columns[f]) value = valueOf(field, field.bits > 0 ? packed.fields[f].take(field.bits) : 0);
  }
}

Packets::Packets(Pages& pages, const Source& source, const Scan& scan, std::string place, std::span<const char> wanted)
    : pages_(pages),
      source_(source),
      scan_(scan),
      place_(std::move(place)),
      wanted_(wanted.begin(), wanted.end()),
      streams_(scan.fields.size()),
      left_(scan.count) {
  constexpr uint8_t kVectorSection = 1;
  std::vector<std::byte> header(kSectionHeader);
  pages_.read(scan.section, header, "the header of its points");
  if (uint8_t(header[0]) != kVectorSection) refuse("there are no points where the XML says that they begin");
  const auto length = numberAt<uint64_t>(header, 8);
  at_ = pages_.logical(numberAt<uint64_t>(header, 16), "the first packet of " + place_);
  if (length > pages_.size() - scan.section) refuse("its points reach past the end of the file");
  end_ = scan.section + length;
}

void Packets::refuse(std::string_view reason) const {
  source_.refuse(place_ + ", " + atByte(pages_.physical(std::min(std::max(at_, scan_.section), pages_.size()))), reason,
                 "the file is damaged: fetch or export it again");
}

uint64_t Packets::ready() const {
  uint64_t points = std::min<uint64_t>(left_, kPiece);
  for (size_t f = 0; f < streams_.size(); ++f)
    if (wanted_[f] && scan_.fields[f].bits > 0) points = std::min(points, streams_[f].available() / uint64_t(scan_.fields[f].bits));
  return points;
}

void Packets::loadPacket() {
  constexpr uint8_t kIndex = 0, kData = 1, kIgnored = 2;
  while (true) {
    if (at_ + kPacketHeader > end_)
      refuse("it ends before its last point: " + std::to_string(left_ - ready()) + " of " + std::to_string(scan_.count) + " are missing");
    std::vector<std::byte> header(kPacketHeader);
    pages_.read(at_, header, "a packet");
    const auto kind = uint8_t(header[0]);
    const uint64_t bytes = uint64_t(numberAt<uint16_t>(header, 2)) + 1;
    if (kind != kIndex && kind != kData && kind != kIgnored) refuse("a packet is of the unknown kind " + std::to_string(kind));
    if (bytes < kPacketHeader || bytes > end_ - at_) refuse("a packet reaches past the end of the points");
    packet_.resize(bytes);
    if (kind == kData) {
      pages_.read(at_, packet_, "a packet");
      takeStreams(packet_);
    }
    at_ += bytes;
    if (kind == kData) return;
  }
}

void Packets::takeStreams(std::span<const std::byte> packet) {
  constexpr size_t kCountAt = 4, kLengthsAt = 6;
  const size_t streams = packet.size() < kLengthsAt ? 0 : numberAt<uint16_t>(packet, kCountAt);
  if (streams != streams_.size())
    refuse("a packet has " + std::to_string(streams) + " streams for points of " + std::to_string(streams_.size()) + " numbers");
  size_t at = kLengthsAt + 2 * streams;
  for (size_t f = 0; f < streams; ++f) {
    const size_t bytes = at <= packet.size() ? numberAt<uint16_t>(packet, kLengthsAt + 2 * f) : 0;
    if (at > packet.size() || bytes > packet.size() - at) refuse("the streams of a packet are longer than the packet");
    if (wanted_[f]) streams_[f].append(packet.subspan(at, bytes));
    at += bytes;
  }
}

PackedPoints Packets::next() {
  const uint64_t points = std::min<uint64_t>(left_, kPiece);
  while (ready() < points) loadPacket();
  PackedPoints packed{size_t(points), std::vector<BitStream::Piece>(streams_.size())};
  for (size_t f = 0; f < streams_.size(); ++f)
    if (wanted_[f] && scan_.fields[f].bits > 0) packed.fields[f] = streams_[f].cut(points * uint64_t(scan_.fields[f].bits));
  left_ -= points;
  return packed;
}

}  // namespace arete::e57
