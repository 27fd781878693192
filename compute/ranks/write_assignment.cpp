#include "compute/ranks/write_assignment.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "compute/io/write_assignment.h"

namespace arete::ranks {

std::vector<std::string> writeAssignment(const std::filesystem::path& file, std::span<const uint32_t> own, parts::Ranks& ranks) {
  constexpr uint64_t kPiece = 1 << 22;  // points
  const std::vector<uint64_t> counts = ranks.fromAll(uint64_t(own.size()));
  std::optional<AssignmentWriter> writer;
  if (ranks.rank() == 0) writer.emplace(file, std::accumulate(counts.begin(), counts.end(), uint64_t(0)), std::stop_token());
  for (uint32_t rank = 0; rank < ranks.size(); ++rank)
    for (uint64_t first = 0; first < counts[rank]; first += kPiece) {
      std::vector<parts::Message> toEach(ranks.size());
      if (ranks.rank() == rank) {
        const auto bytes = std::as_bytes(own.subspan(first, std::min<uint64_t>(kPiece, own.size() - first)));
        toEach[0].assign(bytes.begin(), bytes.end());
      }
      const std::vector<parts::Message> arrived = ranks.swap(std::move(toEach));
      if (!writer) continue;
      std::vector<uint32_t> piece(arrived[rank].size() / sizeof(uint32_t));
      if (!piece.empty()) std::memcpy(piece.data(), arrived[rank].data(), arrived[rank].size());
      writer->put(piece);
    }
  return writer ? writer->commit() : std::vector<std::string>();
}

}  // namespace arete::ranks
