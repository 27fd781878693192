#include "compute/io/read/laz/copc.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "compute/io/read/laz/byte_range.h"
#include "compute/io/read/laz/damage.h"
#include "compute/io/read/laz/fields.h"

namespace arete::laz {

namespace {

constexpr uint64_t kInfoBytes = 160, kEntryBytes = 32;
constexpr int32_t kDeepest = 31;
using Key = std::array<int32_t, 4>;  // level, x, y, z

struct Page {
  uint64_t begin = 0, bytes = 0;
};

std::vector<std::byte> bytesOf(const LazPoints& points, const Page& page) {
  if (page.begin > points.source.size() || page.bytes > points.source.size() - page.begin) throw Damage{"a page lies outside of the file"};
  std::vector<std::byte> bytes(page.bytes);
  ByteRange(points.source, page.begin, page.begin + page.bytes).take(bytes);
  return bytes;
}

/// Goes through the pages from the root on, and throws Damage where they are not those of a tree.
class Hierarchy {
 public:
  explicit Hierarchy(const LazPoints& points) : points_(points) {}

  void read(Page root) {
    uint64_t pageBytes = 0;
    pages_.push_back(root);
    while (!pages_.empty()) {
      const Page page = pages_.back();
      pages_.pop_back();
      pageBytes += page.bytes;
      if (pageBytes > points_.source.size()) throw Damage{"its pages overlap"};
      if (page.bytes == 0 || page.bytes % kEntryBytes != 0 || !seen_.insert(page.begin).second) throw Damage{"a page is empty, cut or named twice"};
      const std::vector<std::byte> bytes = bytesOf(points_, page);
      for (size_t at = 0; at < bytes.size(); at += kEntryBytes) readEntry(bytes.data() + at);
    }
    uint64_t sum = 0;
    for (const CopcNode& node : nodes) sum += node.points;
    if (sum != points_.count) throw Damage{"its nodes have other points than the header declares"};
    std::ranges::sort(nodes, {}, &CopcNode::begin);
    for (size_t i = 1; i < nodes.size(); ++i)
      if (nodes[i].begin < nodes[i - 1].end) throw Damage{"two nodes share bytes"};
  }

  std::vector<CopcNode> nodes;

 private:
  void readEntry(const std::byte* entry) {
    const Key key = {get<int32_t>(entry), get<int32_t>(entry + 4), get<int32_t>(entry + 8), get<int32_t>(entry + 12)};
    const auto begin = get<uint64_t>(entry + 16);
    const auto bytes = get<int32_t>(entry + 24), count = get<int32_t>(entry + 28);
    const auto [level, x, y, z] = key;
    const bool inTree = level >= 0 && level <= kDeepest && std::min({x, y, z}) >= 0 && int64_t(std::max({x, y, z})) < int64_t(1) << level;
    if (!inTree || count < -1 || bytes < 0) throw Damage{"an entry has a place that is in no tree"};
    if (count < 0) {
      pages_.push_back({begin, uint64_t(bytes)});
      return;
    }
    if (!keys_.insert(key).second) throw Damage{"two entries have one place"};
    if (count == 0) return;
    if (begin < points_.begin || begin > points_.source.size() || uint64_t(bytes) > points_.source.size() - begin)
      throw Damage{"a chunk lies elsewhere"};
    nodes.push_back({level, begin, begin + uint64_t(bytes), uint64_t(count)});
  }

  const LazPoints& points_;
  std::vector<Page> pages_;
  std::set<uint64_t> seen_;
  std::set<Key> keys_;
};

}  // namespace

std::vector<CopcNode> readCopcNodes(const LazPoints& points, uint64_t infoBegin) {
  if (points.record.compressor != Compressor::layers) return {};
  try {
    const std::vector<std::byte> info = bytesOf(points, {infoBegin, kInfoBytes});
    Hierarchy hierarchy(points);
    hierarchy.read({get<uint64_t>(info.data() + 40), get<uint64_t>(info.data() + 48)});
    return std::move(hierarchy.nodes);
  } catch (const Damage&) {
    return {};
  }
}

std::vector<Chunk> chunksUpTo(int32_t level, std::span<const CopcNode> nodes) {
  std::vector<Chunk> chunks;
  uint64_t row = 0;
  for (const CopcNode& node : nodes) {
    if (node.level > level) continue;
    chunks.push_back({node.begin, node.end, row, node.points});
    row += node.points;
  }
  return chunks;
}

int32_t lastLevelWithin(uint64_t most, std::span<const CopcNode> nodes) {
  std::map<int32_t, uint64_t> pointsOfLevels;
  for (const CopcNode& node : nodes) pointsOfLevels[node.level] += node.points;
  uint64_t sum = 0;
  int32_t last = pointsOfLevels.empty() ? 0 : pointsOfLevels.begin()->first;
  for (const auto& [level, points] : pointsOfLevels) {
    if ((sum += points) > most) break;
    last = level;
  }
  return last;
}

}  // namespace arete::laz
