#include "compute/io/read/laz/chunk_table.h"

#include <algorithm>

#include "compute/io/read/cursor.h"
#include "compute/io/read/laz/damage.h"
#include "compute/io/read/laz/fields.h"
#include "compute/io/read/laz/integer_decoder.h"

namespace arete::laz {

size_t LazPoints::layers() const {
  size_t all = 0;
  for (const ItemInfo& item : record.items) all += layersOf(item);
  return all;
}

namespace {

constexpr uint64_t kTablePosition = 8;  // bytes before the first chunk
constexpr std::string_view kCutOff = "the file was cut off or is damaged: fetch or export it again";

template <class T>
T readAt(const Source& source, uint64_t position) {
  std::array<std::byte, sizeof(T)> bytes;
  ByteRange range(source, position, source.size());
  if (range.left() < sizeof(T)) throw Damage{"the file ends before it"};
  range.take(bytes);
  return get<T>(bytes.data());
}

/// The least number of bytes of a chunk: a record, and the beginning of a stream or the sizes of its layers.
uint64_t leastChunk(const LazPoints& points) {
  constexpr uint64_t kStream = 4;
  return points.recordLength + kStream + (points.record.compressor == Compressor::layers ? 4 * points.layers() : 0);
}

/// Throws Damage where there is none.
uint64_t tablePosition(const LazPoints& points) {
  auto position = readAt<int64_t>(points.source, points.begin);
  if (position == -1 && points.source.size() >= points.begin + 2 * kTablePosition)  // the writer could not go back: it is at the end of the file
    position = readAt<int64_t>(points.source, points.source.size() - kTablePosition);
  if (position < int64_t(points.begin + kTablePosition) || uint64_t(position) >= points.source.size())
    throw Damage{"its position, " + std::to_string(position) + ", is not behind the points or not in the file"};
  return uint64_t(position);
}

/// Throws Damage if it is no table, Error if it contradicts the header.
std::vector<Chunk> readTable(const LazPoints& points) {
  constexpr uint64_t kHead = 8;
  const uint64_t position = tablePosition(points), chunkSize = points.record.chunkSize;
  const auto version = readAt<uint32_t>(points.source, position), chunks = readAt<uint32_t>(points.source, position + 4);
  if (version != 0) throw Damage{"its version is " + std::to_string(version) + ", not 0"};
  if (chunks == 0 || chunks > (position - points.begin) / leastChunk(points)) throw Damage{"it lists " + std::to_string(chunks) + " chunks"};
  if (chunkSize > 0 && chunks != (points.count + chunkSize - 1) / chunkSize)
    points.source.refuse(atByte(position),
                         std::to_string(chunks) + " chunks of " + std::to_string(chunkSize) + " points cannot hold the " +
                             std::to_string(points.count) + " points that the header declares",
                         kCutOff);
  ArithmeticDecoder decoder({points.source, position + kHead, points.source.size()});
  IntegerDecoder<32, 2> integers;
  std::vector<Chunk> table(chunks);
  uint64_t at = points.begin + kTablePosition, row = 0;
  uint32_t lastPoints = 0, lastBytes = 0;
  for (Chunk& chunk : table) {
    if (chunkSize == 0) lastPoints = integers.decode(decoder, lastPoints, 0);
    lastBytes = integers.decode(decoder, lastBytes, 1);
    chunk = {at, at + lastBytes, row, chunkSize == 0 ? lastPoints : std::min(chunkSize, points.count - row)};
    if (lastBytes < leastChunk(points) || chunk.end > position || chunk.points == 0) throw Damage{"a chunk of it would lie outside of the points"};
    at = chunk.end;
    row += chunk.points;
  }
  if (row != points.count)
    points.source.refuse(atByte(position), "the chunks hold " + std::to_string(row) + " points, the header declares " + std::to_string(points.count),
                         kCutOff);
  return table;
}

/// Layered chunks begin with their number of points and the sizes of their layers.
std::vector<Chunk> walkLayers(const LazPoints& points) {
  std::vector<Chunk> chunks;
  std::vector<std::byte> sizes(4 * (1 + points.layers()));
  for (uint64_t at = points.begin + kTablePosition, row = 0; row < points.count;) {
    if (at > points.end || points.end - at < leastChunk(points)) {
      points.source.refuse(atByte(at), "the compressed points end after " + std::to_string(row) + " of " + std::to_string(points.count), kCutOff);
    }
    ByteRange(points.source, at + points.recordLength, points.end).take(sizes);
    Chunk chunk = {at, at + points.recordLength + sizes.size(), row, get<uint32_t>(sizes.data())};
    for (size_t i = 4; i < sizes.size(); i += 4) chunk.end += get<uint32_t>(sizes.data() + i);
    if (chunk.points == 0 || chunk.points > points.count - row || chunk.end > points.end)
      points.source.refuse(atByte(at),
                           "a chunk of " + std::to_string(chunk.points) + " points in " + std::to_string(chunk.end - at) + " bytes cannot be here",
                           kCutOff);
    at = chunk.end;
    row += chunk.points;
    chunks.push_back(chunk);
  }
  return chunks;
}

/// Chunks of this many points, each beginning where the previous one ends.
std::vector<Chunk> walkPoints(const LazPoints& points) {
  const uint64_t size = points.record.chunkSize, begin = points.begin + kTablePosition, count = (points.count + size - 1) / size;
  if (begin > points.end || !fits(count, leastChunk(points), points.end - begin))
    points.source.refuse(atByte(points.begin), "the bytes that are left cannot hold " + std::to_string(points.count) + " points", kCutOff);
  std::vector<Chunk> chunks(count);
  for (uint64_t row = 0; Chunk & chunk : chunks) {
    chunk = {0, 0, row, std::min(size, points.count - row)};
    row += size;
  }
  chunks.front().begin = begin;
  return chunks;
}

}  // namespace

std::vector<Chunk> findChunks(const LazPoints& points, std::vector<std::string>& warnings) {
  if (points.count == 0) return {};
  if (points.record.compressor == Compressor::onePiece) return {{points.begin, points.end, 0, points.count}};
  try {
    return readTable(points);
  } catch (const Damage& damage) {
    const bool layered = points.record.compressor == Compressor::layers;
    if (!layered && points.record.chunkSize == 0)
      points.source.refuse(atByte(points.begin), "the table of its chunks cannot be read, and without it they cannot be found: " + damage.reason,
                           kCutOff);
    auto chunks = layered ? walkLayers(points) : walkPoints(points);
    warnings.push_back("The table of chunks cannot be read (" + damage.reason + "); the chunks were read one after the other.");
    return chunks;
  }
}

}  // namespace arete::laz
