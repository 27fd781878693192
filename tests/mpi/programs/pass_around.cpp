// Passes messages and records around between ranks in pieces of a few bytes, and says whether all came: what does not fit into one piece of MPI's is
// too large for a test.
#include <cstdio>

#include "compute/mpi/mpi_ranks.h"

namespace {

using arete::parts::Message;

/// Bytes that tell who sent them to whom, as many as is different for each.
Message messageOf(uint32_t from, uint32_t to) {
  Message message(13 * from + 7 * to);
  for (size_t i = 0; i < message.size(); ++i) message[i] = std::byte(31 * from + 5 * to + i);
  return message;
}

bool swapsMessages(arete::parts::Ranks& ranks) {
  std::vector<Message> toEach;
  for (uint32_t to = 0; to < ranks.size(); ++to) toEach.push_back(messageOf(ranks.rank(), to));
  const std::vector<Message> fromEach = ranks.swap(std::move(toEach));
  bool right = fromEach.size() == ranks.size();
  for (uint32_t from = 0; from < ranks.size(); ++from) right = right && fromEach[from] == messageOf(from, ranks.rank());
  return right;
}

bool gathersMessages(arete::parts::Ranks& ranks) {
  std::vector<Message> own;
  own.push_back(messageOf(ranks.rank(), 3));
  const std::vector<Message> all = ranks.gather(std::move(own));
  bool right = all.size() == ranks.size();
  for (uint32_t from = 0; from < ranks.size(); ++from) right = right && all[from] == messageOf(from, 3);
  return right;
}

struct Record {
  uint32_t from, to;
  uint64_t number;
};

/// 100 · (from + 1) + to of them: those of a sender come in their order, behind those of the senders before.
bool swapsRecords(arete::parts::Ranks& ranks) {
  const auto count = [](uint32_t from, uint32_t to) { return uint64_t(100 * (from + 1) + to); };
  std::vector<Record> came;
  arete::parts::RecordSwap swap{.recordBytes = sizeof(Record), .counts = {}, .pack = {}, .room = {}};
  for (uint32_t to = 0; to < ranks.size(); ++to) swap.counts.push_back(count(ranks.rank(), to));
  swap.pack = [&](uint32_t to, uint64_t first, std::span<std::byte> out) {
    for (size_t i = 0; i < out.size() / sizeof(Record); ++i) {
      const Record record{ranks.rank(), to, first + i};
      std::memcpy(out.data() + i * sizeof(Record), &record, sizeof(Record));
    }
  };
  swap.room = [&](uint64_t all) {
    came.resize(all);
    return std::as_writable_bytes(std::span(came));
  };
  ranks.swap(swap);
  size_t at = 0;
  for (uint32_t from = 0; from < ranks.size(); ++from)
    for (uint64_t i = 0; i < count(from, ranks.rank()); ++i, ++at)
      if (at >= came.size() || came[at].from != from || came[at].to != ranks.rank() || came[at].number != i) return false;
  return at == came.size();
}

bool addsUp(arete::parts::Ranks& ranks) {
  uint64_t numbers[] = {1, ranks.rank()};
  ranks.addUp(numbers);
  return numbers[0] == ranks.size() && numbers[1] == uint64_t(ranks.size()) * (ranks.size() - 1) / 2;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr size_t kPiece = 64;
  const arete::mpi::Session session(argc, argv);
  const auto ranks = arete::mpi::makeRanks(session, {}, kPiece);
  const bool messages = swapsMessages(*ranks), gathered = gathersMessages(*ranks), records = swapsRecords(*ranks), sums = addsUp(*ranks);
  if (messages && gathered && records && sums) return 0;
  std::fprintf(stderr, "rank %u: messages %d, gathered %d, records %d, sums %d\n", session.rank(), messages, gathered, records, sums);
  return 1;
}
